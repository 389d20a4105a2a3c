/** Which spot a point on the layout means. Arithmetic, not DOM: the same answer on every screen. */
import {
  DOZEN_TOP,
  EVEN_CHANCES,
  EVEN_TOP,
  LAYOUT_HEIGHT,
  LAYOUT_WIDTH,
  SPOT_BY_ID,
  SPOTS,
  STREETS,
  ZERO_LINE,
} from "./spots.ts";

/** Within this distance of a printed line, in cells, the line is meant and not the field beside it. */
export const LINE_BAND = 0.24;
/** A target only changes once the pointer is this far, in pixels, past the border. */
export const HYSTERESIS_PX = 6;

const byPlace = new Map(SPOTS.map((spot) => [`${spot.x},${spot.y}`, spot.id]));
const at = (x: number, y: number): string | null => byPlace.get(`${x},${y}`) ?? null;

/** The printed line between fields that a coordinate is on, or null. */
function lineNear(value: number, first: number, last: number): number | null {
  const line = Math.round(value);
  return line >= first && line <= last && Math.abs(value - line) <= LINE_BAND ? line : null;
}

function zeroLine(y: number): string | null {
  // The first four can be reached from either end of the line, like streets from either edge.
  if (y < 0.25) return "corner:0-1-2-3";
  let best = ZERO_LINE[0];
  for (const spot of ZERO_LINE) {
    if (best === undefined || Math.abs(spot.y - y) < Math.abs(best.y - y)) best = spot;
  }
  return best?.id ?? null;
}

function inside(x: number, y: number): string | null {
  const street = Math.min(STREETS - 1, Math.floor(x - 1));
  const across = lineNear(x, 2, STREETS);
  const along = lineNear(y, 0, 3);
  const column = across ?? street + 1.5;
  // Streets and six lines sit on the bottom edge and, as on rapid tables, on the top edge too.
  if (along === 0 || along === 3) return at(column, 3);
  if (along !== null) return at(column, along);
  return at(column, Math.floor(y) + 0.5);
}

function below(x: number, y: number): string | null {
  if (x < 1 || x > 13) return null;
  if (y < EVEN_TOP) return `dozen:${Math.min(3, Math.floor((x - 1) / 4) + 1)}`;
  return EVEN_CHANCES[Math.min(5, Math.floor((x - 1) / 2))] ?? null;
}

/** The spot at a point in cell units, or null off the layout. */
export function hit(x: number, y: number): string | null {
  if (y < -LINE_BAND || y > LAYOUT_HEIGHT || x < 0 || x > LAYOUT_WIDTH) return null;
  const onNumbers = y <= DOZEN_TOP + LINE_BAND;
  if (onNumbers && Math.abs(x - 1) <= LINE_BAND) return zeroLine(y);
  if (y > DOZEN_TOP && (!onNumbers || x < 1 || x > 13)) return below(x, y);
  if (x < 1) return y >= 0 ? "straight:0" : null;
  if (x > 13) return y >= 0 ? `column:${3 - Math.min(2, Math.floor(y))}` : null;
  return inside(x, y);
}

const AROUND = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => [Math.cos((n * Math.PI) / 4), Math.sin((n * Math.PI) / 4)] as const);

/** Like `hit`, but stays on the previous target until the pointer has left it by the hysteresis distance. */
export function track(previous: string | null, x: number, y: number, cellPx: number): string | null {
  const now = hit(x, y);
  if (previous === null || now === previous) return now;
  const reach = HYSTERESIS_PX / cellPx;
  const still = AROUND.some(([dx, dy]) => hit(x + dx * reach, y + dy * reach) === previous);
  return still ? previous : now;
}

export type Direction = "left" | "right" | "up" | "down";

const STEP: Record<Direction, readonly [number, number]> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

/** The next spot for an arrow key: the nearest anchor in that direction, sideways distance counting double. */
export function neighbourSpot(id: string, direction: Direction): string {
  const from = SPOT_BY_ID.get(id);
  if (!from) return "straight:0";
  const [dx, dy] = STEP[direction];
  let best = { id, cost: Number.POSITIVE_INFINITY };
  for (const spot of SPOTS) {
    const along = (spot.x - from.x) * dx + (spot.y - from.y) * dy;
    const aside = Math.abs((spot.x - from.x) * dy) + Math.abs((spot.y - from.y) * dx);
    const cost = along + 2 * aside;
    if (along > 0.01 && aside <= along * 1.5 + 0.01 && cost < best.cost) best = { id: spot.id, cost };
  }
  return best.id;
}

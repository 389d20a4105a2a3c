/**
 * The racetrack: the wheel's pockets as tiles around a stadium, with the announced bets inside it. All lengths are in
 * layout cells; the track is as wide as the twelve streets. Zero sits in the middle of the right end.
 */
import { WHEEL } from "./wheel.ts";

export const TRACK_WIDTH = 12;
export const TRACK_HEIGHT = 2;
export const TILE_DEPTH = 0.58;

const RADIUS = TRACK_HEIGHT / 2 - TILE_DEPTH / 2;
const STRAIGHT = TRACK_WIDTH - TRACK_HEIGHT;
const ARC = Math.PI * RADIUS;
const LENGTH = 2 * STRAIGHT + 2 * ARC;
const TILE = LENGTH / WHEEL.length;
const CY = TRACK_HEIGHT / 2;
const LEFT = TRACK_HEIGHT / 2;
const RIGHT = TRACK_WIDTH - TRACK_HEIGHT / 2;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A point at distance s clockwise along the centre line from the right end, moved outwards by `out`. */
export function pointAt(s: number, out = 0): Point {
  const d = ((s % LENGTH) + LENGTH) % LENGTH;
  const r = RADIUS + out;
  const onArc = (cx: number, angle: number): Point => ({ x: cx + r * Math.cos(angle), y: CY + r * Math.sin(angle) });
  if (d <= ARC / 2) return onArc(RIGHT, d / RADIUS);
  if (d <= ARC / 2 + STRAIGHT) return { x: RIGHT - (d - ARC / 2), y: CY + r };
  if (d <= 1.5 * ARC + STRAIGHT) return onArc(LEFT, Math.PI / 2 + (d - ARC / 2 - STRAIGHT) / RADIUS);
  if (d <= 1.5 * ARC + 2 * STRAIGHT) return { x: LEFT + (d - 1.5 * ARC - STRAIGHT), y: CY - r };
  return onArc(RIGHT, -Math.PI / 2 + (d - 1.5 * ARC - 2 * STRAIGHT) / RADIUS);
}

/** Distance along the centre line and distance outwards from it. */
function project(x: number, y: number): { s: number; out: number } {
  const dy = y - CY;
  if (x > RIGHT || x < LEFT) {
    const right = x > RIGHT;
    const dx = x - (right ? RIGHT : LEFT);
    const angle = Math.atan2(dy, dx);
    const s = right
      ? angle * RADIUS
      : ARC / 2 + STRAIGHT + ((angle - Math.PI / 2 + 2 * Math.PI) % (2 * Math.PI)) * RADIUS;
    return { s, out: Math.hypot(dx, dy) - RADIUS };
  }
  if (dy >= 0) return { s: ARC / 2 + (RIGHT - x), out: dy - RADIUS };
  return { s: 1.5 * ARC + STRAIGHT + (x - LEFT), out: -dy - RADIUS };
}

/** The corners of one pocket's tile, rounded ends in short steps, as an SVG points list in `scale` units. */
export function tilePoints(index: number, scale: number): string {
  const from = (index - 0.5) * TILE;
  const steps = [0, 0.25, 0.5, 0.75, 1];
  const outer = steps.map((f) => pointAt(from + f * TILE, TILE_DEPTH / 2));
  const inner = steps.map((f) => pointAt(from + (1 - f) * TILE, -TILE_DEPTH / 2));
  return [...outer, ...inner].map((p) => `${(p.x * scale).toFixed(1)},${(p.y * scale).toFixed(1)}`).join(" ");
}

export const tileCentre = (index: number): Point => pointAt(index * TILE);

export const ANNOUNCED = ["tier", "orphelins", "grand_series", "zero_spiel"] as const;
export type Announced = (typeof ANNOUNCED)[number];

/** Where the inner field is divided: each border runs between two pockets at the bottom and two at the top. */
const BORDERS: readonly { readonly bottom: number; readonly top: number }[] = [
  { bottom: 10.5, top: 22.5 },
  { bottom: 7.5, top: 27.5 },
  { bottom: 2.5, top: 32.5 },
];

export interface Border {
  readonly bottom: Point;
  readonly top: Point;
}

export const SECTOR_BORDERS: readonly Border[] = BORDERS.map(({ bottom, top }) => ({
  bottom: pointAt(bottom * TILE, -TILE_DEPTH / 2),
  top: pointAt(top * TILE, -TILE_DEPTH / 2),
}));

/** Where each announced bet's name and chips stand. */
export const SECTOR_CENTRES: Record<Announced, Point> = sectorCentres();

function sectorCentres(): Record<Announced, Point> {
  const middle = (border: Border | undefined): number => ((border?.bottom.x ?? 0) + (border?.top.x ?? 0)) / 2;
  const [a, b, c] = SECTOR_BORDERS.map(middle);
  const mid = (from = 0, to = 0): Point => ({ x: (from + to) / 2, y: CY });
  return {
    tier: mid(TILE_DEPTH, a),
    orphelins: mid(a, b),
    grand_series: mid(b, c),
    zero_spiel: mid(c, TRACK_WIDTH - TILE_DEPTH / 2),
  };
}

export type TrackTarget =
  | { readonly kind: "pocket"; readonly value: string }
  | { readonly kind: "announced"; readonly spot: Announced };

function sectorAt(x: number, y: number): Announced {
  for (const [n, { bottom, top }] of SECTOR_BORDERS.entries()) {
    const part = (y - top.y) / (bottom.y - top.y);
    if (x < top.x + part * (bottom.x - top.x)) return ANNOUNCED[n] ?? "tier";
  }
  return "zero_spiel";
}

/** What a point on the racetrack means, or null beside it. */
export function trackHit(x: number, y: number): TrackTarget | null {
  const { s, out } = project(x, y);
  if (out > TILE_DEPTH / 2) return null;
  if (out < -TILE_DEPTH / 2) return { kind: "announced", spot: sectorAt(x, y) };
  const index = ((Math.round(s / TILE) % WHEEL.length) + WHEEL.length) % WHEEL.length;
  return { kind: "pocket", value: WHEEL[index] ?? "0" };
}

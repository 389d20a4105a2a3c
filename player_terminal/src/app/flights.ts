/** Chips in the air: back to the tray when the server did not take them, winnings to the credit meter. */
import { type Point, type Returned, SECTOR_CENTRES, type SettledWagerView, SPOT_BY_ID } from "@croupier/web-core";
import { signal } from "@preact/signals";
import { creditPoint, layoutPoint, trackPoint, trayPoint } from "./places.ts";

export interface Flight {
  readonly key: number;
  readonly amount: number;
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
  readonly kind: "back" | "won";
}

/** A little longer than the animations of table.css, so that a chip is gone only after it has landed. */
const FLIGHT_MS = { back: 260, won: 700 } as const;
const FLIGHTS_MAX = 12;
let keys = 0;

export const flights = signal<readonly Flight[]>([]);

function startOf(spot: string): { x: number; y: number } | null {
  const anchor = SPOT_BY_ID.get(spot);
  if (anchor) return layoutPoint(anchor.x, anchor.y);
  const sector = SECTOR_CENTRES[spot as keyof typeof SECTOR_CENTRES];
  return sector ? trackPoint(sector.x, sector.y) : null;
}

interface Load {
  readonly spot: string;
  readonly amount: number;
}

function fly(loads: readonly Load[], to: Point | null, kind: Flight["kind"]): void {
  if (!to) return;
  const made = loads.slice(0, FLIGHTS_MAX).flatMap(({ spot, amount }): Flight[] => {
    const from = startOf(spot);
    return from ? [{ key: ++keys, amount, ...from, dx: to.x - from.x, dy: to.y - from.y, kind }] : [];
  });
  flights.value = [...flights.value, ...made];
  const gone = new Set(made.map((flight) => flight.key));
  setTimeout(() => {
    flights.value = flights.value.filter((flight) => !gone.has(flight.key));
  }, FLIGHT_MS[kind]);
}

export const flyBack = (returned: readonly Returned[]): void => fly(returned, trayPoint(), "back");

/** The winnings leave their spots for the credit; the winning stacks stay on the layout. */
export function flyToCredit(wagers: readonly SettledWagerView[]): void {
  const won = wagers.filter((wager) => wager.result === "win" && wager.returned > wager.stake);
  fly(
    won.map(({ spot, stake, returned }) => ({ spot, amount: returned - stake })),
    creditPoint(),
    "won",
  );
}

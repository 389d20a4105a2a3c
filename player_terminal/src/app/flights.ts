/** Chips that fly back to the tray when the server did not take them. */
import { type Returned, SECTOR_CENTRES, SPOT_BY_ID } from "@croupier/web-core";
import { signal } from "@preact/signals";
import { layoutPoint, trackPoint, trayPoint } from "./places.ts";

export interface Flight {
  readonly key: number;
  readonly amount: number;
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
}

const FLIGHT_MS = 260;
const FLIGHTS_MAX = 12;
let keys = 0;

export const flights = signal<readonly Flight[]>([]);

function startOf(spot: string): { x: number; y: number } | null {
  const anchor = SPOT_BY_ID.get(spot);
  if (anchor) return layoutPoint(anchor.x, anchor.y);
  const sector = SECTOR_CENTRES[spot as keyof typeof SECTOR_CENTRES];
  return sector ? trackPoint(sector.x, sector.y) : null;
}

export function flyBack(returned: readonly Returned[]): void {
  const to = trayPoint();
  if (!to) return;
  const made = returned.slice(0, FLIGHTS_MAX).flatMap(({ spot, amount }): Flight[] => {
    const from = startOf(spot);
    return from ? [{ key: ++keys, amount, ...from, dx: to.x - from.x, dy: to.y - from.y }] : [];
  });
  flights.value = [...flights.value, ...made];
  const gone = new Set(made.map((flight) => flight.key));
  setTimeout(() => {
    flights.value = flights.value.filter((flight) => !gone.has(flight.key));
  }, FLIGHT_MS);
}

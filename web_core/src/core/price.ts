/** What one gesture would place and cost, known before the finger is lifted. */
import type { TrackTarget } from "./racetrack.ts";
import type { Chip, GameView } from "./views.ts";
import { neighbours } from "./wheel.ts";

export interface Offer {
  readonly chips: readonly Chip[];
  readonly total: number;
  readonly numbers: readonly string[];
  /** All or nothing: a part of a neighbours bet is never placed. */
  readonly whole: boolean;
}

const sum = (chips: readonly Chip[]): number => chips.reduce((total, chip) => total + chip.amount, 0);

/** How many equal pieces an announced bet takes (002 5.2); 1 for an ordinary spot. */
export function pieceCount(game: GameView, spot: string): number {
  const pieces = game.spots.find((each) => each.id === spot)?.pieces ?? [];
  return pieces.length === 0 ? 1 : pieces.reduce((total, [, count]) => total + count, 0);
}

/** A chip on an ordinary spot. */
export function spotOffer(spot: string, chip: number, numbers: readonly string[]): Offer {
  return { chips: [{ spot, amount: chip }], total: chip, numbers, whole: false };
}

/** A chip on the racetrack: every pocket or piece takes one chip of the selected value. */
export function trackOffer(game: GameView, target: TrackTarget, chip: number, n: number): Offer {
  if (target.kind === "pocket") {
    const numbers = neighbours(target.value, n, game.values);
    const chips = numbers.map((number) => ({ spot: `straight:${number}`, amount: chip }));
    return { chips, total: sum(chips), numbers, whole: true };
  }
  const amount = chip * pieceCount(game, target.spot);
  const numbers = game.spots.find((each) => each.id === target.spot)?.numbers ?? [];
  return { chips: [{ spot: target.spot, amount }], total: amount, numbers, whole: true };
}

/** The ordinary spots an announced wager stands on, with the share of each. */
export function pieces(game: GameView, spot: string, stake: number): readonly Chip[] {
  const parts = game.spots.find((each) => each.id === spot)?.pieces ?? [];
  const count = parts.reduce((total, [, each]) => total + each, 0);
  return parts.map(([place, each]) => ({ spot: place, amount: (stake / count) * each }));
}

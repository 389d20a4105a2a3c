/** Chips on their way to the server: shown as pending until their answer, then kept by the server or flown back. */
import type { Answer, Chip } from "./views.ts";

export interface PendingPlace {
  readonly key: number;
  readonly round: string;
  readonly chips: readonly Chip[];
}

export interface Returned {
  readonly spot: string;
  readonly amount: number;
  /** Why: a clip reason or a refusal code. */
  readonly reason: string;
}

export interface PlacedPart {
  readonly spot: string;
  readonly requested: number;
  readonly accepted: number;
  readonly reason: string | null;
}

export interface Slip {
  readonly pending: readonly PendingPlace[];
}

export const EMPTY_SLIP: Slip = { pending: [] };

export const addPending = (slip: Slip, place: PendingPlace): Slip => ({ pending: [...slip.pending, place] });

const without = (slip: Slip, key: number): Slip => ({ pending: slip.pending.filter((place) => place.key !== key) });

/** Chips that belong to an earlier round can never be accepted any more. */
export const keepRound = (slip: Slip, round: string | null): Slip =>
  slip.pending.every((place) => place.round === round)
    ? slip
    : { pending: slip.pending.filter((place) => place.round === round) };

function isPart(value: unknown): value is PlacedPart {
  const part = value as Partial<PlacedPart> | null;
  return typeof part?.spot === "string" && typeof part.requested === "number" && typeof part.accepted === "number";
}

export function placedParts(answer: Answer): readonly PlacedPart[] {
  const { placed } = answer.result;
  return Array.isArray(placed) ? placed.filter(isPart) : [];
}

/** What an accepted command did not take, spot by spot. */
export function clippedParts(answer: Answer): readonly Returned[] {
  return placedParts(answer)
    .filter((part) => part.accepted < part.requested)
    .map((part) => ({ spot: part.spot, amount: part.requested - part.accepted, reason: part.reason ?? "clipped" }));
}

export interface Settled {
  readonly slip: Slip;
  readonly returned: readonly Returned[];
}

/** The answer to a pending placement: nothing stays pending, and what was not accepted is named with its reason. */
export function answerPending(slip: Slip, key: number, answer: Answer): Settled {
  const place = slip.pending.find((each) => each.key === key);
  const rest = without(slip, key);
  const refusal = answer.refusal;
  if (refusal) {
    const chips = place?.chips ?? [];
    return { slip: rest, returned: chips.map(({ spot, amount }) => ({ spot, amount, reason: refusal.code })) };
  }
  return { slip: rest, returned: clippedParts(answer) };
}

export interface Stack {
  readonly spot: string;
  readonly accepted: number;
  readonly pending: number;
}

/** What stands on each spot: the server's wagers plus what is still on its way. */
export function stacks(wagers: readonly { spot: string; stake: number }[], slip: Slip): readonly Stack[] {
  const byPlace = new Map<string, { accepted: number; pending: number }>();
  const entry = (spot: string): { accepted: number; pending: number } => {
    const found = byPlace.get(spot) ?? { accepted: 0, pending: 0 };
    byPlace.set(spot, found);
    return found;
  };
  for (const { spot, stake } of wagers) entry(spot).accepted += stake;
  for (const { chips } of slip.pending) for (const { spot, amount } of chips) entry(spot).pending += amount;
  return [...byPlace].map(([spot, amounts]) => ({ spot, ...amounts }));
}

export const pendingTotal = (slip: Slip): number =>
  slip.pending.reduce((sum, { chips }) => sum + chips.reduce((part, chip) => part + chip.amount, 0), 0);

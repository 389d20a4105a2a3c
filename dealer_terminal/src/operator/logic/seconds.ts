/** Spans of time as an operator types them: seconds, at most to the millisecond, within what the server permits. Pure. */

/** Shortest and longest span in milliseconds. */
export type Range = readonly [number, number];

export const PERIOD: Range = [5_000, 300_000];
export const PAUSE: Range = [1_000, 120_000];
export const SPIN_LEAD: Range = [1_000, 60_000];

export function parseSeconds(text: string, [shortest, longest]: Range): number | null {
  if (!/^\d{1,3}(\.\d{1,3})?$/.test(text.trim())) return null;
  const ms = Math.round(Number(text) * 1000);
  return ms >= shortest && ms <= longest ? ms : null;
}

export function secondsText(ms: number): string {
  return String(ms / 1000);
}

export function within(ms: number, [shortest, longest]: Range): number {
  return Math.min(longest, Math.max(shortest, ms));
}

/** "5–300", for the note beside the field. */
export function rangeText([shortest, longest]: Range): string {
  return `${secondsText(shortest)}–${secondsText(longest)}`;
}

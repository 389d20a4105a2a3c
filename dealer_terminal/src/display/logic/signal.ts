/** How fresh a display is, and how it spares its panel. Pure. */

export const SILENCE_MS = 5000;
const SHIFT_EVERY_MS = 120_000;
const STEPS: readonly (readonly [number, number])[] = [
  [0, 0],
  [3, 2],
  [4, -2],
  [0, -4],
  [-4, -2],
  [-3, 3],
];

/** Nothing heard for five seconds, not even a pong: what stands on the screen may be old (002 11.2 says disregard it). */
export function silent(lastHeardMs: number, nowMs: number): boolean {
  return nowMs - lastHeardMs > SILENCE_MS;
}

/** A few pixels to another place every two minutes, so that nothing burns in. */
export function burnInShift(nowMs: number): readonly [number, number] {
  return STEPS[Math.floor(nowMs / SHIFT_EVERY_MS) % STEPS.length] ?? [0, 0];
}

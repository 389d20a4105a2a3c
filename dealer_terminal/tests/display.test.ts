import { describe, expect, it } from "vitest";
import { limitLines } from "../src/display/logic/limits.ts";
import { burnInShift, SILENCE_MS, silent } from "../src/display/logic/signal.ts";

describe("the display", () => {
  it("has no signal after five silent seconds", () => {
    expect(silent(1000, 1000 + SILENCE_MS)).toBe(false);
    expect(silent(1000, 1001 + SILENCE_MS)).toBe(true);
  });

  it("shifts by two to four pixels and comes back", () => {
    const places = Array.from({ length: 6 }, (_, n) => burnInShift(n * 120_000));
    expect(new Set(places.map(String)).size).toBe(6);
    expect(Math.max(...places.flat().map(Math.abs))).toBeLessThanOrEqual(4);
    expect(burnInShift(6 * 120_000)).toEqual(places[0]);
  });

  it("puts equal limits on one line", () => {
    const limit = (minimum: number, maximum: number) => ({ minimum, maximum });
    const lines = limitLines({
      kinds: { dozen: limit(500, 5000), straight: limit(100, 500), column: limit(500, 5000) },
      unit: 1,
      total_minimum: 0,
      total_maximum: 0,
    });
    expect(lines).toEqual([
      { kinds: ["straight"], minimum: 100, maximum: 500 },
      { kinds: ["column", "dozen"], minimum: 500, maximum: 5000 },
    ]);
  });
});

import { describe, expect, test } from "vitest";
import { ANNOUNCED, SECTOR_CENTRES, tileCentre, trackHit } from "../src/core/racetrack.ts";
import { statistics } from "../src/core/statistics.ts";
import { colour, facts, neighbours, WHEEL } from "../src/core/wheel.ts";

describe("the wheel", () => {
  test("has 37 pockets and never two neighbours of one colour", () => {
    expect(new Set(WHEEL).size).toBe(37);
    for (const [n, value] of WHEEL.entries()) expect(colour(value)).not.toBe(colour(WHEEL[(n + 1) % 37] ?? "0"));
  });

  test.each([
    ["5", 2, ["23", "10", "5", "24", "16"]],
    ["0", 1, ["26", "0", "32"]],
    ["26", 0, ["26"]],
    ["99", 2, []],
  ])("%s with %i neighbours", (value, n, expected) => {
    expect(neighbours(value, n)).toEqual(expected);
  });

  test("zero is neither odd nor low", () => {
    expect(facts("0")).toEqual({ colour: "green", parity: null, half: null, dozen: null, column: null });
    expect(facts("17")).toEqual({ colour: "black", parity: "odd", half: "low", dozen: 2, column: 2 });
  });
});

describe("the racetrack", () => {
  test.each(WHEEL.map((value, n) => [value, n] as const))("the tile of %s returns itself", (value, n) => {
    const { x, y } = tileCentre(n);
    expect(trackHit(x, y)).toEqual({ kind: "pocket", value });
  });

  test.each(ANNOUNCED)("the field of %s returns itself", (spot) => {
    const { x, y } = SECTOR_CENTRES[spot];
    expect(trackHit(x, y)).toEqual({ kind: "announced", spot });
  });

  test("beside the track is nothing", () => {
    expect(trackHit(0.02, 0.02)).toBeNull();
    expect(trackHit(6, -0.1)).toBeNull();
  });
});

describe("statistics", () => {
  test("count the window only", () => {
    const found = statistics(["17", "17", "0", "36", "1"], 4);
    expect(found.total).toBe(4);
    expect([found.red, found.black, found.zero]).toEqual([1, 2, 1]);
    expect([found.odd, found.even, found.low, found.high]).toEqual([2, 1, 2, 1]);
    expect(found.dozens).toEqual([0, 2, 1]);
    expect(found.columns).toEqual([0, 2, 1]);
    expect(found.hot[0]).toEqual({ value: "17", count: 2 });
    expect(found.cold).toHaveLength(4);
    expect(found.cold.every((each) => each.count === 0)).toBe(true);
  });

  test("of nothing name nothing hot", () => {
    expect(statistics([], 50).hot).toEqual([]);
  });
});

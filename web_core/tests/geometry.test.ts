import { describe, expect, test } from "vitest";
import { HYSTERESIS_PX, hit, LINE_BAND, neighbourSpot, track } from "../src/core/hit.ts";
import { SPOT_BY_ID, SPOTS } from "../src/core/spots.ts";

const kinds = (kind: string): number => SPOTS.filter((spot) => spot.kind === kind).length;

describe("the spots of the single-zero layout", () => {
  test("are 157, by kind, and no two are alike", () => {
    expect(SPOTS).toHaveLength(157);
    expect(new Set(SPOTS.map((spot) => spot.id)).size).toBe(157);
    expect(new Set(SPOTS.map((spot) => `${spot.x},${spot.y}`)).size).toBe(157);
    const counts = ["straight", "split", "street", "corner", "six_line", "column", "dozen", "even_chance"].map(kinds);
    expect(counts).toEqual([37, 60, 14, 23, 11, 3, 3, 6]);
  });

  test.each([
    ["split:17-20", 17, 20],
    ["corner:1-2-4-5", 1, 2, 4, 5],
    ["street:0-1-2", 0, 1, 2],
    ["six_line:31-32-33-34-35-36", 31, 32, 33, 34, 35, 36],
  ])("%s covers its numbers", (id, ...numbers) => {
    expect(SPOT_BY_ID.get(id)?.numbers).toEqual(numbers.map(String));
  });

  test("numbers ascend in every id", () => {
    for (const spot of SPOTS) {
      const numbers = spot.numbers.map(Number);
      expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
    }
  });
});

describe("hit-testing", () => {
  test.each(SPOTS.map((spot) => [spot.id, spot.x, spot.y] as const))("the anchor of %s returns itself", (id, x, y) => {
    expect(hit(x, y)).toBe(id);
  });

  test.each([
    [1.5, -0.1, "street:1-2-3"],
    [2.05, 0.1, "six_line:1-2-3-4-5-6"],
    [1.1, 0.05, "corner:0-1-2-3"],
    [5.26, 1.5, "straight:14"],
    [5.2, 1.5, "split:11-14"],
    [3.5, 3.3, "dozen:1"],
    [3.5, 3.1, "street:7-8-9"],
    [13.2, 3.1, null],
    [0.5, -0.1, null],
    [0.5, 3.6, null],
    [7, 4.6, null],
    [-0.1, 1, null],
  ])("(%f, %f) means %s", (x, y, spot) => {
    expect(hit(x, y)).toBe(spot);
  });

  test("every point of the layout means a spot that exists", () => {
    for (let x = 0; x <= 14; x += 0.05) {
      for (let y = -LINE_BAND; y <= 4.5; y += 0.05) {
        const spot = hit(x, y);
        if (spot !== null) expect(SPOT_BY_ID.has(spot), `${spot} at ${x},${y}`).toBe(true);
      }
    }
  });

  test("a target holds until the pointer is six pixels past the border", () => {
    const cell = 112;
    const border = 5 + LINE_BAND;
    const inside = (px: number): string | null => track("straight:14", border - px / cell, 1.5, cell);
    expect(inside(HYSTERESIS_PX - 1)).toBe("straight:14");
    expect(inside(HYSTERESIS_PX + 1)).toBe("split:11-14");
    expect(track(null, border - 1 / cell, 1.5, cell)).toBe("split:11-14");
  });

  test("arrow keys reach every spot", () => {
    const seen = new Set(["straight:0"]);
    const queue = ["straight:0"];
    for (const id of queue) {
      for (const direction of ["left", "right", "up", "down"] as const) {
        const next = neighbourSpot(id, direction);
        if (!seen.has(next)) {
          seen.add(next);
          queue.push(next);
        }
      }
    }
    expect(seen.size).toBe(157);
  });
});

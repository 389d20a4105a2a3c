import { describe, expect, test } from "vitest";
import { trackOffer } from "../src/core/price.ts";
import { addPending, answerPending, EMPTY_SLIP, keepRound, pendingTotal, stacks } from "../src/core/slip.ts";
import type { Answer, GameView } from "../src/core/views.ts";

const place = (key: number, round: string, ...chips: [string, number][]) => ({
  key,
  round,
  chips: chips.map(([spot, amount]) => ({ spot, amount })),
});
const answer = (change: Partial<Answer>): Answer => ({ type: "answer", id: "c", refusal: null, result: {}, ...change });

const slip = addPending(
  addPending(EMPTY_SLIP, place(1, "r-1", ["red", 500], ["odd", 100])),
  place(2, "r-1", ["red", 200]),
);

describe("pending chips", () => {
  test("stand beside the accepted ones", () => {
    expect(stacks([{ spot: "red", stake: 1000 }], slip)).toEqual([
      { spot: "red", accepted: 1000, pending: 700 },
      { spot: "odd", accepted: 0, pending: 100 },
    ]);
    expect(pendingTotal(slip)).toBe(800);
  });

  test("are no longer pending once answered", () => {
    const settled = answerPending(slip, 1, answer({ result: { placed: [] } }));
    expect(settled.returned).toEqual([]);
    expect(pendingTotal(settled.slip)).toBe(200);
  });

  test("what was clipped comes back with its reason (002 6.3)", () => {
    const placed = [
      { spot: "red", requested: 500, accepted: 300, reason: "maximum" },
      { spot: "odd", requested: 100, accepted: 100, reason: null },
    ];
    expect(answerPending(slip, 1, answer({ result: { placed } })).returned).toEqual([
      { spot: "red", amount: 200, reason: "maximum" },
    ]);
  });

  test("a refusal brings every chip back", () => {
    const settled = answerPending(slip, 1, answer({ refusal: { code: "late", data: {} } }));
    expect(settled.returned.map((each) => [each.spot, each.amount, each.reason])).toEqual([
      ["red", 500, "late"],
      ["odd", 100, "late"],
    ]);
    expect(pendingTotal(settled.slip)).toBe(200);
  });

  test("never outlive their round", () => {
    expect(keepRound(slip, "r-1")).toBe(slip);
    expect(keepRound(slip, "r-2").pending).toEqual([]);
  });
});

const game: GameView = {
  game: "roulette",
  variant: "single_zero",
  rules: "002",
  rule_hash: "x",
  values: ["0", "32", "15", "19", "4"],
  spots: [
    {
      id: "zero_spiel",
      kind: "announced",
      numbers: ["0", "3", "12", "15", "26", "32", "35"],
      odds: [17, 1],
      pieces: [
        ["split:0-3", 1],
        ["split:12-15", 1],
        ["straight:26", 1],
        ["split:32-35", 1],
      ],
    },
  ],
};

describe("the price of a racetrack bet", () => {
  test("neighbours are one chip per pocket, all or nothing", () => {
    const offer = trackOffer(game, { kind: "pocket", value: "0" }, 500, 1);
    expect(offer).toMatchObject({ total: 1500, whole: true, numbers: ["4", "0", "32"] });
  });

  test("an announced bet is one wager of pieces times chip", () => {
    const offer = trackOffer(game, { kind: "announced", spot: "zero_spiel" }, 500, 2);
    expect(offer.chips).toEqual([{ spot: "zero_spiel", amount: 2000 }]);
  });
});

import { fromPlayerSnapshot, type PlayerState, type SeatView, type TableView } from "@croupier/web-core";
import { describe, expect, test } from "vitest";
import { seat, snapshot, table } from "../../web_core/tests/fixtures.ts";
import { duration, rollMs, screenOf, winTier } from "../src/app/screen.ts";
import { REMINDER_MS, remindersDue } from "../src/app/session.ts";

const state = (tableChange: Partial<TableView> | null, seatChange: Partial<SeatView> = {}): PlayerState =>
  fromPlayerSnapshot(snapshot({ table: tableChange === null ? null : table(tableChange), seat: seat(seatChange) }));

const notice = (code: string): Partial<TableView> => ({ notice: { code, clause: null, data: {} } });

describe("every state has its screen", () => {
  test.each([
    [null, "connecting"],
    [state({}, { state: "disabled" }), "disabled"],
    [state(null), "lobby"],
    [state({ status: "closed" }), "table_closed"],
    [state({ status: "suspended" }), "suspended"],
    [state({ phase: "idle" }), "idle"],
    [state({ phase: "preparing" }), "preparing"],
    [state({ phase: "wagering" }), "wagering"],
    [state({ phase: "closed" }), "closed"],
    [state({ phase: "closed", ...notice("no_spin") }), "no_spin"],
    [state({ phase: "closed", ...notice("early_ball") }), "closed"],
    [state({ phase: "proposed" }), "pending"],
    [state({ phase: "held" }), "pending"],
    [state({ phase: "settled" }), "result"],
    [state({ phase: "void" }), "void"],
  ])("%#: %o", (given, screen) => {
    expect(screenOf(given, false)).toBe(screen);
  });

  test("the last five seconds are closing", () => {
    expect(screenOf(state({ phase: "wagering" }), true)).toBe("closing");
    expect(screenOf(state({ phase: "closed" }), true)).toBe("closed");
  });
});

describe("the win presentation", () => {
  test.each([
    [1000, 0, 0],
    [1000, 999, 0],
    [1000, 1000, 0],
    [0, 0, 0],
    [1000, 1001, 1],
    [1000, 4000, 2],
    [1000, 11_000, 3],
  ])("%i staked and %i returned is tier %i", (staked, returned, tier) => {
    expect(winTier(staked, returned)).toBe(tier);
  });

  test("a meter rolls between 400 and 1200 ms", () => {
    expect(rollMs(0, 1)).toBeGreaterThanOrEqual(400);
    expect(rollMs(0, 100_000_000)).toBe(1200);
  });
});

test("a reminder is due after every full interval, and never at the first second", () => {
  expect([-900, 0, REMINDER_MS - 1, REMINDER_MS, 2.5 * REMINDER_MS].map((ms) => remindersDue(0, ms))).toEqual([
    0, 0, 0, 1, 2,
  ]);
});

test("time played is hours and minutes", () => {
  expect([0, 59_999, 60_000, 3_725_000, -5].map(duration)).toEqual(["0:00", "0:00", "0:01", "1:02", "0:00"]);
});

import { describe, expect, test } from "vitest";
import { applyPlayer, fromPlayerSnapshot, type PlayerState } from "../src/core/playerStore.ts";
import type { PlayerServerMessage } from "../src/core/views.ts";
import { snapshot, tile } from "./fixtures.ts";

const event = (message: object): PlayerServerMessage => message as PlayerServerMessage;
const start = (): PlayerState => fromPlayerSnapshot(snapshot());

describe("the player store", () => {
  test("sets the fields that are present and keeps the others", () => {
    const { state, resync } = applyPlayer(
      start(),
      event({ type: "seat", version: 6, set: { credit: 9_000, bet: 1_000 } }),
    );
    expect(resync).toBe(false);
    expect(state?.seat).toMatchObject({ credit: 9_000, bet: 1_000, session: "s-1" });
    expect(state?.seatVersion).toBe(6);
  });

  test("a field set to null becomes null", () => {
    const { state } = applyPlayer(
      start(),
      event({ type: "table", table: "T-1", version: 10, set: { deadline_ms: null } }),
    );
    expect(state?.table?.deadline_ms).toBeNull();
  });

  test("an old event changes nothing", () => {
    const before = start();
    expect(applyPlayer(before, event({ type: "seat", version: 5, set: { credit: 1 } })).state).toBe(before);
  });

  test.each([
    ["seat", { type: "seat", version: 7, set: { credit: 1 } }],
    ["table", { type: "table", table: "T-1", version: 11, set: { phase: "closed" } }],
    ["lobby", { type: "lobby", version: 9, tiles: [] }],
  ])("a gap in the %s feed asks for a snapshot and trusts no event until it came", (_name, message) => {
    const gap = applyPlayer(start(), event(message));
    expect(gap.resync).toBe(true);
    expect(gap.state?.seat.credit).toBe(10_000);
    const ignored = applyPlayer(gap.state, event({ type: "seat", version: 6, set: { credit: 2 } }));
    expect(ignored).toEqual({ state: gap.state, resync: false });
    const healed = applyPlayer(gap.state, snapshot({ seat_version: 20 }));
    expect(healed.state).toMatchObject({ stale: false, seatVersion: 20 });
  });

  test("dropped frames ask for a snapshot", () => {
    expect(applyPlayer(start(), event({ type: "resync_required" })).resync).toBe(true);
  });

  test("another table's event is not ours", () => {
    const before = start();
    expect(applyPlayer(before, event({ type: "table", table: "T-2", version: 10, set: {} })).state).toBe(before);
  });

  test("looking at another table needs that table's snapshot", () => {
    expect(applyPlayer(start(), event({ type: "seat", version: 6, set: { table: "T-2" } })).resync).toBe(true);
  });

  test("lobby tiles are replaced and added", () => {
    const tiles = [tile("T-2", { phase: "closed" }), tile("T-3")];
    const { state } = applyPlayer(start(), event({ type: "lobby", version: 3, tiles }));
    expect(state?.lobby.map((each) => [each.table, each.phase])).toEqual([
      ["T-1", "wagering"],
      ["T-2", "closed"],
      ["T-3", "wagering"],
    ]);
  });

  test("nothing is shown before the first snapshot", () => {
    expect(applyPlayer(null, event({ type: "seat", version: 1, set: {} }))).toEqual({ state: null, resync: false });
  });
});

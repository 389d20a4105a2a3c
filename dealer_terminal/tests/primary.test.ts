import { describe, expect, it } from "vitest";
import { follow, GUARD_MS, listening } from "../src/dealer/logic/guard.ts";
import { primaryOf, proposedValue } from "../src/dealer/logic/primary.ts";
import { forRole } from "../src/dealer/logic/roles.ts";
import { proposal, view } from "./views.ts";

describe("the large button", () => {
  it("follows the server's primary action", () => {
    expect(primaryOf(view(), null)).toMatchObject({ kind: "command", body: { type: "new_game" } });
    const wagering = view({ primary: "no_more_bets", actions: ["no_more_bets"], round: "r1", phase: "wagering" });
    expect(primaryOf(wagering, null)).toMatchObject({ body: { type: "no_more_bets", round: "r1" } });
    expect(primaryOf(view({ primary: "wait" }), null)).toEqual({ kind: "prompt", label: "wait" });
  });

  it("confirms exactly the value that was read back", () => {
    const confirm = { primary: "confirm_result", actions: ["confirm_result"], round: "r1" } as const;
    const proposed = (change: Parameters<typeof proposal>[0]) =>
      view({ ...confirm, actions: [...confirm.actions], proposal: proposal(change) });
    const dealer = proposed({ dealer: "17" });
    expect(primaryOf(dealer, null)).toMatchObject({ body: { type: "confirm_result", round: "r1", value: "17" } });
    const sensor = proposed({ sensor: "20" });
    expect(primaryOf(sensor, null)).toMatchObject({ body: { value: "20" } });
  });

  it("never confirms while sensor and dealer differ", () => {
    const differ = proposal({ sensor: "17", dealer: "20", mismatch: true });
    const held = view({ primary: "confirm_result", actions: ["confirm_result"], round: "r1", proposal: differ });
    expect(proposedValue(held)).toBeNull();
    expect(primaryOf(held, null).kind).toBe("prompt");
  });

  it("enters a typed number before anything else, but only where entering is legal", () => {
    const proposed = view({
      primary: "confirm_result",
      round: "r1",
      actions: ["enter_result", "confirm_result"],
      proposal: proposal({ dealer: "17" }),
    });
    expect(primaryOf(proposed, "20")).toMatchObject({ body: { type: "enter_result", value: "20" } });
    expect(primaryOf({ ...proposed, actions: ["confirm_result"] }, "20")).toMatchObject({
      body: { type: "confirm_result", value: "17" },
    });
  });

  it("opens the oldest task, and only prompts when there is none", () => {
    expect(primaryOf(view({ primary: "resolve_task" }), null).kind).toBe("prompt");
  });
});

describe("roles", () => {
  it("take away what this person may not do, and say so", () => {
    const closed = view({ status: "closed", primary: "open_table", actions: ["open_table", "suspend_table"] });
    const dealer = forRole(closed, "dealer");
    expect(dealer.actions).toEqual(["suspend_table"]);
    expect(primaryOf(dealer, null)).toEqual({ kind: "prompt", label: "not_yours" });
    expect(primaryOf(forRole(closed, "casino_supervisor"), null)).toMatchObject({ body: { type: "open_table" } });
  });

  it("leave an operator out of the game", () => {
    expect(forRole(view({ actions: ["new_game", "request_correction"] }), "operator").actions).toEqual([]);
  });
});

describe("the guard against a second press", () => {
  it("is deaf for a moment after the meaning changed", () => {
    const first = follow(null, "confirm_result", 1000);
    expect(listening(first, 1000)).toBe(true);
    const changed = follow(first, "new_game", 2000);
    expect(listening(changed, 2000 + GUARD_MS - 1)).toBe(false);
    expect(listening(changed, 2000 + GUARD_MS)).toBe(true);
  });

  it("is not renewed by a repaint", () => {
    const first = follow(follow(null, "a", 0), "b", 1000);
    expect(follow(first, "b", 5000)).toBe(first);
  });
});

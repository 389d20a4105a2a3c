import { describe, expect, it } from "vitest";
import { irregularityCommand, menuOf } from "../src/dealer/logic/menu.ts";
import { mayBeAskedToVacate, seatFlags, type Terminal } from "../src/dealer/logic/seats.ts";
import { candidates, type Task, taskEffect, taskRows } from "../src/dealer/logic/tasks.ts";
import { bannerOf } from "../src/lib/banner.ts";
import { proposal, view } from "./views.ts";

const terminal = (change: Partial<Terminal> = {}): Terminal => ({
  terminal: "PT-1",
  name: "PT-1",
  seat: 1,
  connected: true,
  state: "betting",
  attendant_called_at: null,
  fault: null,
  hand_pay: 0,
  idle_rounds: 0,
  wagers: [],
  ...change,
});

describe("what happened?", () => {
  const lines = view({
    round: "r1",
    actions: ["call_irregularity", "request_void"],
    irregularities: [
      { code: "wheel_still", clause: "002 11.4.2", effect: "stand", authority: "dealer" },
      { code: "fraud", clause: "002 12.4.2", effect: "void", authority: "casino_supervisor" },
    ],
  });

  it("splits by who may decide", () => {
    const { calls, voids } = menuOf(lines);
    expect(calls.map((item) => item.code)).toEqual(["wheel_still"]);
    expect(voids.map((item) => item.code)).toEqual(["fraud"]);
  });

  it("is empty where the action is not legal", () => {
    expect(menuOf({ ...lines, actions: [] })).toEqual({ calls: [], voids: [] });
    expect(menuOf({ ...lines, round: null })).toEqual({ calls: [], voids: [] });
  });

  it("turns into a call or into a request", () => {
    const [still, fraud] = lines.irregularities;
    if (!still || !fraud) throw new Error("two lines expected");
    expect(irregularityCommand(still, "r1", "")).toMatchObject({ type: "call_irregularity", code: "wheel_still" });
    expect(irregularityCommand(fraud, "r1", "x")).toMatchObject({ type: "request_void", reason: "fraud", detail: "x" });
  });
});

describe("seats", () => {
  it("asks for a seat only after three rounds and while every other terminal is in use (002 12.9)", () => {
    const idle = terminal({ state: "idle", idle_rounds: 3 });
    const other = terminal({ terminal: "PT-2" });
    expect(mayBeAskedToVacate(idle, [idle, other])).toBe(true);
    expect(mayBeAskedToVacate(idle, [idle, { ...other, state: "free" }])).toBe(false);
    expect(mayBeAskedToVacate({ ...idle, idle_rounds: 2 }, [idle, other])).toBe(false);
  });

  it("puts the most urgent flag first", () => {
    const seat = terminal({ fault: "printer", hand_pay: 100, attendant_called_at: "2026-01-01T00:00:00Z" });
    expect(seatFlags(seat, [seat])).toEqual(["fault", "hand_pay", "call"]);
  });
});

describe("supervisor tasks", () => {
  const task: Task = {
    task: "t1",
    kind: "correction",
    round: "r1",
    clause: "002 11.4.10",
    requested_by: "Somebody",
    options: ["approve", "decline"],
    data: { reason: "keyed_wrong", value: "20", original: "17", sessions: 2, credited: 500, debited: 0, detail: "" },
    expires_ms: null,
  };

  it("shows what is authorised in a fixed order, and the money apart", () => {
    expect(taskRows(task).map(([name]) => name)).toEqual(["original", "value", "reason"]);
    expect(taskEffect(task)).toMatchObject({ sessions: 2, credited: 500, receivables: 0 });
    expect(taskEffect({ ...task, kind: "void" })).toBeNull();
  });

  it("offers the numbers that were named", () => {
    const held: Task = { ...task, kind: "mismatch", data: { sensor: "17", dealer: "20" } };
    expect(candidates(held, proposal({ sensor: "17", dealer: "20", mismatch: true }))).toEqual(["17", "20"]);
  });
});

describe("the banner", () => {
  it("turns amber for the last ten seconds", () => {
    const open = view({ phase: "wagering" });
    expect(bannerOf(open, 10_001).tone).toBe("open");
    expect(bannerOf(open, 10_000).tone).toBe("closing");
  });

  it("says what outranks the phase", () => {
    expect(bannerOf(view({ status: "suspended" }), 0).state).toBe("suspended");
    expect(bannerOf(view({ status: "closed" }), 0).state).toBe("table_closed");
    const differ = proposal({ mismatch: true });
    expect(bannerOf(view({ phase: "held", proposal: differ }), 0)).toEqual({ state: "mismatch", tone: "hold" });
  });
});

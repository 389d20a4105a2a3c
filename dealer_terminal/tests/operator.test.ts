import { describe, expect, it } from "vitest";
import { amountText, parseAmount, parseChips } from "../src/operator/logic/amounts.ts";
import { oneLine } from "../src/operator/logic/flatten.ts";
import { rebase, type TableSettings, toChange, toForm } from "../src/operator/logic/form.ts";
import { deviceLink } from "../src/operator/logic/links.ts";

const SETTINGS: TableSettings = {
  name: "Roulette 2",
  period_ms: 30_000,
  pause_ms: 6_000,
  spin_lead_ms: 900,
  chips: [100, 500],
  after_no_spin: "stand",
  wheel: "live",
  device: null,
  limits: {
    kinds: { straight: { minimum: 100, maximum: 50_000 } },
    unit: 100,
    total_minimum: 500,
    total_maximum: 0,
  },
};

describe("what is recorded", () => {
  it("fits on one line without its empty fields", () => {
    expect(oneLine({ value: "17", reason: "", at: null, moves: [1] })).toBe("value 17 · moves [1]");
  });

  it("becomes a link only for screens, and only while the token is known", () => {
    const device = {
      device: "DT-9",
      kind: "dealer_terminal",
      name: "DT-9",
      table: "T1",
      terminal: null,
      enabled: true,
      enrolled_at: "2026-01-01T00:00:00Z",
      version: 1,
      token: "a-b",
    } as const;
    expect(deviceLink("http://h", device)).toBe("http://h/dt/#device=DT-9&token=a-b");
    expect(deviceLink("http://h", { ...device, kind: "gateway" })).toBeNull();
    expect(deviceLink("http://h", { ...device, token: null })).toBeNull();
  });
});

describe("amounts", () => {
  it.each([
    ["5", 500],
    ["2.50", 250],
    ["2.5", 250],
    ["1,000", 100_000],
    ["0", 0],
    ["-1", null],
    ["1.234", null],
    ["", null],
    ["ten", null],
    ["99999999999999", null],
  ])("%s is %s", (text, minor) => {
    expect(parseAmount(text, "AUD")).toBe(minor);
  });

  it("knows currencies without decimals", () => {
    expect(parseAmount("500", "JPY")).toBe(500);
    expect(parseAmount("5.0", "JPY")).toBeNull();
  });

  it("reads back what it wrote", () => {
    for (const minor of [0, 1, 100, 250, 999_999]) expect(parseAmount(amountText(minor, "AUD"), "AUD")).toBe(minor);
  });

  it("sorts chips and refuses worthless ones", () => {
    expect(parseChips("5, 1 25,5", "AUD")).toEqual([100, 500, 2500]);
    expect(parseChips("0, 1", "AUD")).toBeNull();
    expect(parseChips("", "AUD")).toBeNull();
  });
});

describe("table settings", () => {
  const form = toForm(SETTINGS, "AUD");

  it("change only what was edited", () => {
    expect(toChange(form, SETTINGS, "AUD")).toEqual({ ok: true, change: {} });
    expect(toChange({ ...form, period: "45" }, SETTINGS, "AUD")).toEqual({ ok: true, change: { period_ms: 45_000 } });
    expect(toChange({ ...form, wheel: "automated", device: "W-2" }, SETTINGS, "AUD")).toEqual({
      ok: true,
      change: { wheel: "automated", device: "W-2" },
    });
    const limits = toChange({ ...form, "straight.maximum": "200" }, SETTINGS, "AUD");
    expect(limits).toMatchObject({
      ok: true,
      change: { limits: { kinds: { straight: { minimum: 100, maximum: 20_000 } } } },
    });
  });

  it("take the pause and the launch of the ball in seconds", () => {
    const edited = { ...form, pause: "7.5", spin_lead: "10" };
    expect(toChange(edited, SETTINGS, "AUD")).toEqual({ ok: true, change: { pause_ms: 7500, spin_lead_ms: 10_000 } });
    const outside = { ...form, pause: "121", spin_lead: "0.5" };
    expect(toChange(outside, SETTINGS, "AUD")).toEqual({ ok: false, fields: ["pause", "spin_lead"] });
  });

  it("need a device and a launch within the period where the wheel is automated", () => {
    const automated = { ...form, wheel: "automated", spin_lead: "30" };
    expect(toChange(automated, SETTINGS, "AUD")).toEqual({ ok: false, fields: ["device", "spin_lead"] });
  });

  it("name every field that cannot be read", () => {
    const bad = { ...form, period: "0", "straight.minimum": "900", unit: "x" };
    expect(toChange(bad, SETTINGS, "AUD")).toEqual({ ok: false, fields: ["period", "straight.maximum", "unit"] });
  });

  it("keep my changes on top of somebody else's and say where we clash", () => {
    const mine = { ...form, period: "45", name: "Mine" };
    const theirs = { ...form, period: "60", unit: "5" };
    const merged = rebase(form, mine, theirs);
    expect(merged.form).toMatchObject({ period: "45", name: "Mine", unit: "5" });
    expect(merged.clashes).toEqual(["period"]);
  });
});

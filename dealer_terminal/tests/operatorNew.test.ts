import { describe, expect, it } from "vitest";
import { FIRST, type Pattern, startFrom, toNew, toNewForm } from "../src/operator/logic/newTable.ts";
import { parseSeconds, secondsText } from "../src/operator/logic/seconds.ts";
import { parseLanguages, toVenueChange, toVenueForm } from "../src/operator/logic/venue.ts";
import type { VenueRecord } from "../src/operator/model.ts";

describe("a new table", () => {
  const pattern: Pattern = { ...FIRST, table: "RR1", name: "Rapid Roulette 1", device: "wheel-1", spin_lead_ms: 900 };
  const start = startFrom(pattern, ["RR1", "RR2"]);
  const form = toNewForm(start, "AUD");

  it("starts as a copy with an id, a name and a wheel of its own", () => {
    expect(start).toMatchObject({ table: "RR3", name: "Rapid Roulette 3", device: null, limits: pattern.limits });
    expect(startFrom({ ...pattern, table: "salon" }, ["salon"]).table).toBe("salon2");
    expect(startFrom(FIRST, []).table).toBe("T1");
  });

  it("has times the server permits, whatever was copied", () => {
    expect(start.spin_lead_ms).toBe(1000);
  });

  it("is sent whole", () => {
    const made = toNew({ ...form, table: " VIP-1 ", name: "Salon", pause: "8" }, start, ["RR1", "RR2"], "AUD");
    expect(made).toMatchObject({
      ok: true,
      table: { table: "VIP-1", name: "Salon", pause_ms: 8000, game: "roulette" },
    });
  });

  it.each(["", "RR1", "with space", "Zürich", "x".repeat(33)])("is not called %j", (table) => {
    expect(toNew({ ...form, table }, start, ["RR1"], "AUD")).toEqual({ ok: false, fields: ["table"] });
  });

  it("names every field that cannot be read", () => {
    const bad = { ...form, table: "?", name: " ", "split.maximum": "x" };
    expect(toNew(bad, start, [], "AUD")).toMatchObject({ ok: false, fields: ["table", "name", "split.maximum"] });
  });
});

describe("seconds", () => {
  it.each([
    ["5", 5000],
    ["7.25", 7250],
    ["300", 300_000],
    ["4.999", null],
    ["301", null],
    ["1e2", null],
    ["-6", null],
    ["", null],
  ])("%j is %s", (text, ms) => {
    expect(parseSeconds(text, [5000, 300_000])).toBe(ms);
  });

  it("read back what they wrote", () => {
    for (const ms of [1000, 1400, 12_345]) expect(parseSeconds(secondsText(ms), [1000, 60_000])).toBe(ms);
  });
});

describe("the venue", () => {
  const venue: VenueRecord = {
    name: "Harbour Room",
    currency: "AUD",
    time_zone: "Australia/Sydney",
    gaming_day_start: "06:00",
    languages: ["en", "zh-Hans"],
    multi_game_wagering: false,
    ticket_limit: 1_000_000,
    version: 3,
  };
  const form = toVenueForm(venue);

  it("changes only what was edited", () => {
    expect(toVenueChange(form, venue)).toEqual({ ok: true, change: {} });
    expect(toVenueChange({ ...form, languages: "zh-Hans, en", multi_game_wagering: "true" }, venue)).toEqual({
      ok: true,
      change: { languages: ["zh-Hans", "en"], multi_game_wagering: true },
    });
  });

  it("names every field that cannot be read", () => {
    const bad = { ...form, name: "", gaming_day_start: "25:00", languages: "en, 12", ticket_limit: "0" };
    expect(toVenueChange(bad, venue)).toEqual({
      ok: false,
      fields: ["name", "gaming_day_start", "languages", "ticket_limit"],
    });
  });

  it("has at least one language, each once", () => {
    expect(parseLanguages("en en;zh-Hans")).toEqual(["en", "zh-Hans"]);
    expect(parseLanguages(" ")).toBeNull();
    expect(parseLanguages("english-language")).toBeNull();
  });
});

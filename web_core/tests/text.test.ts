import { describe, expect, test } from "vitest";
import { affordable, breakdown, face } from "../src/core/chips.ts";
import { fill, Translator } from "../src/core/i18n.ts";
import { oddsText, spotName } from "../src/core/labels.ts";
import { chipText, money, moneyShort } from "../src/core/money.ts";
import { SPOTS } from "../src/core/spots.ts";
import { sharedCatalogues } from "../src/locales/index.ts";

describe("money", () => {
  test.each([
    [124_000, "$1,240.00"],
    [0, "$0.00"],
    [5, "$0.05"],
  ])("%i is %s", (minor, text) => expect(money(minor, "AUD", "en")).toBe(text));

  test("a currency without cents has none", () => expect(money(500, "JPY", "en")).toBe("¥500"));

  test.each([
    [50_000, "$500"],
    [250, "$2.50"],
  ])("%i on a sign is %s", (minor, text) => expect(moneyShort(minor, "AUD", "en")).toBe(text));

  test.each([
    [100, "1"],
    [250, "2.50"],
    [99_900, "999"],
    [120_000, "1.2K"],
    [199_999, "1.9K"],
    [100_000_000, "1M"],
  ])("%i on a chip is %s", (minor, text) => expect(chipText(minor, "AUD")).toBe(text));
});

describe("chips", () => {
  test("break down greedily and never show more than five discs", () => {
    expect(breakdown(3600, [100, 500, 2500])).toEqual([2500, 500, 500, 100]);
    expect(breakdown(99_900, [100, 500])).toHaveLength(5);
    expect(breakdown(30, [100])).toEqual([30]);
  });

  test("have a face for every value", () => {
    expect([50, 100, 700, 2500, 250_000].map((value) => face(value))).toEqual([1, 1, 5, 25, 1000]);
    expect(affordable([100, 500], 400)).toEqual([100]);
  });
});

describe("translation", () => {
  test("both catalogues have the same keys and parameters", () => {
    const { en, "zh-Hans": zh } = sharedCatalogues;
    expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
    const names = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const [key, text] of Object.entries(en)) expect(names(zh[key as keyof typeof zh]), key).toEqual(names(text));
  });

  test("fills names and shows a missing one", () => {
    expect(fill("at least {amount} of {what}", { amount: 5 })).toBe("at least 5 of {what}");
  });

  test("every spot has a name in both languages", () => {
    for (const language of ["en", "zh-Hans"] as const) {
      const { t } = new Translator(sharedCatalogues, language);
      for (const spot of SPOTS) expect(spotName(t, spot.id)).not.toMatch(/undefined|\{/);
    }
  });

  test("reads well", () => {
    const { t, maybe } = new Translator(sharedCatalogues, "en");
    expect(spotName(t, "split:17-20")).toBe("Split 17/20");
    expect(spotName(t, "column:2")).toBe("Column 2");
    expect(oddsText([17, 1])).toBe("17:1");
    expect(maybe("no.such.key")).toBeNull();
  });
});

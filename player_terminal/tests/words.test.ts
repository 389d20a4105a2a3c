import { afterEach, describe, expect, test } from "vitest";
import { language, reasonText, refusalText, t } from "../src/app/words.ts";
import { parseFragment } from "../src/identity.ts";
import en from "../src/locales/en.json";
import zh from "../src/locales/zh-Hans.json";

afterEach(() => {
  language.value = "en";
});

describe("the catalogues", () => {
  test("have the same keys", () => {
    expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
  });

  test.each(Object.keys(en) as (keyof typeof en)[])("%s takes the same values in both languages", (key) => {
    const names = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
    expect(names(zh[key])).toEqual(names(en[key]));
  });
});

/** Every code the server answers a player terminal with. */
const CODES = [
  "wagering_closed",
  "late",
  "unknown_spot",
  "spot_closed",
  "insufficient_credit",
  "over_maximum",
  "over_total_maximum",
  "below_unit",
  "not_divisible",
  "piece_over_limit",
  "nothing_to_undo",
  "nothing_to_clear",
  "nothing_to_double",
  "nothing_to_rebet",
  "nothing_to_place",
  "no_session",
  "terminal_disabled",
  "table_closed",
  "table_suspended",
  "wrong_round",
  "not_seated",
  "other_game_open",
  "cash_out_not_allowed",
  "cash_out_running",
  "nothing_to_cash_out",
  "nothing_to_cancel",
  "nothing_to_dismiss",
  "busy",
  "key_reused",
  "wrong_role",
  "amount_too_large",
  "bad_amount",
  "no_wager",
  "same_spot",
  "unknown_table",
  "internal_fault",
];

describe("refusals", () => {
  test.each(CODES)("%s has words in both languages", (code) => {
    const unknown = t("refusal.unknown", { code });
    expect(refusalText(code)).not.toBe(unknown);
    language.value = "zh-Hans";
    expect(refusalText(code)).not.toMatch(/[a-z]{3}/);
  });

  test("an unknown code is shown as it came", () => {
    expect(refusalText("brand_new")).toContain("brand_new");
  });

  test("clip reasons and refusal codes both explain a returned chip", () => {
    expect(reasonText("maximum")).toBe("over the maximum of this spot");
    expect(reasonText("late")).toBe(refusalText("late"));
  });
});

describe("the terminal's identity", () => {
  test("comes from the fragment", () => {
    expect(parseFragment("#device=PT-1&token=abc")).toEqual({ device: "PT-1", token: "abc" });
  });

  test.each(["", "#", "#device=PT-1", "#token=abc"])("is missing in %o", (fragment) => {
    expect(parseFragment(fragment)).toBeNull();
  });
});

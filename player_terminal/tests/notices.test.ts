import { describe, expect, test } from "vitest";
import { table } from "../../web_core/tests/fixtures.ts";
import { correctedFrom, noticeBeside } from "../src/app/notices.ts";
import type { Screen } from "../src/app/screen.ts";

const told = (code: string, data: Record<string, string | number> = {}) =>
  table({ number: 7, notice: { code, clause: null, data } });

describe("a notice is said once, and only while it holds", () => {
  test.each<[string, Screen, boolean]>([
    ["no_spin", "wagering", true],
    ["no_spin", "closing", true],
    ["no_spin", "no_spin", false],
    ["no_spin", "result", false],
    ["early_ball", "closed", true],
    ["early_ball", "result", false],
    ["round_void", "void", false],
    ["device_fault", "suspended", false],
    ["closing_soon", "wagering", false],
    ["something_new", "idle", false],
  ])("%s on %s: %s", (code, screen, said) => {
    expect(noticeBeside(told(code), screen) !== null).toBe(said);
  });

  test("a table without a notice says nothing", () => {
    expect(noticeBeside(table({ notice: null }), "wagering")).toBeNull();
    expect(noticeBeside(null, "lobby")).toBeNull();
  });
});

describe("a correction", () => {
  const data = { number: 7, value: "17", original: "20" };

  test("of the round on the screen is told by its result", () => {
    const shown = told("result_corrected", data);
    expect(correctedFrom(shown)).toBe("20");
    expect(noticeBeside(shown, "result")).toBeNull();
  });

  test("of an earlier round is told beside the running one", () => {
    const earlier = told("result_corrected", { ...data, number: 6 });
    expect(correctedFrom(earlier)).toBeNull();
    expect(noticeBeside(earlier, "wagering")?.data).toEqual({ ...data, number: 6 });
    expect(noticeBeside(earlier, "result")).not.toBeNull();
  });
});

/** A new table starts as a copy of one that is there, with an id, a name and an outcome source of its own. Pure. */
import type { TableNew, TableRecord } from "../model.ts";
import { type Form, readForm, type TableSettings, toForm, type Unreadable } from "./form.ts";
import { PAUSE, PERIOD, SPIN_LEAD, within } from "./seconds.ts";

/** What is copied whole: the kinds of wager in the limits belong to the game. */
export type Pattern = TableSettings & Pick<TableRecord, "table" | "game" | "variant" | "settings">;

/** The first table of a floor has nothing to copy. */
export const FIRST: Pattern = {
  table: "T0",
  name: "Roulette",
  game: "roulette",
  variant: "single_zero",
  settings: {},
  wheel: "live",
  device: null,
  chips: [100, 500, 2_500, 10_000, 50_000],
  period_ms: 30_000,
  pause_ms: 6_000,
  spin_lead_ms: 9_000,
  after_no_spin: "stand",
  limits: {
    kinds: {
      straight: { minimum: 100, maximum: 10_000 },
      split: { minimum: 100, maximum: 20_000 },
      street: { minimum: 100, maximum: 30_000 },
      corner: { minimum: 100, maximum: 40_000 },
      six_line: { minimum: 100, maximum: 60_000 },
      column: { minimum: 500, maximum: 100_000 },
      dozen: { minimum: 500, maximum: 100_000 },
      even_chance: { minimum: 500, maximum: 200_000 },
    },
    unit: 100,
    total_minimum: 0,
    total_maximum: 500_000,
  },
};

const TABLE_ID = /^[A-Za-z0-9_-]{1,32}$/;

/** The next number after the copied table's that nobody has: RR1 is followed by RR3 when RR2 is there. */
function freeNumber(table: string, taken: ReadonlySet<string>): readonly [string, number] {
  const [, stem = table, digits = "1"] = /^(.*?)(\d{1,6})?$/.exec(table) ?? [];
  let number = Number(digits) + 1;
  while (taken.has(`${stem}${number}`)) number += 1;
  return [`${stem}${number}`, number];
}

/** The settings a new table starts from. A wheel serves one table, so the device is not copied. */
export function startFrom(pattern: Pattern, tables: readonly string[]): Pattern {
  const [table, number] = freeNumber(pattern.table, new Set(tables));
  const stem = pattern.name.replace(/\s*\d+$/, "").slice(0, 50);
  return {
    ...pattern,
    table,
    name: `${stem} ${number}`,
    device: null,
    period_ms: within(pattern.period_ms, PERIOD),
    pause_ms: within(pattern.pause_ms, PAUSE),
    spin_lead_ms: within(pattern.spin_lead_ms, SPIN_LEAD),
  };
}

export function toNewForm(start: Pattern, currency: string): Form {
  return { ...toForm(start, currency), table: start.table };
}

export type FormNew = { readonly ok: true; readonly table: TableNew } | Unreadable;

export function toNew(form: Form, start: Pattern, tables: readonly string[], currency: string): FormNew {
  const table = (form["table"] ?? "").trim();
  const badId = !TABLE_ID.test(table) || tables.includes(table);
  const read = readForm(form, start, currency);
  if (badId || !read.ok) return { ok: false, fields: [...(badId ? ["table"] : []), ...(read.ok ? [] : read.fields)] };
  const { game, variant, settings } = start;
  return { ok: true, table: { table, game, variant, settings, ...read.settings } };
}

/** The table settings as a form: text in, a change out, with every field that cannot be read named. Pure. */
import type { LimitsView } from "@croupier/web-core";
import { amountText, parseAmount, parseChips } from "./amounts.ts";

/** What an operator decides about a table, as the server keeps it. */
export interface TableSettings {
  readonly name: string;
  readonly period_ms: number;
  readonly limits: LimitsView;
  readonly chips: readonly number[];
  readonly after_no_spin: "stand" | "reopen";
  readonly wheel: "live" | "automated";
  readonly device: string | null;
}

export type Form = Readonly<Record<string, string>>;

export type FormChange =
  | { readonly ok: true; readonly change: Partial<TableSettings> }
  | { readonly ok: false; readonly fields: string[] };

const PERIOD_S_MAX = 600;

export function toForm(settings: TableSettings, currency: string): Form {
  const form: Record<string, string> = {
    name: settings.name,
    period: String(settings.period_ms / 1000),
    chips: settings.chips.map((chip) => amountText(chip, currency)).join(", "),
    after_no_spin: settings.after_no_spin,
    wheel: settings.wheel,
    device: settings.device ?? "",
    unit: amountText(settings.limits.unit, currency),
    total_minimum: amountText(settings.limits.total_minimum, currency),
    total_maximum: amountText(settings.limits.total_maximum, currency),
  };
  for (const [kind, limit] of Object.entries(settings.limits.kinds)) {
    form[`${kind}.minimum`] = amountText(limit.minimum, currency);
    form[`${kind}.maximum`] = amountText(limit.maximum, currency);
  }
  return form;
}

/** Fields whose text differs between two forms. */
export function changedFields(before: Form, after: Form): string[] {
  return Object.keys(after).filter((field) => before[field] !== after[field]);
}

class Reader {
  readonly bad: string[] = [];
  constructor(
    private readonly form: Form,
    private readonly currency: string,
  ) {}

  take<T>(field: string, read: (text: string) => T | null, otherwise: T): T {
    const value = read(this.form[field] ?? "");
    if (value === null) this.bad.push(field);
    return value ?? otherwise;
  }

  amount = (field: string): number => this.take(field, (text) => parseAmount(text, this.currency), 0);
}

function readLimits(reader: Reader, current: LimitsView): LimitsView {
  const kinds: LimitsView["kinds"] = {};
  for (const kind of Object.keys(current.kinds)) {
    const minimum = reader.amount(`${kind}.minimum`);
    const maximum = reader.amount(`${kind}.maximum`);
    if (maximum < minimum) reader.bad.push(`${kind}.maximum`);
    kinds[kind] = { minimum, maximum };
  }
  return {
    kinds,
    unit: reader.amount("unit"),
    total_minimum: reader.amount("total_minimum"),
    total_maximum: reader.amount("total_maximum"),
  };
}

function seconds(text: string): number | null {
  const value = /^\d{1,3}$/.test(text.trim()) ? Number(text) : 0;
  return value > 0 && value <= PERIOD_S_MAX ? value : null;
}

const LIMIT_FIELDS = new Set(["unit", "total_minimum", "total_maximum"]);

/** The change between the settings the form was made from and what it says now. */
export function toChange(form: Form, current: TableSettings, currency: string): FormChange {
  const reader = new Reader(form, currency);
  const fields = changedFields(toForm(current, currency), form);
  const name = reader.take("name", (text) => text.trim() || null, "");
  const period_ms = 1000 * reader.take("period", seconds, 1);
  const chips = reader.take("chips", (text) => parseChips(text, currency), []);
  const limits = readLimits(reader, current.limits);
  if (reader.bad.length > 0) return { ok: false, fields: [...new Set(reader.bad)] };
  const has = (field: string) => fields.includes(field);
  return {
    ok: true,
    change: {
      ...(has("name") ? { name } : {}),
      ...(has("period") ? { period_ms } : {}),
      ...(has("chips") ? { chips } : {}),
      ...(has("wheel") ? { wheel: form["wheel"] === "automated" ? "automated" : "live" } : {}),
      ...(has("device") ? { device: form["device"]?.trim() || null } : {}),
      ...(has("after_no_spin") ? { after_no_spin: form["after_no_spin"] === "reopen" ? "reopen" : "stand" } : {}),
      ...(fields.some((field) => LIMIT_FIELDS.has(field) || field.includes(".")) ? { limits } : {}),
    },
  };
}

/** Somebody else saved first: my changed fields on top of their settings, and the fields both of us changed. */
export function rebase(base: Form, mine: Form, theirs: Form): { form: Form; clashes: string[] } {
  const mineChanged = changedFields(base, mine);
  const theirsChanged = new Set(changedFields(base, theirs));
  const form: Record<string, string> = { ...theirs };
  for (const field of mineChanged) form[field] = mine[field] ?? "";
  return { form, clashes: mineChanged.filter((field) => theirsChanged.has(field)) };
}

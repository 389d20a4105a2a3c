/** The table settings as a form: text in, settings out, with every field that cannot be read named. Pure. */
import type { LimitsView, TableChange, TableRecord } from "../model.ts";
import { amountText, parseAmount, parseChips } from "./amounts.ts";
import { PAUSE, PERIOD, parseSeconds, type Range, SPIN_LEAD, secondsText } from "./seconds.ts";

/** What an operator decides about a table, as the server keeps it. */
export type TableSettings = Pick<
  TableRecord,
  "name" | "period_ms" | "pause_ms" | "spin_lead_ms" | "limits" | "chips" | "after_no_spin" | "wheel" | "device"
>;

export type Form = Readonly<Record<string, string>>;

export interface Unreadable {
  readonly ok: false;
  readonly fields: readonly string[];
}
export type FormSettings = { readonly ok: true; readonly settings: TableSettings } | Unreadable;
export type FormChange = { readonly ok: true; readonly change: TableChange } | Unreadable;

const NAME_MAX = 60;

export function toForm(settings: TableSettings, currency: string): Form {
  const form: Record<string, string> = {
    name: settings.name,
    period: secondsText(settings.period_ms),
    pause: secondsText(settings.pause_ms),
    spin_lead: secondsText(settings.spin_lead_ms),
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
  private readonly edited: ReadonlySet<string>;

  constructor(
    private readonly form: Form,
    before: Form,
    private readonly currency: string,
  ) {
    this.edited = new Set(changedFields(before, form));
  }

  text = (field: string): string => (this.form[field] ?? "").trim();

  take<T>(field: string, read: (text: string) => T | null, otherwise: T): T {
    const value = read(this.text(field));
    if (value === null) this.bad.push(field);
    return value ?? otherwise;
  }

  amount = (field: string): number => this.take(field, (text) => parseAmount(text, this.currency), 0);

  /** What nobody edited stays to the millisecond, even where a new entry would have to be longer. */
  span = (field: string, range: Range, current: number): number =>
    this.edited.has(field) ? this.take(field, (text) => parseSeconds(text, range), current) : current;

  get unreadable(): Unreadable {
    return { ok: false, fields: [...new Set(this.bad)] };
  }
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

/** Everything the form says about a table whose settings were `current` when it was filled in. */
export function readForm(form: Form, current: TableSettings, currency: string): FormSettings {
  const reader = new Reader(form, toForm(current, currency), currency);
  const settings: TableSettings = {
    name: reader.take("name", (text) => (text && text.length <= NAME_MAX ? text : null), ""),
    period_ms: reader.span("period", PERIOD, current.period_ms),
    pause_ms: reader.span("pause", PAUSE, current.pause_ms),
    spin_lead_ms: reader.span("spin_lead", SPIN_LEAD, current.spin_lead_ms),
    chips: reader.take("chips", (text) => parseChips(text, currency), []),
    wheel: reader.text("wheel") === "automated" ? "automated" : "live",
    device: reader.text("device") || null,
    after_no_spin: reader.text("after_no_spin") === "reopen" ? "reopen" : "stand",
    limits: readLimits(reader, current.limits),
  };
  if (settings.wheel === "automated" && settings.device === null) reader.bad.push("device");
  if (settings.wheel === "automated" && settings.spin_lead_ms >= settings.period_ms) reader.bad.push("spin_lead");
  return reader.bad.length > 0 ? reader.unreadable : { ok: true, settings };
}

const LIMIT_FIELDS = new Set(["unit", "total_minimum", "total_maximum"]);

/** The change between the settings the form was made from and what it says now. */
export function toChange(form: Form, current: TableSettings, currency: string): FormChange {
  const read = readForm(form, current, currency);
  if (!read.ok) return read;
  const fields = changedFields(toForm(current, currency), form);
  const { name, period_ms, pause_ms, spin_lead_ms, chips, wheel, device, after_no_spin, limits } = read.settings;
  const has = (field: string) => fields.includes(field);
  return {
    ok: true,
    change: {
      ...(has("name") ? { name } : {}),
      ...(has("period") ? { period_ms } : {}),
      ...(has("pause") ? { pause_ms } : {}),
      ...(has("spin_lead") ? { spin_lead_ms } : {}),
      ...(has("chips") ? { chips } : {}),
      ...(has("wheel") ? { wheel } : {}),
      ...(has("device") ? { device } : {}),
      ...(has("after_no_spin") ? { after_no_spin } : {}),
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

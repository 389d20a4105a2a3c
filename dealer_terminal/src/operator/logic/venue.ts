/** The venue's settings as a form. Pure. */
import type { VenueChange, VenueRecord } from "../model.ts";
import { amountText, parseAmount } from "./amounts.ts";
import type { Form, Unreadable } from "./form.ts";

const LANGUAGE = /^[A-Za-z]{2,3}(-[A-Za-z]{2,8})*$/;
const LANGUAGE_LENGTH = 12;
const LANGUAGES_MAX = 12;
const NAME_MAX = 60;

export function toVenueForm(venue: VenueRecord): Form {
  return {
    name: venue.name,
    time_zone: venue.time_zone,
    gaming_day_start: venue.gaming_day_start,
    languages: venue.languages.join(", "),
    ticket_limit: amountText(venue.ticket_limit, venue.currency),
    multi_game_wagering: String(venue.multi_game_wagering),
  };
}

/** Language tags in order of preference, each once. */
export function parseLanguages(text: string): string[] | null {
  const tags = [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
  const readable = tags.every((tag) => LANGUAGE.test(tag) && tag.length <= LANGUAGE_LENGTH);
  return readable && tags.length > 0 && tags.length <= LANGUAGES_MAX ? tags : null;
}

export type VenueFormChange = { readonly ok: true; readonly change: VenueChange } | Unreadable;

/** Only what was edited; every field that cannot be read is named. */
export function toVenueChange(form: Form, venue: VenueRecord): VenueFormChange {
  const text = (field: string) => (form[field] ?? "").trim();
  const name = text("name");
  const gaming_day_start = text("gaming_day_start");
  const languages = parseLanguages(text("languages"));
  const ticket_limit = parseAmount(text("ticket_limit"), venue.currency) || null;
  const readable: Readonly<Record<string, boolean>> = {
    name: name !== "" && name.length <= NAME_MAX,
    time_zone: text("time_zone") !== "",
    gaming_day_start: /^([01]\d|2[0-3]):[0-5]\d$/.test(gaming_day_start),
    languages: languages !== null,
    ticket_limit: ticket_limit !== null,
  };
  const fields = Object.keys(readable).filter((field) => readable[field] === false);
  if (fields.length > 0) return { ok: false, fields };
  const before = toVenueForm(venue);
  const has = (field: string) => before[field] !== form[field];
  return {
    ok: true,
    change: {
      ...(has("name") ? { name } : {}),
      ...(has("time_zone") ? { time_zone: text("time_zone") } : {}),
      ...(has("gaming_day_start") ? { gaming_day_start } : {}),
      ...(has("languages") ? { languages } : {}),
      ...(has("ticket_limit") ? { ticket_limit } : {}),
      ...(has("multi_game_wagering") ? { multi_game_wagering: form["multi_game_wagering"] === "true" } : {}),
    },
  };
}

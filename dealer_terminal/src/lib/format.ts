/** Amounts with a sign, and times as people read them. */
import { money } from "@croupier/web-core";
import { language } from "./i18n.ts";

/** With its sign always written: money that moves in both directions. */
export function signedMoney(minor: number, currency: string): string {
  if (minor === 0) return money(0, currency);
  return `${minor > 0 ? "+" : "−"}${money(Math.abs(minor), currency)}`;
}

/** With a sign only where it is a loss. */
export function lossMoney(minor: number, currency: string): string {
  return minor < 0 ? signedMoney(minor, currency) : money(minor, currency);
}

export function clockTime(when: string | number, timeZone: string, seconds = false): string {
  const options: Intl.DateTimeFormatOptions = { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  if (seconds) options.second = "2-digit";
  return new Intl.DateTimeFormat(language.value, options).format(new Date(when));
}

export function dateTime(utc: string, timeZone: string): string {
  const options: Intl.DateTimeFormatOptions = {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  };
  return new Intl.DateTimeFormat("sv-SE", options).format(new Date(utc));
}

/** Whole seconds left, rounded up so that zero is shown only when the time is over. */
export function secondsLeft(ms: number): number {
  return Math.ceil(Math.max(0, ms) / 1000);
}

export function minutesSeconds(ms: number): string {
  const seconds = secondsLeft(ms);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

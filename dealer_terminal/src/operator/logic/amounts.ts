/** Amounts as an operator types them. Money is integer minor units; what is not a clean amount is no amount. Pure. */
import { decimals } from "@croupier/web-core";

const MONEY_MAX = 10 ** 12;

export function parseAmount(text: string, currency: string): number | null {
  const places = decimals(currency);
  const match = /^(\d{1,12})(?:\.(\d+))?$/.exec(text.trim().replaceAll(",", ""));
  if (!match) return null;
  const [, whole = "", fraction = ""] = match;
  if (fraction.length > places) return null;
  const minor = Number(whole) * 10 ** places + Number(fraction.padEnd(places, "0") || "0");
  return minor <= MONEY_MAX ? minor : null;
}

export function amountText(minor: number, currency: string): string {
  const places = decimals(currency);
  const text = (minor / 10 ** places).toFixed(places);
  return places > 0 ? text.replace(/\.0+$/, "") : text;
}

/** "1, 5, 25" as chips in minor units: each once, ascending, none of zero. */
export function parseChips(text: string, currency: string): number[] | null {
  const amounts = text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((part) => parseAmount(part, currency));
  if (amounts.length === 0 || amounts.some((amount) => amount === null || amount === 0)) return null;
  return [...new Set(amounts as number[])].sort((a, b) => a - b);
}

/** Money is integer minor units everywhere; only these functions turn it into text. */

const formats = new Map<string, Intl.NumberFormat>();

function format(currency: string, locale: string): Intl.NumberFormat {
  const key = `${currency}|${locale}`;
  let made = formats.get(key);
  if (!made) {
    made = new Intl.NumberFormat(locale, { style: "currency", currency, currencyDisplay: "narrowSymbol" });
    formats.set(key, made);
  }
  return made;
}

/** How many decimal places the currency has: 2 for dollars, 0 for yen. */
export function decimals(currency: string): number {
  return format(currency, "en").resolvedOptions().maximumFractionDigits ?? 2;
}

/** The full amount with symbol and all decimals, e.g. $1,240.00. */
export function money(minor: number, currency: string, locale = "en"): string {
  return format(currency, locale).format(minor / 10 ** decimals(currency));
}

/** As short as a sign: whole amounts lose their decimals, e.g. $500 but $2.50. */
export function moneyShort(minor: number, currency: string, locale = "en"): string {
  const scale = 10 ** decimals(currency);
  if (minor % scale !== 0) return money(minor, currency, locale);
  return format(currency, locale)
    .formatToParts(minor / scale)
    .filter((part) => part.type !== "decimal" && part.type !== "fraction")
    .map((part) => part.value)
    .join("");
}

const THOUSANDS: readonly (readonly [number, string])[] = [
  [1_000_000_000, "B"],
  [1_000_000, "M"],
  [1_000, "K"],
];

/** What is printed on a chip: no symbol, "1.2K" above 999, cents only where there are some. */
export function chipText(minor: number, currency: string): string {
  const places = decimals(currency);
  const value = minor / 10 ** places;
  for (const [size, letter] of THOUSANDS) {
    if (value >= size) {
      // Cut, never rounded up: a chip must not promise more than it is worth.
      return `${String(Math.floor((value / size) * 10) / 10)}${letter}`;
    }
  }
  return Number.isInteger(value) ? String(value) : value.toFixed(places);
}

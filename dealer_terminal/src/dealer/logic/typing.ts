/** Result entry from a keyboard: digits gather until Enter; what can never become an offered value is not taken. Pure. */

export function typeDigit(buffer: string, digit: string, values: readonly string[]): string {
  const grown = buffer + digit;
  if (values.some((value) => value.startsWith(grown))) return grown;
  // A digit that cannot continue the number starts a new one, as on a cash register.
  return values.some((value) => value.startsWith(digit)) ? digit : buffer;
}

export function typedValue(buffer: string, values: readonly string[]): string | null {
  return values.includes(buffer) ? buffer : null;
}

/** The keypad in the order of the layout: zeros at the left, then three rows of twelve with 3, 6, 9... on top. Pure. */

export function layoutRows(values: readonly string[]): { zeros: string[]; rows: string[][] } {
  const offered = new Set(values);
  const zeros = ["00", "0"].filter((zero) => offered.has(zero));
  const rows = [3, 2, 1].map((first) =>
    Array.from({ length: 12 }, (_, street) => String(first + 3 * street)).filter((value) => offered.has(value)),
  );
  return { zeros, rows };
}

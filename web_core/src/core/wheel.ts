/** The single-zero wheel of rule 002 2.4.3: order of the pockets, their colours, neighbours. */

export const WHEEL: readonly string[] = [
  "0",
  "32",
  "15",
  "19",
  "4",
  "21",
  "2",
  "25",
  "17",
  "34",
  "6",
  "27",
  "13",
  "36",
  "11",
  "30",
  "8",
  "23",
  "10",
  "5",
  "24",
  "16",
  "33",
  "1",
  "20",
  "14",
  "31",
  "9",
  "22",
  "18",
  "29",
  "7",
  "28",
  "12",
  "35",
  "3",
  "26",
];

const RED = new Set(
  [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36].map((number) => String(number)),
);

export type Colour = "red" | "black" | "green";

export function colour(value: string): Colour {
  if (value === "0" || value === "00") return "green";
  return RED.has(value) ? "red" : "black";
}

export const NEIGHBOURS_MAX = 9;
export const NEIGHBOURS_DEFAULT = 2;

/** A number with `n` neighbours on either side, in wheel order. */
export function neighbours(value: string, n: number, wheel: readonly string[] = WHEEL): string[] {
  const at = wheel.indexOf(value);
  if (at < 0) return [];
  const width = Math.min(2 * n + 1, wheel.length);
  return Array.from({ length: width }, (_, k) => wheel[(at - n + k + wheel.length * 2) % wheel.length] ?? value);
}

/** The facts a result is announced with. Zero has a colour only. */
export interface Facts {
  readonly colour: Colour;
  readonly parity: "odd" | "even" | null;
  readonly half: "low" | "high" | null;
  readonly dozen: 1 | 2 | 3 | null;
  readonly column: 1 | 2 | 3 | null;
}

export function facts(value: string): Facts {
  const number = Number(value);
  if (colour(value) === "green") return { colour: "green", parity: null, half: null, dozen: null, column: null };
  return {
    colour: colour(value),
    parity: number % 2 === 0 ? "even" : "odd",
    half: number <= 18 ? "low" : "high",
    dozen: Math.ceil(number / 12) as 1 | 2 | 3,
    column: (((number - 1) % 3) + 1) as 1 | 2 | 3,
  };
}

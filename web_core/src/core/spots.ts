/**
 * The 157 spots of the single-zero layout with their anchors in cell units: x 0-1 zero, 1-13 streets, 13-14 columns;
 * y 0-3 numbers, 3-3.75 dozens, 3.75-4.5 even chances. Odds and limits come from the server; a test compares the ids.
 */
import { colour } from "./wheel.ts";

export type SpotKind = "straight" | "split" | "street" | "corner" | "six_line" | "column" | "dozen" | "even_chance";

export interface LayoutSpot {
  readonly id: string;
  readonly kind: SpotKind;
  readonly numbers: readonly string[];
  readonly x: number;
  readonly y: number;
}

export const LAYOUT_WIDTH = 14;
export const LAYOUT_HEIGHT = 4.5;
export const DOZEN_TOP = 3;
export const EVEN_TOP = 3.75;
export const STREETS = 12;
export const EVEN_CHANCES = ["low", "even", "red", "black", "odd", "high"] as const;
export type EvenChance = (typeof EVEN_CHANCES)[number];

/** The number in street s (0-11) and row r (0 is the top row). */
export const numberAt = (street: number, row: number): number => 3 * street + 3 - row;

const range = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
const texts = (...numbers: number[]): string[] => numbers.map(String);
const NUMBERS = texts(...range(36).map((n) => n + 1));

function spot(kind: SpotKind, numbers: readonly string[], x: number, y: number): LayoutSpot {
  return { id: `${kind}:${numbers.join("-")}`, kind, numbers, x, y };
}

function streetSpots(street: number): LayoutSpot[] {
  const first = 3 * street + 1;
  const middle = 1.5 + street;
  const made = range(3).map((row) => spot("straight", texts(numberAt(street, row)), middle, row + 0.5));
  made.push(spot("split", texts(first + 1, first + 2), middle, 1), spot("split", texts(first, first + 1), middle, 2));
  made.push(spot("street", texts(first, first + 1, first + 2), middle, 3));
  return made;
}

function lineSpots(line: number): LayoutSpot[] {
  const first = 3 * line - 2;
  const x = 1 + line;
  const made = range(3).map((row) => {
    const low = numberAt(line - 1, row);
    return spot("split", texts(low, low + 3), x, row + 0.5);
  });
  made.push(spot("corner", texts(first + 1, first + 2, first + 4, first + 5), x, 1));
  made.push(spot("corner", texts(first, first + 1, first + 3, first + 4), x, 2));
  made.push(spot("six_line", texts(...range(6).map((n) => first + n)), x, 3));
  return made;
}

/** Everything that involves zero (002 5.1.2.2, 5.1.3.2, 5.1.3.3, 5.1.4.2). */
export const ZERO_LINE: readonly LayoutSpot[] = [
  spot("split", ["0", "3"], 1, 0.5),
  spot("street", ["0", "2", "3"], 1, 1),
  spot("split", ["0", "2"], 1, 1.5),
  spot("street", ["0", "1", "2"], 1, 2),
  spot("split", ["0", "1"], 1, 2.5),
  spot("corner", ["0", "1", "2", "3"], 1, 3),
];

const EVEN_TESTS: Record<EvenChance, (n: string) => boolean> = {
  low: (n) => Number(n) <= 18,
  high: (n) => Number(n) > 18,
  even: (n) => Number(n) % 2 === 0,
  odd: (n) => Number(n) % 2 === 1,
  red: (n) => colour(n) === "red",
  black: (n) => colour(n) === "black",
};

function outsideSpots(): LayoutSpot[] {
  const columns = [1, 2, 3].map((c): LayoutSpot => {
    const numbers = NUMBERS.filter((n) => (Number(n) - 1) % 3 === c - 1);
    return { id: `column:${c}`, kind: "column", numbers, x: 13.5, y: 3.5 - c };
  });
  const dozens = [1, 2, 3].map((d): LayoutSpot => {
    const numbers = NUMBERS.filter((n) => Math.ceil(Number(n) / 12) === d);
    return { id: `dozen:${d}`, kind: "dozen", numbers, x: 4 * d - 1, y: (DOZEN_TOP + EVEN_TOP) / 2 };
  });
  const evens = EVEN_CHANCES.map((id, n): LayoutSpot => {
    const numbers = NUMBERS.filter(EVEN_TESTS[id]);
    return { id, kind: "even_chance", numbers, x: 2 + 2 * n, y: (EVEN_TOP + LAYOUT_HEIGHT) / 2 };
  });
  return [...columns, ...dozens, ...evens];
}

export const SPOTS: readonly LayoutSpot[] = [
  spot("straight", ["0"], 0.5, 1.5),
  ...ZERO_LINE,
  ...range(STREETS).flatMap(streetSpots),
  ...range(STREETS - 1).flatMap((n) => lineSpots(n + 1)),
  ...outsideSpots(),
];

export const SPOT_BY_ID: ReadonlyMap<string, LayoutSpot> = new Map(SPOTS.map((each) => [each.id, each]));

/** Counts over the latest results. They describe the past; they say nothing about the next spin. */
import { colour, facts, WHEEL } from "./wheel.ts";

export const WINDOWS = [50, 100, 500] as const;
export type Window = (typeof WINDOWS)[number];

export interface Count {
  readonly value: string;
  readonly count: number;
}

export interface Statistics {
  /** How many results were really counted: a young table has fewer than the window. */
  readonly total: number;
  readonly frequency: readonly Count[];
  readonly hot: readonly Count[];
  readonly cold: readonly Count[];
  readonly red: number;
  readonly black: number;
  readonly zero: number;
  readonly odd: number;
  readonly even: number;
  readonly low: number;
  readonly high: number;
  readonly dozens: readonly [number, number, number];
  readonly columns: readonly [number, number, number];
}

const EXTREMES = 4;

export function statistics(values: readonly string[], window: number): Statistics {
  const seen = values.slice(0, window);
  const counts = new Map(WHEEL.map((value) => [value, 0]));
  for (const value of seen) counts.set(value, (counts.get(value) ?? 0) + 1);
  const frequency = [...counts].map(([value, count]) => ({ value, count }));
  const numeric = [...frequency].sort((a, b) => Number(a.value) - Number(b.value));
  const ranked = [...numeric].sort((a, b) => b.count - a.count);
  const all = seen.map(facts);
  const where = (test: (fact: ReturnType<typeof facts>) => boolean): number => all.filter(test).length;
  const thirds = (key: "dozen" | "column"): readonly [number, number, number] => [
    where((fact) => fact[key] === 1),
    where((fact) => fact[key] === 2),
    where((fact) => fact[key] === 3),
  ];
  return {
    total: seen.length,
    frequency: numeric,
    hot: seen.length === 0 ? [] : ranked.slice(0, EXTREMES),
    cold: seen.length === 0 ? [] : ranked.slice(-EXTREMES).reverse(),
    red: seen.filter((value) => colour(value) === "red").length,
    black: seen.filter((value) => colour(value) === "black").length,
    zero: seen.filter((value) => colour(value) === "green").length,
    odd: where((fact) => fact.parity === "odd"),
    even: where((fact) => fact.parity === "even"),
    low: where((fact) => fact.half === "low"),
    high: where((fact) => fact.half === "high"),
    dozens: thirds("dozen"),
    columns: thirds("column"),
  };
}

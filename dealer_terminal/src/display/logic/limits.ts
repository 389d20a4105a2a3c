/** The limits as a sign shows them: kinds with the same limits share a line. Pure. */
import type { LimitsView } from "@croupier/web-core";

export interface LimitLine {
  readonly kinds: string[];
  readonly minimum: number;
  readonly maximum: number;
}

const ORDER = [
  "straight",
  "split",
  "street",
  "corner",
  "six_line",
  "column",
  "dozen",
  "even_chance",
  "low",
  "red",
  "even",
] as const;

/** The six even chances come in pairs; one of each pair stands for both on the sign. */
const PAIRED = new Set(["high", "black", "odd"]);

export function limitLines(limits: LimitsView): LimitLine[] {
  const lines: LimitLine[] = [];
  for (const kind of ORDER) {
    const limit = limits.kinds[kind];
    if (!limit || PAIRED.has(kind)) continue;
    const same = lines.find((line) => line.minimum === limit.minimum && line.maximum === limit.maximum);
    if (same) same.kinds.push(kind);
    else lines.push({ kinds: [kind], minimum: limit.minimum, maximum: limit.maximum });
  }
  return lines;
}

/** What a supervisor's task shows of itself. Pure. */
import type { DealerTableView } from "@croupier/web-core";

export type Task = DealerTableView["tasks"][number];
export type Option = Task["options"][number];

/** The money effect of a correction, wherever it was worked out: before the request, or in the request itself. */
export interface MoneyEffect {
  readonly sessions: number;
  readonly credited: number;
  readonly debited: number;
  readonly receivables: number;
  readonly receivable_total: number;
}

const EFFECT = ["sessions", "credited", "debited", "receivables", "receivable_total"] as const;
const ORDER = [
  "original",
  "value",
  "sensor",
  "dealer",
  "terminal",
  "spot",
  "stake",
  "reason",
  "total",
  "detail",
  "device",
  "fault",
];

/** The effect that was worked out with the request: exactly what an approval would authorise. */
export function taskEffect(task: Task): MoneyEffect | null {
  if (task.kind !== "correction") return null;
  const amount = (name: (typeof EFFECT)[number]) => Number(task.data[name] ?? 0);
  return {
    sessions: amount("sessions"),
    credited: amount("credited"),
    debited: amount("debited"),
    receivables: amount("receivables"),
    receivable_total: amount("receivable_total"),
  };
}

/** The task's facts in a fixed order; empty ones are left out, unknown ones come last under their own name. */
export function taskRows(task: Task): [string, string][] {
  const rank = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return Object.entries(task.data)
    .filter(([name]) => !(EFFECT as readonly string[]).includes(name))
    .filter(([, value]) => value !== null && value !== "" && typeof value !== "boolean")
    .map(([name, value]): [string, string] => [name, String(value)])
    .sort(([a], [b]) => rank(a) - rank(b) || a.localeCompare(b));
}

/** Numbers somebody has already named for this round: the sensor, the dealer, or the task itself. */
export function candidates(task: Task, proposal: DealerTableView["proposal"]): string[] {
  const named = [proposal?.sensor, proposal?.dealer, task.data["sensor"], task.data["dealer"], task.data["value"]];
  return [...new Set(named.filter((value): value is string => typeof value === "string"))];
}

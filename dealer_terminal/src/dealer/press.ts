/** The large button, pressed by finger or by Enter. */
import type { Desk } from "./desk.ts";
import { follow, listening } from "./logic/guard.ts";
import { type Primary, primaryOf } from "./logic/primary.ts";

/** Tell the guard what the button means now; called with every rendering of it. */
export function showPrimary(desk: Desk, primary: Primary): void {
  desk.guard = follow(desk.guard, primary.label, performance.now());
}

export function pressPrimary(desk: Desk, typed: string | null): void {
  const table = desk.table;
  if (table === null) return;
  const primary = primaryOf(table, typed);
  // Entering a number is free until it is confirmed, so only the other meanings need the guard.
  const free = primary.label === "enter_result";
  if (!free && desk.guard !== null && !listening(desk.guard, performance.now())) return;
  if (primary.kind === "command") void desk.send(primary.body);
  if (primary.kind === "resolve") desk.open({ kind: "supervisor", task: primary.task });
}

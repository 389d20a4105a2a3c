/**
 * Which of the table's legal actions the person at the desk may take. The server checks every command anyway; this
 * only keeps buttons away that it would refuse. Pure.
 */
import type { DealerTableView, StaffView } from "@croupier/web-core";
import matrix from "./roles.json";

const MATRIX: Readonly<Record<string, readonly string[]>> = matrix;

export function mayTake(role: StaffView["role"], action: string): boolean {
  return MATRIX[action]?.includes(role) ?? false;
}

/** The table as this person may work it. */
export function forRole(table: DealerTableView, role: StaffView["role"]): DealerTableView {
  const may = mayTake(role, "request_correction");
  return {
    ...table,
    actions: table.actions.filter((action) => mayTake(role, action)),
    rounds: may ? table.rounds : table.rounds.map((round) => ({ ...round, correctable: false })),
  };
}

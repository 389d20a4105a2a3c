/** The state banner: which word, which tone and which picture stand for the table now. Pure. */
import type { DealerTableView, TableView } from "@croupier/web-core";

export type Tone = "open" | "closing" | "closed" | "hold" | "info" | "quiet";
export type StateName = TableView["phase"] | "table_closed" | "suspended" | "mismatch";

export interface Banner {
  readonly state: StateName;
  readonly tone: Tone;
}

const CLOSING_MS = 10_000;

export function stateName(table: TableView | DealerTableView): StateName {
  if (table.status === "suspended") return "suspended";
  if ("proposal" in table && table.proposal?.mismatch) return "mismatch";
  // A table closes only between rounds, but a round that is still being settled is shown to its end.
  if (table.status === "closed" && (table.phase === "idle" || table.phase === "settled" || table.phase === "void")) {
    return "table_closed";
  }
  return table.phase;
}

export function bannerOf(table: TableView | DealerTableView, remainingMs: number): Banner {
  const state = stateName(table);
  switch (state) {
    case "wagering":
      return { state, tone: remainingMs <= CLOSING_MS ? "closing" : "open" };
    case "closed":
      return { state, tone: "closed" };
    case "held":
    case "mismatch":
    case "suspended":
      return { state, tone: "hold" };
    case "proposed":
    case "settled":
      return { state, tone: "info" };
    default:
      return { state, tone: "quiet" };
  }
}

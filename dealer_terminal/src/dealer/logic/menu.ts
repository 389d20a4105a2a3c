/** The "what happened?" menu, split by who may decide. Pure. */
import type { DealerCommandBody, DealerTableView } from "@croupier/web-core";

export type Irregularity = DealerTableView["irregularities"][number];

/** Lines the dealer may call alone (no spin, 002 11.4) and lines that need a supervisor (void, 11.1, 11.5, 11.6, 12.4). */
export function menuOf(table: DealerTableView): { calls: Irregularity[]; voids: Irregularity[] } {
  const may = (action: string) => table.round !== null && table.actions.includes(action);
  return {
    calls: may("call_irregularity") ? table.irregularities.filter((item) => item.authority === "dealer") : [],
    voids: may("request_void") ? table.irregularities.filter((item) => item.authority !== "dealer") : [],
  };
}

export function irregularityCommand(item: Irregularity, round: string, detail: string): DealerCommandBody {
  return item.authority === "dealer"
    ? { type: "call_irregularity", round, code: item.code, detail }
    : { type: "request_void", round, reason: item.code, detail };
}

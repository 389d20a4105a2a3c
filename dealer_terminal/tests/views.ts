/** A dealer's view of a table between rounds, to be varied by the tests. */
import type { DealerTableView } from "@croupier/web-core";

export const VALUES = Array.from({ length: 37 }, (_, n) => String(n));

const BASE: DealerTableView = {
  table: "T-2",
  name: "Roulette 2",
  game: "roulette",
  variant: "single_zero",
  wheel: "live",
  status: "open",
  closes_at: null,
  phase: "idle",
  window: null,
  round: null,
  number: 7,
  deadline_ms: null,
  period_ms: 30_000,
  limits: { kinds: {}, unit: 1, total_minimum: 0, total_maximum: 0 },
  chips: [100],
  outcome: null,
  notice: null,
  history: [],
  values: [],
  primary: "new_game",
  actions: ["new_game"],
  proposal: null,
  irregularities: [],
  summary: { terminals: 0, betting: 0, disconnected: 0, total: 0, exposure: [] },
  tasks: [],
  terminals: [],
  rounds: [],
  device: null,
  meters: { rounds: 0, handle: 0, paid: 0, win: 0, rounds_per_hour: 0 },
  signed_in: [],
};

export function view(change: Partial<DealerTableView> = {}): DealerTableView {
  return { ...BASE, ...change };
}

export function proposal(change: Partial<NonNullable<DealerTableView["proposal"]>> = {}) {
  return { sensor: null, sensor_complete: false, sensor_reason: null, dealer: null, mismatch: false, ...change };
}

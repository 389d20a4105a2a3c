/** One-table clients (dealer terminal, winning number display): snapshot + table events, resync on a gap. Pure. */
import { type Applied, merge, step } from "./versions.ts";
import type {
  DealerServerMessage,
  DealerTableView,
  DisplayServerMessage,
  GameView,
  StaffView,
  TableView,
} from "./views.ts";

export interface TableState<T extends TableView> {
  readonly table: T | null;
  readonly game: GameView;
  readonly staff: StaffView | null;
  readonly version: number;
  /** True from the moment a gap was seen until the next snapshot. */
  readonly stale: boolean;
}

interface TableMessage<T extends TableView> {
  readonly table: string;
  readonly version: number;
  readonly set: Partial<T>;
}

function applyEvent<T extends TableView>(state: TableState<T>, message: TableMessage<T>): Applied<TableState<T>> {
  if (state.table === null || message.table !== state.table.table) return { state, resync: false };
  const how = step(state.version, message.version);
  if (how === "stale") return { state, resync: false };
  if (how === "gap") return { state: { ...state, stale: true }, resync: true };
  return { state: { ...state, table: merge(state.table, message.set), version: message.version }, resync: false };
}

type Maybe<T extends TableView> = TableState<T> | null;

function applyOther<T extends TableView>(state: Maybe<T>, type: string): Applied<Maybe<T>> {
  const resync = type === "resync_required";
  return { state: resync && state ? { ...state, stale: true } : state, resync };
}

/** Apply one message to the dealer terminal's view. */
export function applyDealer(
  state: Maybe<DealerTableView>,
  message: DealerServerMessage,
): Applied<Maybe<DealerTableView>> {
  if (message.type === "snapshot") {
    const { table, game, staff, table_version: version } = message;
    return { state: { table, game, staff, version, stale: false }, resync: false };
  }
  if (message.type === "table" && state && !state.stale) return applyEvent(state, message);
  return applyOther(state, message.type);
}

/** Apply one message to the winning number display's view. */
export function applyDisplay(state: Maybe<TableView>, message: DisplayServerMessage): Applied<Maybe<TableView>> {
  if (message.type === "snapshot") {
    const { table, game, table_version: version } = message;
    return { state: { table, game, staff: null, version, stale: false }, resync: false };
  }
  if (message.type === "table" && state && !state.stale) return applyEvent(state, message);
  return applyOther(state, message.type);
}

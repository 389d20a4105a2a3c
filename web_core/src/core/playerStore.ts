/** The player terminal's copy of the server's views: snapshot + events, resync on a gap. Pure. */
import { type Applied, merge, step } from "./versions.ts";
import type { GameView, LobbyTile, PlayerServerMessage, PlayerSnapshot, SeatView, TableView } from "./views.ts";

export interface PlayerState {
  readonly seat: SeatView;
  readonly table: TableView | null;
  readonly game: GameView | null;
  readonly lobby: readonly LobbyTile[];
  readonly seatVersion: number;
  readonly tableVersion: number;
  readonly lobbyVersion: number;
  /** True from the moment a gap was seen until the next snapshot: events in between are not trusted. */
  readonly stale: boolean;
}

export function fromPlayerSnapshot(snapshot: PlayerSnapshot): PlayerState {
  return {
    seat: snapshot.seat,
    table: snapshot.table,
    game: snapshot.game,
    lobby: snapshot.lobby,
    seatVersion: snapshot.seat_version,
    tableVersion: snapshot.table_version,
    lobbyVersion: snapshot.lobby_version,
    stale: false,
  };
}

const gap = (state: PlayerState): Applied<PlayerState> => ({ state: { ...state, stale: true }, resync: true });
const same = (state: PlayerState): Applied<PlayerState> => ({ state, resync: false });

type Event<T extends PlayerServerMessage["type"]> = Extract<PlayerServerMessage, { type: T }>;

function applyTable(state: PlayerState, message: Event<"table">): Applied<PlayerState> {
  if (state.table === null || message.table !== state.table.table) return same(state);
  const how = step(state.tableVersion, message.version);
  if (how === "stale") return same(state);
  if (how === "gap") return gap(state);
  return same({ ...state, table: merge(state.table, message.set), tableVersion: message.version });
}

function applySeat(state: PlayerState, message: Event<"seat">): Applied<PlayerState> {
  const how = step(state.seatVersion, message.version);
  if (how === "stale") return same(state);
  if (how === "gap") return gap(state);
  const seat = merge(state.seat, message.set);
  const next = { ...state, seat, seatVersion: message.version };
  // The seat now looks at another table, whose view only a snapshot carries.
  return seat.table === (state.table?.table ?? null) ? same(next) : gap(next);
}

function applyLobby(state: PlayerState, message: Event<"lobby">): Applied<PlayerState> {
  const how = step(state.lobbyVersion, message.version);
  if (how === "stale") return same(state);
  if (how === "gap") return gap(state);
  const changed = new Map(message.tiles.map((tile) => [tile.table, tile]));
  const kept = state.lobby.map((tile) => changed.get(tile.table) ?? tile);
  const known = new Set(state.lobby.map((tile) => tile.table));
  const added = message.tiles.filter((tile) => !known.has(tile.table));
  return same({ ...state, lobby: [...kept, ...added], lobbyVersion: message.version });
}

/** Apply one server message. A message that is not about the views leaves the state as it is. */
export function applyPlayer(state: PlayerState | null, message: PlayerServerMessage): Applied<PlayerState | null> {
  if (message.type === "snapshot") return { state: fromPlayerSnapshot(message), resync: false };
  if (state === null || state.stale) return { state, resync: message.type === "resync_required" };
  switch (message.type) {
    case "table":
      return applyTable(state, message);
    case "seat":
      return applySeat(state, message);
    case "lobby":
      return applyLobby(state, message);
    case "resync_required":
      return gap(state);
    default:
      return same(state);
  }
}

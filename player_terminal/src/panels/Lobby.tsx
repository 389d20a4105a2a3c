/** The tables this terminal can reach: state, countdown, latest numbers, limits, and own stakes there. */
import type { LobbyTile } from "@croupier/web-core";
import { NumberTile } from "@croupier/web-core/ui/parts.tsx";
import type { JSX } from "preact";
import { sit } from "../app/actions.ts";
import { cash, cashShort, lobbySeconds, player, seat } from "../app/state.ts";
import { type Key, t } from "../app/words.ts";

function stateKey(tile: LobbyTile): Key {
  if (tile.status === "closed") return "state.table_closed";
  if (tile.status === "suspended") return "state.suspended";
  return `state.${tile.phase}`;
}

function Tile({ tile }: { readonly tile: LobbyTile }): JSX.Element {
  const here = seat.value?.table === tile.table;
  const staked = seat.value?.staked_elsewhere[tile.table] ?? 0;
  const seconds = lobbySeconds.value[tile.table];
  const open = tile.status === "open" && tile.phase === "wagering";
  return (
    <button
      type="button"
      class={`lobby-tile felt ${here ? "here" : ""}`}
      onClick={() => sit(tile.table)}
      disabled={here}
      data-testid={`table-${tile.table}`}
    >
      <span class="lobby-head">
        <b class="caps">{tile.name}</b>
        <span>{t(`wheel.${tile.wheel}`)}</span>
      </span>
      <span class={`lobby-state caps ${open ? "open" : ""}`}>
        {t(stateKey(tile))}
        {open && seconds !== undefined ? <b class="figures">{t("common.seconds", { n: seconds })}</b> : null}
      </span>
      <span class="lobby-last">
        {tile.last.map((value, n) => (
          <NumberTile key={`${tile.last.length - n}-${value}`} value={value} />
        ))}
      </span>
      <span class="lobby-foot">
        <span class="figures">{t("lobby.limits", { min: cashShort(tile.minimum), max: cashShort(tile.maximum) })}</span>
        <b>{here ? t("lobby.here") : t("lobby.join")}</b>
      </span>
      {staked > 0 ? <span class="badge">{t("lobby.staked", { amount: cash(staked) })}</span> : null}
    </button>
  );
}

export function Lobby(): JSX.Element {
  const tiles = player.value?.lobby ?? [];
  if (tiles.length === 0) return <p class="empty">{t("lobby.none")}</p>;
  return (
    <div class="lobby" data-testid="lobby">
      {tiles.map((tile) => (
        <Tile key={tile.table} tile={tile} />
      ))}
    </div>
  );
}

/** The winning number display: to be read from six metres, touched by nobody. */
import type { TableView } from "@croupier/web-core";
import { CountdownRing, NumberTile } from "@croupier/web-core/ui/parts.tsx";
import { bannerOf } from "../lib/banner.ts";
import { clockTime } from "../lib/format.ts";
import { Icon } from "../lib/Icon.tsx";
import type { Board } from "./board.ts";
import { Latest } from "./Latest.tsx";
import { burnInShift, silent } from "./logic/signal.ts";
import { t } from "./messages/index.ts";
import { LimitSign, Shares, Streaks } from "./Panels.tsx";

const COLUMN = 16;

interface Props {
  readonly board: Board;
  readonly table: TableView;
}

export function NotEnrolled() {
  return (
    <main class="no-signal felt">
      <Icon name="disconnected" />
      <h1 class="caps">{t("not_enrolled")}</h1>
    </main>
  );
}

function Head({ board, table }: Props) {
  const remaining = board.remaining(table.deadline_ms);
  const banner = bannerOf(table, remaining);
  const zone = board.welcome.value?.time_zone ?? "UTC";
  return (
    <header class={`head tone-${banner.tone}`} data-testid="state" data-state={banner.state}>
      {banner.state === "wagering" ? (
        <CountdownRing remainingMs={remaining} periodMs={table.period_ms} label={t("state.wagering")} />
      ) : (
        <Icon name={banner.tone} />
      )}
      <h1 class="caps">{t(`state.${banner.state}`)}</h1>
      <div class="head-facts">
        <strong class="figures">{table.name}</strong>
        <span class="figures">{clockTime(Date.now(), zone)}</span>
      </div>
    </header>
  );
}

function Notice({ board, table }: Props) {
  const zone = board.welcome.value?.time_zone ?? "UTC";
  const lines = [
    table.closes_at === null ? null : t("closes", { time: clockTime(table.closes_at, zone) }),
    table.notice?.code === "no_spin" ? t("no_spin") : null,
    table.notice?.code === "round_void" ? t("void") : null,
  ].filter((line) => line !== null);
  return (
    <footer class={`foot ${lines.length > 0 ? "warn" : ""}`} data-testid="notice">
      {lines.length > 0 ? lines.join("   ·   ") : t("chance")}
    </footer>
  );
}

function Column({ table }: { readonly table: TableView }) {
  return (
    <ol class="column" data-testid="column">
      {table.history.slice(0, COLUMN).map((item) => (
        <li key={item.round} class={`${item.value === null ? "void" : ""} ${item.corrected ? "corrected" : ""}`}>
          <span class="column-number figures">{item.number}</span>
          <NumberTile value={item.value} />
        </li>
      ))}
    </ol>
  );
}

export function Display({ board }: { readonly board: Board }) {
  const state = board.state.value;
  const now = board.now.value;
  const table = state?.table ?? null;
  if (table === null || silent(board.heard.value, now)) {
    return (
      <main class="no-signal felt" data-testid="no-signal">
        <Icon name="disconnected" />
        <h1 class="caps">{t("no_signal")}</h1>
      </main>
    );
  }
  const [x, y] = burnInShift(now);
  return (
    <main class="board felt" style={{ transform: `translate(${x}px, ${y}px)` }}>
      <Head board={board} table={table} />
      <Column table={table} />
      <Latest table={table} />
      <section class="panels">
        <Streaks values={table.values} />
        <Shares values={table.values} />
        <LimitSign limits={table.limits} currency={board.welcome.value?.currency ?? "AUD"} />
      </section>
      <Notice board={board} table={table} />
    </main>
  );
}

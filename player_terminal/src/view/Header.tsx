/** State left, game centre, history right. The height never changes with the state. */
import { colour, type HistoryView } from "@croupier/web-core";
import { CountdownRing, NumberTile } from "@croupier/web-core/ui/parts.tsx";
import type { JSX } from "preact";
import type { Screen } from "../app/screen.ts";
import { remainingMs, remainingSeconds, screen, table, wallMs, welcome } from "../app/state.ts";
import { clockText, timeText } from "../app/times.ts";
import { type Key, t } from "../app/words.ts";
import { Icon, type IconName } from "./icons.tsx";

const HISTORY_MAX = 12;

const STATE: Readonly<Record<Screen, { readonly key: Key; readonly icon: IconName; readonly tone: string }>> = {
  connecting: { key: "connect.title", icon: "hourglass", tone: "quiet" },
  disabled: { key: "disabled.title", icon: "cross", tone: "closed" },
  lobby: { key: "lobby.title", icon: "tables", tone: "quiet" },
  table_closed: { key: "state.table_closed", icon: "lock", tone: "closed" },
  suspended: { key: "state.suspended", icon: "pause", tone: "closing" },
  idle: { key: "state.idle", icon: "hourglass", tone: "quiet" },
  preparing: { key: "state.preparing", icon: "hourglass", tone: "quiet" },
  wagering: { key: "state.wagering", icon: "check", tone: "open" },
  closing: { key: "state.closing", icon: "check", tone: "closed" },
  no_spin: { key: "band.no_spin", icon: "warn", tone: "closing" },
  closed: { key: "state.closed", icon: "lock", tone: "closed" },
  pending: { key: "state.proposed", icon: "hourglass", tone: "closing" },
  result: { key: "state.settled", icon: "check", tone: "win" },
  void: { key: "state.void", icon: "cross", tone: "info" },
};

function StateMark(): JSX.Element {
  const now = screen.value;
  const { key, icon, tone } = STATE[now];
  const open = now === "wagering" || now === "closing";
  const amber = open && remainingSeconds.value <= 10 && remainingSeconds.value > 5;
  return (
    <div class={`state ${amber ? "closing" : tone}`} data-testid="state" data-screen={now}>
      {open ? (
        <CountdownRing
          remainingMs={remainingMs.value}
          periodMs={table.value?.period_ms ?? 0}
          label={t("countdown.label", { n: remainingSeconds.value })}
        />
      ) : (
        <span class="state-icon">
          <Icon name={icon} size={40} />
        </span>
      )}
      <p class="state-word caps" aria-live="polite">
        {t(key)}
      </p>
    </div>
  );
}

function historyLabel(item: HistoryView): string {
  if (item.value === null) return t("header.void");
  return `${item.value} ${t(`colour.${colour(item.value)}`)}`;
}

function History(): JSX.Element {
  const items = (table.value?.history ?? []).slice(0, HISTORY_MAX);
  return (
    <ol class="history" aria-label={t("header.history")} data-testid="history">
      {items.map((item) => (
        <li key={item.round} class={item.corrected ? "corrected" : ""}>
          <NumberTile value={item.value} label={historyLabel(item)} />
        </li>
      ))}
    </ol>
  );
}

/** The table's own line, or the closing sign of rule 002 12.8 once it is up. */
function TableLine(): JSX.Element {
  const shown = table.value;
  if (shown?.closes_at) {
    return (
      <span class="closing-notice" role="status" data-testid="closing-notice">
        <Icon name="warn" size={20} />{" "}
        {t("closing.notice", { time: timeText(shown.closes_at, welcome.value?.time_zone) })}
      </span>
    );
  }
  return <>{shown ? `${t(`wheel.${shown.wheel}`)} · ${t("header.game", { n: shown.number })}` : ""}</>;
}

export function Header(): JSX.Element {
  const shown = table.value;
  return (
    <header class="header">
      <StateMark />
      <div class="game">
        <h1 class="caps">{shown ? shown.name : "Croupier"}</h1>
        <p>
          <TableLine />
          <time class="figures">{clockText(wallMs.value, welcome.value?.time_zone)}</time>
        </p>
      </div>
      <History />
    </header>
  );
}

/** Whole-terminal screens: not enrolled, connecting, turned away, out of play, offline, waiting for money. */
import { spotName } from "@croupier/web-core";
import { Button } from "@croupier/web-core/ui/parts.tsx";
import type { ComponentChildren, JSX } from "preact";
import { toggleAttendant } from "../app/actions.ts";
import {
  cash,
  link,
  offlineMs,
  player,
  replaced,
  seat,
  slip,
  table,
  turnedAway,
  unanswered,
  welcome,
} from "../app/state.ts";
import { timeText } from "../app/times.ts";
import { t } from "../app/words.ts";
import { Icon, type IconName } from "./icons.tsx";

interface FullProps {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly id: string;
  readonly children?: ComponentChildren;
}

function Full({ icon, title, text, id, children }: FullProps): JSX.Element {
  return (
    <section class="full" role="alert" data-testid={id}>
      <div class="panel full-card">
        <Icon name={icon} size={88} />
        <h2 class="caps">{title}</h2>
        <p>{text}</p>
        {children}
      </div>
    </section>
  );
}

export function NotEnrolled(): JSX.Element {
  return (
    <main class="bare felt">
      <h1 class="visually-hidden">Croupier</h1>
      <Full icon="warn" id="not-enrolled" title={t("enrol.title")} text={t("enrol.text")} />
    </main>
  );
}

export function Connecting(): JSX.Element {
  const code = turnedAway.value;
  return (
    <main class="bare felt">
      <h1 class="visually-hidden">Croupier</h1>
      {code === null ? (
        <Full icon="hourglass" id="connecting" title={t("connect.title")} text={"\u00a0"} />
      ) : (
        <Full icon="cross" id="refused" title={t("refused.title")} text={t("refused.text", { code })} />
      )}
    </main>
  );
}

export function Disabled(): JSX.Element {
  const { credit = 0, bet = 0, attendant_called_at: called = null } = seat.value ?? {};
  return (
    <Full icon="lock" id="disabled" title={t("disabled.title")} text={t("disabled.text")}>
      <p class="full-sums figures">
        <span>
          {t("meter.credit")} <b>{cash(credit)}</b>
        </span>
        {bet > 0 ? (
          <span>
            {t("meter.bet")} <b>{cash(bet)}</b>
          </span>
        ) : null}
      </p>
      <Button
        look={called ? "plain" : "primary"}
        label={called ? t("rail.called", { time: timeText(called, welcome.value?.time_zone) }) : t("rail.call")}
        onPress={toggleAttendant}
        id="disabled-attendant"
      />
    </Full>
  );
}

/** The wagers that the server has accepted: they stand whatever happens to this connection. */
function SafeBets(): JSX.Element {
  const wagers = seat.value?.wagers ?? [];
  if (wagers.length === 0) return <p>{t("offline.none")}</p>;
  const total = wagers.reduce((sum, wager) => sum + wager.stake, 0);
  return (
    <>
      <ul class="safe-list">
        {wagers.map((wager) => (
          <li key={wager.spot}>
            <span>{spotName(t, wager.spot)}</span>
            <b class="figures">{cash(wager.stake)}</b>
          </li>
        ))}
      </ul>
      <p class="figures full-amount">{t("offline.total", { amount: cash(total) })}</p>
    </>
  );
}

const BAR_MS = 1000;
const OVERLAY_MS = 3000;

function Replaced({ takeBack }: { readonly takeBack: () => void }): JSX.Element {
  return (
    <Full icon="warn" id="replaced" title={t("replaced.title")} text={t("replaced.text")}>
      <Button look="primary" label={t("replaced.here")} onPress={takeBack} id="take-back" />
    </Full>
  );
}

export function Offline(): JSX.Element | null {
  if (replaced.value) return <Replaced takeBack={replaced.value} />;
  const ms = offlineMs.value;
  if (link.value === "ready" || player.value === null || ms < BAR_MS) return null;
  if (ms < OVERLAY_MS) {
    return (
      <p class="offline-bar" role="status" data-testid="offline-bar">
        {t("offline.bar")}
      </p>
    );
  }
  const waiting = Math.max(unanswered.value, slip.value.pending.length);
  return (
    <Full icon="warn" id="offline" title={t("offline.title")} text={t("offline.text")}>
      <SafeBets />
      {waiting > 0 ? <p class="quiet">{t("offline.unanswered", { n: waiting })}</p> : null}
    </Full>
  );
}

/** No credit and nothing staked: the table can be watched, and the way in is said. */
export function Attract(): JSX.Element | null {
  const now = seat.value;
  if (!now || now.credit > 0 || now.bet > 0 || now.cash_out !== null || !table.value) return null;
  const ready = now.acceptor === "ready";
  return (
    <aside class="attract panel" data-testid="attract">
      <Icon name="note" size={56} />
      <div>
        <h2 class="caps">{t("attract.title")}</h2>
        <p>{ready ? t("attract.text") : t("attract.busy")}</p>
      </div>
    </aside>
  );
}

/** The band above the layout: the racetrack while betting is open, otherwise where the round stands. */
import { colour, facts, neighbours, type SeatResultView } from "@croupier/web-core";
import type { ComponentChildren, JSX } from "preact";
import { openPanel } from "../app/actions.ts";
import { correctedFrom } from "../app/notices.ts";
import { winTier } from "../app/screen.ts";
import { cash, cashShort, screen, seat, shownResult, table } from "../app/state.ts";
import { maybeT, t } from "../app/words.ts";
import { Icon, type IconName } from "./icons.tsx";
import { Racetrack } from "./Racetrack.tsx";

/** The sign of rule 002 6.1: always in view, with all limits one touch away. */
function Sign(): JSX.Element | null {
  const limits = table.value?.limits;
  if (!limits) return null;
  const kinds = Object.values(limits.kinds);
  const lowest = Math.min(...kinds.map((kind) => kind.minimum));
  const highest = Math.max(...kinds.map((kind) => kind.maximum));
  return (
    <button type="button" class="sign" onClick={() => openPanel("limits")} data-testid="sign">
      <span class="caps">{t("sign.min")}</span>
      <b class="figures">{cashShort(lowest)}</b>
      <span class="caps">{t("sign.max")}</span>
      <b class="figures">{cashShort(highest)}</b>
      <span class="visually-hidden">{t("sign.open")}</span>
    </button>
  );
}

/** "Black · Odd · 1–18 · Dozen 2 · Column 2". */
export function factsText(value: string): string {
  const found = facts(value);
  const words = [
    t(`colour.${found.colour}`),
    found.parity && t(`fact.${found.parity}`),
    found.half && t(`fact.${found.half}`),
    found.dozen && t("fact.dozen", { n: found.dozen }),
    found.column && t("fact.column", { n: found.column }),
  ];
  return words.filter(Boolean).join(" · ");
}

/** The pocket between its neighbours, as it lies on the wheel. A still picture: nothing here pretends to spin. */
function Pocket({ value }: { readonly value: string }): JSX.Element {
  const around = neighbours(value, 3);
  return (
    <div
      class="pocket"
      role="img"
      aria-label={`${value} ${t(`colour.${colour(value)}`)}`}
      data-testid="outcome"
      data-value={value}
    >
      {around.map((each, n) => (
        <span key={each} class={`pocket-tile ${colour(each)} d${Math.abs(n - 3)}`}>
          {each}
        </span>
      ))}
    </div>
  );
}

/** What the round did to this seat. Nothing is celebrated unless more came back than was staked. */
function SeatOutcome({ result }: { readonly result: SeatResultView | null }): JSX.Element {
  if (!result || (result.staked === 0 && result.credited_back.length === 0)) {
    return <p class="outcome-quiet">{t("band.no_bet")}</p>;
  }
  const tier = winTier(result.staked, result.returned);
  const back = result.credited_back.reduce((sum, wager) => sum + wager.stake, 0);
  return (
    <div class={`outcome tier-${tier}`} data-testid="seat-outcome" data-tier={tier}>
      {tier > 0 ? (
        <>
          <span class="caps">{t("band.win")}</span>
          <b class="figures">{cash(result.win)}</b>
        </>
      ) : (
        <p class="outcome-quiet">
          {result.returned > 0 ? t("band.returned", { amount: cash(result.returned) }) : t("band.no_win")}
        </p>
      )}
      {back > 0 ? <small>{t("band.credited", { amount: cash(back) })}</small> : null}
    </div>
  );
}

function ResultBand({ value }: { readonly value: string }): JSX.Element {
  const corrected = table.value?.outcome?.corrected ?? false;
  const original = correctedFrom(table.value);
  return (
    <div class="band result">
      <div class="band-words">
        {corrected ? (
          <span class="chip-note" data-testid="corrected">
            {original === null ? t("band.corrected") : t("band.corrected_from", { original })}
          </span>
        ) : null}
        <p class="band-title caps">{t(`colour.${colour(value)}`)}</p>
        <p class="band-text">{factsText(value).split(" · ").slice(1).join(" · ")}</p>
      </div>
      <Pocket value={value} />
      <SeatOutcome result={shownResult.value} />
    </div>
  );
}

interface MessageProps {
  readonly icon: IconName;
  readonly tone: string;
  readonly title: string;
  readonly text: string;
  readonly reason?: string | null;
  readonly children?: ComponentChildren;
}

function MessageBand({ icon, tone, title, text, reason = null, children }: MessageProps): JSX.Element {
  return (
    <div class={`band message ${tone}`} data-testid="band-message">
      <span class="band-icon">
        <Icon name={icon} size={60} />
      </span>
      <div class="band-words">
        <p class="band-title caps">{title}</p>
        {reason === null ? null : (
          <p class="band-reason" data-testid="reason">
            {reason}
          </p>
        )}
        <p class="band-text">{text}</p>
      </div>
      {children}
    </div>
  );
}

function Amount({ label, amount }: { readonly label: string; readonly amount: number }): JSX.Element | null {
  if (amount === 0) return null;
  return (
    <p class="band-amount" data-testid="band-amount" data-amount={amount}>
      <span class="caps">{label}</span>
      <b class="figures">{cash(amount)}</b>
    </p>
  );
}

/** The player's own stake on this table, while nothing can be changed any more. */
function OwnStake(): JSX.Element {
  const stake = (seat.value?.wagers ?? []).reduce((sum, wager) => sum + wager.stake, 0);
  return <Amount label={t("band.stake")} amount={stake} />;
}

/** Why the staff decided so, in words for players; codes without such words are not shown. */
function why(): string | null {
  const { reason } = table.value?.notice?.data ?? {};
  return typeof reason === "string" ? maybeT(`why.${reason}`) : null;
}

function LastResult(): JSX.Element | null {
  const last = table.value?.history.find((item) => item.value !== null)?.value ?? null;
  if (last === null) return null;
  return (
    <div class="band-last">
      <span class="caps">{t("band.last")}</span>
      <span class={`pocket-tile ${colour(last)} d0`}>{last}</span>
    </div>
  );
}

function VoidBand(): JSX.Element {
  const back = shownResult.value?.credited_back.reduce((sum, wager) => sum + wager.stake, 0) ?? 0;
  return (
    <MessageBand icon="cross" tone="info" title={t("state.void")} text={t("band.void")} reason={why()}>
      <Amount label={t("band.back")} amount={back} />
    </MessageBand>
  );
}

function Contents(): JSX.Element | null {
  const now = screen.value;
  switch (now) {
    case "wagering":
    case "closing":
      return <Racetrack />;
    case "closed":
      return (
        <MessageBand icon="lock" tone="closed" title={t("state.closed")} text={t("band.closed")}>
          <OwnStake />
        </MessageBand>
      );
    case "no_spin":
      return (
        <MessageBand icon="warn" tone="closing" title={t("band.no_spin")} text={t("band.no_spin_text")} reason={why()}>
          <OwnStake />
        </MessageBand>
      );
    case "pending":
      return (
        <MessageBand icon="hourglass" tone="closing" title={t("state.proposed")} text={t("band.pending")}>
          <OwnStake />
        </MessageBand>
      );
    case "disabled":
      return null;
    case "void":
      return <VoidBand />;
    case "suspended":
      return (
        <MessageBand icon="pause" tone="closing" title={t("suspended.title")} text={t("suspended.text")}>
          <OwnStake />
        </MessageBand>
      );
    case "table_closed":
      return <MessageBand icon="lock" tone="closed" title={t("closed.title")} text={t("closed.text")} />;
    case "result": {
      const value = table.value?.outcome?.value;
      if (value !== undefined) return <ResultBand value={value} />;
      break;
    }
    default:
  }
  const text = table.value?.wheel === "live" ? t("band.live") : t("band.idle");
  return (
    <MessageBand icon="hourglass" tone="quiet" title={t("state.idle")} text={text}>
      <LastResult />
    </MessageBand>
  );
}

export function Band(): JSX.Element {
  const racing = screen.value === "wagering" || screen.value === "closing";
  return (
    <div class={`upper ${racing ? "racing" : ""}`}>
      <Contents />
      <Sign />
    </div>
  );
}

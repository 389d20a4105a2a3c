/** The last games of this session, in a frame that cannot be mistaken for the game in play. */
import { type RecallRound, SPOT_BY_ID, spotName } from "@croupier/web-core";
import { Button, NumberTile } from "@croupier/web-core/ui/parts.tsx";
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { openPanel } from "../app/actions.ts";
import { UNIT } from "../app/places.ts";
import { cash, cashSigned, game, recall, welcome } from "../app/state.ts";
import { timeText } from "../app/times.ts";
import { t } from "../app/words.ts";
import { Pieces, SettledChip } from "../view/Chips.tsx";
import { LAYOUT_BOX } from "../view/Layout.tsx";
import { LayoutArt, ZERO_PATH } from "../view/LayoutArt.tsx";

function PastWinner({ value }: { readonly value: string }): JSX.Element | null {
  const spot = SPOT_BY_ID.get(`straight:${value}`);
  if (!spot) return null;
  return (
    <g class="winner">
      {value === "0" ? (
        <path d={ZERO_PATH} />
      ) : (
        <rect x={(spot.x - 0.5) * UNIT} y={(spot.y - 0.5) * UNIT} width={UNIT} height={UNIT} />
      )}
    </g>
  );
}

function PastLayout({ round }: { readonly round: RecallRound }): JSX.Element {
  const view = game.value;
  return (
    <svg class="past-layout" viewBox={LAYOUT_BOX} role="img" aria-label={t("recall.game", { n: round.number })}>
      <LayoutArt />
      {round.value === null ? null : <PastWinner value={round.value} />}
      <g class="chips past">
        {round.wagers.map((wager) => (
          <SettledChip key={wager.spot} wager={wager} />
        ))}
        {view ? <Pieces wagers={round.wagers.map(({ spot, stake }) => ({ spot, amount: stake }))} view={view} /> : null}
      </g>
    </svg>
  );
}

function Figures({ round }: { readonly round: RecallRound }): JSX.Element {
  const back = round.credited_back.reduce((sum, wager) => sum + wager.stake, 0);
  const rows = [
    ["recall.before", round.credit_before],
    ["recall.staked", round.staked],
    ["recall.returned", round.returned],
    ...(back > 0 ? [["recall.credited", back] as const] : []),
    ["recall.after", round.credit_after],
  ] as const;
  return (
    <dl class="past-figures">
      {rows.map(([key, amount]) => (
        <div key={key}>
          <dt>{t(key)}</dt>
          <dd class="figures" data-testid={key} data-amount={amount}>
            {cash(amount)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Wagers({ round }: { readonly round: RecallRound }): JSX.Element {
  return (
    <ul class="past-wagers">
      {round.wagers.map((wager) => (
        <li key={wager.spot} class={wager.result}>
          <span>{spotName(t, wager.spot)}</span>
          <span class="figures">{cash(wager.stake)}</span>
          <b class="figures">{wager.result === "lose" ? t("recall.lost") : cash(wager.returned)}</b>
        </li>
      ))}
      {round.credited_back.map((wager) => (
        <li key={`back-${wager.spot}`} class="void">
          <span>{spotName(t, wager.spot)}</span>
          <span class="figures">{cash(wager.stake)}</span>
          <b>{t("recall.credited")}</b>
        </li>
      ))}
    </ul>
  );
}

function RoundLine({
  round,
  on,
  choose,
}: {
  readonly round: RecallRound;
  readonly on: boolean;
  readonly choose: () => void;
}): JSX.Element {
  return (
    <button
      type="button"
      class={`past-line ${on ? "on" : ""}`}
      onClick={choose}
      aria-pressed={on}
      data-testid="past-line"
    >
      <NumberTile value={round.value} />
      <span>
        <b>{t("recall.game", { n: round.number })}</b>
        <small>
          {round.table_name} · {timeText(round.at, welcome.value?.time_zone)}
        </small>
      </span>
      <b class="figures">{cashSigned(round.returned - round.staked)}</b>
    </button>
  );
}

export function Recall(): JSX.Element {
  const rounds = recall.value;
  const chosen = useSignal(0);
  const round = rounds?.[chosen.value];
  return (
    <section class="recall" role="dialog" aria-label={t("recall.title")} data-testid="panel-recall">
      <header class="recall-head">
        <h2 class="caps">{t("recall.frame")}</h2>
        <Button look="primary" label={t("recall.exit")} onPress={() => openPanel(null)} id="close-panel" />
      </header>
      {round ? (
        <div class="recall-body">
          <div class="past-list">
            {rounds?.map((each, n) => (
              <RoundLine
                key={each.round}
                round={each}
                on={n === chosen.value}
                choose={() => {
                  chosen.value = n;
                }}
              />
            ))}
          </div>
          <div class="past-main">
            <PastLayout round={round} />
            <div class="past-detail">
              <Figures round={round} />
              <Wagers round={round} />
            </div>
          </div>
        </div>
      ) : (
        <p class="empty">{rounds === null ? t("recall.loading") : t("recall.empty")}</p>
      )}
    </section>
  );
}

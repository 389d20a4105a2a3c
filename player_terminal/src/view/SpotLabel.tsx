/** What a gesture means, said before the finger is lifted: the ghost chip and its label. */
import { oddsText, spotName } from "@croupier/web-core";
import type { JSX } from "preact";
import { type Gesture, gestures, offerFor, type Target, targetSpot } from "../app/gestures.ts";
import { cash, cashShort, game, neighbourCount, seat, table } from "../app/state.ts";
import { t } from "../app/words.ts";
import { Stack } from "./Chips.tsx";

/** "pays 17:1 · $1 to $500" for one spot. */
export function spotTerms(id: string): string {
  const view = game.value?.spots.find((spot) => spot.id === id);
  if (!view) return "";
  if (view.pieces.length > 0) return t("label.pieces");
  const pays = t("label.pays", { odds: oddsText(view.odds) });
  const limit = table.value?.limits.kinds[view.kind];
  if (!limit) return pays;
  return `${pays} · ${t("label.range", { min: cashShort(limit.minimum), max: cashShort(limit.maximum) })}`;
}

/** Everything about a spot as one sentence, for screen readers. */
export function spotText(id: string): string {
  const stake = seat.value?.wagers.find((wager) => wager.spot === id)?.stake ?? 0;
  const staked = stake > 0 ? `. ${t("label.stake", { amount: cash(stake) })}` : "";
  return `${spotName(t, id)}, ${spotTerms(id)}${staked}`;
}

function targetName(target: Target): string {
  if (target.zone === "layout") return spotName(t, target.spot);
  if (target.at.kind === "announced") return spotName(t, target.at.spot);
  const { value } = target.at;
  return neighbourCount.value === 0
    ? t("track.single", { n: value })
    : t("track.pocket", { n: value, k: neighbourCount.value });
}

function targetTerms(gesture: Gesture, target: Target): string {
  if (target.zone === "layout") return spotTerms(target.spot);
  const offer = offerFor(target, gesture.amount);
  const count = offer ? offer.total / gesture.amount : 0;
  return t("track.price", { count, amount: cash(offer?.total ?? 0) });
}

function Label({ gesture }: { readonly gesture: Gesture }): JSX.Element | null {
  const { target, source, moved, from } = gesture;
  if (target === null) {
    return source === "stack" && moved ? <div class="spot-label warn">{t("label.remove")}</div> : null;
  }
  const stake = seat.value?.wagers.find((wager) => wager.spot === targetSpot(target))?.stake ?? 0;
  const moving = source === "stack" && moved && targetSpot(target) !== from;
  return (
    <div class="spot-label" data-testid="spot-label" data-spot={targetSpot(target) ?? ""}>
      <strong>{targetName(target)}</strong>
      <span>{targetTerms(gesture, target)}</span>
      {moving ? <em>{t("label.move", { amount: cash(gesture.amount) })}</em> : null}
      {stake > 0 && !moving ? <em>{t("label.stake", { amount: cash(stake) })}</em> : null}
    </div>
  );
}

const LABEL_HALF_PX = 170;

/** Keep the label on the screen: it slides sideways near the edges and goes below the ghost near the top. */
function labelShift(x: number): number {
  const right = window.innerWidth - LABEL_HALF_PX - 8;
  return Math.max(LABEL_HALF_PX + 8 - x, Math.min(0, right - x));
}

export function Ghosts(): JSX.Element {
  return (
    <div class="ghosts" aria-hidden="true">
      {gestures.value
        .filter((gesture) => !gesture.held && (gesture.moved || gesture.source !== "tray"))
        .map((gesture) => (
          <div
            key={gesture.pointer}
            class="ghost"
            style={{ transform: `translate(${gesture.at.x}px, ${gesture.at.y}px)` }}
            data-testid="ghost"
          >
            {gesture.moved ? (
              <svg class="ghost-chip" viewBox="-40 -46 80 92" aria-hidden="true">
                <Stack amount={gesture.amount} x={0} y={0} r={30} />
              </svg>
            ) : null}
            <div
              class={`ghost-label ${gesture.at.y < 190 ? "below" : ""}`}
              style={{ transform: `translateX(${labelShift(gesture.at.x)}px)` }}
            >
              <Label gesture={gesture} />
            </div>
          </div>
        ))}
    </div>
  );
}

/** What a player missed while the connection was down, told as text once it is back. */
import { colour, type PlayerState } from "@croupier/web-core";
import { cash } from "./state.ts";
import { say } from "./toasts.ts";
import { t } from "./words.ts";

const SHOWN_MS = 12_000;

export function offlineSummary(before: PlayerState, after: PlayerState): void {
  const result = after.seat.result;
  if (!result || result.round === before.seat.result?.round) return;
  if (result.staked === 0 && result.credited_back.length === 0) return;
  if (result.value === null) {
    const amount = result.credited_back.reduce((sum, wager) => sum + wager.stake, 0);
    say(t("offline.void", { n: result.number, amount: cash(amount) }), "info", SHOWN_MS);
    return;
  }
  const value = `${result.value} ${t(`colour.${colour(result.value)}`)}`;
  say(t("offline.result", { n: result.number, value, amount: cash(result.returned) }), "info", SHOWN_MS);
}

/** What the player can do. Every action is one command; the server's seat view is what the screen then shows. */
import {
  type Answer,
  addPending,
  answerPending,
  clippedParts,
  type Link,
  type Offer,
  type PlayerCommandBody,
  type Returned,
  spotName,
} from "@croupier/web-core";
import { flyBack } from "./flights.ts";
import { enqueue } from "./inbox.ts";
import type { Screen } from "./screen.ts";
import * as sound from "./sound.ts";
import * as state from "./state.ts";
import { say } from "./toasts.ts";
import { reasonText, refusalText, t } from "./words.ts";

let link: Link<PlayerCommandBody> | null = null;
let places = 0;

export function useLink(made: Link<PlayerCommandBody>): void {
  link = made;
}

async function send(body: PlayerCommandBody): Promise<Answer | null> {
  if (!link) return null;
  const waiting = link.command(body);
  state.unanswered.value = link.unanswered;
  const answer = await waiting;
  state.unanswered.value = link.unanswered;
  return answer;
}

function refuse(code: string): void {
  say(refusalText(code));
  sound.refuse();
}

/** Send, and say so when the server says no. */
async function attempt(body: PlayerCommandBody): Promise<boolean> {
  const answer = await send(body);
  if (answer?.refusal) refuse(answer.refusal.code);
  return answer !== null && !answer.refusal;
}

const round = (): string | null => state.table.value?.round ?? null;

/** Why nothing can be placed where the table itself is the reason. */
const CLOSED_WHY: Partial<Record<Screen, string>> = { suspended: "table_suspended", table_closed: "table_closed" };

/** Put an offer on the layout: pending at once, then what the server made of it (002 6.3). */
export async function place(offer: Offer): Promise<void> {
  const current = round();
  if (current === null || !state.canBet.value) {
    say(refusalText(CLOSED_WHY[state.screen.value] ?? "wagering_closed"));
    return;
  }
  const key = ++places;
  const chips = [...offer.chips];
  state.slip.value = addPending(state.slip.value, { key, round: current, chips });
  sound.chip();
  const answer = await send({ type: "place", round: current, chips, whole: offer.whole });
  if (answer) enqueue(() => settle(key, answer));
}

function settle(key: number, answer: Answer): void {
  const { slip, returned } = answerPending(state.slip.value, key, answer);
  state.slip.value = slip;
  if (returned.length === 0) return;
  sound.refuse();
  flyBack(returned);
  if (answer.refusal) {
    say(refusalText(answer.refusal.code));
    return;
  }
  sayReturned(returned);
}

/** How much was not taken, and why (002 6.3). */
function sayReturned(returned: readonly Returned[]): void {
  const amount = returned.reduce((sum, part) => sum + part.amount, 0);
  const reasons = [...new Set(returned.map((part) => reasonText(part.reason)))].join(", ");
  say(t("clip.sentence", { amount: state.cash(amount), reason: reasons }));
}

export async function move(source: string, target: string): Promise<void> {
  const current = round();
  if (current === null) return;
  sound.chip();
  const answer = await send({ type: "move", round: current, source, target, amount: null });
  if (answer?.refusal) refuse(answer.refusal.code);
  else if (answer) {
    const kept = clippedParts(answer);
    if (kept.length > 0) sayReturned(kept);
  }
}

export async function remove(spot: string): Promise<void> {
  const current = round();
  if (current === null) return;
  sound.chip();
  await attempt({ type: "remove", round: current, spot, amount: null });
}

export type SlipAction = "undo" | "clear" | "double" | "rebet";

export async function slipAction(type: SlipAction): Promise<void> {
  const current = round();
  if (current === null) return;
  sound.chip();
  const answer = await send({ type, round: current });
  if (answer?.refusal) {
    refuse(answer.refusal.code);
    return;
  }
  const trimmed = answer ? clippedParts(answer) : [];
  if (trimmed.length > 0)
    say(t("trimmed.sentence", { spots: trimmed.map((part) => spotName(t, part.spot)).join(", ") }));
}

export async function sit(table: string): Promise<void> {
  if (await attempt({ type: "sit", table })) state.panel.value = null;
}

export const cashOut = (): Promise<boolean> => attempt({ type: "cash_out" });
export const cancelCashOut = (): Promise<boolean> => attempt({ type: "cancel_cash_out" });
export const dismissCashOut = (): Promise<boolean> => attempt({ type: "dismiss_cash_out" });

export function toggleAttendant(): void {
  void attempt({ type: "call_attendant", on: state.seat.value?.attendant_called_at === null });
}

export function openPanel(panel: state.Panel | null): void {
  state.limitsSpot.value = null;
  state.panel.value = state.panel.value === panel ? null : panel;
  if (state.panel.value === "recall") {
    state.recall.value = null;
    link?.post({ type: "recall" });
  }
}

export function showLimits(spot: string): void {
  state.limitsSpot.value = spot;
  state.panel.value = "limits";
}

/** Server messages into state. A burst of frames becomes one update, so an answer and its seat event show together. */
import {
  applyPlayer,
  isLanguage,
  keepRound,
  type Language,
  type PlayerServerMessage,
  type PlayerState,
  type Welcome,
} from "@croupier/web-core";
import { batch } from "@preact/signals";
import { offlineSummary } from "./offline.ts";
import { forgetSession } from "./session.ts";
import * as state from "./state.ts";
import { toast } from "./toasts.ts";
import { language } from "./words.ts";

const FLUSH_MS_MAX = 40;

interface Task {
  readonly run: () => void;
}

let queue: Task[] = [];
let scheduled = false;
/** True between a later welcome and its snapshot: what changed in between happened while we were away. */
let reconnected = false;

function flush(): void {
  if (!scheduled) return;
  scheduled = false;
  const tasks = queue;
  queue = [];
  batch(() => {
    for (const task of tasks) task.run();
  });
}

/** Run with everything else that arrives before the next frame. Hidden pages have no frames, hence the timer. */
export function enqueue(run: () => void): void {
  queue.push({ run });
  if (scheduled) return;
  scheduled = true;
  requestAnimationFrame(flush);
  setTimeout(flush, FLUSH_MS_MAX);
}

/** The venue's first language that this terminal speaks. */
export function venueLanguage(): Language {
  return state.welcome.value?.languages.find(isLanguage) ?? "en";
}

function onViews(message: PlayerServerMessage, resync: () => void): void {
  const before = state.player.value;
  const applied = applyPlayer(before, message);
  if (applied.resync) resync();
  if (applied.state === before) return;
  state.player.value = applied.state;
  state.slip.value = keepRound(state.slip.value, applied.state?.table?.round ?? null);
  if (applied.state) onChange(before, applied.state, message.type === "snapshot");
}

/** A player is at the terminal until the session has ended and the ticket or hand-pay is done with. */
const inUse = ({ seat }: PlayerState): boolean => seat.session !== null || seat.cash_out !== null;

function onChange(before: PlayerState | null, after: PlayerState, snapshot: boolean): void {
  if (before && inUse(before) && !inUse(after)) forgetSession(venueLanguage());
  const notice = after.seat.notice;
  if (notice && JSON.stringify(notice) !== JSON.stringify(before?.seat.notice)) toast(`notice.${notice.code}`, "warn");
  if (snapshot && before && reconnected) offlineSummary(before, after);
  if (snapshot) reconnected = false;
}

function onWelcome(message: Welcome): void {
  reconnected = state.player.value !== null;
  state.welcome.value = message;
  state.turnedAway.value = null;
  if (!reconnected) language.value = venueLanguage();
}

export function receive(message: PlayerServerMessage, resync: () => void): void {
  enqueue(() => {
    switch (message.type) {
      case "welcome":
        onWelcome(message);
        break;
      case "recall":
        state.recall.value = message.rounds;
        break;
      case "refused":
        // Before any snapshot a refused frame means the hello itself was not accepted.
        if (state.player.value === null) state.turnedAway.value = message.code;
        break;
      default:
        onViews(message, resync);
    }
  });
}

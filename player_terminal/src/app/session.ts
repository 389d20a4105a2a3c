/** A session's end returns the terminal to what the next player expects. */
import { type Language, NEIGHBOURS_DEFAULT } from "@croupier/web-core";
import * as state from "./state.ts";
import { language } from "./words.ts";

export const VOLUME_DEFAULT = 2;
export const REMINDER_MS = 30 * 60_000;

export function forgetSession(venue: Language): void {
  language.value = venue;
  state.volume.value = VOLUME_DEFAULT;
  state.chip.value = null;
  state.neighbourCount.value = NEIGHBOURS_DEFAULT;
  state.recall.value = null;
  if (state.panel.value !== "tables") state.panel.value = null;
}

/** How many reminders a session of this length has earned. Clocks differ by a moment, so it may seem not yet begun. */
export const remindersDue = (startedMs: number, nowMs: number): number =>
  Math.max(0, Math.floor((nowMs - startedMs) / REMINDER_MS));

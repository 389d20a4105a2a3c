/** Which state the terminal is in: one word, from which every view decides what to show. Pure. */
import type { PlayerState } from "@croupier/web-core";

export type Screen =
  | "connecting"
  | "disabled"
  | "lobby"
  | "table_closed"
  | "suspended"
  | "idle"
  | "preparing"
  | "wagering"
  | "closing"
  | "no_spin"
  | "closed"
  | "pending"
  | "result"
  | "void";

export function screenOf(state: PlayerState | null, lastSeconds: boolean): Screen {
  if (state === null) return "connecting";
  if (state.seat.state === "disabled") return "disabled";
  const { table } = state;
  if (table === null) return "lobby";
  if (table.status === "closed") return "table_closed";
  if (table.status === "suspended") return "suspended";
  switch (table.phase) {
    case "idle":
    case "preparing":
      return table.phase;
    case "wagering":
      return lastSeconds ? "closing" : "wagering";
    case "closed":
      return table.notice?.code === "no_spin" ? "no_spin" : "closed";
    // Players are told that the number is being checked, not who disagrees with whom.
    case "proposed":
    case "held":
      return "pending";
    case "settled":
      return "result";
    case "void":
      return "void";
  }
}

/** How loudly a result is celebrated: not at all unless it returned more than was staked. */
export type WinTier = 0 | 1 | 2 | 3;

export function winTier(staked: number, returned: number): WinTier {
  if (returned <= staked || staked === 0) return 0;
  const ratio = (returned - staked) / staked;
  if (ratio >= 10) return 3;
  return ratio >= 3 ? 2 : 1;
}

/** How long a meter rolls: longer for more, within 400 to 1200 ms. */
export function rollMs(from: number, to: number): number {
  const steps = Math.abs(to - from) / 100;
  return Math.round(Math.min(1200, 400 + 130 * Math.log2(1 + steps)));
}

/** "0:05", "2:41": hours and minutes. */
export function duration(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

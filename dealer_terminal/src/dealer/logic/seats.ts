/** What a seat on the map asks of the dealer, most urgent first. Pure. */
import type { DealerTableView } from "@croupier/web-core";

export type Terminal = DealerTableView["terminals"][number];
export type SeatFlag = "fault" | "disconnected" | "hand_pay" | "call" | "abstaining";

export const ABSTAINED_ROUNDS = 3;

/** 002 12.9: three rounds without a wager matter only while every other terminal is in use. */
export function mayBeAskedToVacate(terminal: Terminal, all: readonly Terminal[]): boolean {
  if (terminal.state === "free" || terminal.state === "disabled" || terminal.idle_rounds < ABSTAINED_ROUNDS)
    return false;
  return all.every((other) => other === terminal || (other.state !== "free" && other.state !== "disabled"));
}

export function seatFlags(terminal: Terminal, all: readonly Terminal[]): SeatFlag[] {
  const flags: SeatFlag[] = [];
  if (terminal.fault !== null) flags.push("fault");
  if (!terminal.connected) flags.push("disconnected");
  if (terminal.hand_pay > 0) flags.push("hand_pay");
  if (terminal.attendant_called_at !== null) flags.push("call");
  if (mayBeAskedToVacate(terminal, all)) flags.push("abstaining");
  return flags;
}

/** What the REST interface answers, as far as this page reads it. */
import type { LimitsView, StaffView, TableView } from "@croupier/web-core";

export interface SessionOpened {
  readonly token: string;
  readonly staff: StaffView;
  readonly expires_at: string;
}

export interface VenueRecord {
  readonly name: string;
  readonly currency: string;
  readonly time_zone: string;
  readonly gaming_day_start: string;
  readonly languages: readonly string[];
  readonly multi_game_wagering: boolean;
  readonly ticket_limit: number;
  readonly version: number;
}

export interface TerminalRecord {
  readonly terminal: string;
  readonly name: string;
  readonly seat: number;
  readonly enabled: boolean;
  readonly table: string | null;
  readonly session: string | null;
  readonly credit: number;
  readonly staked: number;
  readonly attendant_called_at: string | null;
  readonly printer_fault: string | null;
  readonly cash_out: string | null;
}

export interface FloorDevice {
  readonly device: string;
  readonly online: boolean;
  readonly state: string | null;
  readonly fault: string | null;
}

export interface PitRecord {
  readonly pit: string;
  readonly running: boolean;
  readonly epoch: number;
  readonly seq: number;
  readonly tables: readonly string[];
  readonly tasks: number;
  readonly terminals: readonly TerminalRecord[];
  readonly devices: readonly FloorDevice[];
}

export interface TableRecord {
  readonly table: string;
  readonly pit: string;
  readonly name: string;
  readonly game: string;
  readonly variant: string;
  readonly wheel: TableView["wheel"];
  readonly device: string | null;
  readonly limits: LimitsView;
  readonly chips: readonly number[];
  readonly period_ms: number;
  readonly pause_ms: number;
  readonly spin_lead_ms: number;
  readonly after_no_spin: "stand" | "reopen";
  readonly version: number;
  readonly effective: "now" | "next_round";
  readonly status: TableView["status"];
  readonly suspended_reason: string | null;
  readonly closes_at: string | null;
  readonly phase: TableView["phase"];
  readonly round: string | null;
  readonly number: number;
  readonly players: number;
  readonly last: readonly string[];
  readonly rounds_settled: number;
  readonly handle: number;
  readonly paid: number;
}

export interface RoundLine {
  readonly round: string;
  readonly table: string;
  readonly number: number;
  readonly status: "open" | "settled" | "void";
  readonly value: string | null;
  readonly original: string | null;
  readonly staked: number;
  readonly returned: number;
  readonly opened_at: string;
  readonly decided_at: string | null;
}

export interface StaffRecord {
  readonly staff: string;
  readonly card: string;
  readonly name: string;
  readonly role: StaffView["role"];
  readonly enabled: boolean;
  readonly version: number;
}

export const DEVICE_KINDS = ["player_terminal", "dealer_terminal", "display", "gateway"] as const;
export type DeviceKind = (typeof DEVICE_KINDS)[number];

export interface DeviceRecord {
  readonly device: string;
  readonly kind: DeviceKind;
  readonly name: string;
  readonly table: string | null;
  readonly terminal: string | null;
  readonly enabled: boolean;
  readonly enrolled_at: string;
  readonly version: number;
}

/** The token is told once, with the enrolment. */
export interface DeviceCredential extends DeviceRecord {
  readonly token: string | null;
}

export interface RoundWager {
  readonly spot: string;
  readonly stake: number;
  readonly result: "win" | "lose" | "push" | "void" | "frozen" | null;
  readonly returned: number | null;
}

export interface RoundSeat {
  readonly session: string;
  readonly terminal: string | null;
  readonly staked: number;
  readonly returned: number;
  readonly credit_before: number | null;
  readonly credit_after: number | null;
  readonly wagers: readonly RoundWager[];
  readonly credited_back: readonly { readonly spot: string; readonly stake: number; readonly reason: string }[];
}

export interface RoundEvent {
  readonly seq: number;
  readonly at: string;
  readonly role: string;
  readonly actor: string;
  readonly name: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface RoundRecord extends RoundLine {
  readonly gaming_day: string;
  readonly rule_hash: string;
  readonly seats: readonly RoundSeat[];
  readonly events: readonly RoundEvent[];
}

export interface Receivable {
  readonly id: string;
  readonly session: string;
  readonly terminal: string;
  readonly table: string;
  readonly round: string;
  readonly kind: string;
  readonly amount: number;
  readonly at: string;
}

export interface AuditEntry {
  readonly chain: string;
  readonly n: number;
  readonly at: string;
  readonly name: string;
  readonly actor: string;
  readonly role: string;
  readonly action: string;
  readonly table: string | null;
  readonly subject: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

export interface Books {
  readonly balanced: boolean;
  readonly seq: number;
  readonly transfers: number;
  readonly total: number;
  readonly below_floor: number;
  readonly kinds: readonly {
    readonly kind: string;
    readonly unit: string;
    readonly accounts: number;
    readonly balance: number;
  }[];
}

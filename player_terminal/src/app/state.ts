/** Everything the views read, as signals. Only `inbox.ts`, `actions.ts` and `ticker.ts` write them. */
import {
  decimals,
  EMPTY_SLIP,
  type LinkState,
  money,
  moneyShort,
  NEIGHBOURS_DEFAULT,
  type PlayerState,
  pendingTotal,
  type RecallRound,
  type Slip,
  type Welcome,
} from "@croupier/web-core";
import { computed, signal } from "@preact/signals";
import { screenOf } from "./screen.ts";
import { language } from "./words.ts";

export type Panel =
  | "tables"
  | "statistics"
  | "recall"
  | "limits"
  | "help"
  | "language"
  | "volume"
  | "cash_out"
  | "reminder";

export interface Toast {
  readonly key: number;
  readonly text: string;
  readonly look: "info" | "warn";
}

export const player = signal<PlayerState | null>(null);
export const welcome = signal<Welcome | null>(null);
export const link = signal<LinkState>("connecting");
/** A code when the server turned this terminal away; there is nothing to retry for the player. */
export const turnedAway = signal<string | null>(null);
/** Another window took this terminal over; holds what takes it back. */
export const replaced = signal<(() => void) | null>(null);
export const slip = signal<Slip>(EMPTY_SLIP);
export const unanswered = signal(0);

export const panel = signal<Panel | null>(null);
/** Opens the limits panel on one spot's kind after a long press. */
export const limitsSpot = signal<string | null>(null);
export const recall = signal<readonly RecallRound[] | null>(null);
export const toasts = signal<readonly Toast[]>([]);
export const chip = signal<number | null>(null);
export const neighbourCount = signal(NEIGHBOURS_DEFAULT);
export const volume = signal(2);

export const remainingMs = signal(0);
export const offlineMs = signal(0);
export const wallMs = signal(0);

export const seat = computed(() => player.value?.seat ?? null);
export const table = computed(() => player.value?.table ?? null);
export const game = computed(() => player.value?.game ?? null);
export const currency = computed(() => welcome.value?.currency ?? "AUD");
export const chipScale = computed(() => 10 ** decimals(currency.value));
export const remainingSeconds = computed(() => Math.ceil(remainingMs.value / 1000));
const lastSeconds = computed(() => remainingSeconds.value <= 5);

export const screen = computed(() => screenOf(player.value, lastSeconds.value));

/** Betting is possible while the server says so and the views are known to be current. */
export const canBet = computed(
  () =>
    link.value === "ready" && (screen.value === "wagering" || screen.value === "closing") && panel.value !== "recall",
);

/** The chip that a gesture places: the selected one, or the table's lowest. */
export const activeChip = computed(() => {
  const chips = table.value?.chips ?? [];
  return chip.value !== null && chips.includes(chip.value) ? chip.value : (chips[0] ?? null);
});

export const spendable = computed(() => (seat.value?.credit ?? 0) - pendingTotal(slip.value));

/** Winnings so far: what is here now plus what was paid out, less what was paid in. */
export const netResult = computed(() => {
  const now = seat.value;
  return now ? now.credit + now.bet + now.paid_out - now.paid_in : 0;
});

/** What the seat's last round did, while the table still shows that round. */
export const shownResult = computed(() => {
  const result = seat.value?.result ?? null;
  const current = table.value;
  const showing = current?.phase === "settled" || current?.phase === "void";
  return showing && result?.round === current.round && result.table === current.table ? result : null;
});

export const cash = (minor: number): string => money(minor, currency.value, language.value);
export const cashShort = (minor: number): string => moneyShort(minor, currency.value, language.value);

/** An amount with its sign, for results. */
export const cashSigned = (minor: number): string =>
  `${minor > 0 ? "+" : minor < 0 ? "−\u2060" : ""}${cash(Math.abs(minor))}`;

export interface Badge {
  readonly table: string;
  readonly name: string;
  readonly amount: number;
  readonly seconds: number | null;
}

/** Reads a lobby deadline as seconds left; set by the ticker, which owns the clock. */
export const lobbySeconds = signal<Readonly<Record<string, number>>>({});

/** Open stakes on tables other than the one shown, each with that table's countdown. */
export const lobbyBadges = computed<readonly Badge[]>(() =>
  Object.entries(seat.value?.staked_elsewhere ?? {})
    .filter(([, amount]) => amount > 0)
    .map(([id, amount]) => ({
      table: id,
      name: player.value?.lobby.find((tile) => tile.table === id)?.name ?? id,
      amount,
      seconds: lobbySeconds.value[id] ?? null,
    })),
);

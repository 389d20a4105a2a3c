/** Time on screen: the countdown from the server's deadline, the wall clock, how long we are offline, the reminder. */
import type { Link, PlayerCommandBody } from "@croupier/web-core";
import { batch, effect, untracked } from "@preact/signals";
import { flyToCredit } from "./flights.ts";
import { winTier } from "./screen.ts";
import { remindersDue } from "./session.ts";
import * as sound from "./sound.ts";
import * as state from "./state.ts";

const TICK_MS = 100;

let utcAtWelcome = 0;
let welcomedAt = 0;
let lostAt: number | null = null;
/** Full intervals already told; null until the session's length is first known, so a reload does not repeat one. */
let reminded: number | null = null;

export function startTicker(link: Link<PlayerCommandBody>): void {
  effect(() => {
    const greeting = state.welcome.value;
    if (!greeting) return;
    utcAtWelcome = Date.parse(greeting.utc);
    welcomedAt = performance.now();
  });
  effect(() => {
    lostAt = state.link.value === "ready" ? null : (lostAt ?? performance.now());
  });
  // A new deadline shows at once, not with the next tick.
  effect(() => {
    if (state.table.value) untracked(() => update(link));
  });
  setInterval(() => batch(() => update(link)), TICK_MS);
  startSounds();
}

function update(link: Link<PlayerCommandBody>): void {
  const now = performance.now();
  const table = state.table.value;
  const open = table?.status === "open" && table.phase === "wagering";
  state.remainingMs.value = open ? Math.round(link.clock.remaining(table.deadline_ms, now)) : 0;
  state.offlineMs.value = lostAt === null ? 0 : Math.round(now - lostAt);
  // The wall clock shows minutes; whole seconds keep idle screens from redrawing ten times a second.
  if (welcomedAt > 0) state.wallMs.value = Math.floor((utcAtWelcome + now - welcomedAt) / 1000) * 1000;
  updateLobby(link, now);
  remind();
}

/** Whole seconds per table; the object is replaced only when one of them changed. */
function updateLobby(link: Link<PlayerCommandBody>, now: number): void {
  const open = (state.player.value?.lobby ?? []).filter(
    (tile) => tile.phase === "wagering" && tile.deadline_ms !== null,
  );
  const next = Object.fromEntries(
    open.map((tile) => [tile.table, Math.ceil(link.clock.remaining(tile.deadline_ms, now) / 1000)]),
  );
  if (JSON.stringify(next) !== JSON.stringify(state.lobbySeconds.value)) state.lobbySeconds.value = next;
}

/** Due at every full interval of play, but never over the last seconds of betting. */
function remind(): void {
  const started = state.seat.value?.started_at;
  if (!started) {
    reminded = null;
    return;
  }
  const due = remindersDue(Date.parse(started), state.wallMs.value);
  reminded ??= due;
  const hurried = state.remainingMs.value > 0 && state.remainingMs.value <= 10_000;
  if (due > reminded && !hurried && state.panel.value === null) {
    reminded = due;
    state.panel.value = "reminder";
  }
}

/** Sounds follow the state; each effect reads only what it reacts to. */
function startSounds(): void {
  let seconds = 0;
  effect(() => {
    const now = state.remainingSeconds.value;
    if (now < seconds && now > 0 && now <= 10) sound.tick(now <= 5);
    seconds = now;
  });
  let phase: string | undefined;
  effect(() => {
    const now = state.table.value?.phase;
    if (phase !== undefined && now !== phase) {
      if (now === "wagering") sound.openBets();
      if (now === "closed" && phase === "wagering") sound.closeBets();
    }
    phase = now;
  });
  let round: string | undefined;
  effect(() => {
    const result = state.shownResult.value;
    if (!result || result.round === round) return;
    round = result.round;
    const tier = winTier(result.staked, result.returned);
    if (tier === 0) sound.result();
    else sound.win(tier);
    flyToCredit(result.wagers);
  });
}

/**
 * Fingers on the table. Every pointer has its own gesture, so two chips can be dragged at once. A gesture starts in
 * the tray, on the empty layout or on one of the player's stacks, and its hot spot is the ghost above the finger.
 */
import {
  hit,
  type Offer,
  type Point,
  SPOT_BY_ID,
  spotOffer,
  type TrackTarget,
  track,
  trackHit,
  trackOffer,
} from "@croupier/web-core";
import { signal } from "@preact/signals";
import { move, place, remove, showLimits } from "./actions.ts";
import { layoutCells, trackCells } from "./places.ts";
import { unlock } from "./sound.ts";
import * as state from "./state.ts";

export const LIFT_PX = 48;
const MOVE_PX = 8;
const LONG_PRESS_MS = 550;

export type Target =
  | { readonly zone: "layout"; readonly spot: string }
  | { readonly zone: "track"; readonly at: TrackTarget };

export interface Gesture {
  readonly pointer: number;
  readonly source: "tray" | "layout" | "stack";
  /** What the ghost shows: the chip, or the whole stack that is being moved. */
  readonly amount: number;
  readonly from: string | null;
  readonly touch: boolean;
  readonly start: Point;
  /** The hot spot: where the ghost is. */
  readonly at: Point;
  /** How far the ghost is above the finger. */
  readonly lift: number;
  readonly moved: boolean;
  readonly held: boolean;
  readonly target: Target | null;
}

export const gestures = signal<readonly Gesture[]>([]);
/** The spot the arrow keys are on; null until the layout is used with keys. */
export const cursor = signal<string | null>(null);

const timers = new Map<number, ReturnType<typeof setTimeout>>();

/** The spot id a target stands for: announced bets are spots, pockets with neighbours are not. */
export function targetSpot(target: Target | null): string | null {
  if (target === null) return null;
  if (target.zone === "layout") return target.spot;
  return target.at.kind === "announced" ? target.at.spot : null;
}

/** Announced bets exist only where the table's rules know them. */
const offered = (spot: string): boolean => state.game.value?.spots.some((each) => each.id === spot) ?? false;

function findTarget(at: Point, previous: Target | null): Target | null {
  const cells = layoutCells(at.x, at.y);
  if (cells) {
    const before = previous?.zone === "layout" ? previous.spot : null;
    const spot = before === null ? hit(cells.x, cells.y) : track(before, cells.x, cells.y, cells.cellPx);
    if (spot !== null) return { zone: "layout", spot };
  }
  const around = state.screen.value === "wagering" || state.screen.value === "closing" ? trackCells(at.x, at.y) : null;
  const found = around ? trackHit(around.x, around.y) : null;
  if (found === null || (found.kind === "announced" && !offered(found.spot))) return null;
  return { zone: "track", at: found };
}

/** What letting go would place. */
export function offerFor(target: Target, amount: number): Offer | null {
  const game = state.game.value;
  if (!game) return null;
  if (target.zone === "track") return trackOffer(game, target.at, amount, state.neighbourCount.value);
  return spotOffer(target.spot, amount, SPOT_BY_ID.get(target.spot)?.numbers ?? []);
}

const set = (next: Gesture): void => {
  gestures.value = gestures.value.map((each) => (each.pointer === next.pointer ? next : each));
};

function drop(pointer: number): void {
  clearTimeout(timers.get(pointer));
  timers.delete(pointer);
  gestures.value = gestures.value.filter((each) => each.pointer !== pointer);
}

const ownStake = (spot: string | null): number =>
  state.seat.value?.wagers.find((wager) => wager.spot === spot)?.stake ?? 0;

function begin(event: PointerEvent): Gesture | null {
  const start = { x: event.clientX, y: event.clientY };
  const base = {
    pointer: event.pointerId,
    touch: event.pointerType !== "mouse",
    start,
    at: start,
    lift: 0,
    moved: false,
    held: false,
  };
  const chip = (event.target as Element).closest<HTMLElement>("[data-chip]");
  if (chip)
    return { ...base, source: "tray", amount: Number(chip.getAttribute("data-chip")), from: null, target: null };
  const target = findTarget(start, null);
  const amount = state.activeChip.value;
  if (target === null || amount === null) return null;
  const from = targetSpot(target);
  const source = ownStake(from) > 0 && state.canBet.value ? "stack" : "layout";
  return { ...base, source, amount, from, target };
}

function onDown(event: PointerEvent): void {
  unlock();
  if (event.button !== 0 || state.panel.value === "recall") return;
  if (!(event.target as Element).closest("[data-table]")) return;
  const gesture = begin(event);
  if (!gesture) return;
  event.preventDefault();
  gestures.value = [...gestures.value.filter((each) => each.pointer !== event.pointerId), gesture];
  if (gesture.source !== "tray")
    timers.set(
      event.pointerId,
      setTimeout(() => longPress(event.pointerId), LONG_PRESS_MS),
    );
}

function longPress(pointer: number): void {
  const gesture = gestures.value.find((each) => each.pointer === pointer);
  const spot = targetSpot(gesture?.target ?? null);
  if (!gesture || gesture.moved || spot === null) return;
  set({ ...gesture, held: true });
  showLimits(spot);
}

function onMove(event: PointerEvent): void {
  const gesture = gestures.value.find((each) => each.pointer === event.pointerId);
  if (!gesture || gesture.held) return;
  const distance = Math.hypot(event.clientX - gesture.start.x, event.clientY - gesture.start.y);
  const moved = gesture.moved || distance > MOVE_PX;
  if (!moved) return;
  clearTimeout(timers.get(event.pointerId));
  // The ghost rises as the finger sets off and stays up, so that a press never jumps to another spot.
  const lift = gesture.touch ? Math.min(LIFT_PX, Math.max(distance, gesture.lift)) : 0;
  const at = { x: event.clientX, y: event.clientY - lift };
  const amount = gesture.source === "stack" ? ownStake(gesture.from) || gesture.amount : gesture.amount;
  set({ ...gesture, moved, lift, amount, at, target: findTarget(at, gesture.target) });
}

function finish(gesture: Gesture): void {
  const { source, moved, target, from } = gesture;
  if (source === "tray" && !moved) {
    state.chip.value = gesture.amount;
    return;
  }
  if (source === "stack" && moved) {
    const spot = targetSpot(target);
    if (target === null && from !== null) void remove(from);
    else if (spot !== null && from !== null && spot !== from) void move(from, spot);
    return;
  }
  const offer = target ? offerFor(target, gesture.amount) : null;
  if (offer) void place(offer);
}

function onUp(event: PointerEvent): void {
  const gesture = gestures.value.find((each) => each.pointer === event.pointerId);
  if (!gesture) return;
  drop(event.pointerId);
  if (!gesture.held) finish(gesture);
}

/** Listen on the whole page: a drag may leave the layout and come back. */
export function startGestures(root: HTMLElement): void {
  root.addEventListener("pointerdown", onDown);
  root.addEventListener("pointermove", onMove);
  root.addEventListener("pointerup", onUp);
  root.addEventListener("pointercancel", (event) => drop(event.pointerId));
  root.addEventListener("contextmenu", (event) => event.preventDefault());
}

/** Stacks on the layout: accepted, pending, pieces of announced bets, and what a settled round left. */
import {
  type Chip,
  type GameView,
  type LayoutSpot,
  pieces,
  type SettledWagerView,
  SPOT_BY_ID,
  stacks,
} from "@croupier/web-core";
import { ChipStack } from "@croupier/web-core/ui/ChipArt.tsx";
import type { JSX } from "preact";
import { gestures } from "../app/gestures.ts";
import { UNIT } from "../app/places.ts";
import { cashShort, chipScale, currency, game, seat, shownResult, slip, table } from "../app/state.ts";

export const CHIP_RADIUS = 27;
const PIECE_RADIUS = 17;

/** Outside bets keep their words readable: the stack stands in the right third of the field. */
export function chipPlace(spot: LayoutSpot): { x: number; y: number } {
  const shift = spot.kind === "dozen" ? 1.1 : spot.kind === "even_chance" ? 0.66 : spot.kind === "column" ? 0.21 : 0;
  const down = spot.kind === "column" ? 0.21 : 0;
  return { x: (spot.x + shift) * UNIT, y: (spot.y + down) * UNIT };
}

interface DrawProps {
  readonly amount: number;
  readonly x: number;
  readonly y: number;
  readonly r?: number;
  readonly pending?: boolean;
}

export function Stack({ amount, x, y, r = CHIP_RADIUS, pending = false }: DrawProps): JSX.Element {
  return (
    <ChipStack
      amount={amount}
      chips={table.value?.chips ?? []}
      currency={currency.value}
      scale={chipScale.value}
      x={x}
      y={y}
      r={r}
      pending={pending}
    />
  );
}

/** The shares of announced bets, small and beside the spot's own stack. */
export function Pieces({ wagers, view }: { readonly wagers: readonly Chip[]; readonly view: GameView }): JSX.Element {
  const parts = wagers.flatMap((wager) => pieces(view, wager.spot, wager.amount));
  const bySpot = new Map<string, number>();
  for (const part of parts) bySpot.set(part.spot, (bySpot.get(part.spot) ?? 0) + part.amount);
  return (
    <g class="pieces" opacity="0.95">
      {[...bySpot].map(([id, amount]) => {
        const spot = SPOT_BY_ID.get(id);
        if (!spot) return null;
        return <Stack key={id} amount={amount} x={spot.x * UNIT + 20} y={spot.y * UNIT - 20} r={PIECE_RADIUS} />;
      })}
    </g>
  );
}

/** Chips in play. A stack under a finger that moves it is lifted off the felt. */
export function LiveChips(): JSX.Element {
  const lifted = new Set(
    gestures.value.filter((each) => each.source === "stack" && each.moved).map((each) => each.from),
  );
  const wagers = seat.value?.wagers ?? [];
  const all = stacks(wagers, slip.value);
  const announced = wagers.map(({ spot, stake }) => ({ spot, amount: stake }));
  const view = game.value;
  return (
    <g class="chips">
      {all.map(({ spot: id, accepted, pending }) => {
        const spot = SPOT_BY_ID.get(id);
        if (!spot) return null;
        const { x, y } = chipPlace(spot);
        return (
          <g
            key={id}
            class={lifted.has(id) ? "lifted" : ""}
            data-spot={id}
            data-accepted={accepted}
            data-pending={pending}
          >
            {accepted > 0 ? <Stack amount={accepted} x={x} y={y} /> : null}
            {pending > 0 ? (
              <Stack amount={pending} x={x + (accepted > 0 ? 12 : 0)} y={y - (accepted > 0 ? 22 : 0)} pending />
            ) : null}
          </g>
        );
      })}
      {view ? <Pieces wagers={announced} view={view} /> : null}
    </g>
  );
}

/** One wager of a settled round: winners stay and say what they won, losers fade from the layout (002 8.2). */
export function SettledChip({ wager }: { readonly wager: SettledWagerView }): JSX.Element | null {
  const spot = SPOT_BY_ID.get(wager.spot);
  if (!spot) return null;
  const { x, y } = chipPlace(spot);
  const won = wager.result === "win";
  const gain = wager.returned - wager.stake;
  return (
    <g class={`settled ${wager.result}`} data-spot={wager.spot} data-result={wager.result}>
      {won ? <circle class="win-glow" cx={x} cy={y} r={CHIP_RADIUS * 1.5} /> : null}
      <Stack amount={wager.stake} x={x} y={y} />
      {won ? <WinTag x={x} y={y - CHIP_RADIUS * 1.75} text={`+${cashShort(gain)}`} /> : null}
    </g>
  );
}

export function WinTag({ x, y, text }: { readonly x: number; readonly y: number; readonly text: string }): JSX.Element {
  const width = 22 + text.length * 13;
  return (
    <g class="win-tag">
      <rect x={x - width / 2} y={y - 17} width={width} height="34" rx="17" />
      <text x={x} y={y + 1}>
        {text}
      </text>
    </g>
  );
}

export function LayoutChips(): JSX.Element {
  const result = shownResult.value;
  if (!result) return <LiveChips />;
  const view = game.value;
  // An announced bet has no place of its own on the layout: its pieces stay while it wins.
  const won = result.wagers.filter((wager) => wager.result === "win" && !SPOT_BY_ID.has(wager.spot));
  return (
    <g class="chips">
      {view ? <Pieces wagers={won.map(({ spot, stake }) => ({ spot, amount: stake }))} view={view} /> : null}
      {result.wagers.map((wager) => (
        <SettledChip key={wager.spot} wager={wager} />
      ))}
    </g>
  );
}

/** The racetrack: pockets in wheel order with neighbours, and the announced bets inside. */
import {
  ANNOUNCED,
  type Announced,
  colour,
  NEIGHBOURS_MAX,
  neighbours,
  SECTOR_BORDERS,
  SECTOR_CENTRES,
  spotName,
  stacks,
  TILE_DEPTH,
  TRACK_HEIGHT,
  TRACK_WIDTH,
  tileCentre,
  tilePoints,
  WHEEL,
} from "@croupier/web-core";
import { Button } from "@croupier/web-core/ui/parts.tsx";
import { computed } from "@preact/signals";
import type { JSX } from "preact";
import { gestures } from "../app/gestures.ts";
import { setPlace, UNIT } from "../app/places.ts";
import { game, neighbourCount, seat, slip } from "../app/state.ts";
import { t } from "../app/words.ts";
import { Stack } from "./Chips.tsx";

const u = (cells: number): number => cells * UNIT;

const lit = computed(() => {
  const pockets = new Set<string>();
  const sectors = new Set<Announced>();
  for (const { target } of gestures.value) {
    if (target?.zone !== "track") continue;
    if (target.at.kind === "announced") sectors.add(target.at.spot);
    else for (const value of neighbours(target.at.value, neighbourCount.value)) pockets.add(value);
  }
  return { pockets, sectors };
});

/** The shape of the inner field between two borders. */
function sectorPath(n: number): string {
  const inset = u(TILE_DEPTH);
  const [top, bottom, radius] = [inset, u(TRACK_HEIGHT) - inset, u(TRACK_HEIGHT / 2) - inset];
  const left = SECTOR_BORDERS[n - 1];
  const right = SECTOR_BORDERS[n];
  const from = left
    ? `M${u(left.top.x)} ${top}L${u(left.bottom.x)} ${bottom}`
    : `M${u(TRACK_HEIGHT / 2)} ${top}A${radius} ${radius} 0 0 0 ${u(TRACK_HEIGHT / 2)} ${bottom}`;
  const to = right
    ? `L${u(right.bottom.x)} ${bottom}L${u(right.top.x)} ${top}Z`
    : `L${u(TRACK_WIDTH - TRACK_HEIGHT / 2)} ${bottom}A${radius} ${radius} 0 0 0 ${u(TRACK_WIDTH - TRACK_HEIGHT / 2)} ${top}Z`;
  return from + to;
}

/** What stands on the announced bets; a name makes room for its chips. */
const staked = computed(() =>
  stacks(seat.value?.wagers ?? [], slip.value).filter(({ spot }) => spot in SECTOR_CENTRES),
);

function Sector({ spot, n, on }: { readonly spot: Announced; readonly n: number; readonly on: boolean }): JSX.Element {
  const { x, y } = SECTOR_CENTRES[spot];
  const rise = staked.value.some((stack) => stack.spot === spot) ? 0.17 : 0;
  return (
    <g>
      <path class={`sector ${on ? "lit" : ""}`} d={sectorPath(n)} />
      <text class="sector-name" x={u(x)} y={u(y - rise)}>
        {spotName(t, spot)}
      </text>
    </g>
  );
}

function SectorChips(): JSX.Element {
  return (
    <g class="chips">
      {staked.value.map(({ spot, accepted, pending }) => {
        const { x, y } = SECTOR_CENTRES[spot as Announced];
        return (
          <g key={spot} data-spot={spot} data-accepted={accepted} data-pending={pending}>
            {accepted > 0 ? <Stack amount={accepted} x={u(x)} y={u(y) + 20} r={20} /> : null}
            {pending > 0 ? <Stack amount={pending} x={u(x) + 26} y={u(y) + 20} r={20} pending /> : null}
          </g>
        );
      })}
    </g>
  );
}

function Stepper(): JSX.Element {
  const count = neighbourCount.value;
  const step = (by: number): void => {
    neighbourCount.value = Math.max(0, Math.min(NEIGHBOURS_MAX, count + by));
  };
  return (
    <div class="stepper">
      <Button
        label="+"
        describe={t("track.more")}
        onPress={() => step(1)}
        disabled={count >= NEIGHBOURS_MAX}
        id="more-neighbours"
      />
      <p>
        <strong data-testid="neighbours">{count}</strong>
        <span>{t("track.neighbours")}</span>
      </p>
      <Button
        label="−"
        describe={t("track.fewer")}
        onPress={() => step(-1)}
        disabled={count <= 0}
        id="fewer-neighbours"
      />
    </div>
  );
}

export function Racetrack(): JSX.Element | null {
  const { pockets, sectors } = lit.value;
  const offered = game.value?.spots.some((spot) => spot.id === "tier") ?? false;
  return (
    <>
      <Stepper />
      <div class="track" ref={setPlace("track")} data-table="track" data-testid="track">
        <svg viewBox={`0 0 ${u(TRACK_WIDTH)} ${u(TRACK_HEIGHT)}`} role="img" aria-label={t("track.label")}>
          {WHEEL.map((value, n) => {
            const { x, y } = tileCentre(n);
            return (
              <g key={value} class={pockets.has(value) ? "lit" : ""}>
                <polygon class={`track-tile ${colour(value)}`} points={tilePoints(n, UNIT)} />
                <text class="track-number" x={u(x)} y={u(y)}>
                  {value}
                </text>
              </g>
            );
          })}
          {offered ? ANNOUNCED.map((spot, n) => <Sector key={spot} spot={spot} n={n} on={sectors.has(spot)} />) : null}
          <SectorChips />
        </svg>
      </div>
    </>
  );
}

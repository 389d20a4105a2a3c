/** The layout as one composite widget: touch and mouse through the gestures, keys through a cursor. */
import { type Direction, LAYOUT_HEIGHT, LAYOUT_WIDTH, neighbourSpot, SPOT_BY_ID, spotOffer } from "@croupier/web-core";
import { computed } from "@preact/signals";
import type { JSX } from "preact";
import { place, remove, showLimits } from "../app/actions.ts";
import { cursor, gestures, offerFor } from "../app/gestures.ts";
import { MARGIN, setPlace, UNIT } from "../app/places.ts";
import { activeChip, screen, shownResult, table } from "../app/state.ts";
import { t } from "../app/words.ts";
import { LayoutChips } from "./Chips.tsx";
import { CELLS, LayoutArt, ZERO_PATH } from "./LayoutArt.tsx";
import { spotText } from "./SpotLabel.tsx";

const edge = -MARGIN * UNIT;
export const LAYOUT_BOX = `${edge} ${edge} ${(LAYOUT_WIDTH + 2 * MARGIN) * UNIT} ${(LAYOUT_HEIGHT + 2 * MARGIN) * UNIT}`;

/** Numbers under any finger or the key cursor. */
const covered = computed(() => {
  const numbers = new Set<string>();
  for (const gesture of gestures.value) {
    const offer = gesture.target && !gesture.held ? offerFor(gesture.target, gesture.amount) : null;
    for (const number of offer?.numbers ?? []) numbers.add(number);
  }
  for (const number of SPOT_BY_ID.get(cursor.value ?? "")?.numbers ?? []) numbers.add(number);
  return numbers;
});

/** Fields that belong to the targeted spot itself: a dozen, a column, an even chance. */
const fields = computed(() => {
  const spots = gestures.value.map((each) => (each.target?.zone === "layout" ? each.target.spot : null));
  return new Set([...spots, cursor.value]);
});

function Covered(): JSX.Element {
  const numbers = covered.value;
  return (
    <g class="covered">
      {numbers.has("0") ? <path d={ZERO_PATH} /> : null}
      {CELLS.filter((cell) => numbers.has(cell.value)).map(({ value, x, y }) => (
        <rect
          key={value}
          data-covered={value}
          x={x * UNIT + 3}
          y={y * UNIT + 3}
          width={UNIT - 6}
          height={UNIT - 6}
          rx="4"
        />
      ))}
      {[...fields.value].map((id) => (id === null ? null : <Field key={id} id={id} />))}
    </g>
  );
}

function Field({ id }: { readonly id: string }): JSX.Element | null {
  const spot = SPOT_BY_ID.get(id);
  if (!spot) return null;
  const sizes = { dozen: [4, 0.75], even_chance: [2, 0.75], column: [1, 1] } as const;
  const size = sizes[spot.kind as keyof typeof sizes];
  if (!size) return <circle class="anchor" cx={spot.x * UNIT} cy={spot.y * UNIT} r="11" />;
  const [w, h] = [size[0] * UNIT, size[1] * UNIT];
  return <rect x={spot.x * UNIT - w / 2 + 3} y={spot.y * UNIT - h / 2 + 3} width={w - 6} height={h - 6} rx="4" />;
}

/** The winning number, marked on the layout from the confirmed outcome only. */
function Winner(): JSX.Element | null {
  const outcome = screen.value === "result" ? table.value?.outcome : null;
  const spot = outcome ? SPOT_BY_ID.get(`straight:${outcome.value}`) : null;
  if (!spot) return null;
  const [x, y] = [(spot.x - 0.5) * UNIT, (spot.y - 0.5) * UNIT];
  return (
    <g class="winner" data-testid="winner">
      {spot.id === "straight:0" ? <path d={ZERO_PATH} /> : <rect x={x} y={y} width={UNIT} height={UNIT} />}
    </g>
  );
}

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

function onKey(event: KeyboardEvent): void {
  const spot = cursor.value ?? "straight:0";
  const direction = ARROWS[event.key];
  const chip = activeChip.value;
  if (direction) cursor.value = cursor.value === null ? spot : neighbourSpot(spot, direction);
  else if ((event.key === "Enter" || event.key === " ") && chip !== null)
    void place(spotOffer(spot, chip, SPOT_BY_ID.get(spot)?.numbers ?? []));
  else if (event.key === "Delete" || event.key === "Backspace") void remove(spot);
  else if (event.key.toLowerCase() === "l") showLimits(spot);
  else return;
  event.preventDefault();
}

export function Layout(): JSX.Element {
  return (
    <div
      class="layout"
      ref={setPlace("layout")}
      data-table="layout"
      data-testid="layout"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: one composite widget with its own keys instead of 157 tab stops
      tabIndex={0}
      role="application"
      aria-label={t("layout.label")}
      onKeyDown={onKey}
      onBlur={() => {
        cursor.value = null;
      }}
    >
      <svg viewBox={LAYOUT_BOX} aria-hidden="true">
        <LayoutArt />
        <Winner />
        <Covered />
        <g class={shownResult.value ? "after" : ""}>
          <LayoutChips />
        </g>
      </svg>
      <p class="visually-hidden" aria-live="polite">
        {cursor.value === null ? "" : spotText(cursor.value)}
      </p>
    </div>
  );
}

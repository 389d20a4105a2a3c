/** How to play and what each wager pays, in pictures and our own words. */
import { colour, SPOT_BY_ID } from "@croupier/web-core";
import type { JSX } from "preact";
import { UNIT } from "../app/places.ts";
import { table } from "../app/state.ts";
import { t } from "../app/words.ts";
import { Stack } from "../view/Chips.tsx";
import { CELLS, ZERO_PATH } from "../view/LayoutArt.tsx";
import { KINDS, type Kind, oddsOf } from "./Limits.tsx";

/** An example of each wager and the part of the layout its picture shows: x, y, width in cells. */
const PICTURES: Record<Kind, { readonly spot: string; readonly view: readonly [number, number, number] }> = {
  straight: { spot: "straight:17", view: [5, 0.5, 3] },
  split: { spot: "split:17-20", view: [5.5, 0.5, 3] },
  street: { spot: "street:13-14-15", view: [4, 1.5, 3] },
  corner: { spot: "corner:16-17-19-20", view: [5.5, 1, 3] },
  six_line: { spot: "six_line:13-14-15-16-17-18", view: [4.5, 1.5, 3] },
  column: { spot: "column:2", view: [11, 0.5, 3] },
  dozen: { spot: "dozen:2", view: [5.5, 2.1, 3] },
  even_chance: { spot: "red", view: [4.5, 2.6, 3] },
};

function Picture({ kind }: { readonly kind: Kind }): JSX.Element | null {
  const { spot: id, view } = PICTURES[kind];
  const spot = SPOT_BY_ID.get(id);
  if (!spot) return null;
  const [x, y, w] = view.map((cells) => cells * UNIT) as [number, number, number];
  const on = new Set(spot.numbers);
  return (
    <svg class="help-picture" viewBox={`${x} ${y} ${w} ${w * 0.62}`} aria-hidden="true">
      <path class="print-zero" d={ZERO_PATH} />
      {CELLS.map((cell) => (
        <g key={cell.value} class={on.has(cell.value) ? "" : "dim"}>
          <rect
            class={`print-cell ${colour(cell.value)}`}
            x={cell.x * UNIT}
            y={cell.y * UNIT}
            width={UNIT}
            height={UNIT}
          />
          <text class="print-number" x={(cell.x + 0.5) * UNIT} y={(cell.y + 0.5) * UNIT}>
            {cell.value}
          </text>
        </g>
      ))}
      {[0, 1, 2].map((row) => (
        <rect key={row} class="print-field" x={13 * UNIT} y={row * UNIT} width={UNIT} height={UNIT} />
      ))}
      {[1, 5, 9].map((left) => (
        <rect key={left} class="print-field" x={left * UNIT} y={3 * UNIT} width={4 * UNIT} height={0.75 * UNIT} />
      ))}
      {[1, 3, 5, 7, 9, 11].map((left) => (
        <rect key={left} class="print-field" x={left * UNIT} y={3.75 * UNIT} width={2 * UNIT} height={0.75 * UNIT} />
      ))}
      <polygon class="print-diamond red" points="548,412.5 600,388 652,412.5 600,437" />
      <Stack amount={table.value?.chips[1] ?? 100} x={spot.x * UNIT} y={spot.y * UNIT} />
    </svg>
  );
}

const STEPS = ["help.place", "help.change", "help.pending", "help.close"] as const;

export function Help(): JSX.Element {
  return (
    <div class="help">
      <ol class="help-steps">
        {STEPS.map((key) => (
          <li key={key}>{t(key)}</li>
        ))}
      </ol>
      <h3 class="caps">{t("help.payouts")}</h3>
      <ul class="help-kinds">
        {KINDS.map((kind) => (
          <li key={kind}>
            <Picture kind={kind} />
            <div>
              <strong>{t(`kind.${kind}`)}</strong>
              <b class="figures">{oddsOf(kind)}</b>
              <p>{t(`help.${kind}`)}</p>
            </div>
          </li>
        ))}
      </ul>
      <p>
        <strong>{t("kind.announced")}.</strong> {t("help.announced")}
      </p>
      <p>{t("help.zero")}</p>
    </div>
  );
}

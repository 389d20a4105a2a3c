/** The printed layout: drawn once, never touched by the countdown or by chips. */
import {
  colour,
  DOZEN_TOP,
  EVEN_CHANCES,
  EVEN_TOP,
  type EvenChance,
  LAYOUT_HEIGHT,
  numberAt,
  STREETS,
} from "@croupier/web-core";
import type { JSX } from "preact";
import { UNIT } from "../app/places.ts";
import { t } from "../app/words.ts";

const u = (cells: number): number => cells * UNIT;

export interface Cell {
  readonly value: string;
  readonly x: number;
  readonly y: number;
}

export const CELLS: readonly Cell[] = Array.from({ length: STREETS }, (_, street) =>
  [0, 1, 2].map((row) => ({ value: String(numberAt(street, row)), x: 1 + street, y: row })),
).flat();

/** Zero has rounded outer corners. */
export const ZERO_PATH = `M${u(1)} 0H${u(0.32)}Q0 0 0 ${u(0.32)}V${u(2.68)}Q0 ${u(3)} ${u(0.32)} ${u(3)}H${u(1)}Z`;

function Diamond({
  x,
  y,
  kind,
}: {
  readonly x: number;
  readonly y: number;
  readonly kind: "red" | "black";
}): JSX.Element {
  const [w, h] = [u(0.52), u(0.24)];
  const points = `${x - w},${y} ${x},${y - h} ${x + w},${y} ${x},${y + h}`;
  return <polygon class={`print-diamond ${kind}`} points={points} />;
}

function EvenField({ kind, n }: { readonly kind: EvenChance; readonly n: number }): JSX.Element {
  const [x, y] = [u(2 + 2 * n), u((EVEN_TOP + LAYOUT_HEIGHT) / 2)];
  return (
    <g>
      <rect class="print-field" x={u(1 + 2 * n)} y={u(EVEN_TOP)} width={u(2)} height={u(LAYOUT_HEIGHT - EVEN_TOP)} />
      {kind === "red" || kind === "black" ? (
        <Diamond x={x} y={y} kind={kind} />
      ) : (
        <text class="print-word" x={x} y={y}>
          {t(`layout.${kind}`)}
        </text>
      )}
    </g>
  );
}

export function LayoutArt(): JSX.Element {
  return (
    <g class="print">
      <path class="print-zero" d={ZERO_PATH} />
      <text class="print-number" x={u(0.5)} y={u(1.5)}>
        0
      </text>
      {CELLS.map(({ value, x, y }) => (
        <g key={value}>
          <rect class={`print-cell ${colour(value)}`} x={u(x)} y={u(y)} width={UNIT} height={UNIT} />
          <text class="print-number" x={u(x + 0.5)} y={u(y + 0.5)}>
            {value}
          </text>
        </g>
      ))}
      {[0, 1, 2].map((row) => (
        <g key={row}>
          <rect class="print-field" x={u(13)} y={u(row)} width={UNIT} height={UNIT} />
          <text class="print-word" x={u(13.5)} y={u(row + 0.5)}>
            2:1
          </text>
        </g>
      ))}
      {([1, 2, 3] as const).map((dozen) => (
        <g key={dozen}>
          <rect
            class="print-field"
            x={u(4 * dozen - 3)}
            y={u(DOZEN_TOP)}
            width={u(4)}
            height={u(EVEN_TOP - DOZEN_TOP)}
          />
          <text class="print-word" x={u(4 * dozen - 1)} y={u((DOZEN_TOP + EVEN_TOP) / 2)}>
            {t(`layout.dozen${dozen}`)}
          </text>
        </g>
      ))}
      {EVEN_CHANCES.map((kind, n) => (
        <EvenField key={kind} kind={kind} n={n} />
      ))}
    </g>
  );
}

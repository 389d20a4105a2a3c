/** Chips as SVG: one symbol per face, drawn once and used everywhere. */
import type { JSX } from "preact";
import { breakdown, FACES, type Face, face } from "../core/chips.ts";
import { chipText } from "../core/money.ts";

interface Paint {
  readonly base: string;
  readonly insert: string;
  readonly ink: string;
  readonly edge: string;
}

/** Ink is per chip: light text on the ivory centre could not be read. */
const PAINT: Record<Face, Paint> = {
  1: { base: "#ece5d0", insert: "#2f5fae", ink: "#1d3f7a", edge: "#a89f86" },
  5: { base: "#c22a37", insert: "#f3e9d2", ink: "#8d1521", edge: "#6d0e18" },
  25: { base: "#1b7f4d", insert: "#f0e8d0", ink: "#0d5633", edge: "#0a4227" },
  100: { base: "#23262c", insert: "#d9b660", ink: "#16181c", edge: "#08090b" },
  500: { base: "#6a37a8", insert: "#eadcf7", ink: "#472078", edge: "#351659" },
  1000: { base: "#d08c1c", insert: "#3a2a0c", ink: "#6d4405", edge: "#7a4f0a" },
};

/** The symbols; put once into the page. Each is 100 x 108: the extra 8 are the chip's thickness. */
export function ChipSymbols(): JSX.Element {
  return (
    <svg width="0" height="0" class="visually-hidden" aria-hidden="true">
      <defs>
        <radialGradient id="chip-sheen" cx="38%" cy="28%" r="75%">
          <stop offset="0" stop-color="#fff" stop-opacity="0.42" />
          <stop offset="0.45" stop-color="#fff" stop-opacity="0.06" />
          <stop offset="1" stop-color="#000" stop-opacity="0.3" />
        </radialGradient>
        <radialGradient id="chip-shadow">
          <stop offset="0.55" stop-color="#000" stop-opacity="0.6" />
          <stop offset="1" stop-color="#000" stop-opacity="0" />
        </radialGradient>
        {FACES.map((value) => (
          <ChipSymbol key={value} value={value} paint={PAINT[value]} />
        ))}
      </defs>
    </svg>
  );
}

/** Six inserts around the edge: 6 x (dash + gap) is the circumference at radius 42. */
const INSERT = (2 * Math.PI * 42) / 12;

function ChipSymbol({ value, paint }: { readonly value: Face; readonly paint: Paint }): JSX.Element {
  return (
    <symbol id={`chip-${value}`} viewBox="0 0 100 108">
      <ellipse cx="50" cy="57" rx="50" ry="50" fill={paint.edge} />
      <circle cx="50" cy="50" r="50" fill={paint.base} />
      <circle
        cx="50"
        cy="50"
        r="42"
        fill="none"
        stroke={paint.insert}
        stroke-width="16"
        stroke-dasharray={`${INSERT * 0.8} ${INSERT * 1.2}`}
        stroke-dashoffset={INSERT * 0.4}
      />
      <circle cx="50" cy="50" r="32.5" fill="none" stroke={paint.insert} stroke-width="1.6" stroke-dasharray="4 3" />
      <circle cx="50" cy="50" r="29" fill="#fbf6e6" />
      <circle cx="50" cy="50" r="29" fill="none" stroke={paint.base} stroke-width="1.5" />
      <circle cx="50" cy="50" r="50" fill="url(#chip-sheen)" />
    </symbol>
  );
}

export const chipInk = (minor: number, scale: number): string => PAINT[face(minor, scale)].ink;

interface StackProps {
  readonly amount: number;
  readonly chips: readonly number[];
  readonly currency: string;
  readonly scale: number;
  readonly x: number;
  readonly y: number;
  readonly r: number;
  /** Still on its way: 60 % with a dashed ring until the server has answered. */
  readonly pending?: boolean;
}

const LABEL_CHARS_MAX = 3;

/** A stack of at most five discs with its amount as text; long amounts get a pill so that they stay readable. */
export function ChipStack(props: StackProps): JSX.Element {
  const { amount, chips, currency, scale, x, y, r, pending = false } = props;
  const discs = breakdown(amount, chips);
  const lift = r * 0.11;
  const top = y - (discs.length - 1) * lift;
  const text = chipText(amount, currency);
  const wide = text.length > LABEL_CHARS_MAX;
  const upper = discs[discs.length - 1] ?? amount;
  return (
    <g class={pending ? "stack pending" : "stack"} data-amount={amount}>
      <ellipse cx={x + r * 0.08} cy={y + r * 0.28} rx={r * 1.18} ry={r * 1.08} fill="url(#chip-shadow)" />
      {discs.map((disc, n) => (
        <use
          key={n}
          href={`#chip-${face(disc, scale)}`}
          x={x - r}
          y={y - r - n * lift}
          width={2 * r}
          height={2.16 * r}
        />
      ))}
      {pending ? <circle class="pending-ring" cx={x} cy={top} r={r * 1.12} /> : null}
      {wide ? (
        <rect class="stack-pill" x={x - r * 1.05} y={top - r * 0.42} width={r * 2.1} height={r * 0.84} rx={r * 0.42} />
      ) : null}
      <text
        class="stack-text"
        x={x}
        y={top}
        fill={wide ? "#fbf6e6" : chipInk(upper, scale)}
        font-size={wide ? r * 0.74 : r * 0.68}
      >
        {text}
      </text>
    </g>
  );
}

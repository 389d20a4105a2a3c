/** Paints of the printed layout, shared by the layout, the racetrack and the pictures in the help. */
import type { JSX } from "preact";

const PAINTS = [
  ["print-red", "#bb2431", "#8d1521"],
  ["print-black", "#22252b", "#0f1114"],
  ["print-green", "#0f7d47", "#0a5a33"],
] as const;

export function PrintDefs(): JSX.Element {
  return (
    <svg width="0" height="0" class="visually-hidden" aria-hidden="true">
      <defs>
        {PAINTS.map(([id, light, dark]) => (
          <linearGradient key={id} id={id} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stop-color={light} />
            <stop offset="1" stop-color={dark} />
          </linearGradient>
        ))}
      </defs>
    </svg>
  );
}

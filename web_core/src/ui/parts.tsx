/** Small view parts that every terminal uses. */
import type { ComponentChildren, JSX } from "preact";
import { colour } from "../core/wheel.ts";

interface ButtonProps {
  readonly label: ComponentChildren;
  readonly onPress: () => void;
  readonly look?: "plain" | "primary" | "danger";
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  readonly id?: string;
  readonly class?: string;
  readonly describe?: string;
}

export function Button(props: ButtonProps): JSX.Element {
  const { label, onPress, look = "plain", disabled = false, pressed, id, describe } = props;
  return (
    <button
      type="button"
      class={`button ${look} ${props.class ?? ""}`}
      disabled={disabled}
      onClick={onPress}
      {...(id === undefined ? {} : { "data-testid": id })}
      {...(describe === undefined ? {} : { "aria-label": describe })}
      {...(pressed === undefined ? {} : { "aria-pressed": pressed })}
    >
      {label}
    </button>
  );
}

/** A result as number and colour; a void round has no number. */
export function NumberTile({ value, label }: { readonly value: string | null; readonly label?: string }): JSX.Element {
  return (
    <span class={`tile ${value === null ? "void" : colour(value)}`} role="img" aria-label={label ?? value ?? "void"}>
      {value ?? "–"}
    </span>
  );
}

const RADIUS = 44;
const ROUND = 2 * Math.PI * RADIUS;
export const CLOSING_S = 10;
export const LAST_S = 5;

export type CountdownStage = "open" | "closing" | "last" | "over";

export function countdownStage(seconds: number): CountdownStage {
  if (seconds <= 0) return "over";
  if (seconds <= LAST_S) return "last";
  return seconds <= CLOSING_S ? "closing" : "open";
}

interface RingProps {
  readonly remainingMs: number;
  readonly periodMs: number;
  readonly label: string;
}

/** The rest of the wagering period (002 7.2) as a ring: green, amber from 10 s, red from 5 s. */
export function CountdownRing({ remainingMs, periodMs, label }: RingProps): JSX.Element {
  const seconds = Math.ceil(remainingMs / 1000);
  const part = periodMs > 0 ? Math.min(1, remainingMs / periodMs) : 0;
  return (
    <div class="ring" data-stage={countdownStage(seconds)} role="timer" aria-label={label} data-testid="countdown">
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle class="rest" cx="50" cy="50" r={RADIUS} fill="none" stroke-width="8" />
        <circle
          class="left"
          cx="50"
          cy="50"
          r={RADIUS}
          fill="none"
          stroke-width="8"
          stroke-linecap="round"
          stroke-dasharray={ROUND}
          stroke-dashoffset={ROUND * (1 - part)}
          visibility={part > 0 ? "visible" : "hidden"}
        />
      </svg>
      <span class="value">{seconds}</span>
    </div>
  );
}

interface PadProps {
  readonly onDigit: (digit: string) => void;
  readonly onDelete: () => void;
  readonly onEnter: () => void;
  readonly deleteLabel: string;
  readonly enterLabel: string;
  readonly enterDisabled?: boolean;
}

/** A numeric pad for card numbers, PINs and ticket numbers. */
export function NumericPad(props: PadProps): JSX.Element {
  const { onDigit, onDelete, onEnter, deleteLabel, enterLabel, enterDisabled = false } = props;
  return (
    <div class="pad">
      {["1", "2", "3", "4", "5", "6", "7", "8", "9"].map((digit) => (
        <Button key={digit} label={digit} onPress={() => onDigit(digit)} />
      ))}
      <Button label="⌫" describe={deleteLabel} onPress={onDelete} />
      <Button label="0" onPress={() => onDigit("0")} />
      <Button label={enterLabel} look="primary" onPress={onEnter} disabled={enterDisabled} />
    </div>
  );
}

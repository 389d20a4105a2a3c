/** The numbers as they lie on the layout. A touch is a complete choice; there is nothing to drag. */
import { colour } from "@croupier/web-core";
import { layoutRows } from "../logic/keypad.ts";
import { t } from "../messages/index.ts";

interface KeypadProps {
  readonly values: readonly string[];
  readonly chosen: string | null;
  /** What the keyboard has so far: the numbers it can still become stay bright. */
  readonly typed?: string;
  readonly barred?: string | null;
  readonly onPick: (value: string) => void;
}

export function Keypad({ values, chosen, typed = "", barred = null, onPick }: KeypadProps) {
  const { zeros, rows } = layoutRows(values);
  const key = (value: string) => (
    <button
      key={value}
      type="button"
      class={`key ${colour(value)} ${value === chosen ? "chosen" : ""} ${typed && !value.startsWith(typed) ? "dim" : ""}`}
      aria-label={`${value} ${t(`colour.${colour(value)}`)}`}
      aria-pressed={value === chosen}
      data-testid={`key-${value}`}
      disabled={value === barred}
      onClick={() => onPick(value)}
    >
      {value}
    </button>
  );
  return (
    <section class="keypad" aria-label={t("keypad.label")}>
      <div class="zeros">{zeros.map(key)}</div>
      <div class="numbers">{rows.flat().map(key)}</div>
    </section>
  );
}

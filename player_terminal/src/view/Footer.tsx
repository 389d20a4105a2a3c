/** Meters left, chips centre, actions right with the primary one in the corner. */
import { chipText, face } from "@croupier/web-core";
import { chipInk } from "@croupier/web-core/ui/ChipArt.tsx";
import { Button } from "@croupier/web-core/ui/parts.tsx";
import type { JSX } from "preact";
import { slipAction } from "../app/actions.ts";
import { setPlace } from "../app/places.ts";
import { activeChip, canBet, cash, chip, chipScale, currency, seat, spendable, table } from "../app/state.ts";
import { t } from "../app/words.ts";
import { CashOutWaits } from "../panels/CashOut.tsx";
import { Meters } from "./Meters.tsx";

function TrayChip({ value }: { readonly value: number }): JSX.Element {
  const selected = value === activeChip.value;
  const short = value > spendable.value;
  const text = chipText(value, currency.value);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a chip is dragged as well as chosen, which an input cannot be
    <button
      type="button"
      class={`tray-chip ${selected ? "selected" : ""} ${short ? "short" : ""}`}
      role="radio"
      aria-checked={selected}
      aria-label={t("tray.chip", { amount: cash(value) })}
      data-chip={value}
      onClick={() => {
        chip.value = value;
      }}
    >
      <svg viewBox="0 0 100 108" aria-hidden="true">
        <use href={`#chip-${face(value, chipScale.value)}`} width="100" height="108" />
        <text
          class="stack-text"
          x="50"
          y="51"
          fill={chipInk(value, chipScale.value)}
          font-size={text.length > 3 ? 22 : text.length === 3 ? 27 : 32}
        >
          {text}
        </text>
      </svg>
    </button>
  );
}

function Tray(): JSX.Element {
  return (
    <div class="tray" role="radiogroup" aria-label={t("tray.label")} ref={setPlace("tray")} data-table="tray">
      {(table.value?.chips ?? []).slice(0, 6).map((value) => (
        <TrayChip key={value} value={value} />
      ))}
    </div>
  );
}

function Actions(): JSX.Element {
  const now = seat.value;
  const open = canBet.value;
  const staked = (now?.wagers.length ?? 0) > 0;
  return (
    <div class="actions">
      <Button
        id="undo"
        label={t("action.undo")}
        onPress={() => slipAction("undo")}
        disabled={!open || !now?.undo_depth}
      />
      <Button id="clear" label={t("action.clear")} onPress={() => slipAction("clear")} disabled={!open || !staked} />
      <Button id="double" label={t("action.double")} onPress={() => slipAction("double")} disabled={!open || !staked} />
      <Button
        id="rebet"
        look="primary"
        label={
          <>
            {t("action.rebet")}
            {now?.rebet_total ? <small>{cash(now.rebet_total)}</small> : null}
          </>
        }
        onPress={() => slipAction("rebet")}
        disabled={!open || !now?.rebet_total}
      />
    </div>
  );
}

export function Footer(): JSX.Element {
  return (
    <footer class="footer">
      <Meters />
      <Tray />
      <Actions />
      <CashOutWaits />
    </footer>
  );
}

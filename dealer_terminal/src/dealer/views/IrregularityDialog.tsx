/** "What happened?": the game's own list, the rule behind each line, and only the outcome that rule permits. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useTable } from "../desk.ts";
import { type Irregularity, irregularityCommand, menuOf } from "../logic/menu.ts";
import { code, t } from "../messages/index.ts";
import { DialogFrame } from "./DialogHost.tsx";

function Explained({ item, onConfirm }: { readonly item: Irregularity; readonly onConfirm: (detail: string) => void }) {
  const detail = useSignal("");
  return (
    <div class="explained">
      <span class="label">{t("menu.rule", { clause: item.clause.replace(/^002 /, "") })}</span>
      <h3>{code("irregularity", item.code)}</h3>
      <ul>
        <li>{t(`menu.effect.${item.effect}`)}</li>
        <li>{t(`menu.authority.${item.authority}`)}</li>
        <li>{code("advice", item.code)}</li>
      </ul>
      <label class="field">
        <span class="label">{t("menu.detail")}</span>
        <input
          maxLength={200}
          data-testid="detail"
          value={detail.value}
          onInput={(event) => {
            detail.value = event.currentTarget.value;
          }}
        />
      </label>
      <button
        type="button"
        class="button primary"
        data-testid="confirm-irregularity"
        onClick={() => onConfirm(detail.value.trim())}
      >
        {item.authority === "dealer" ? t("menu.call") : t("menu.request")}
      </button>
    </div>
  );
}

export function IrregularityDialog({ menu }: { readonly menu: "no_spin" | "void" }) {
  const { desk, table } = useTable();
  const chosen = useSignal<string | null>(null);
  const offered = menuOf(table);
  const items = menu === "no_spin" ? offered.calls : offered.voids;
  const item = items.find((each) => each.code === chosen.value) ?? null;
  const round = table.round;
  const gone = round === null || items.length === 0;
  // The round moved on while the menu was open: nothing on it is legal any more.
  useEffect(() => {
    if (gone) desk.close();
  }, [gone, desk]);
  if (gone) return null;

  const confirm = async (picked: Irregularity, detail: string) => {
    if (!(await desk.send(irregularityCommand(picked, round, detail)))) return;
    if (picked.authority === "dealer") desk.close();
    else desk.open({ kind: "supervisor", task: null });
  };

  return (
    <DialogFrame id="irregularity" title={t(`menu.${menu}.title`)} subtitle={t(`menu.${menu}.text`)} wide>
      <div class="two-panes">
        <ul class="choices">
          {items.map((each) => (
            <li key={each.code}>
              <button
                type="button"
                class="choice"
                aria-pressed={each.code === chosen.value}
                data-testid={`irregularity-${each.code}`}
                onClick={() => {
                  chosen.value = each.code;
                }}
              >
                <span>{code("irregularity", each.code)}</span>
                <small>{each.clause.replace(/^002 /, "")}</small>
              </button>
            </li>
          ))}
        </ul>
        {item === null ? (
          <p class="pane-empty">{t("menu.pick")}</p>
        ) : (
          <Explained key={item.code} item={item} onConfirm={(detail) => void confirm(item, detail)} />
        )}
      </div>
    </DialogFrame>
  );
}

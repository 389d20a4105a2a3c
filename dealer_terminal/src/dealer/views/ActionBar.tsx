/** The one large button at its fixed place, and beside it only what is legal now. */
import { useTable } from "../desk.ts";
import { menuOf } from "../logic/menu.ts";
import { type Primary, primaryOf } from "../logic/primary.ts";
import { typedValue } from "../logic/typing.ts";
import { code, t } from "../messages/index.ts";
import { pressPrimary, showPrimary } from "../press.ts";

interface SideActionProps {
  readonly label: string;
  readonly shortcut: string;
  readonly id: string;
  readonly badge?: number;
  readonly onPress: () => void;
}

function SideAction({ label, shortcut, id, badge, onPress }: SideActionProps) {
  return (
    <button type="button" class="button side-action" data-testid={id} onClick={onPress}>
      <span class="side-label">
        {label}
        {badge ? <b class="badge">{badge}</b> : null}
      </span>
      <kbd>{shortcut}</kbd>
    </button>
  );
}

function PrimaryButton({ primary, typed }: { readonly primary: Primary; readonly typed: string | null }) {
  const { desk } = useTable();
  showPrimary(desk, primary);
  if (primary.kind === "prompt") {
    return (
      <p class="primary-slot prompt" data-testid="primary" data-action={primary.label}>
        {code("prompt", primary.label)}
      </p>
    );
  }
  const value = primary.kind === "command" && primary.value !== null ? primary.value : "";
  return (
    <button
      type="button"
      class="button primary primary-slot"
      data-testid="primary"
      data-action={primary.label}
      aria-busy={desk.sending.value !== null}
      onClick={() => pressPrimary(desk, typed)}
    >
      <span class="primary-word">{code("primary", primary.label, { value })}</span>
      <span class="primary-hint">{desk.sending.value === null ? code("hint", primary.label) : t("sending")}</span>
      <kbd>Enter</kbd>
    </button>
  );
}

export function ActionBar() {
  const { desk, table, values } = useTable();
  const { calls, voids } = menuOf(table);
  const typed = typedValue(desk.typed.value, values);
  const round = table.round;
  return (
    <footer class="bar">
      <div class="side-actions">
        {calls.length > 0 ? (
          <SideAction
            id="no-spin"
            label={t("action.no_spin")}
            shortcut="N"
            onPress={() => desk.open({ kind: "irregularity", menu: "no_spin" })}
          />
        ) : null}
        {voids.length > 0 ? (
          <SideAction
            id="void"
            label={t("action.void")}
            shortcut="V"
            onPress={() => desk.open({ kind: "irregularity", menu: "void" })}
          />
        ) : null}
        {round !== null && table.actions.includes("clear_entry") ? (
          <SideAction
            id="clear-entry"
            label={t("action.clear_entry")}
            shortcut="C"
            onPress={() => void desk.send({ type: "clear_entry", round })}
          />
        ) : null}
        {table.tasks.length > 0 ? (
          <SideAction
            id="tasks"
            label={t("action.tasks")}
            shortcut="S"
            badge={table.tasks.length}
            onPress={() => desk.open({ kind: "supervisor", task: null })}
          />
        ) : null}
        <span class="bar-fill" />
        <SideAction
          id="table-menu"
          label={t("action.table")}
          shortcut="T"
          onPress={() => desk.open({ kind: "table" })}
        />
        <SideAction id="keys" label={t("action.keys")} shortcut="?" onPress={() => desk.open({ kind: "keys" })} />
      </div>
      <PrimaryButton primary={primaryOf(table, typed)} typed={typed} />
    </footer>
  );
}

/** The settings of one table. Who saves second sees what the first one changed, and decides. */
import { useSignal } from "@preact/signals";
import { ApiRefusal } from "../api.ts";
import { changedFields, type Form, rebase, toChange, toForm } from "../logic/form.ts";
import { code, t } from "../messages/index.ts";
import type { TableRecord } from "../model.ts";
import { useLoad, useOffice } from "../office.ts";
import { Press, SaveForm } from "../parts.tsx";
import { ConflictBox } from "./ConflictBox.tsx";
import { GeneralFields, LimitFields } from "./TableFields.tsx";

interface Conflict {
  readonly record: TableRecord;
  readonly theirs: Form;
  /** My changes on top of theirs. */
  readonly form: Form;
  readonly clashes: readonly string[];
}

/** The table as it is saved, what was typed over it, and what came of saving. */
function useTable(table: string) {
  const office = useOffice();
  const { currency } = office;
  const path = `/tables/${encodeURIComponent(table)}`;
  const record = useSignal<TableRecord | null>(null);
  const form = useSignal<Form>({});
  const bad = useSignal<readonly string[]>([]);
  const conflict = useSignal<Conflict | null>(null);

  const show = (next: TableRecord, text: Form = toForm(next, currency)) => {
    record.value = next;
    form.value = text;
    bad.value = [];
    conflict.value = null;
  };
  useLoad(async () => {
    const found = await office.try(() => office.api.get<TableRecord>(path));
    if (found) show(found);
  });
  const collide = async (base: Form) => {
    const found = await office.try(() => office.api.get<TableRecord>(path));
    if (!found) return;
    const theirs = toForm(found, currency);
    conflict.value = { record: found, theirs, ...rebase(base, form.value, theirs) };
  };
  const save = async (current: TableRecord) => {
    const result = toChange(form.value, current, currency);
    if (!result.ok) {
      bad.value = result.fields;
      return office.tell("bad", "unreadable_fields");
    }
    if (Object.keys(result.change).length === 0) return office.tell("good", "unchanged");
    try {
      show(await office.api.patch<TableRecord>(path, current.version, result.change));
      office.tell("good", "saved");
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      if (error.code === "version_conflict") await collide(toForm(current, currency));
      else office.tell("bad", error.code, error.detail);
    }
  };
  return { record, form, bad, conflict, show, save };
}

export function TableEditor({ table }: { readonly table: string }) {
  const { currency, mayChange } = useOffice();
  const { record, form, bad, conflict, show, save } = useTable(table);
  const current = record.value;
  if (current === null) return <section>{t("loading")}</section>;
  const base = toForm(current, currency);
  const dirty = changedFields(base, form.value).length;
  const clash = conflict.value;
  const fields = {
    form: form.value,
    bad: bad.value,
    currency,
    locked: !mayChange,
    onSet: (field: string, value: string) => {
      form.value = { ...form.value, [field]: value };
    },
  };
  return (
    <section>
      <h2>
        {current.name}
        <small data-testid="version">
          {t("tables.version", { version: current.version })} · {code("effective", current.effective)}
        </small>
      </h2>
      {clash ? (
        <ConflictBox
          version={clash.record.version}
          base={base}
          mine={form.value}
          theirs={clash.theirs}
          clashes={clash.clashes}
          onMine={() => show(clash.record, clash.form)}
          onTheirs={() => show(clash.record)}
        />
      ) : null}
      <SaveForm onSave={() => void save(current)}>
        <fieldset>
          <legend>{t("tables.general")}</legend>
          <GeneralFields {...fields} />
        </fieldset>
        <LimitFields {...fields} kinds={current.limits.kinds} />
        {mayChange ? (
          <div class="row">
            <button type="submit" class="press gold" data-testid="save">
              {t("tables.save")} <kbd>Ctrl S</kbd>
            </button>
            {dirty > 0 ? (
              <>
                <span class="quiet">{t("tables.dirty", { n: dirty })}</span>
                <Press label={t("tables.reset")} id="reset" onPress={() => show(current)} />
              </>
            ) : null}
          </div>
        ) : (
          <p class="quiet">{t("tables.read_only")}</p>
        )}
      </SaveForm>
    </section>
  );
}

/** A new table: a copy of one that is there, changed where it differs. It starts closed; the floor screen opens it. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Form } from "../logic/form.ts";
import { FIRST, type Pattern, startFrom, toNew, toNewForm } from "../logic/newTable.ts";
import { code, t } from "../messages/index.ts";
import type { TableRecord } from "../model.ts";
import { useOffice } from "../office.ts";
import { Choice, Press, SaveForm } from "../parts.tsx";
import { Field, GeneralFields, LimitFields } from "./TableFields.tsx";

interface NewTableProps {
  readonly tables: readonly TableRecord[];
  /** The table to copy until another one is picked. */
  readonly like: TableRecord | null;
  readonly onMade: (table: string) => void;
  readonly onCancel: () => void;
}

export function NewTable({ tables, like, onMade, onCancel }: NewTableProps) {
  const office = useOffice();
  const { currency } = office;
  const ids = tables.map((row) => row.table);
  const copied = useSignal<Pattern>(like ?? FIRST);
  const start = startFrom(copied.value, ids);
  const form = useSignal<Form>(toNewForm(start, currency));
  const bad = useSignal<readonly string[]>([]);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const first = section.current?.querySelector("input");
    first?.focus();
    first?.select();
  }, []);

  const copy = (pattern: Pattern) => {
    copied.value = pattern;
    form.value = toNewForm(startFrom(pattern, ids), currency);
    bad.value = [];
  };
  const create = async () => {
    const result = toNew(form.value, start, ids, currency);
    bad.value = result.ok ? [] : result.fields;
    if (!result.ok) return office.tell("bad", "unreadable_fields");
    const made = await office.try(() => office.api.post<TableRecord>("/tables", result.table));
    if (!made) return;
    office.tell("good", "created");
    onMade(made.table);
  };
  const fields = {
    form: form.value,
    bad: bad.value,
    currency,
    locked: false,
    onSet: (field: string, value: string) => {
      form.value = { ...form.value, [field]: value };
    },
  };
  return (
    <section ref={section} data-testid="new-table-form">
      <h2>
        {t("tables.new")}
        <small>
          {code("game", start.game)} · {code("variant", start.variant)}
        </small>
      </h2>
      <SaveForm onSave={() => void create()}>
        <fieldset>
          <legend>{t("tables.general")}</legend>
          {tables.length === 0 ? null : (
            <Choice
              label={t("tables.copy")}
              name="copy"
              value={copied.value.table}
              options={tables.map((row) => [row.table, `${row.table} · ${row.name}`] as const)}
              onPick={(table) => copy(tables.find((row) => row.table === table) ?? FIRST)}
            />
          )}
          <Field {...fields} field="table" note={t("tables.id_note")} />
          <GeneralFields {...fields} />
        </fieldset>
        <LimitFields {...fields} kinds={start.limits.kinds} />
        <div class="row">
          <button type="submit" class="press gold" data-testid="create">
            {t("tables.create")} <kbd>Ctrl S</kbd>
          </button>
          <Press label={t("cancel")} id="cancel-new" onPress={onCancel} />
          <span class="quiet">{t("tables.starts_closed")}</span>
        </div>
      </SaveForm>
    </section>
  );
}

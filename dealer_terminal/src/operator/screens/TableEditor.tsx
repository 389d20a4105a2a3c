/** The settings of one table. Who saves second sees what the first one changed, and decides. */
import { useSignal } from "@preact/signals";
import { ApiRefusal } from "../api.ts";
import { changedFields, type Form, rebase, toChange, toForm } from "../logic/form.ts";
import { code, t } from "../messages/index.ts";
import type { TableRecord } from "../model.ts";
import { useLoad, useOffice } from "../office.ts";
import { Choice, Entry, Press } from "../parts.tsx";

interface Conflict {
  readonly theirs: TableRecord;
  readonly form: Form;
  readonly clashes: readonly string[];
}

function fieldName(field: string): string {
  const [kind = field, bound] = field.split(".");
  return bound === undefined ? code("field", field) : `${code("kind", kind)} · ${code("field", bound)}`;
}

interface ConflictProps {
  readonly conflict: Conflict;
  readonly mine: Form;
  readonly base: Form;
  readonly currency: string;
  readonly onMine: () => void;
  readonly onTheirs: () => void;
}

function ConflictBox({ conflict, mine, base, currency, onMine, onTheirs }: ConflictProps) {
  const theirs = toForm(conflict.theirs, currency);
  const fields = [...new Set([...changedFields(base, theirs), ...changedFields(base, mine)])];
  return (
    <div class="conflict" role="alertdialog" aria-label={t("conflict.title")} data-testid="conflict">
      <h3>{t("conflict.title")}</h3>
      <p>{t("conflict.text", { version: conflict.theirs.version })}</p>
      <table class="grid">
        <thead>
          <tr>
            <th scope="col">{t("conflict.field")}</th>
            <th scope="col">{t("conflict.before")}</th>
            <th scope="col">{t("conflict.theirs")}</th>
            <th scope="col">{t("conflict.mine")}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field} class={conflict.clashes.includes(field) ? "clash" : ""} data-testid={`conflict-${field}`}>
              <td>{fieldName(field)}</td>
              <td>{base[field]}</td>
              <td>{theirs[field]}</td>
              <td>{mine[field]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="row">
        <Press label={t("conflict.keep_mine")} id="keep-mine" look="gold" onPress={onMine} />
        <Press label={t("conflict.take_theirs")} id="take-theirs" onPress={onTheirs} />
      </div>
    </div>
  );
}

export function TableEditor({ table }: { readonly table: string }) {
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

  const current = record.value;
  if (current === null) return <section class="wide">{t("loading")}</section>;
  const base = toForm(current, currency);

  const collide = async () => {
    const theirs = await office.try(() => office.api.get<TableRecord>(path));
    if (theirs) conflict.value = { theirs, ...rebase(base, form.value, toForm(theirs, currency)) };
  };
  const save = async () => {
    const result = toChange(form.value, current, currency);
    if (!result.ok) {
      bad.value = result.fields;
      office.tell("bad", "unreadable_fields");
      return;
    }
    if (Object.keys(result.change).length === 0) return office.tell("good", "unchanged");
    try {
      show(await office.api.patch<TableRecord>(path, current.version, result.change));
      office.tell("good", "saved");
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      if (error.code === "version_conflict") await collide();
      else office.tell("bad", error.code, error.detail);
    }
  };

  const locked = !office.mayChange;
  const set = (field: string) => (value: string) => {
    form.value = { ...form.value, [field]: value };
  };
  const entry = (field: string, note?: string) => (
    <Entry
      key={field}
      label={fieldName(field)}
      name={field}
      value={form.value[field] ?? ""}
      bad={bad.value.includes(field)}
      note={note}
      disabled={locked}
      onInput={set(field)}
    />
  );
  const cell = (field: string) => (
    <td class="right">
      <input
        name={field}
        aria-label={fieldName(field)}
        data-testid={`field-${field}`}
        class={bad.value.includes(field) ? "bad" : ""}
        value={form.value[field] ?? ""}
        disabled={locked}
        onInput={(event) => set(field)(event.currentTarget.value)}
      />
    </td>
  );
  const dirty = changedFields(base, form.value).length;

  return (
    <section class="wide">
      <h2>
        {current.name}
        <small data-testid="version">
          {t("tables.version", { version: current.version })} · {code("effective", current.effective)}
        </small>
      </h2>
      {conflict.value ? (
        <ConflictBox
          conflict={conflict.value}
          mine={form.value}
          base={base}
          currency={currency}
          onMine={() => conflict.value && show(conflict.value.theirs, conflict.value.form)}
          onTheirs={() => conflict.value && show(conflict.value.theirs)}
        />
      ) : null}
      <form
        data-save
        class="settings"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <fieldset>
          <legend>{t("tables.general")}</legend>
          {entry("name")}
          {entry("period", t("tables.seconds"))}
          {entry("chips", currency)}
          <Choice
            label={fieldName("wheel")}
            name="wheel"
            value={form.value["wheel"] ?? "live"}
            options={[
              ["live", code("wheel", "live")],
              ["automated", code("wheel", "automated")],
            ]}
            disabled={locked}
            onPick={set("wheel")}
          />
          {entry("device", t("tables.device_note"))}
          <Choice
            label={fieldName("after_no_spin")}
            name="after_no_spin"
            value={form.value["after_no_spin"] ?? "stand"}
            options={[
              ["stand", t("after_no_spin.stand")],
              ["reopen", t("after_no_spin.reopen")],
            ]}
            disabled={locked}
            onPick={set("after_no_spin")}
          />
        </fieldset>
        <fieldset>
          <legend>
            {t("tables.limits")} ({currency})
          </legend>
          <table class="grid limits">
            <thead>
              <tr>
                <th scope="col">{t("col.kind")}</th>
                <th scope="col" class="right">
                  {t("field.minimum")}
                </th>
                <th scope="col" class="right">
                  {t("field.maximum")}
                </th>
              </tr>
            </thead>
            <tbody>
              {Object.keys(current.limits.kinds).map((kind) => (
                <tr key={kind}>
                  <td>{code("kind", kind)}</td>
                  {cell(`${kind}.minimum`)}
                  {cell(`${kind}.maximum`)}
                </tr>
              ))}
              <tr>
                <td>{t("tables.total")}</td>
                {cell("total_minimum")}
                {cell("total_maximum")}
              </tr>
            </tbody>
          </table>
          {entry("unit")}
        </fieldset>
        {locked ? (
          <p class="quiet">{t("tables.read_only")}</p>
        ) : (
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
        )}
      </form>
    </section>
  );
}

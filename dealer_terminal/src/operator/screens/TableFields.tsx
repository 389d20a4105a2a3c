/** The fields of a table, the same for one that exists and one that is being made. */
import type { Form } from "../logic/form.ts";
import { PAUSE, PERIOD, rangeText, SPIN_LEAD } from "../logic/seconds.ts";
import { code, t } from "../messages/index.ts";
import type { LimitsView } from "../model.ts";
import { Choice, Entry } from "../parts.tsx";

export function fieldName(field: string): string {
  const [kind = field, bound] = field.split(".");
  return bound === undefined ? code("field", field) : `${code("kind", kind)} · ${code("field", bound)}`;
}

export interface FieldsProps {
  readonly form: Form;
  readonly bad: readonly string[];
  readonly currency: string;
  readonly locked: boolean;
  readonly onSet: (field: string, value: string) => void;
}

interface OneProps extends FieldsProps {
  readonly field: string;
  readonly note?: string;
}

export function Field({ field, note, form, bad, locked, onSet }: OneProps) {
  return (
    <Entry
      label={fieldName(field)}
      name={field}
      value={form[field] ?? ""}
      bad={bad.includes(field)}
      note={note}
      disabled={locked}
      onInput={(value) => onSet(field, value)}
    />
  );
}

function Pick({ field, keys, group, form, locked, onSet }: FieldsProps & PickOf) {
  return (
    <Choice
      label={fieldName(field)}
      name={field}
      value={form[field] ?? keys[0]}
      options={keys.map((key) => [key, code(group, key)] as const)}
      disabled={locked}
      onPick={(value) => onSet(field, value)}
    />
  );
}

interface PickOf {
  readonly field: string;
  readonly keys: readonly [string, string];
  /** Where the words for the keys are. */
  readonly group: string;
}

/** Name, times, chips and outcome source. */
export function GeneralFields(props: FieldsProps) {
  const span = (range: readonly [number, number]) => t("tables.seconds", { range: rangeText(range) });
  return (
    <>
      <Field {...props} field="name" />
      <div class="spans">
        <Field {...props} field="period" note={span(PERIOD)} />
        <Field {...props} field="pause" note={span(PAUSE)} />
        <Field {...props} field="spin_lead" note={span(SPIN_LEAD)} />
      </div>
      <small class="quiet">{t("tables.spans_note")}</small>
      <Field {...props} field="chips" note={props.currency} />
      <Pick {...props} field="wheel" group="wheel" keys={["live", "automated"]} />
      <Field {...props} field="device" note={t("tables.device_note")} />
      <Pick {...props} field="after_no_spin" group="after_no_spin" keys={["stand", "reopen"]} />
    </>
  );
}

function LimitCell({ field, form, bad, locked, onSet }: OneProps) {
  return (
    <td class="right">
      <input
        name={field}
        aria-label={fieldName(field)}
        aria-invalid={bad.includes(field)}
        data-testid={`field-${field}`}
        class={bad.includes(field) ? "bad" : ""}
        value={form[field] ?? ""}
        disabled={locked}
        onInput={(event) => onSet(field, event.currentTarget.value)}
      />
    </td>
  );
}

/** Minimum and maximum of every kind of wager of the game, of a player's total, and the unit. */
export function LimitFields({ kinds, ...props }: FieldsProps & { readonly kinds: LimitsView["kinds"] }) {
  return (
    <fieldset>
      <legend>
        {t("tables.limits")} ({props.currency})
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
          {Object.keys(kinds).map((kind) => (
            <tr key={kind}>
              <td>{code("kind", kind)}</td>
              <LimitCell {...props} field={`${kind}.minimum`} />
              <LimitCell {...props} field={`${kind}.maximum`} />
            </tr>
          ))}
          <tr>
            <td>{t("tables.total")}</td>
            <LimitCell {...props} field="total_minimum" />
            <LimitCell {...props} field="total_maximum" />
          </tr>
        </tbody>
      </table>
      <Field {...props} field="unit" />
    </fieldset>
  );
}

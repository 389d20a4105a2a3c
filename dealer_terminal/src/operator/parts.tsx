/** Small pieces of a dense desktop page. */
import type { ComponentChildren } from "preact";

export interface ColumnOf<T> {
  readonly head: string;
  readonly cell: (row: T) => ComponentChildren;
  readonly align?: "right";
}

interface GridProps<T> {
  readonly rows: readonly T[];
  readonly columns: readonly ColumnOf<T>[];
  readonly id: (row: T) => string;
  readonly empty: string;
  readonly testid: string;
  readonly selected?: string | null;
  readonly onOpen?: (row: T) => void;
}

/** A table whose rows can be walked with the arrow keys and opened with Enter. */
export function Grid<T>({ rows, columns, id, empty, testid, selected = null, onOpen }: GridProps<T>) {
  return (
    <table class="grid" data-testid={testid}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.head} scope="col" class={column.align ?? ""}>
              {column.head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.length === 0 ? (
          <tr>
            <td colSpan={columns.length} class="empty">
              {empty}
            </td>
          </tr>
        ) : null}
        {rows.map((row) => (
          <tr
            key={id(row)}
            tabIndex={0}
            class={id(row) === selected ? "selected" : ""}
            data-testid={`${testid}-${id(row)}`}
            onClick={() => onOpen?.(row)}
            onKeyDown={(event) => {
              if (event.key === "Enter" && event.target === event.currentTarget) onOpen?.(row);
            }}
          >
            {columns.map((column) => (
              <td key={column.head} class={column.align ?? ""}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface PressProps {
  readonly label: string;
  readonly id: string;
  readonly look?: "plain" | "gold" | "danger";
  readonly onPress: () => void;
}

export function Press({ label, id, look = "plain", onPress }: PressProps) {
  return (
    <button
      type="button"
      class={`press ${look}`}
      data-testid={id}
      onClick={(event) => {
        event.stopPropagation();
        onPress();
      }}
    >
      {label}
    </button>
  );
}

interface SaveFormProps {
  readonly onSave: () => void;
  readonly children: ComponentChildren;
}

/** Fields that are saved together, by button, Enter or Ctrl S. */
export function SaveForm({ onSave, children }: SaveFormProps) {
  return (
    <form
      class="settings"
      data-save
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      {children}
    </form>
  );
}

interface EntryProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly bad?: boolean;
  readonly note?: string | undefined;
  readonly disabled?: boolean;
  readonly type?: "text" | "password";
  /** Suggestions while typing. */
  readonly options?: readonly string[] | undefined;
  readonly onInput?: (value: string) => void;
}

export function Entry(props: EntryProps) {
  const { label, name, value, bad = false, note, disabled = false, type = "text", options, onInput } = props;
  const list = options ? `list-${name}` : undefined;
  return (
    <label class={`entry ${bad ? "bad" : ""}`}>
      <span>{label}</span>
      <input
        type={type}
        name={name}
        list={list}
        data-testid={`field-${name}`}
        value={value}
        disabled={disabled}
        aria-invalid={bad}
        autocomplete="off"
        onInput={(event) => onInput?.(event.currentTarget.value)}
      />
      {options ? (
        <datalist id={list}>
          {options.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      ) : null}
      {note ? <small>{note}</small> : null}
    </label>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly options: readonly (readonly [string, string])[];
  readonly disabled?: boolean;
  readonly onPick: (value: string) => void;
}

export function Choice({ label, name, value, options, disabled = false, onPick }: ChoiceProps) {
  return (
    <label class="entry">
      <span>{label}</span>
      <select
        name={name}
        data-testid={`field-${name}`}
        value={value}
        disabled={disabled}
        onChange={(event) => onPick(event.currentTarget.value)}
      >
        {options.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

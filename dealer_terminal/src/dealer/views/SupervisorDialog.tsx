/** A decision that is not the dealer's alone: exactly what is authorised, by whom, and until when. */
import { type DealerTableView, facts, money } from "@croupier/web-core";
import { NumberTile } from "@croupier/web-core/ui/parts.tsx";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { minutesSeconds } from "../../lib/format.ts";
import { Icon } from "../../lib/Icon.tsx";
import { useTable } from "../desk.ts";
import { candidates, type Option, type Task, taskEffect, taskRows } from "../logic/tasks.ts";
import { code, spotText, t } from "../messages/index.ts";
import { Credentials } from "./Credentials.tsx";
import { DialogFrame } from "./DialogHost.tsx";
import { Effect } from "./Effect.tsx";
import { Keypad } from "./Keypad.tsx";

const NUMBERS = new Set(["sensor", "dealer", "value", "original"]);

const AMOUNTS = new Set(["total", "stake"]);

function valueText(name: string, value: string, currency: string): string {
  if (AMOUNTS.has(name)) return money(Number(value), currency);
  return name === "spot" ? spotText(value) : reasonText(value);
}

function Row({ name, value }: { readonly name: string; readonly value: string }) {
  const { desk, values } = useTable();
  return (
    <div class="fact">
      <dt>{code("data", name)}</dt>
      <dd>
        {NUMBERS.has(name) && values.includes(value) ? (
          <>
            <NumberTile value={value} /> {t(`colour.${facts(value).colour}`)}
          </>
        ) : (
          valueText(name, value, desk.currency)
        )}
      </dd>
    </div>
  );
}

/** A reason is a code from one of the lists; anything else is somebody's own words. */
function reasonText(value: string): string {
  const groups = ["reason", "irregularity", "evidence", "fault"];
  return groups.map((group) => code(group, value)).find((text) => text !== value) ?? value;
}

function Expiry({ task }: { readonly task: Task }) {
  const { desk } = useTable();
  if (task.expires_ms === null) return null;
  const left = desk.remaining(task.expires_ms);
  return (
    <span class={`expiry ${left < 15_000 ? "soon" : ""}`} data-testid="expiry">
      <Icon name="closing" />
      {left > 0 ? t("supervisor.expires", { time: minutesSeconds(left) }) : t("supervisor.lapsed")}
    </span>
  );
}

function roundNumber(table: DealerTableView, round: string | null): number | null {
  if (round === null) return null;
  if (table.round === round) return table.number;
  return table.rounds.find((item) => item.round === round)?.number ?? null;
}

function Authorised({ task }: { readonly task: Task }) {
  const { table } = useTable();
  const number = roundNumber(table, task.round);
  const effect = taskEffect(task);
  return (
    <section class="authorised">
      <h3>{t(`task.${task.kind}`)}</h3>
      <p>{t(`task_text.${task.kind}`)}</p>
      <p class="asked">
        {task.requested_by === null ? t("supervisor.system") : t("supervisor.requested", { name: task.requested_by })}
        {task.clause ? ` · ${t("menu.rule", { clause: task.clause.replace(/^002 /, "") })}` : null}
      </p>
      <dl class="authorised-rows">
        {number === null ? null : <Row name="number" value={String(number)} />}
        {taskRows(task).map(([name, text]) => (
          <Row key={name} name={name} value={text} />
        ))}
      </dl>
      {effect === null ? null : <Effect effect={effect} />}
    </section>
  );
}

interface ValuePickerProps {
  readonly task: Task;
  readonly table: DealerTableView;
  readonly values: readonly string[];
  readonly value: string | null;
  readonly onPick: (value: string) => void;
}

function ValuePicker({ task, table, values, value, onPick }: ValuePickerProps) {
  const all = useSignal(false);
  const likely = candidates(task, table.proposal);
  if (all.value || likely.length === 0) return <Keypad values={values} chosen={value} onPick={onPick} />;
  return (
    <div class="button-row">
      {likely.map((each) => (
        <button
          key={each}
          type="button"
          class="button"
          aria-pressed={each === value}
          data-testid={`candidate-${each}`}
          onClick={() => onPick(each)}
        >
          <NumberTile value={each} />
        </button>
      ))}
      <button
        type="button"
        class="button"
        data-testid="other-number"
        onClick={() => {
          all.value = true;
        }}
      >
        {t("option.other")}
      </button>
    </div>
  );
}

function Decision({ task }: { readonly task: Task }) {
  const { desk, table, values } = useTable();
  const option = useSignal<Option | null>(task.options.length === 1 ? (task.options[0] ?? null) : null);
  const value = useSignal<string | null>(null);
  const chosen = option.value;
  const ready = chosen !== null && (chosen !== "accept_value" || value.value !== null);
  return (
    <section class="decision">
      <h3>{t("supervisor.decide")}</h3>
      <div class="button-row">
        {task.options.map((each) => (
          <button
            key={each}
            type="button"
            class="button"
            aria-pressed={each === chosen}
            data-testid={`option-${each}`}
            onClick={() => {
              option.value = each;
            }}
          >
            {each === "accept_value"
              ? value.value === null
                ? t("option.accept_value_pick")
                : t("option.accept_value", { value: value.value })
              : t(`option.${each}`)}
          </button>
        ))}
      </div>
      {chosen === "accept_value" ? (
        <ValuePicker
          task={task}
          table={table}
          values={values}
          value={value.value}
          onPick={(picked) => {
            value.value = picked;
          }}
        />
      ) : null}
      {ready && chosen !== null ? (
        <>
          <p class="who">
            <Icon name="person" /> {t("supervisor.who")}
          </p>
          <Credentials
            submitLabel={t(chosen === "accept_value" ? "option.accept_value" : `option.${chosen}`, {
              value: value.value ?? "",
            })}
            onSubmit={({ card, pin }) =>
              desk.send({
                type: "resolve_task",
                task: task.task,
                option: chosen,
                value: chosen === "accept_value" ? value.value : null,
                card,
                pin,
              })
            }
          />
        </>
      ) : null}
    </section>
  );
}

export function SupervisorDialog({ task: wanted }: { readonly task: string | null }) {
  const { desk, table } = useTable();
  const task = table.tasks.find((each) => each.task === wanted) ?? table.tasks[0] ?? null;
  const several = table.tasks.length > 1;
  // Decided, lapsed or overtaken: with nothing left to decide the overlay goes by itself.
  const seen = useSignal(false);
  useEffect(() => {
    if (task !== null) seen.value = true;
    else if (seen.value) desk.close();
  }, [task, seen, desk]);
  return (
    <DialogFrame id="supervisor" title={t("supervisor.title")} wide>
      {several ? (
        <div class="task-tabs button-row">
          {table.tasks.map((each) => (
            <button
              key={each.task}
              type="button"
              class="button"
              aria-pressed={each === task}
              onClick={() => desk.open({ kind: "supervisor", task: each.task })}
            >
              {t(`task.${each.kind}`)}
            </button>
          ))}
        </div>
      ) : null}
      {task === null ? (
        <p class="quiet">{t("supervisor.none")}</p>
      ) : (
        <div class="two-panes" key={task.task} data-testid={`task-${task.kind}`}>
          <div>
            <Expiry task={task} />
            <Authorised task={task} />
          </div>
          <Decision task={task} />
        </div>
      )}
    </DialogFrame>
  );
}

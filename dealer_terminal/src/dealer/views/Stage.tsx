/** The middle of the screen: what the state asks of the dealer, and the result entry. */
import { CountdownRing } from "@croupier/web-core/ui/parts.tsx";
import { stateName } from "../../lib/banner.ts";
import { useTable } from "../desk.ts";
import { proposedValue } from "../logic/primary.ts";
import { typedValue } from "../logic/typing.ts";
import { t } from "../messages/index.ts";
import { Compare } from "./Compare.tsx";
import { Keypad } from "./Keypad.tsx";
import { ReadBack } from "./ReadBack.tsx";

function Message({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <div class="stage-message">
      <h2 class="caps">{title}</h2>
      <p>{text}</p>
    </div>
  );
}

function Last() {
  const { table } = useTable();
  const value = table.outcome?.value ?? table.values[0] ?? null;
  if (value === null) return <p class="stage-quiet">{t("stage.no_last")}</p>;
  return (
    <div class="last">
      <span class="label">{t("stage.last")}</span>
      <ReadBack value={value} />
    </div>
  );
}

function Wagering() {
  const { desk, table } = useTable();
  return (
    <div class="stage-big">
      <CountdownRing
        remainingMs={desk.remaining(table.deadline_ms)}
        periodMs={table.period_ms}
        label={t("stage.waiting_bets")}
      />
      <p>{t("stage.waiting_bets")}</p>
    </div>
  );
}

/** The upper half: the read-back once there is a number, otherwise what to do. */
function Upper() {
  const { desk, table, values } = useTable();
  const state = stateName(table);
  const typed = typedValue(desk.typed.value, values);
  if (desk.typed.value !== "") {
    return (
      <div class="typed" data-testid="typed">
        <span class="label">{t("keypad.typed")}</span>
        {typed === null ? <span class="typed-digits">{desk.typed.value}</span> : <ReadBack value={typed} />}
      </div>
    );
  }
  const value = proposedValue(table);
  if (state === "mismatch") return <Message title={t("result.differ")} text={t("result.differ_text")} />;
  if (value !== null && (state === "proposed" || state === "held")) return <ReadBack value={value} />;
  switch (state) {
    case "wagering":
      return <Wagering />;
    case "closed":
      return table.actions.includes("enter_result") ? (
        <Message title={t("stage.key_number")} text={t("stage.key_text")} />
      ) : (
        <Message title={t("stage.wheel_decides")} text={t("stage.wheel_text")} />
      );
    case "proposed":
    case "held":
      return <Message title={t(`state.${state}`)} text={t("stage.held_text")} />;
    case "void":
      return <Message title={t("state.void")} text={t("stage.void_text")} />;
    case "preparing":
      return <Message title={t("state.preparing")} text={t("stage.preparing_text")} />;
    default:
      return <Last />;
  }
}

const QUIET = {
  idle: "stage.ready_text",
  settled: "stage.settled_text",
  suspended: "stage.suspended_text",
  table_closed: "stage.closed_text",
} as const;

/** The lower half keeps its place: the keypad while a number is wanted, otherwise one calm sentence. */
function Lower() {
  const { desk, table, values } = useTable();
  const round = table.round;
  if (round !== null && table.actions.includes("enter_result")) {
    return (
      <Keypad
        values={values}
        chosen={table.proposal?.dealer ?? null}
        typed={desk.typed.value}
        onPick={(value) => {
          desk.typed.value = "";
          void desk.send({ type: "enter_result", round, value });
        }}
      />
    );
  }
  const state = stateName(table);
  const text = state in QUIET ? t(QUIET[state as keyof typeof QUIET]) : null;
  return <p class="stage-quiet">{text}</p>;
}

export function Stage() {
  const { table } = useTable();
  return (
    <section class="stage" data-testid="stage">
      {table.proposal ? <Compare proposal={table.proposal} /> : <div class="compare-empty" />}
      <div class="stage-upper">
        <Upper />
      </div>
      <div class="stage-lower">
        <Lower />
      </div>
    </section>
  );
}

/** The middle of the screen: what the state asks of the dealer, and the result entry. */
import { CountdownRing } from "@croupier/web-core/ui/parts.tsx";
import { stateName } from "../../lib/banner.ts";
import { useTable } from "../desk.ts";
import { proposedValue } from "../logic/primary.ts";
import { typedValue } from "../logic/typing.ts";
import { t } from "../messages/index.ts";
import { Compare } from "./Compare.tsx";
import { HistoryStrip } from "./HistoryStrip.tsx";
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

const QUIET = {
  idle: "stage.ready_text",
  preparing: "stage.preparing_text",
  settled: "stage.settled_text",
  suspended: "stage.suspended_text",
  table_closed: "stage.closed_text",
  void: "stage.void_text",
} as const;

function Resting({ state }: { readonly state: keyof typeof QUIET }) {
  const { table } = useTable();
  const value = state === "void" ? null : (table.outcome?.value ?? table.values[0] ?? null);
  if (value === null) return <Message title={t(`state.${state}`)} text={t(QUIET[state])} />;
  return (
    <div class="last">
      <span class="label">{t("stage.last")}</span>
      <ReadBack value={value} />
      <p class="stage-quiet">{t(QUIET[state])}</p>
    </div>
  );
}

/** Both numbers, equally large: nobody but a supervisor chooses between them. */
function Differing({ sensor, dealer }: { readonly sensor: string; readonly dealer: string }) {
  const { table } = useTable();
  const text = table.actions.includes("enter_result") ? t("result.differ_text") : t("result.held_text");
  return (
    <div class="differing">
      <ReadBack value={sensor} small />
      <span class="differing-sign" aria-hidden="true">
        ≠
      </span>
      <ReadBack value={dealer} small />
      <p>{text}</p>
    </div>
  );
}

function Typed({ digits, value }: { readonly digits: string; readonly value: string | null }) {
  return (
    <div class="last" data-testid="typed">
      <span class="label">{t("keypad.typed")}</span>
      {value === null ? <span class="typed-digits">{digits}</span> : <ReadBack value={value} />}
    </div>
  );
}

function Wanted() {
  const { table } = useTable();
  return table.actions.includes("enter_result") ? (
    <Message title={t("stage.key_number")} text={t("stage.key_text")} />
  ) : (
    <Message title={t("stage.wheel_decides")} text={t("stage.wheel_text")} />
  );
}

function Upper() {
  const { desk, table, values } = useTable();
  const state = stateName(table);
  const { sensor = null, dealer = null } = table.proposal ?? {};
  if (desk.typed.value !== "") {
    return <Typed digits={desk.typed.value} value={typedValue(desk.typed.value, values)} />;
  }
  switch (state) {
    case "mismatch":
      return <Differing sensor={sensor ?? "–"} dealer={dealer ?? "–"} />;
    case "wagering":
      return <Wagering />;
    case "closed":
      return <Wanted />;
    case "proposed":
    case "held": {
      const value = proposedValue(table);
      if (value === null) return <Message title={t(`state.${state}`)} text={t("stage.held_text")} />;
      return <ReadBack value={value} />;
    }
    default:
      return <Resting state={state} />;
  }
}

export function Stage() {
  const { desk, table, values } = useTable();
  const round = table.round;
  const entering = round !== null && table.actions.includes("enter_result");
  const comparing = table.proposal !== null && ["closed", "proposed", "held"].includes(table.phase);
  return (
    <section class={`stage ${entering || comparing ? "" : "tall"}`} data-testid="stage">
      {comparing && table.proposal ? <Compare proposal={table.proposal} keyed={table.wheel === "live"} /> : null}
      <div class="stage-upper">
        <Upper />
      </div>
      {entering ? (
        <Keypad
          values={values}
          chosen={table.proposal?.dealer ?? null}
          typed={desk.typed.value}
          onPick={(value) => {
            desk.typed.value = "";
            void desk.send({ type: "enter_result", round, value });
          }}
        />
      ) : (
        <HistoryStrip />
      )}
    </section>
  );
}

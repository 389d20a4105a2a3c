/** One terminal: what it asks for, and what the dealer may do about it. */
import { money } from "@croupier/web-core";
import { clockTime } from "../../lib/format.ts";
import { Icon } from "../../lib/Icon.tsx";
import { useTable } from "../desk.ts";
import { type SeatFlag, seatFlags, type Terminal } from "../logic/seats.ts";
import { code, t } from "../messages/index.ts";
import { DialogFrame } from "./DialogHost.tsx";
import { Relief } from "./Relief.tsx";

function Flag({ flag, terminal }: { readonly flag: SeatFlag; readonly terminal: Terminal }) {
  const { desk } = useTable();
  const params = {
    fault: terminal.fault === null ? "" : code("fault", terminal.fault),
    amount: money(terminal.hand_pay, desk.currency),
    time: terminal.attendant_called_at === null ? "" : clockTime(terminal.attendant_called_at, desk.timeZone),
    rounds: terminal.idle_rounds,
  };
  return (
    <li class={`flag ${flag}`}>
      <Icon name={flag} />
      <span>
        {t(`terminal.flag.${flag}`, params)}
        {flag === "abstaining" ? <small>{t("terminal.vacate")}</small> : null}
      </span>
    </li>
  );
}

function Actions({ terminal }: { readonly terminal: Terminal }) {
  const { desk, table } = useTable();
  const may = (action: string) => table.actions.includes(action);
  const id = terminal.terminal;
  const disabled = terminal.state === "disabled";
  return (
    <div class="terminal-actions">
      {terminal.attendant_called_at !== null && may("answer_call") ? (
        <button
          type="button"
          class="button primary"
          data-testid="answer-call"
          onClick={() => void desk.send({ type: "answer_call", terminal: id })}
        >
          {t("terminal.answer")}
        </button>
      ) : null}
      {terminal.hand_pay > 0 && may("pay_by_hand") ? (
        <button
          type="button"
          class="button primary"
          data-testid="pay-by-hand"
          onClick={() => void desk.send({ type: "pay_by_hand", terminal: id })}
        >
          {t("terminal.pay", { amount: money(terminal.hand_pay, desk.currency) })}
          <small>{t("terminal.pay_text")}</small>
        </button>
      ) : null}
      {may("set_terminal") ? (
        <button
          type="button"
          class={`button ${disabled ? "" : "danger"}`}
          data-testid="set-terminal"
          onClick={() => void desk.send({ type: "set_terminal", terminal: id, enabled: disabled })}
        >
          {disabled ? t("terminal.enable") : t("terminal.disable")}
        </button>
      ) : null}
    </div>
  );
}

export function TerminalDialog({ terminal: id }: { readonly terminal: string }) {
  const { table } = useTable();
  const terminal = table.terminals.find((each) => each.terminal === id);
  if (!terminal) return null;
  const flags = seatFlags(terminal, table.terminals);
  return (
    <DialogFrame
      id="terminal-dialog"
      title={terminal.name}
      subtitle={`${t("terminal.seat", { seat: terminal.seat })} · ${t(`terminal.state.${terminal.state}`)}`}
    >
      {flags.length === 0 ? <p class="quiet">{t("terminal.quiet")}</p> : null}
      <ul class="flags">
        {flags.map((flag) => (
          <Flag key={flag} flag={flag} terminal={terminal} />
        ))}
      </ul>
      <Actions terminal={terminal} />
      <Relief terminal={terminal} />
    </DialogFrame>
  );
}

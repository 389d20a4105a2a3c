/** The demo drawer: stands in for the slots and the printer of a cabinet, and says so. */
import { Button, NumericPad } from "@croupier/web-core/ui/parts.tsx";
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { insertNote, insertTicket, type PrintedTicket, printedTickets, takeTicket } from "../app/demo.ts";
import { cash, cashShort, chipScale, seat } from "../app/state.ts";
import { say } from "../app/toasts.ts";
import { t } from "../app/words.ts";

const NOTES = [5, 10, 20, 50, 100] as const;
const POLL_MS = 2000;
const TICKET_DIGITS_MAX = 32;

async function report(done: Promise<boolean>): Promise<void> {
  if (!(await done)) say(t("demo.failed"));
}

interface DeviceProps {
  readonly url: string;
  readonly terminal: string;
}

function TicketEntry({ url, terminal }: DeviceProps): JSX.Element {
  const number = useSignal("");
  const enter = (): void => {
    void report(insertTicket(url, terminal, number.value));
    number.value = "";
  };
  return (
    <div class="demo-ticket">
      <output class="figures">{number.value || "\u00a0"}</output>
      <NumericPad
        onDigit={(digit) => {
          number.value = (number.value + digit).slice(0, TICKET_DIGITS_MAX);
        }}
        onDelete={() => {
          number.value = number.value.slice(0, -1);
        }}
        onEnter={enter}
        deleteLabel={t("pad.delete")}
        enterLabel={t("pad.enter")}
        enterDisabled={number.value === ""}
      />
    </div>
  );
}

function Printed({ url, terminal }: DeviceProps): JSX.Element {
  const tickets = useSignal<readonly PrintedTicket[]>([]);
  useEffect(() => {
    const look = async (): Promise<void> => {
      tickets.value = (await printedTickets(url, terminal)) ?? [];
    };
    void look();
    const timer = setInterval(look, POLL_MS);
    return () => clearInterval(timer);
  }, [url, terminal, tickets]);
  const take = async (number: string): Promise<void> => {
    await report(takeTicket(url, terminal, number));
    tickets.value = (await printedTickets(url, terminal)) ?? [];
  };
  if (tickets.value.length === 0) return <p>{t("demo.none")}</p>;
  return (
    <ul class="demo-printed">
      {tickets.value.map((ticket) => (
        <li key={ticket.number} data-testid="printed-ticket" data-number={ticket.number}>
          <span>
            <b class="figures">{cash(ticket.amount)}</b>
            <small>{ticket.number}</small>
          </span>
          <Button label={t("demo.take")} onPress={() => take(ticket.number)} />
        </li>
      ))}
    </ul>
  );
}

export function DemoDrawer({ url }: { readonly url: string }): JSX.Element {
  const open = useSignal(false);
  const terminal = seat.value?.terminal ?? "";
  const toggle = (): void => {
    open.value = !open.value;
  };
  return (
    <aside class={`demo ${open.value ? "open" : ""}`} data-testid="demo">
      <button type="button" class="demo-tab caps" onClick={toggle} aria-expanded={open.value} data-testid="demo-tab">
        {t("demo.tab")}
      </button>
      {open.value ? (
        <div class="demo-body panel">
          <h2 class="caps">{t("demo.title")}</h2>
          <p>{t("demo.text")}</p>
          <h3>{t("demo.notes")}</h3>
          <div class="demo-notes">
            {NOTES.map((note) => {
              const value = note * chipScale.value;
              return (
                <Button
                  key={note}
                  id={`note-${note}`}
                  label={cashShort(value)}
                  onPress={() => report(insertNote(url, terminal, value))}
                />
              );
            })}
          </div>
          <h3>{t("demo.ticket")}</h3>
          <TicketEntry url={url} terminal={terminal} />
          <h3>{t("demo.printed")}</h3>
          <Printed url={url} terminal={terminal} />
        </div>
      ) : null}
    </aside>
  );
}

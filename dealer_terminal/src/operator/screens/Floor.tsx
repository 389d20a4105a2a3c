/** The floor at a glance: tables with their state, terminals, devices of the gateways. */
import { money } from "@croupier/web-core";
import { NumberTile } from "@croupier/web-core/ui/parts.tsx";
import { useSignal } from "@preact/signals";
import { clockTime } from "../../lib/format.ts";
import { code, t } from "../messages/index.ts";
import type { Closure, FloorDevice, PitRecord, Pits, TableRecord, Tables, TerminalRecord } from "../model.ts";
import { useLoad, useOffice } from "../office.ts";
import { type ColumnOf, Grid, Press } from "../parts.tsx";

const REFRESH_MS = 3000;
const NOTICE: Closure = { minutes: 20 };

function TableActions({ table, onDone }: { readonly table: TableRecord; readonly onDone: () => void }) {
  const office = useOffice();
  if (!office.mayChange) return null;
  const path = `/tables/${encodeURIComponent(table.table)}`;
  const act = async (done: string, run: () => Promise<TableRecord>) => {
    if (await office.try(run)) office.tell("good", done);
    onDone();
  };
  if (table.status === "closed") {
    return (
      <Press
        label={t("floor.open")}
        id={`open-${table.table}`}
        onPress={() => void act("opened", () => office.api.post(`${path}/open`))}
      />
    );
  }
  return (
    <span class="row">
      {table.closes_at === null ? (
        <Press
          label={t("floor.announce", { n: NOTICE.minutes })}
          id={`announce-${table.table}`}
          onPress={() => void act("announced", () => office.api.post(`${path}/closure`, NOTICE))}
        />
      ) : (
        <Press
          label={t("floor.cancel")}
          id={`cancel-${table.table}`}
          onPress={() => void act("cancelled", () => office.api.delete(`${path}/closure`))}
        />
      )}
      <Press
        label={t("floor.close")}
        id={`close-${table.table}`}
        look="danger"
        onPress={() => void act("closed", () => office.api.post(`${path}/close`))}
      />
    </span>
  );
}

export function FloorScreen() {
  const office = useOffice();
  const tables = useSignal<readonly TableRecord[]>([]);
  const pits = useSignal<readonly PitRecord[]>([]);
  const load = async () => {
    const found = await office.try(() =>
      Promise.all([office.api.get<Tables>("/tables"), office.api.get<Pits>("/pits")]),
    );
    if (found) [tables.value, pits.value] = [found[0].tables, found[1].pits];
  };
  useLoad(load, REFRESH_MS);
  const { currency, timeZone } = office;

  const tableColumns: ColumnOf<TableRecord>[] = [
    { head: t("col.table"), cell: (row) => row.table },
    { head: t("col.name"), cell: (row) => row.name },
    { head: t("col.wheel"), cell: (row) => code("wheel", row.wheel) },
    { head: t("col.status"), cell: (row) => <span class={`mark ${row.status}`}>{code("status", row.status)}</span> },
    { head: t("col.phase"), cell: (row) => code("phase", row.phase) },
    { head: t("col.round"), cell: (row) => row.number, align: "right" },
    { head: t("col.players"), cell: (row) => row.players, align: "right" },
    {
      head: t("col.last"),
      cell: (row) => (
        <span class="tiles">
          {row.last.map((value, index) => (
            <NumberTile key={`${index}-${value}`} value={value} />
          ))}
        </span>
      ),
    },
    { head: t("col.handle"), cell: (row) => money(row.handle, currency), align: "right" },
    { head: t("col.win"), cell: (row) => money(row.handle - row.paid, currency), align: "right" },
    {
      head: t("col.closes"),
      cell: (row) => (row.closes_at === null ? "" : clockTime(row.closes_at, timeZone)),
    },
    { head: "", cell: (row) => <TableActions table={row} onDone={() => void load()} /> },
  ];
  const terminalColumns: ColumnOf<TerminalRecord>[] = [
    { head: t("col.seat"), cell: (row) => row.seat, align: "right" },
    { head: t("col.terminal"), cell: (row) => row.name },
    { head: t("col.table"), cell: (row) => row.table ?? "" },
    { head: t("col.credit"), cell: (row) => (row.session ? money(row.credit, currency) : ""), align: "right" },
    { head: t("col.staked"), cell: (row) => (row.session ? money(row.staked, currency) : ""), align: "right" },
    {
      head: t("col.state"),
      cell: (row) => (
        <>
          {row.enabled ? null : <span class="mark suspended">{t("floor.disabled")}</span>}
          {row.attendant_called_at ? <span class="mark suspended">{t("floor.calls")}</span> : null}
          {row.printer_fault ? <span class="mark closed">{t("floor.printer")}</span> : null}
          {row.cash_out === "hand_pay" ? <span class="mark suspended">{t("floor.hand_pay")}</span> : null}
        </>
      ),
    },
  ];
  const deviceColumns: ColumnOf<FloorDevice>[] = [
    { head: t("col.device"), cell: (row) => row.device },
    {
      head: t("col.status"),
      cell: (row) => (
        <span class={`mark ${row.online ? "open" : "closed"}`}>
          {row.online ? t("floor.online") : t("floor.offline")}
        </span>
      ),
    },
    { head: t("col.state"), cell: (row) => row.state ?? "" },
    { head: t("col.fault"), cell: (row) => row.fault ?? "" },
  ];
  return (
    <>
      <section class="wide">
        <h2>{t("floor.tables")}</h2>
        <Grid
          testid="table"
          rows={tables.value}
          columns={tableColumns}
          id={(row) => row.table}
          empty={t("empty")}
          onOpen={(row) => office.go("tables", row.table)}
        />
      </section>
      <section>
        <h2>{t("floor.terminals")}</h2>
        <Grid
          testid="terminal"
          rows={pits.value.flatMap((pit) => pit.terminals)}
          columns={terminalColumns}
          id={(row) => row.terminal}
          empty={t("empty")}
        />
      </section>
      <section>
        <h2>{t("floor.devices")}</h2>
        <Grid
          testid="wheel"
          rows={pits.value.flatMap((pit) => pit.devices)}
          columns={deviceColumns}
          id={(row) => row.device}
          empty={t("empty")}
        />
      </section>
    </>
  );
}

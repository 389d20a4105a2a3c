/** The rounds of a table, newest first, and the full record of one. */
import { money } from "@croupier/web-core";
import { NumberTile } from "@croupier/web-core/ui/parts.tsx";
import { useSignal } from "@preact/signals";
import { clockTime } from "../../lib/format.ts";
import { code, t } from "../messages/index.ts";
import type { RoundLine, RoundRecord, Rounds, TableRecord, Tables } from "../model.ts";
import { useLoad, useOffice } from "../office.ts";
import { Choice, type ColumnOf, Grid, Press } from "../parts.tsx";
import { RoundDetail } from "./RoundDetail.tsx";

const PAGE = 25;

export function RoundsScreen() {
  const office = useOffice();
  const tables = useSignal<readonly TableRecord[]>([]);
  const page = useSignal<Rounds>({ rounds: [], before: null });
  const detail = useSignal<RoundRecord | null>(null);

  const read = async (before: number | null) => {
    const table = office.table.value;
    if (table === null) return;
    const query = new URLSearchParams({ limit: String(PAGE), ...(before === null ? {} : { before: String(before) }) });
    const path = `/tables/${encodeURIComponent(table)}/rounds?${query}`;
    const found = await office.try(() => office.api.get<Rounds>(path));
    if (found) page.value = before === null ? found : { ...found, rounds: [...page.value.rounds, ...found.rounds] };
  };
  useLoad(async () => {
    const found = await office.try(() => office.api.get<Tables>("/tables"));
    if (!found) return;
    tables.value = found.tables;
    office.table.value ??= found.tables[0]?.table ?? null;
    await read(null);
  });
  const open = async (row: RoundLine) => {
    detail.value = await office.try(() => office.api.get<RoundRecord>(`/rounds/${encodeURIComponent(row.round)}`));
  };

  const columns: ColumnOf<RoundLine>[] = [
    { head: t("col.round"), cell: (row) => row.number, align: "right" },
    { head: t("col.value"), cell: (row) => <NumberTile value={row.value} /> },
    {
      head: t("col.status"),
      cell: (row) => <span class={`mark ${row.status}`}>{code("round_status", row.status)}</span>,
    },
    { head: t("col.original"), cell: (row) => (row.original === null ? "" : <NumberTile value={row.original} />) },
    { head: t("col.staked"), cell: (row) => money(row.staked, office.currency), align: "right" },
    { head: t("col.returned"), cell: (row) => money(row.returned, office.currency), align: "right" },
    {
      head: t("col.decided"),
      cell: (row) => (row.decided_at === null ? "" : clockTime(row.decided_at, office.timeZone, true)),
    },
  ];
  const { rounds, before } = page.value;
  return (
    <>
      <section>
        <h2>{t("rounds.title", { table: office.table.value ?? "" })}</h2>
        <Choice
          label={t("col.table")}
          name="table"
          value={office.table.value ?? ""}
          options={tables.value.map((row) => [row.table, row.name] as const)}
          onPick={(table) => {
            office.table.value = table;
            detail.value = null;
            void read(null);
          }}
        />
        <Grid
          testid="round"
          rows={rounds}
          columns={columns}
          id={(row) => row.round}
          selected={detail.value?.round ?? null}
          empty={t("empty")}
          onOpen={(row) => void open(row)}
        />
        {before === null ? null : <Press label={t("more")} id="more" onPress={() => void read(before)} />}
      </section>
      <section>
        {detail.value === null ? <p class="quiet">{t("rounds.pick")}</p> : <RoundDetail round={detail.value} />}
      </section>
    </>
  );
}

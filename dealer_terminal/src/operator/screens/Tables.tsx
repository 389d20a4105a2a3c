/** Pick a table, edit its settings. */
import { useSignal } from "@preact/signals";
import { t } from "../messages/index.ts";
import type { TableRecord } from "../model.ts";
import { useLoad, useOffice } from "../office.ts";
import { Grid } from "../parts.tsx";
import { TableEditor } from "./TableEditor.tsx";

export function TablesScreen() {
  const office = useOffice();
  const tables = useSignal<readonly TableRecord[]>([]);
  useLoad(async () => {
    const found = await office.try(() => office.api.get<{ tables: TableRecord[] }>("/tables"));
    if (found) tables.value = found.tables;
  });
  const chosen = tables.value.find((row) => row.table === office.table.value) ?? tables.value[0] ?? null;
  return (
    <>
      <section class="narrow">
        <h2>{t("floor.tables")}</h2>
        <Grid
          testid="pick"
          rows={tables.value}
          columns={[
            { head: t("col.table"), cell: (row) => row.table },
            { head: t("col.name"), cell: (row) => row.name },
          ]}
          id={(row) => row.table}
          selected={chosen?.table ?? null}
          empty={t("empty")}
          onOpen={(row) => office.go("tables", row.table)}
        />
      </section>
      {chosen ? <TableEditor key={chosen.table} table={chosen.table} /> : null}
    </>
  );
}

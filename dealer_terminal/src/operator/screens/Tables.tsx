/** Pick a table and edit its settings, or make a new one. */
import { useSignal } from "@preact/signals";
import { t } from "../messages/index.ts";
import type { TableRecord, Tables } from "../model.ts";
import { useLoad, useOffice } from "../office.ts";
import { Grid } from "../parts.tsx";
import { NewTable } from "./NewTable.tsx";
import { TableEditor } from "./TableEditor.tsx";

export function TablesScreen() {
  const office = useOffice();
  const tables = useSignal<readonly TableRecord[] | null>(null);
  const creating = useSignal(false);
  const load = async () => {
    const found = await office.try(() => office.api.get<Tables>("/tables"));
    if (found) tables.value = found.tables;
  };
  useLoad(load);
  const rows = tables.value ?? [];
  const chosen = rows.find((row) => row.table === office.table.value) ?? rows[0] ?? null;
  const made = async (table: string) => {
    await load();
    creating.value = false;
    office.go("tables", table);
  };
  return (
    <>
      <section class="narrow">
        <h2>{t("floor.tables")}</h2>
        <Grid
          testid="pick"
          rows={rows}
          columns={[
            { head: t("col.table"), cell: (row) => row.table },
            { head: t("col.name"), cell: (row) => row.name },
          ]}
          id={(row) => row.table}
          selected={creating.value ? null : (chosen?.table ?? null)}
          empty={tables.value === null ? t("loading") : t("empty")}
          onOpen={(row) => {
            creating.value = false;
            office.go("tables", row.table);
          }}
        />
        {office.mayChange && tables.value !== null ? (
          <div class="row after">
            <button
              type="button"
              class="press gold"
              data-new
              data-testid="new-table"
              aria-pressed={creating.value}
              onClick={() => {
                creating.value = true;
              }}
            >
              {t("tables.new")} <kbd>n</kbd>
            </button>
          </div>
        ) : null}
      </section>
      {creating.value ? (
        <NewTable
          tables={rows}
          like={chosen}
          onMade={(table) => void made(table)}
          onCancel={() => {
            creating.value = false;
          }}
        />
      ) : chosen ? (
        <TableEditor key={chosen.table} table={chosen.table} />
      ) : null}
    </>
  );
}

/** Who did what, newest first. */
import { useSignal } from "@preact/signals";
import { dateTime } from "../../lib/format.ts";
import { oneLine } from "../logic/flatten.ts";
import { code, t } from "../messages/index.ts";
import type { Audit, AuditEntry } from "../model.ts";
import { useLoad, useOffice } from "../office.ts";
import { Grid } from "../parts.tsx";

const SHOWN = 200;

export function AuditScreen() {
  const office = useOffice();
  const entries = useSignal<readonly AuditEntry[]>([]);
  const filter = useSignal("");
  useLoad(async () => {
    const found = await office.try(() => office.api.get<Audit>(`/audit?limit=${SHOWN}`));
    if (found) entries.value = found.audit;
  });
  const wanted = filter.value.toLowerCase();
  const shown = entries.value.filter((row) =>
    `${row.name} ${row.actor} ${row.action} ${row.table ?? ""} ${row.subject ?? ""} ${oneLine(row.detail)}`
      .toLowerCase()
      .includes(wanted),
  );
  return (
    <section class="wide">
      <h2>{t("screen.audit")}</h2>
      <input
        type="search"
        placeholder={t("filter")}
        aria-label={t("filter")}
        data-testid="filter"
        value={filter.value}
        onInput={(event) => {
          filter.value = event.currentTarget.value;
        }}
      />
      <Grid
        testid="entry"
        rows={shown}
        columns={[
          { head: t("col.at"), cell: (row) => dateTime(row.at, office.timeZone) },
          { head: t("col.actor"), cell: (row) => row.name || row.actor },
          { head: t("col.role"), cell: (row) => code("role", row.role) },
          { head: t("col.action"), cell: (row) => row.action },
          { head: t("col.table"), cell: (row) => row.table ?? "" },
          { head: t("col.subject"), cell: (row) => row.subject ?? "" },
          { head: t("col.details"), cell: (row) => <small>{oneLine(row.detail)}</small> },
        ]}
        id={(row) => `${row.chain}-${row.n}`}
        empty={t("empty")}
      />
    </section>
  );
}

/** What corrections left open, and whether the books balance. */
import { money } from "@croupier/web-core";
import { useSignal } from "@preact/signals";
import { dateTime, lossMoney } from "../../lib/format.ts";
import { code, t } from "../messages/index.ts";
import type { Books, Receivables } from "../model.ts";
import { useLoad, useOffice } from "../office.ts";
import { Grid } from "../parts.tsx";

export function ReceivablesScreen() {
  const office = useOffice();
  const register = useSignal<Receivables>({ receivables: [], totals: {} });
  const books = useSignal<Books | null>(null);
  useLoad(async () => {
    const found = await office.try(() =>
      Promise.all([office.api.get<Receivables>("/receivables"), office.api.get<Books>("/books")]),
    );
    if (found) [register.value, books.value] = found;
  });
  const { currency, timeZone } = office;
  return (
    <>
      <section>
        <h2>{t("receivables.title")}</h2>
        <p>{t("receivables.text")}</p>
        <p class="sum">
          {Object.entries(register.value.totals).map(([kind, total]) => (
            <span key={kind}>
              {code("register", kind)} <b>{money(total, currency)}</b>
            </span>
          ))}
        </p>
        <Grid
          testid="receivable"
          rows={register.value.receivables}
          columns={[
            { head: t("col.at"), cell: (row) => dateTime(row.at, timeZone) },
            { head: t("col.round"), cell: (row) => row.round },
            { head: t("col.terminal"), cell: (row) => row.terminal },
            { head: t("col.session"), cell: (row) => row.session },
            { head: t("col.kind"), cell: (row) => code("register", row.kind) },
            { head: t("col.amount"), cell: (row) => money(row.amount, currency), align: "right" },
          ]}
          id={(row) => row.id}
          empty={t("empty")}
        />
      </section>
      {books.value === null ? null : (
        <section data-testid="books">
          <h2>
            <span class={`mark ${books.value.balanced ? "open" : "closed"}`}>
              {books.value.balanced ? t("books.balanced") : t("books.broken")}
            </span>
            <small>{t("books.transfers", { n: books.value.transfers })}</small>
          </h2>
          <Grid
            testid="account"
            rows={books.value.kinds}
            columns={[
              { head: t("col.kind"), cell: (row) => code("account", row.kind) },
              { head: t("books.accounts"), cell: (row) => row.accounts, align: "right" },
              { head: t("col.amount"), cell: (row) => lossMoney(row.balance, currency), align: "right" },
            ]}
            id={(row) => `${row.kind}-${row.unit}`}
            empty={t("empty")}
          />
        </section>
      )}
    </>
  );
}

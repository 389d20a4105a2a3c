/** The latest confirmed number, a third of the screen high, in colour and in words. */
import { facts, type TableView } from "@croupier/web-core";
import { t } from "./messages/index.ts";

export function Latest({ table }: { readonly table: TableView }) {
  const value = table.outcome?.value ?? table.values[0] ?? null;
  if (value === null) {
    return (
      <section class="latest empty" data-testid="latest" data-value="">
        <p>{t("no_number")}</p>
      </section>
    );
  }
  const fact = facts(value);
  const fresh = table.phase === "settled";
  return (
    <section class={`latest ${fact.colour} ${fresh ? "fresh" : ""}`} data-testid="latest" data-value={value}>
      <span class="latest-label">{t("latest")}</span>
      <strong class="latest-number">{value}</strong>
      <span class="latest-words">
        <b>{t(`colour.${fact.colour}`)}</b>
        {fact.parity ? <span>{t(`word.${fact.parity}`)}</span> : null}
        {fact.half ? <span>{t(`word.${fact.half}`)}</span> : null}
      </span>
      {table.outcome?.corrected ? <span class="latest-corrected">{t("corrected")}</span> : null}
    </section>
  );
}

/** What a correction does to the money, before anybody approves it. */
import { money } from "@croupier/web-core";
import { lossMoney } from "../../lib/format.ts";
import { useDesk } from "../desk.ts";
import type { MoneyEffect } from "../logic/tasks.ts";
import { t } from "../messages/index.ts";

export function Effect({ effect }: { readonly effect: MoneyEffect }) {
  const { currency } = useDesk();
  const rows = [
    [t("correct.sessions"), String(effect.sessions)],
    [t("correct.credited"), money(effect.credited, currency)],
    [t("correct.debited"), money(effect.debited, currency)],
    [t("correct.net"), lossMoney(effect.debited - effect.credited, currency)],
  ] as const;
  return (
    <div class="impact" data-testid="impact" data-sessions={effect.sessions} data-credited={effect.credited}>
      <dl>
        {rows.map(([label, value]) => (
          <div key={label} class="fact">
            <dt>{label}</dt>
            <dd class="figures">{value}</dd>
          </div>
        ))}
      </dl>
      {effect.receivables > 0 ? (
        <p class="impact-warning" data-testid="receivables">
          <strong>{t("correct.receivables")}</strong>{" "}
          {t("correct.receivables_text", { n: effect.receivables, amount: money(effect.receivable_total, currency) })}
        </p>
      ) : null}
    </div>
  );
}

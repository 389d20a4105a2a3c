/** Wagers in sum, never by player; what the costliest numbers would cost; the table's meters. */
import { money } from "@croupier/web-core";
import { NumberTile } from "@croupier/web-core/ui/parts.tsx";
import { lossMoney, signedMoney } from "../../lib/format.ts";
import { useTable } from "../desk.ts";
import { t } from "../messages/index.ts";

function Fact({ label, value, tone = "" }: { readonly label: string; readonly value: string; readonly tone?: string }) {
  return (
    <div class={`fact ${tone}`}>
      <dt>{label}</dt>
      <dd class="figures">{value}</dd>
    </div>
  );
}

function Exposure() {
  const { desk, table } = useTable();
  const items = table.summary.exposure;
  if (table.summary.total === 0 || items.length === 0) return <p class="quiet">{t("wagers.no_exposure")}</p>;
  const widest = Math.max(1, ...items.map((item) => item.returned));
  return (
    <ol class="exposure">
      {items.map((item) => (
        <li key={item.value}>
          <NumberTile value={item.value} />
          <span class="exposure-bar">
            <i style={{ width: `${(100 * item.returned) / widest}%` }} />
          </span>
          <span class={`figures ${item.net < 0 ? "loss" : "gain"}`}>{signedMoney(item.net, desk.currency)}</span>
        </li>
      ))}
    </ol>
  );
}

export function Wagers() {
  const { desk, table } = useTable();
  const { summary, meters } = table;
  return (
    <section class="side side-wagers" data-testid="wagers">
      <h2>{t("wagers.title")}</h2>
      <p class="total figures" data-testid="total-bet">
        {money(summary.total, desk.currency)}
      </p>
      <dl class="fact-row">
        <Fact label={t("wagers.terminals")} value={String(summary.terminals)} />
        <Fact label={t("wagers.betting")} value={String(summary.betting)} />
        <Fact
          label={t("wagers.disconnected")}
          value={String(summary.disconnected)}
          tone={summary.disconnected > 0 ? "bad" : ""}
        />
      </dl>
      <h3>
        {t("wagers.exposure")}
        <small>{t("wagers.house")}</small>
      </h3>
      <Exposure />
      <span class="side-fill" />
      <h3>{t("meters.title")}</h3>
      <dl class="meters" data-testid="meters">
        <Fact label={t("meters.handle")} value={money(meters.handle, desk.currency)} />
        <Fact label={t("meters.paid")} value={money(meters.paid, desk.currency)} />
        <Fact label={t("meters.win")} value={lossMoney(meters.win, desk.currency)} tone={meters.win < 0 ? "bad" : ""} />
        <Fact label={t("meters.rounds")} value={String(meters.rounds)} />
        <Fact label={t("meters.per_hour")} value={String(meters.rounds_per_hour)} />
      </dl>
    </section>
  );
}

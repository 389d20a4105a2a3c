/** Counts over a stated window, and the limits. */
import { type LimitsView, moneyShort, statistics } from "@croupier/web-core";
import { NumberTile } from "@croupier/web-core/ui/parts.tsx";
import { limitLines } from "./logic/limits.ts";
import { code, t } from "./messages/index.ts";

const WINDOW = 100;
/** Before every pocket had its chance there is nothing to say about the rare ones. */
const SPINS_MIN = 37;

interface Counted {
  readonly value: string;
  readonly count: number;
}

function Ranked({ title, items }: { readonly title: string; readonly items: readonly Counted[] }) {
  return (
    <div class="ranked">
      <h3>{title}</h3>
      {items.length === 0 ? <p class="window">{t("few")}</p> : null}
      <ol>
        {items.map((item) => (
          <li key={item.value}>
            <NumberTile value={item.value} />
            <span class="figures">{item.count}×</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

export function Streaks({ values }: { readonly values: readonly string[] }) {
  const counted = statistics(values, WINDOW);
  return (
    <div class="card" data-testid="hot-cold">
      <div class="two">
        <Ranked title={t("hot")} items={counted.hot.filter((item) => item.count > 0)} />
        <Ranked title={t("cold")} items={counted.total < SPINS_MIN ? [] : counted.cold} />
      </div>
      <p class="window">{t("window", { n: counted.total })}</p>
    </div>
  );
}

interface BarProps {
  readonly left: string;
  readonly right: string;
  readonly counts: readonly [number, number, number];
  readonly tone: string;
}

function Bar({ left, right, counts, tone }: BarProps) {
  const total = Math.max(1, counts[0] + counts[1] + counts[2]);
  const percent = (n: number) => Math.round((100 * n) / total);
  return (
    <div class={`share ${tone}`}>
      <span>
        {left} <b class="figures">{percent(counts[0])}%</b>
      </span>
      <span class="share-bar" aria-hidden="true">
        <i style={{ flexGrow: counts[0] }} />
        <i style={{ flexGrow: counts[1] }} />
        <i style={{ flexGrow: counts[2] }} />
      </span>
      <span>
        <b class="figures">{percent(counts[2])}%</b> {right}
      </span>
    </div>
  );
}

export function Shares({ values }: { readonly values: readonly string[] }) {
  const c = statistics(values, WINDOW);
  return (
    <div class="card shares" data-testid="shares">
      <Bar left={t("word.red")} right={t("word.black")} counts={[c.red, c.zero, c.black]} tone="colours" />
      <Bar left={t("word.odd")} right={t("word.even")} counts={[c.odd, c.zero, c.even]} tone="" />
      <Bar left={t("word.low")} right={t("word.high")} counts={[c.low, c.zero, c.high]} tone="" />
    </div>
  );
}

export function LimitSign({ limits, currency }: { readonly limits: LimitsView; readonly currency: string }) {
  const range = (low: number, high: number) => `${moneyShort(low, currency)} – ${moneyShort(high, currency)}`;
  return (
    <div class="card limits" data-testid="limits">
      <h3>{t("limits")}</h3>
      <dl>
        {limitLines(limits).map((line) => (
          <div key={line.kinds.join()}>
            <dt>{line.kinds.map((kind) => code("kind", kind)).join(", ")}</dt>
            <dd class="figures">{range(line.minimum, line.maximum)}</dd>
          </div>
        ))}
        {limits.total_maximum > 0 ? (
          <div>
            <dt>{t("total")}</dt>
            <dd class="figures">{range(limits.total_minimum, limits.total_maximum)}</dd>
          </div>
        ) : null}
      </dl>
    </div>
  );
}

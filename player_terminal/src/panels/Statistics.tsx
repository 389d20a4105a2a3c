/** Counts of the latest results over a chosen window, with the one sentence they need. */
import { type Count, colour, type Statistics, statistics, WINDOWS, type Window } from "@croupier/web-core";
import { Button, NumberTile } from "@croupier/web-core/ui/parts.tsx";
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { table } from "../app/state.ts";
import { t } from "../app/words.ts";

function Bars({ found }: { readonly found: Statistics }): JSX.Element {
  const top = Math.max(1, ...found.frequency.map((each) => each.count));
  return (
    <ol class="bars" aria-label={t("stats.frequency")}>
      {found.frequency.map(({ value, count }) => (
        <li key={value} aria-label={t("stats.times", { value, n: count })}>
          <span class="bar-count">{count}</span>
          <span class={`bar ${colour(value)}`} style={{ height: `${(count / top) * 100}%` }} />
          <span class="bar-name">{value}</span>
        </li>
      ))}
    </ol>
  );
}

function Extremes({ title, items }: { readonly title: string; readonly items: readonly Count[] }): JSX.Element {
  return (
    <div class="extremes">
      <h3 class="caps">{title}</h3>
      <ol>
        {items.map(({ value, count }) => (
          <li key={value}>
            <NumberTile value={value} /> <span class="figures">×{count}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

interface SplitPart {
  readonly label: string;
  readonly count: number;
  readonly tone: string;
}

function Split({ parts }: { readonly parts: readonly SplitPart[] }): JSX.Element {
  const total = Math.max(
    1,
    parts.reduce((sum, part) => sum + part.count, 0),
  );
  return (
    <div class="split">
      {parts
        .filter((part) => part.count > 0)
        .map((part) => (
          <span key={part.label} class={part.tone} style={{ flexGrow: part.count }}>
            {part.label} <b>{Math.round((part.count / total) * 100)} %</b>
          </span>
        ))}
    </div>
  );
}

function splits(found: Statistics): readonly (readonly SplitPart[])[] {
  const zero = { label: "0", count: found.zero, tone: "green" };
  const thirds = (counts: readonly number[], key: "fact.dozen" | "fact.column"): SplitPart[] => [
    ...counts.map((count, n) => ({ label: t(key, { n: n + 1 }), count, tone: "plain" })),
    zero,
  ];
  return [
    [
      { label: t("colour.red"), count: found.red, tone: "red" },
      { label: t("colour.black"), count: found.black, tone: "black" },
      zero,
    ],
    [
      { label: t("fact.odd"), count: found.odd, tone: "plain" },
      { label: t("fact.even"), count: found.even, tone: "plain" },
      zero,
    ],
    [
      { label: t("fact.low"), count: found.low, tone: "plain" },
      { label: t("fact.high"), count: found.high, tone: "plain" },
      zero,
    ],
    thirds(found.dozens, "fact.dozen"),
    thirds(found.columns, "fact.column"),
  ];
}

export function StatisticsPanel(): JSX.Element {
  const window = useSignal<Window>(50);
  const found = statistics(table.value?.values ?? [], window.value);
  return (
    <div class="statistics">
      <div class="stats-bar">
        {WINDOWS.map((each) => (
          <Button
            key={each}
            id={`window-${each}`}
            label={t("stats.window", { n: each })}
            pressed={window.value === each}
            onPress={() => {
              window.value = each;
            }}
          />
        ))}
        <span data-testid="counted">{t("stats.counted", { n: found.total })}</span>
        <strong class="stats-warning">{t("stats.warning")}</strong>
      </div>
      <Bars found={found} />
      <div class="stats-lower">
        <Extremes title={t("stats.hot")} items={found.hot} />
        <Extremes title={t("stats.cold")} items={found.cold} />
        <div class="splits">
          <h3 class="caps">{t("stats.split")}</h3>
          {splits(found).map((parts) => (
            <Split key={parts[0]?.label} parts={parts} />
          ))}
        </div>
      </div>
    </div>
  );
}

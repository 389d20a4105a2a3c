/** The last rounds, newest first. A corrected round keeps its first number in sight. */
import { type DealerTableView, money } from "@croupier/web-core";
import { NumberTile } from "@croupier/web-core/ui/parts.tsx";
import { clockTime } from "../../lib/format.ts";
import { useTable } from "../desk.ts";
import { t } from "../messages/index.ts";

type Item = DealerTableView["rounds"][number];

const SHOWN = 20;

function Round({ item }: { readonly item: Item }) {
  const { desk } = useTable();
  const corrected = item.original !== null && item.original !== item.value;
  return (
    <li
      class={`round ${corrected ? "corrected" : ""}`}
      data-testid={`round-${item.number}`}
      data-value={item.value ?? ""}
      data-original={item.original ?? ""}
    >
      <NumberTile value={item.value} />
      <span class="round-what">
        <span class="figures">
          {item.number}
          <small>{clockTime(item.at, desk.timeZone)}</small>
        </span>
        <small>
          {item.status === "void" ? t("rounds.void") : t("rounds.bettors", { n: item.bettors })}
          {item.bettors > 0 ? ` · ${money(item.staked, desk.currency)}` : null}
        </small>
      </span>
      {corrected ? (
        <span class="was" data-testid="was">
          {t("rounds.was", { value: item.original ?? "–" })}
        </span>
      ) : null}
      {item.correctable ? (
        <button
          type="button"
          class="button round-correct"
          data-testid={`correct-${item.number}`}
          onClick={() => desk.open({ kind: "correction", round: item.round })}
        >
          {t("rounds.correct")}
        </button>
      ) : null}
    </li>
  );
}

export function Rounds() {
  const { table } = useTable();
  return (
    <section class="side side-rounds" data-testid="rounds">
      <h2>{t("rounds.title")}</h2>
      {table.rounds.length === 0 ? <p class="quiet">{t("rounds.none")}</p> : null}
      <ol class="round-list">
        {table.rounds.slice(0, SHOWN).map((item) => (
          <Round key={item.round} item={item} />
        ))}
      </ol>
    </section>
  );
}

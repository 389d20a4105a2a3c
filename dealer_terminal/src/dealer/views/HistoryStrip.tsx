/** The last 20 numbers, newest first; a corrected one is marked. */
import { NumberTile } from "@croupier/web-core/ui/parts.tsx";
import { useTable } from "../desk.ts";
import { t } from "../messages/index.ts";

export function HistoryStrip() {
  const { table } = useTable();
  return (
    <ol class="history" aria-label={t("stage.history")}>
      {table.history.slice(0, 20).map((item) => (
        <li
          key={item.round}
          class={item.corrected ? "corrected" : ""}
          title={item.corrected ? t("rounds.corrected") : ""}
        >
          <NumberTile value={item.value} />
          <small class="figures">{item.number}</small>
        </li>
      ))}
    </ol>
  );
}

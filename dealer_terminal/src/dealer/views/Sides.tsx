/** What the dealer watches: wagers and meters, terminals, rounds. Side by side where there is room, else behind tabs. */
import { signal } from "@preact/signals";
import { useTable } from "../desk.ts";
import { seatFlags } from "../logic/seats.ts";
import { t } from "../messages/index.ts";
import { Rounds } from "./Rounds.tsx";
import { SeatMap } from "./SeatMap.tsx";
import { Wagers } from "./Wagers.tsx";

const TABS = ["wagers", "terminals", "rounds"] as const;
const tab = signal<(typeof TABS)[number]>("wagers");

export function Sides() {
  const { table } = useTable();
  const asking = table.terminals.filter((terminal) => seatFlags(terminal, table.terminals).length > 0).length;
  return (
    <div class="sides" data-tab={tab.value}>
      <div class="tabs" role="tablist">
        {TABS.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            class="tab"
            aria-selected={tab.value === name}
            data-testid={`tab-${name}`}
            onClick={() => {
              tab.value = name;
            }}
          >
            {t(`tabs.${name}`)}
            {name === "terminals" && asking > 0 ? <b class="badge">{asking}</b> : null}
          </button>
        ))}
      </div>
      <Wagers />
      <SeatMap />
      <Rounds />
    </div>
  );
}

/** A wager a supervisor may take off between the close and the result (002 4.2.8): pick it, say why, ask. */
import { money } from "@croupier/web-core";
import { useSignal } from "@preact/signals";
import { useTable } from "../desk.ts";
import type { Terminal } from "../logic/seats.ts";
import { spotText, t } from "../messages/index.ts";

const REASONS = ["touched_by_mistake", "terminal_fault", "disturbed"] as const;

export function Relief({ terminal }: { readonly terminal: Terminal }) {
  const { desk, table } = useTable();
  const chosen = useSignal<string | null>(null);
  const round = table.round;
  if (round === null || terminal.wagers.length === 0 || !table.actions.includes("request_relief")) return null;
  const ask = async (spot: string, reason: (typeof REASONS)[number]) => {
    const asked = await desk.send({ type: "request_relief", round, terminal: terminal.terminal, spot, reason });
    if (asked) desk.open({ kind: "supervisor", task: null });
  };
  const spot = chosen.value;
  return (
    <section data-testid="relief">
      <h3>{t("relief.title")}</h3>
      <p>{t("relief.text")}</p>
      <div class="button-row">
        {terminal.wagers.map((wager) => (
          <button
            key={wager.spot}
            type="button"
            class="button"
            aria-pressed={wager.spot === spot}
            data-testid={`relief-${wager.spot}`}
            onClick={() => {
              chosen.value = wager.spot;
            }}
          >
            {spotText(wager.spot)} · {money(wager.stake, desk.currency)}
          </button>
        ))}
      </div>
      {spot === null ? null : (
        <div class="relief-reasons">
          <h3>{t("relief.reason")}</h3>
          <div class="button-row">
            {REASONS.map((reason) => (
              <button
                key={reason}
                type="button"
                class="button primary"
                data-testid={`relief-reason-${reason}`}
                onClick={() => void ask(spot, reason)}
              >
                {t(`reason.${reason}`)}
              </button>
            ))}
          </div>
        </div>
      )}
    </section>
  );
}

/** A confirmed number was wrong (002 11.4.10): pick the right one, see the money, ask a supervisor. */
import { NumberTile } from "@croupier/web-core/ui/parts.tsx";
import { useSignal } from "@preact/signals";
import { type CorrectionImpact, useTable } from "../desk.ts";
import { code, t } from "../messages/index.ts";
import { DialogFrame } from "./DialogHost.tsx";
import { Effect } from "./Effect.tsx";
import { Keypad } from "./Keypad.tsx";

function Impact({ impact }: { readonly impact: CorrectionImpact | null }) {
  if (impact === null) return <p class="quiet">{t("correct.loading")}</p>;
  if (impact.refusal !== null) return <p class="impact-refused">{code("refusal", impact.refusal)}</p>;
  return <Effect effect={impact} />;
}

const REASONS = ["keyed_wrong", "sensor_wrong", "misheard", "review"] as const;

export function CorrectionDialog({ round }: { readonly round: string }) {
  const { desk, table, values } = useTable();
  const value = useSignal<string | null>(null);
  const reason = useSignal<(typeof REASONS)[number] | null>(null);
  const item = table.rounds.find((each) => each.round === round);
  if (!item) return null;
  const seen = desk.impact.value;
  const impact = seen !== null && seen.round === round && seen.value === value.value ? seen : null;
  const ready = value.value !== null && reason.value !== null && impact !== null && impact.refusal === null;

  const request = async () => {
    if (value.value === null || reason.value === null) return;
    const asked = await desk.send({ type: "request_correction", round, value: value.value, reason: reason.value });
    if (asked) desk.open({ kind: "supervisor", task: null });
  };

  return (
    <DialogFrame id="correction" title={t("correct.title", { number: item.number })} subtitle={t("correct.kept")} wide>
      <div class="correct-numbers">
        <span class="label">{t("correct.recorded")}</span>
        <NumberTile value={item.value} />
        <span class="correct-arrow" aria-hidden="true">
          →
        </span>
        <span class="label">{t("correct.right")}</span>
        {value.value === null ? <span class="quiet">{t("correct.pick")}</span> : <NumberTile value={value.value} />}
      </div>
      <Keypad
        values={values}
        chosen={value.value}
        barred={item.value}
        onPick={(picked) => {
          value.value = picked;
          desk.preview(round, picked);
        }}
      />
      {value.value === null ? null : (
        <div class="two-panes correct-panes">
          <section>
            <h3>{t("correct.impact")}</h3>
            <Impact impact={impact} />
          </section>
          <section>
            <h3>{t("correct.reason")}</h3>
            <div class="button-row">
              {REASONS.map((name) => (
                <button
                  key={name}
                  type="button"
                  class="button"
                  aria-pressed={reason.value === name}
                  data-testid={`reason-${name}`}
                  onClick={() => {
                    reason.value = name;
                  }}
                >
                  {t(`reason.${name}`)}
                </button>
              ))}
            </div>
            {ready ? (
              <button
                type="button"
                class="button primary"
                data-testid="request-correction"
                onClick={() => void request()}
              >
                {t("correct.request")}
              </button>
            ) : null}
          </section>
        </div>
      )}
    </DialogFrame>
  );
}

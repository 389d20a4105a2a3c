/** A reminder of time and money at set intervals; it never covers the last seconds of betting. */
import { Button } from "@croupier/web-core/ui/parts.tsx";
import type { JSX } from "preact";
import { openPanel } from "../app/actions.ts";
import { duration } from "../app/screen.ts";
import { cashSigned, netResult, seat, wallMs } from "../app/state.ts";
import { t } from "../app/words.ts";

export function Reminder(): JSX.Element {
  const started = seat.value?.started_at;
  const time = started ? duration(wallMs.value - Date.parse(started)) : "0:00";
  return (
    <section class="panel confirm" role="dialog" aria-label={t("reminder.title")} data-testid="panel-reminder">
      <h2 class="caps">{t("reminder.title")}</h2>
      <p>{t("reminder.text", { time, amount: cashSigned(netResult.value) })}</p>
      <div class="confirm-actions">
        <Button label={t("rail.cash_out")} onPress={() => openPanel("cash_out")} />
        <Button look="primary" label={t("reminder.go_on")} onPress={() => openPanel(null)} />
      </div>
    </section>
  );
}

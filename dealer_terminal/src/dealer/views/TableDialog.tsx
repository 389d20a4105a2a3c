/** Things about the table itself: announce or cancel its closure (002 12.8), suspend it. */
import { clockTime } from "../../lib/format.ts";
import { useTable } from "../desk.ts";
import { t } from "../messages/index.ts";
import { DialogFrame } from "./DialogHost.tsx";

const MINUTES = [20, 30, 45, 60] as const;
const REASONS = ["dealer_change", "wheel_check", "dispute", "other"] as const;

function Closure() {
  const { desk, table } = useTable();
  const announce = async (minutes: number) => {
    if (await desk.send({ type: "announce_closure", minutes })) desk.close();
  };
  if (table.closes_at !== null && table.actions.includes("cancel_closure")) {
    return (
      <section>
        <h3>{t("banner.closes", { time: clockTime(table.closes_at, desk.timeZone) })}</h3>
        <button
          type="button"
          class="button"
          data-testid="cancel-closure"
          onClick={() => void desk.send({ type: "cancel_closure" })}
        >
          {t("table.cancel")}
        </button>
      </section>
    );
  }
  if (!table.actions.includes("announce_closure")) return null;
  return (
    <section>
      <h3>{t("table.announce")}</h3>
      <p>{t("table.announce_text")}</p>
      <div class="button-row">
        <button type="button" class="button" data-testid="closure-0" onClick={() => void announce(0)}>
          {t("table.now")}
        </button>
        {MINUTES.map((minutes) => (
          <button
            key={minutes}
            type="button"
            class="button"
            data-testid={`closure-${minutes}`}
            onClick={() => void announce(minutes)}
          >
            {t("table.minutes", { n: minutes })}
          </button>
        ))}
      </div>
    </section>
  );
}

function Suspension() {
  const { desk, table } = useTable();
  if (!table.actions.includes("suspend_table")) return null;
  const suspend = async (reason: string) => {
    if (await desk.send({ type: "suspend_table", reason })) desk.close();
  };
  return (
    <section>
      <h3>{t("table.suspend")}</h3>
      <p>{t("table.suspend_text")}</p>
      <div class="button-row">
        {REASONS.map((reason) => (
          <button
            key={reason}
            type="button"
            class="button"
            data-testid={`suspend-${reason}`}
            onClick={() => void suspend(reason)}
          >
            {t(`suspend.${reason}`)}
          </button>
        ))}
      </div>
    </section>
  );
}

export function TableDialog() {
  const { table } = useTable();
  const can = ["announce_closure", "cancel_closure", "suspend_table"].some((action) => table.actions.includes(action));
  return (
    <DialogFrame id="table-dialog" title={t("table.title", { name: table.name })}>
      {can ? null : <p class="quiet">{t("table.nothing")}</p>}
      <Closure />
      <Suspension />
    </DialogFrame>
  );
}

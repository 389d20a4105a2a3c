/** A line that hangs from the header: what players must be told about the table beside the round itself. */
import type { JSX } from "preact";
import { type Notice, noticeBeside } from "../app/notices.ts";
import { screen, seat, table } from "../app/state.ts";
import { maybeT, t } from "../app/words.ts";
import { Icon } from "./icons.tsx";

/** A correction concerns the player's money only if he had wagers in that game. */
function settledAgain({ code, data }: Notice): boolean {
  const result = seat.value?.result;
  const { number } = data ?? {};
  if (code !== "result_corrected" || !result?.corrected) return false;
  return result.number === number && result.table === table.value?.table;
}

function words({ code, data }: Notice): string | null {
  const params = Object.fromEntries(Object.entries(data ?? {}).map(([key, value]) => [key, String(value)]));
  return maybeT(`notice.${code}`, params);
}

export function TableNotice(): JSX.Element | null {
  const notice = noticeBeside(table.value, screen.value);
  const text = notice && words(notice);
  if (notice === null || text === null) return null;
  return (
    <p class="notice" role="status" data-testid="notice">
      <Icon name="warn" size={22} />
      <span>{text}</span>
      {settledAgain(notice) ? <span>{t("notice.settled_again")}</span> : null}
    </p>
  );
}

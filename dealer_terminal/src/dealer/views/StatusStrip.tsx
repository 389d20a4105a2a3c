/** One line under the banner, always there so that nothing jumps: notices at the left, the wheel at the right. */
import type { NoticeView } from "@croupier/web-core";
import { clockTime } from "../../lib/format.ts";
import { Icon } from "../../lib/Icon.tsx";
import { useTable } from "../desk.ts";
import { code, t } from "../messages/index.ts";

function Wheel() {
  const { table } = useTable();
  const device = table.device;
  if (device === null) return <span class="strip-item quiet">{t("device.none")}</span>;
  const bad = !device.online || device.fault !== null;
  return (
    <span class={`strip-item ${bad ? "bad" : "good"}`} data-testid="device">
      <Icon name={bad ? "fault" : "wheel"} />
      {t("device.title")} {device.device} · {device.online ? t("device.online") : t("device.offline")}
      {device.fault ? ` · ${t("device.fault", { fault: code("fault", device.fault) })}` : null}
      {device.online && device.state ? ` · ${code("wheel_state", device.state)}` : null}
      {device.spin ? ` · ${t("device.spin", { spin: device.spin })}` : null}
    </span>
  );
}

function noticeText(notice: NoticeView): string {
  const params: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(notice.data)) {
    if (typeof value === "string" || typeof value === "number") params[name] = value;
  }
  return code("notice", notice.code, params);
}

export function StatusStrip() {
  const { desk, table } = useTable();
  return (
    <div class="strip">
      {table.closes_at ? (
        <span class="strip-item warn" data-testid="closing">
          <Icon name="closing" />
          {t("banner.closes", { time: clockTime(table.closes_at, desk.timeZone) })}
        </span>
      ) : null}
      {table.notice ? (
        <span class="strip-item warn" data-testid="notice">
          <Icon name="info" />
          {noticeText(table.notice)}
          {table.notice.clause ? ` (002 ${table.notice.clause.replace(/^002 /, "")})` : null}
        </span>
      ) : null}
      <span class="strip-fill" />
      <Wheel />
    </div>
  );
}

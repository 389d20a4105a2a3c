/** The state banner: word, colour, picture, countdown, round and table; then who is at the desk. */
import { CountdownRing } from "@croupier/web-core/ui/parts.tsx";
import { bannerOf } from "../../lib/banner.ts";
import { clockTime, secondsLeft } from "../../lib/format.ts";
import { Icon } from "../../lib/Icon.tsx";
import { toggleLanguage } from "../../lib/i18n.ts";
import { useDesk, useTable } from "../desk.ts";
import { code, t } from "../messages/index.ts";

function State() {
  const { desk, table } = useTable();
  const remaining = desk.remaining(table.deadline_ms);
  const banner = bannerOf(table, remaining);
  return (
    <div class={`state tone-${banner.tone}`} data-testid="state" data-state={banner.state}>
      <span class="state-icon">
        {banner.state === "wagering" ? (
          <CountdownRing
            remainingMs={remaining}
            periodMs={table.period_ms}
            label={`${secondsLeft(remaining)} ${t("stage.seconds")}`}
          />
        ) : (
          <Icon name={banner.tone} />
        )}
      </span>
      <h1 class="caps">{t(`state.${banner.state}`)}</h1>
    </div>
  );
}

function Person() {
  const desk = useDesk();
  const staff = desk.state.value?.staff;
  if (!staff) return null;
  return (
    <div class="person">
      <Icon name="person" />
      <div>
        <strong data-testid="staff">{staff.name}</strong>
        <span>{code("role", staff.role)}</span>
      </div>
      <button type="button" class="button" data-testid="sign-out" onClick={() => void desk.send({ type: "sign_out" })}>
        {t("banner.sign_out")}
      </button>
    </div>
  );
}

export function Banner() {
  const { desk, table } = useTable();
  // The clock moves with the desk's own tick.
  const tick = desk.now.value;
  return (
    <header class="banner">
      <State />
      <div class="facts">
        <div>
          <span class="label">{t("banner.round")}</span>
          <strong class="figures" data-testid="round-number">
            {table.number}
          </strong>
        </div>
        <div>
          <span class="label">{t(`banner.${table.wheel}`)}</span>
          <strong class="figures">{table.name}</strong>
        </div>
        <div>
          <span class="label">{table.table}</span>
          <strong class="figures" data-tick={Math.floor(tick / 1000)}>
            {clockTime(Date.now(), desk.timeZone)}
          </strong>
        </div>
      </div>
      <button type="button" class="button language" data-testid="language" onClick={toggleLanguage}>
        {t("banner.language")}
      </button>
      <Person />
    </header>
  );
}

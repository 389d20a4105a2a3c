/** The two rails beside the table: what to look up on the left, services on the right. */
import type { ComponentChildren, JSX } from "preact";
import { openPanel, toggleAttendant } from "../app/actions.ts";
import { cash, lobbyBadges, type Panel, panel, seat, volume, welcome } from "../app/state.ts";
import { timeText } from "../app/times.ts";
import { language, t } from "../app/words.ts";
import { Icon, type IconName } from "./icons.tsx";

interface RailProps {
  readonly icon: IconName;
  readonly label: string;
  readonly onPress: () => void;
  readonly id: string;
  readonly on?: boolean;
  readonly class?: string;
  readonly children?: ComponentChildren;
}

function RailButton(props: RailProps): JSX.Element {
  const { icon, label, onPress, id, on = false } = props;
  return (
    <button
      type="button"
      class={`rail-button ${on ? "on" : ""} ${props.class ?? ""}`}
      aria-pressed={on}
      onClick={onPress}
      data-testid={id}
    >
      <Icon name={icon} size={34} />
      <span>{label}</span>
      {props.children}
    </button>
  );
}

function PanelButton({
  name,
  icon,
  label,
}: {
  readonly name: Panel;
  readonly icon: IconName;
  readonly label: string;
}): JSX.Element {
  return (
    <RailButton
      icon={icon}
      label={label}
      id={`open-${name}`}
      on={panel.value === name}
      onPress={() => openPanel(name)}
    />
  );
}

/** Stakes on another table stay in view, wherever the player looks. */
function Badges(): JSX.Element {
  return (
    <>
      {lobbyBadges.value.map(({ table, name, amount, seconds }) => (
        <p key={table} class="badge" data-testid="elsewhere">
          {t("badge.elsewhere", { amount: cash(amount), table: name })}
          {seconds === null ? null : <b>{t("common.seconds", { n: seconds })}</b>}
        </p>
      ))}
    </>
  );
}

export function LeftRail(): JSX.Element {
  return (
    <nav class="rail left" aria-label={t("app.title")}>
      <PanelButton name="tables" icon="tables" label={t("rail.tables")} />
      <Badges />
      <PanelButton name="statistics" icon="statistics" label={t("rail.statistics")} />
      <PanelButton name="recall" icon="recall" label={t("rail.recall")} />
      <PanelButton name="limits" icon="limits" label={t("rail.limits")} />
      <PanelButton name="help" icon="help" label={t("rail.help")} />
    </nav>
  );
}

export function RightRail(): JSX.Element {
  const called = seat.value?.attendant_called_at ?? null;
  const waits = seat.value?.cash_out?.state === "queued";
  return (
    <nav class="rail right" aria-label={t("rail.session")}>
      <RailButton
        icon="attendant"
        id="attendant"
        on={called !== null}
        label={called ? t("rail.called", { time: timeText(called, welcome.value?.time_zone) }) : t("rail.attendant")}
        onPress={toggleAttendant}
      />
      <PanelButton name="language" icon="language" label={t(`language.${language.value}`)} />
      <PanelButton name="volume" icon={volume.value === 0 ? "muted" : "volume"} label={t("rail.volume")} />
      <RailButton
        icon={waits ? "hourglass" : "cash_out"}
        id="open-cash_out"
        on={waits || panel.value === "cash_out"}
        label={t(waits ? "rail.cash_out_waits" : "rail.cash_out")}
        onPress={() => openPanel("cash_out")}
      />
    </nav>
  );
}

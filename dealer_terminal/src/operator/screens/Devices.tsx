/** Enrolled devices. A credential is shown exactly once, as the link to open on the device. */
import { useSignal } from "@preact/signals";
import { dateTime } from "../../lib/format.ts";
import { deviceLink } from "../logic/links.ts";
import { code, t } from "../messages/index.ts";
import type { DeviceChanged, DeviceCredential, DeviceKind, DeviceList, DeviceNew, DeviceRecord } from "../model.ts";
import { useLoad, useOffice } from "../office.ts";
import { Choice, Entry, Grid, Press } from "../parts.tsx";

const DEVICE_KINDS: readonly DeviceKind[] = ["player_terminal", "dealer_terminal", "display", "gateway"];

function Credential({ device, onClose }: { readonly device: DeviceCredential; readonly onClose: () => void }) {
  const link = deviceLink(location.origin, device);
  const secret = link ?? device.token;
  return (
    <div class="credential" data-testid="credential">
      <h3>{t("devices.once", { device: device.device })}</h3>
      <p>{t("devices.once_text")}</p>
      <code data-testid="credential-link">{secret ?? t("devices.gone")}</code>
      <div class="row">
        {secret === null ? null : (
          <Press
            label={link === null ? t("devices.copy_token") : t("devices.copy")}
            id="copy"
            look="gold"
            onPress={() => void navigator.clipboard?.writeText(secret)}
          />
        )}
        <Press label={t("devices.done")} id="credential-done" onPress={onClose} />
      </div>
    </div>
  );
}

interface RenewProps {
  readonly device: DeviceRecord;
  readonly onRenew: () => void;
  readonly onCancel: () => void;
}

/** A new credential cuts the device off at once, so it is asked for twice. */
function Renew({ device, onRenew, onCancel }: RenewProps) {
  return (
    <div class="credential" role="alertdialog" aria-label={t("devices.renew")} data-testid="renew">
      <h3>{t("devices.renew_title", { device: device.device })}</h3>
      <p>{t("devices.renew_text")}</p>
      <div class="row">
        <Press label={t("devices.renew")} id="renew-confirm" look="danger" onPress={onRenew} />
        <Press label={t("cancel")} id="renew-cancel" onPress={onCancel} />
      </div>
    </div>
  );
}

const EMPTY = { device: "", name: "", bound: "", seat: "" };

function Enrol({ onEnrolled }: { readonly onEnrolled: (device: DeviceCredential) => void }) {
  const office = useOffice();
  const kind = useSignal<DeviceKind>("player_terminal");
  const form = useSignal(EMPTY);
  const set = (field: keyof typeof EMPTY) => (value: string) => {
    form.value = { ...form.value, [field]: value };
  };
  const atTable = kind.value === "dealer_terminal" || kind.value === "display";
  const enrol = async () => {
    const { device, name, bound, seat } = form.value;
    const body: DeviceNew = {
      device: device.trim(),
      kind: kind.value,
      name: name.trim() || device.trim(),
      ...(atTable ? { table: bound.trim() } : {}),
      ...(kind.value === "player_terminal" && /^\d+$/.test(seat.trim()) ? { seat: Number(seat) } : {}),
    };
    const made = await office.try(() => office.api.post<DeviceCredential>("/devices", body));
    if (!made) return;
    form.value = EMPTY;
    onEnrolled(made);
  };
  return (
    <form
      class="settings inline"
      data-save
      onSubmit={(event) => {
        event.preventDefault();
        void enrol();
      }}
    >
      <Choice
        label={t("col.kind")}
        name="kind"
        value={kind.value}
        options={DEVICE_KINDS.map((each) => [each, code("device_kind", each)] as const)}
        onPick={(value) => {
          kind.value = value as DeviceKind;
        }}
      />
      <Entry label={t("col.device")} name="device" value={form.value.device} onInput={set("device")} />
      <Entry label={t("col.name")} name="name" value={form.value.name} onInput={set("name")} />
      {atTable ? <Entry label={t("col.table")} name="bound" value={form.value.bound} onInput={set("bound")} /> : null}
      {kind.value === "player_terminal" ? (
        <Entry label={t("col.seat")} name="seat" value={form.value.seat} onInput={set("seat")} />
      ) : null}
      <button type="submit" class="press gold" data-testid="enrol">
        {t("devices.enrol")}
      </button>
    </form>
  );
}

export function DevicesScreen() {
  const office = useOffice();
  const devices = useSignal<readonly DeviceRecord[]>([]);
  const made = useSignal<DeviceCredential | null>(null);
  const renewing = useSignal<DeviceRecord | null>(null);
  const filter = useSignal("");
  const load = async () => {
    const found = await office.try(() => office.api.get<DeviceList>("/devices"));
    if (found) devices.value = found.devices;
  };
  useLoad(load);
  const path = (row: DeviceRecord) => `/devices/${encodeURIComponent(row.device)}`;
  const toggle = async (row: DeviceRecord) => {
    const change: DeviceChanged = { enabled: !row.enabled };
    if (await office.try(() => office.api.patch(path(row), row.version, change))) office.tell("good", "saved");
    await load();
  };
  const renew = async (row: DeviceRecord) => {
    renewing.value = null;
    made.value = await office.try(() => office.api.post<DeviceCredential>(`${path(row)}/credential`));
    await load();
  };
  const asked = renewing.value;
  const shown = devices.value.filter((row) => `${row.device} ${row.name} ${row.kind}`.includes(filter.value));
  return (
    <section class="wide">
      <h2>{t("screen.devices")}</h2>
      {made.value ? (
        <Credential
          device={made.value}
          onClose={() => {
            made.value = null;
          }}
        />
      ) : null}
      {asked ? (
        <Renew
          device={asked}
          onRenew={() => void renew(asked)}
          onCancel={() => {
            renewing.value = null;
          }}
        />
      ) : null}
      {office.mayChange ? (
        <Enrol
          onEnrolled={(device) => {
            made.value = device;
            void load();
          }}
        />
      ) : null}
      <input
        type="search"
        placeholder={t("filter")}
        aria-label={t("filter")}
        value={filter.value}
        onInput={(event) => {
          filter.value = event.currentTarget.value;
        }}
      />
      <Grid
        testid="device"
        rows={shown}
        columns={[
          { head: t("col.device"), cell: (row) => row.device },
          { head: t("col.kind"), cell: (row) => code("device_kind", row.kind) },
          { head: t("col.name"), cell: (row) => row.name },
          { head: t("col.bound"), cell: (row) => row.table ?? row.terminal ?? "" },
          { head: t("col.enrolled"), cell: (row) => dateTime(row.enrolled_at, office.timeZone) },
          {
            head: t("col.status"),
            cell: (row) => (
              <span class={`mark ${row.enabled ? "open" : "closed"}`}>
                {row.enabled ? t("enabled") : t("disabled")}
              </span>
            ),
          },
          {
            head: "",
            cell: (row) =>
              office.mayChange ? (
                <span class="row">
                  <Press
                    label={row.enabled ? t("disable") : t("enable")}
                    id={`toggle-${row.device}`}
                    onPress={() => void toggle(row)}
                  />
                  <Press
                    label={t("devices.renew")}
                    id={`renew-${row.device}`}
                    onPress={() => {
                      made.value = null;
                      renewing.value = row;
                    }}
                  />
                </span>
              ) : null,
          },
        ]}
        id={(row) => row.device}
        empty={t("empty")}
      />
    </section>
  );
}

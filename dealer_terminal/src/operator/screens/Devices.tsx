/** Enrolled devices. The credential of a new one is shown exactly once, as the link to open on it. */
import { useSignal } from "@preact/signals";
import { dateTime } from "../../lib/format.ts";
import { deviceLink } from "../logic/links.ts";
import { code, t } from "../messages/index.ts";
import { DEVICE_KINDS, type DeviceCredential, type DeviceKind, type DeviceRecord } from "../model.ts";
import { useLoad, useOffice } from "../office.ts";
import { Choice, Entry, Grid, Press } from "../parts.tsx";

function Credential({ device, onClose }: { readonly device: DeviceCredential; readonly onClose: () => void }) {
  const link = deviceLink(location.origin, device);
  return (
    <div class="credential" data-testid="credential">
      <h3>{t("devices.once", { device: device.device })}</h3>
      <p>{t("devices.once_text")}</p>
      <code data-testid="credential-link">{link ?? device.token ?? t("devices.gone")}</code>
      <div class="row">
        {link === null ? null : (
          <Press
            label={t("devices.copy")}
            id="copy"
            look="gold"
            onPress={() => void navigator.clipboard?.writeText(link)}
          />
        )}
        <Press label={t("devices.done")} id="credential-done" onPress={onClose} />
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
    const made = await office.try(() =>
      office.api.post<DeviceCredential>("/devices", {
        device: device.trim(),
        kind: kind.value,
        name: name.trim() || device.trim(),
        ...(atTable ? { table: bound.trim() } : {}),
        ...(kind.value === "player_terminal" && /^\d+$/.test(seat.trim()) ? { seat: Number(seat) } : {}),
      }),
    );
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
  const filter = useSignal("");
  const load = async () => {
    const found = await office.try(() => office.api.get<{ devices: DeviceRecord[] }>("/devices"));
    if (found) devices.value = found.devices;
  };
  useLoad(load);
  const toggle = async (row: DeviceRecord) => {
    const path = `/devices/${encodeURIComponent(row.device)}`;
    if (await office.try(() => office.api.patch(path, row.version, { enabled: !row.enabled })))
      office.tell("good", "saved");
    await load();
  };
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
                <Press
                  label={row.enabled ? t("disable") : t("enable")}
                  id={`toggle-${row.device}`}
                  onPress={() => void toggle(row)}
                />
              ) : null,
          },
        ]}
        id={(row) => row.device}
        empty={t("empty")}
      />
    </section>
  );
}

/** People: card, role, and whether they may sign in. PINs are set here and never shown. */
import { useSignal } from "@preact/signals";
import { code, t } from "../messages/index.ts";
import type { StaffChanged, StaffList, StaffNew, StaffRecord } from "../model.ts";
import { useLoad, useOffice } from "../office.ts";
import { Choice, Entry, Grid, Press } from "../parts.tsx";

const ROLES: readonly StaffNew["role"][] = ["dealer", "casino_supervisor", "operator"];
const EMPTY: StaffNew = { card: "", name: "", role: "dealer", pin: "" };
const PIN = /^\d{6,12}$/;

function roleOptions() {
  return ROLES.map((role) => [role, code("role", role)] as const);
}

function NewStaff({ onDone }: { readonly onDone: () => void }) {
  const office = useOffice();
  const form = useSignal<StaffNew>(EMPTY);
  const set = (field: keyof typeof EMPTY) => (value: string) => {
    form.value = { ...form.value, [field]: value };
  };
  const add = async () => {
    if (!PIN.test(form.value.pin)) return office.tell("bad", "pin_rule");
    if (!(await office.try(() => office.api.post<StaffRecord>("/staff", form.value)))) return;
    form.value = EMPTY;
    office.tell("good", "saved");
    onDone();
  };
  return (
    <form
      class="settings inline"
      data-save
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <Entry label={t("sign_in.card")} name="card" value={form.value.card} onInput={set("card")} />
      <Entry label={t("col.name")} name="name" value={form.value.name} onInput={set("name")} />
      <Choice label={t("col.role")} name="role" value={form.value.role} options={roleOptions()} onPick={set("role")} />
      <Entry label={t("sign_in.pin")} name="pin" type="password" value={form.value.pin} onInput={set("pin")} />
      <button type="submit" class="press gold" data-testid="add-staff">
        {t("staff.add")}
      </button>
    </form>
  );
}

function NewPin({ row, onDone }: { readonly row: StaffRecord; readonly onDone: (pin: string | null) => void }) {
  const pin = useSignal("");
  return (
    <form
      class="settings inline"
      data-testid="new-pin"
      onSubmit={(event) => {
        event.preventDefault();
        onDone(pin.value);
      }}
    >
      <Entry
        label={t("staff.new_pin", { name: row.name })}
        name="new-pin"
        type="password"
        value={pin.value}
        onInput={(text) => {
          pin.value = text;
        }}
      />
      <button type="submit" class="press gold">
        {t("tables.save")}
      </button>
      <Press label={t("cancel")} id="pin-cancel" onPress={() => onDone(null)} />
    </form>
  );
}

export function StaffScreen() {
  const office = useOffice();
  const staff = useSignal<readonly StaffRecord[]>([]);
  const pinFor = useSignal<StaffRecord | null>(null);
  const load = async () => {
    const found = await office.try(() => office.api.get<StaffList>("/staff"));
    if (found) staff.value = found.staff;
  };
  useLoad(load);
  const change = async (row: StaffRecord, body: StaffChanged) => {
    const path = `/staff/${encodeURIComponent(row.staff)}`;
    if (await office.try(() => office.api.patch(path, row.version, body))) office.tell("good", "saved");
    await load();
  };
  const setPin = async (row: StaffRecord, pin: string | null) => {
    if (pin !== null && !PIN.test(pin)) return office.tell("bad", "pin_rule");
    pinFor.value = null;
    if (pin !== null) await change(row, { pin });
  };
  const pinRow = pinFor.value;
  return (
    <section class="wide">
      <h2>{t("screen.staff")}</h2>
      {office.mayChange ? <NewStaff onDone={() => void load()} /> : null}
      {pinRow ? <NewPin row={pinRow} onDone={(pin) => void setPin(pinRow, pin)} /> : null}
      <Grid
        testid="member"
        rows={staff.value}
        columns={[
          { head: t("sign_in.card"), cell: (row) => row.card },
          { head: t("col.name"), cell: (row) => row.name },
          { head: t("col.role"), cell: (row) => code("role", row.role) },
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
                    id={`toggle-${row.card}`}
                    onPress={() => void change(row, { enabled: !row.enabled })}
                  />
                  <Press
                    label={t("staff.pin")}
                    id={`pin-${row.card}`}
                    onPress={() => {
                      pinFor.value = row;
                    }}
                  />
                </span>
              ) : null,
          },
        ]}
        id={(row) => row.card}
        empty={t("empty")}
      />
    </section>
  );
}

/** The venue's own settings. The currency is fixed: the amounts in the books are in it. */
import { LANGUAGES } from "@croupier/web-core";
import { useSignal } from "@preact/signals";
import { ApiRefusal } from "../api.ts";
import type { Form } from "../logic/form.ts";
import { toVenueChange, toVenueForm } from "../logic/venue.ts";
import { code, t } from "../messages/index.ts";
import type { VenueRecord } from "../model.ts";
import { useLoad, useOffice } from "../office.ts";
import { Choice, Entry, SaveForm } from "../parts.tsx";

const TIME_ZONES = ["UTC", ...Intl.supportedValuesOf("timeZone")];

/** The venue as it is saved, what was typed over it, and what came of saving. */
function useVenue() {
  const office = useOffice();
  const { venue } = office;
  const form = useSignal<Form>(venue.value ? toVenueForm(venue.value) : {});
  const bad = useSignal<readonly string[]>([]);
  const show = (next: VenueRecord) => {
    venue.value = next;
    form.value = toVenueForm(next);
    bad.value = [];
  };
  const load = async () => {
    const found = await office.try(() => office.api.get<VenueRecord>("/venue"));
    if (found) show(found);
  };
  useLoad(load);
  const save = async (current: VenueRecord) => {
    const result = toVenueChange(form.value, current);
    bad.value = result.ok ? [] : result.fields;
    if (!result.ok) return office.tell("bad", "unreadable_fields");
    if (Object.keys(result.change).length === 0) return office.tell("good", "unchanged");
    try {
      show(await office.api.patch<VenueRecord>("/venue", current.version, result.change));
      office.tell("good", "saved");
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      office.tell("bad", error.code, error.detail);
      // Somebody else was faster: show what the venue is now.
      if (error.code === "version_conflict") await load();
    }
  };
  return { venue: venue.value, form, bad, save };
}

export function VenueScreen() {
  const locked = !useOffice().mayChange;
  const { venue, form, bad, save } = useVenue();
  if (venue === null) return <section>{t("loading")}</section>;
  const set = (field: string) => (value: string) => {
    form.value = { ...form.value, [field]: value };
  };
  const entry = (field: string, note?: string, options?: readonly string[]) => (
    <Entry
      label={code("field", field)}
      name={field}
      value={form.value[field] ?? ""}
      bad={bad.value.includes(field)}
      note={note}
      options={options}
      disabled={locked}
      onInput={set(field)}
    />
  );
  return (
    <section>
      <h2>
        {t("screen.venue")}
        <small data-testid="version">{t("tables.version", { version: venue.version })}</small>
      </h2>
      <SaveForm onSave={() => void save(venue)}>
        <fieldset>
          {entry("name")}
          {entry("time_zone", t("venue.zone_note"), TIME_ZONES)}
          {entry("gaming_day_start", t("venue.day_note"))}
          {entry("languages", t("venue.languages_note", { known: LANGUAGES.join(", ") }))}
        </fieldset>
        <fieldset>
          <Entry
            label={t("field.currency")}
            name="currency"
            value={venue.currency}
            note={t("venue.currency_note")}
            disabled
          />
          {entry("ticket_limit", t("venue.ticket_note", { currency: venue.currency }))}
          <Choice
            label={t("field.multi_game_wagering")}
            name="multi_game_wagering"
            value={form.value["multi_game_wagering"] ?? "false"}
            options={[
              ["false", t("no")],
              ["true", t("yes")],
            ]}
            disabled={locked}
            onPick={set("multi_game_wagering")}
          />
        </fieldset>
        {locked ? (
          <p class="quiet">{t("tables.read_only")}</p>
        ) : (
          <div class="row">
            <button type="submit" class="press gold" data-testid="save">
              {t("tables.save")} <kbd>Ctrl S</kbd>
            </button>
          </div>
        )}
      </SaveForm>
    </section>
  );
}

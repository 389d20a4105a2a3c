/** The venue's own settings. */
import { useSignal } from "@preact/signals";
import { ApiRefusal } from "../api.ts";
import { amountText, parseAmount } from "../logic/amounts.ts";
import { code, t } from "../messages/index.ts";
import type { VenueRecord } from "../model.ts";
import { useLoad, useOffice } from "../office.ts";
import { Choice, Entry } from "../parts.tsx";

type VenueForm = Record<"name" | "time_zone" | "gaming_day_start" | "ticket_limit" | "multi_game_wagering", string>;

function toForm(venue: VenueRecord): VenueForm {
  return {
    name: venue.name,
    time_zone: venue.time_zone,
    gaming_day_start: venue.gaming_day_start,
    ticket_limit: amountText(venue.ticket_limit, venue.currency),
    multi_game_wagering: String(venue.multi_game_wagering),
  };
}

/** Only what was edited; null when the ticket limit is no amount. */
function toChange(form: VenueForm, venue: VenueRecord): Partial<VenueRecord> | null {
  const ticket_limit = parseAmount(form.ticket_limit, venue.currency);
  if (ticket_limit === null) return null;
  const multi_game_wagering = form.multi_game_wagering === "true";
  return {
    ...(form.name === venue.name ? {} : { name: form.name }),
    ...(form.time_zone === venue.time_zone ? {} : { time_zone: form.time_zone }),
    ...(form.gaming_day_start === venue.gaming_day_start ? {} : { gaming_day_start: form.gaming_day_start }),
    ...(ticket_limit === venue.ticket_limit ? {} : { ticket_limit }),
    ...(multi_game_wagering === venue.multi_game_wagering ? {} : { multi_game_wagering }),
  };
}

export function VenueScreen() {
  const office = useOffice();
  const venue = office.venue.value;
  const form = useSignal<VenueForm | null>(venue ? toForm(venue) : null);
  const bad = useSignal(false);
  const show = (next: VenueRecord) => {
    office.venue.value = next;
    form.value = toForm(next);
    bad.value = false;
  };
  const load = async () => {
    const found = await office.try(() => office.api.get<VenueRecord>("/venue"));
    if (found) show(found);
  };
  useLoad(load);
  if (venue === null || form.value === null) return <section>{t("loading")}</section>;
  const fields = form.value;
  const set = (field: keyof VenueForm) => (value: string) => {
    form.value = { ...fields, [field]: value };
  };
  const save = async () => {
    const change = toChange(fields, venue);
    bad.value = change === null;
    if (change === null) return office.tell("bad", "unreadable_fields");
    try {
      show(await office.api.patch<VenueRecord>("/venue", venue.version, change));
      office.tell("good", "saved");
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      office.tell("bad", error.code, error.detail);
      // Somebody else was faster: show what the venue is now.
      if (error.code === "version_conflict") await load();
    }
  };
  const locked = !office.mayChange;
  const entry = (field: keyof VenueForm, isBad = false, note?: string) => (
    <Entry
      label={code("field", field)}
      name={field}
      value={fields[field]}
      bad={isBad}
      note={note}
      disabled={locked}
      onInput={set(field)}
    />
  );
  return (
    <section>
      <h2>
        {t("screen.venue")}
        <small>{t("tables.version", { version: venue.version })}</small>
      </h2>
      <form
        class="settings"
        data-save
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <fieldset>
          {entry("name")}
          {entry("time_zone")}
          {entry("gaming_day_start")}
          {entry("ticket_limit", bad.value, t("venue.ticket_note", { currency: venue.currency }))}
          <Choice
            label={t("field.multi_game_wagering")}
            name="multi_game_wagering"
            value={fields.multi_game_wagering}
            options={[
              ["false", t("no")],
              ["true", t("yes")],
            ]}
            disabled={locked}
            onPick={set("multi_game_wagering")}
          />
        </fieldset>
        {locked ? null : (
          <div class="row">
            <button type="submit" class="press gold" data-testid="save">
              {t("tables.save")} <kbd>Ctrl S</kbd>
            </button>
          </div>
        )}
      </form>
    </section>
  );
}

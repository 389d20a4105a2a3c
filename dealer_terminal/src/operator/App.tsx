/** The operator page: sign in, then eight screens over the REST interface. */
import { useSignal } from "@preact/signals";
import { toggleLanguage } from "../lib/i18n.ts";
import { code, t } from "./messages/index.ts";
import { SCREENS, type Screen, useOffice } from "./office.ts";
import { Entry } from "./parts.tsx";
import { AuditScreen } from "./screens/Audit.tsx";
import { DevicesScreen } from "./screens/Devices.tsx";
import { FloorScreen } from "./screens/Floor.tsx";
import { ReceivablesScreen } from "./screens/Receivables.tsx";
import { RoundsScreen } from "./screens/Rounds.tsx";
import { StaffScreen } from "./screens/Staff.tsx";
import { TablesScreen } from "./screens/Tables.tsx";
import { VenueScreen } from "./screens/Venue.tsx";

const VIEWS: Readonly<Record<Screen, () => preact.JSX.Element>> = {
  floor: FloorScreen,
  tables: TablesScreen,
  rounds: RoundsScreen,
  devices: DevicesScreen,
  staff: StaffScreen,
  receivables: ReceivablesScreen,
  audit: AuditScreen,
  venue: VenueScreen,
};

function SignIn() {
  const office = useOffice();
  const card = useSignal("");
  const pin = useSignal("");
  return (
    <main class="gate felt">
      <form
        class="panel gate-panel"
        onSubmit={async (event) => {
          event.preventDefault();
          if (!(await office.signIn(card.value.trim(), pin.value))) pin.value = "";
        }}
      >
        <h1 class="caps">{t("sign_in.title")}</h1>
        <Entry
          label={t("sign_in.card")}
          name="card"
          value={card.value}
          onInput={(text) => {
            card.value = text;
          }}
        />
        <Entry
          label={t("sign_in.pin")}
          name="pin"
          type="password"
          value={pin.value}
          onInput={(text) => {
            pin.value = text.replace(/\D/g, "");
          }}
        />
        <div class="row">
          <button type="submit" class="press gold" data-testid="sign-in">
            {t("sign_in.submit")}
          </button>
          <button type="button" class="press plain" data-testid="language" onClick={toggleLanguage}>
            {t("language")}
          </button>
        </div>
      </form>
    </main>
  );
}

function Head() {
  const office = useOffice();
  return (
    <header class="top">
      <strong class="caps">{office.venue.value?.name}</strong>
      <nav aria-label={t("nav")}>
        {SCREENS.map((screen, index) =>
          office.mayOpen(screen) ? (
            <button
              key={screen}
              type="button"
              class="nav"
              aria-current={office.screen.value === screen ? "page" : undefined}
              data-testid={`nav-${screen}`}
              onClick={() => office.go(screen)}
            >
              <kbd>{index + 1}</kbd> {t(`screen.${screen}`)}
            </button>
          ) : null,
        )}
      </nav>
      <span class="who" data-testid="who">
        {office.staff.value?.name} · {code("role", office.staff.value?.role ?? "")}
      </span>
      <button type="button" class="press plain" onClick={toggleLanguage}>
        {t("language")}
      </button>
      <button type="button" class="press plain" data-testid="sign-out" onClick={() => void office.signOut()}>
        {t("sign_out")}
      </button>
    </header>
  );
}

function NoteLine() {
  const note = useOffice().note.value;
  return (
    <div class="note-line" role="alert" aria-live="assertive">
      {note === null ? null : (
        <span class={`note ${note.tone}`} data-testid="note" data-code={note.code}>
          {code(note.tone === "good" ? "done" : "refusal", note.code)}
          {note.tone === "bad" && code("refusal", note.code) === note.code && note.detail ? `: ${note.detail}` : null}
        </span>
      )}
    </div>
  );
}

export function App() {
  const office = useOffice();
  if (office.staff.value === null) {
    return (
      <>
        <SignIn />
        <NoteLine />
      </>
    );
  }
  const View = VIEWS[office.screen.value];
  return (
    <div class="office">
      <Head />
      <main class="screen" data-testid={`screen-${office.screen.value}`}>
        <View key={office.screen.value} />
      </main>
      <footer class="hints">{t("hints")}</footer>
      <NoteLine />
    </div>
  );
}

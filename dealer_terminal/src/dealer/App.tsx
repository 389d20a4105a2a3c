/** The dealer terminal: sign-in, then one screen that follows the table. */
import { Icon } from "../lib/Icon.tsx";
import { useDesk } from "./desk.ts";
import { t } from "./messages/index.ts";
import { ActionBar } from "./views/ActionBar.tsx";
import { Banner } from "./views/Banner.tsx";
import { DialogHost } from "./views/DialogHost.tsx";
import { RefusalNote } from "./views/RefusalNote.tsx";
import { Sides } from "./views/Sides.tsx";
import { SignIn } from "./views/SignIn.tsx";
import { Stage } from "./views/Stage.tsx";
import { StatusStrip } from "./views/StatusStrip.tsx";

export function NotEnrolled() {
  return <Cover title={t("link.identity.title")} text={t("link.identity.text")} />;
}

function Cover({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <main class="cover felt" role="alert">
      <Icon name="disconnected" />
      <h1>{title}</h1>
      <p>{text}</p>
    </main>
  );
}

function Lost() {
  const desk = useDesk();
  if (desk.linkState.value !== "lost" || desk.rejected.value !== null) return null;
  return (
    <div class="lost" role="alert" data-testid="lost">
      <Icon name="disconnected" />
      <div>
        <strong>{t("link.lost.title")}</strong>
        <p>{t("link.lost.text")}</p>
      </div>
    </div>
  );
}

function Desktop() {
  const desk = useDesk();
  const veiled = desk.dialog.value !== null;
  return (
    <>
      <main class={`desk felt ${veiled ? "veiled" : ""}`} inert={veiled}>
        <Banner />
        <StatusStrip />
        <div class="work">
          <Sides />
          <Stage />
        </div>
        <ActionBar />
      </main>
      <DialogHost />
    </>
  );
}

export function App() {
  const desk = useDesk();
  if (desk.rejected.value !== null) {
    return <Cover title={t("link.identity.title")} text={t("link.refused", { code: desk.rejected.value })} />;
  }
  return (
    <>
      {desk.table === null ? <SignIn /> : <Desktop />}
      <RefusalNote />
      <Lost />
    </>
  );
}

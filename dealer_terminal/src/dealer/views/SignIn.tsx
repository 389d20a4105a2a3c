/** Nobody at the desk yet: which terminal this is, and the pad. */
import { Icon } from "../../lib/Icon.tsx";
import { toggleLanguage } from "../../lib/i18n.ts";
import { useDesk } from "../desk.ts";
import { t } from "../messages/index.ts";
import { Credentials } from "./Credentials.tsx";

export function SignIn() {
  const desk = useDesk();
  const welcome = desk.welcome.value;
  return (
    <main class="sign-in felt">
      <section class="sign-in-panel panel">
        <div class="sign-in-words">
          <Icon name="lock" />
          <h1 class="caps">{t("sign_in.title")}</h1>
          <p>{t("sign_in.text")}</p>
          <dl>
            <dt class="label">{welcome?.venue ?? t("link.connecting")}</dt>
            <dd class="figures">{welcome?.device ?? ""}</dd>
          </dl>
          <button type="button" class="button" data-testid="language" onClick={toggleLanguage}>
            {t("banner.language")}
          </button>
        </div>
        <Credentials
          submitLabel={t("sign_in.submit")}
          onSubmit={({ card, pin }) => desk.send({ type: "sign_in", card, pin })}
        />
      </section>
    </main>
  );
}

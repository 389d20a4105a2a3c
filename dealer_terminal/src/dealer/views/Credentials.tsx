/** Card number and PIN: for signing in, and again for every single decision of a supervisor. */
import { NumericPad } from "@croupier/web-core/ui/parts.tsx";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../messages/index.ts";

const CARD_MAX = 32;
const PIN_MIN = 6;
const PIN_MAX = 12;

export interface CardAndPin {
  readonly card: string;
  readonly pin: string;
}

interface CredentialsProps {
  readonly submitLabel: string;
  /** Resolves to false when the server refused: the PIN is wiped and asked for again. */
  readonly onSubmit: (entered: CardAndPin) => Promise<boolean>;
}

export function Credentials({ submitLabel, onSubmit }: CredentialsProps) {
  const card = useSignal("");
  const pin = useSignal("");
  const field = useSignal<"card" | "pin">("card");
  const cardInput = useRef<HTMLInputElement>(null);
  const pinInput = useRef<HTMLInputElement>(null);
  const complete = card.value.length > 0 && pin.value.length >= PIN_MIN;

  const focus = (name: "card" | "pin") => {
    field.value = name;
    (name === "card" ? cardInput : pinInput).current?.focus();
  };
  useEffect(() => cardInput.current?.focus(), []);

  const setCard = (text: string) => {
    card.value = text.replace(/[^0-9A-Za-z-]/g, "").slice(0, CARD_MAX);
  };
  const setPin = (text: string) => {
    pin.value = text.replace(/\D/g, "").slice(0, PIN_MAX);
  };
  const change = (how: (text: string) => string) => {
    if (field.value === "card") setCard(how(card.value));
    else setPin(how(pin.value));
  };
  const submit = async () => {
    if (field.value === "card" && pin.value === "") return focus("pin");
    if (!complete) return;
    if (!(await onSubmit({ card: card.value, pin: pin.value }))) {
      pin.value = "";
      focus("pin");
    }
  };

  return (
    <form
      class="credentials"
      autocomplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <label class={`field ${field.value === "card" ? "current" : ""}`}>
        <span class="label">{t("sign_in.card")}</span>
        <input
          ref={cardInput}
          name="card"
          data-testid="card"
          inputMode="none"
          autocomplete="off"
          spellcheck={false}
          value={card.value}
          onFocus={() => {
            field.value = "card";
          }}
          onInput={(event) => setCard(event.currentTarget.value)}
        />
      </label>
      <label class={`field ${field.value === "pin" ? "current" : ""}`}>
        <span class="label">
          {t("sign_in.pin")} <small>{t("sign_in.pin_rule")}</small>
        </span>
        <input
          ref={pinInput}
          name="pin"
          data-testid="pin"
          type="password"
          inputMode="none"
          autocomplete="off"
          value={pin.value}
          onFocus={() => {
            field.value = "pin";
          }}
          onInput={(event) => setPin(event.currentTarget.value)}
        />
      </label>
      <NumericPad
        onDigit={(digit) => change((text) => text + digit)}
        onDelete={() => change((text) => text.slice(0, -1))}
        onEnter={() => void submit()}
        deleteLabel={t("pad.erase")}
        enterLabel={complete ? submitLabel : t("pad.next")}
        enterDisabled={field.value === "pin" && !complete}
      />
      <button type="submit" class="visually-hidden" tabIndex={-1} data-testid="submit">
        {submitLabel}
      </button>
    </form>
  );
}

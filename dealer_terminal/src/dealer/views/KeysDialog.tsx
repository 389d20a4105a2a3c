/** Every key and what it does. */
import { t } from "../messages/index.ts";
import { DialogFrame } from "./DialogHost.tsx";

const KEYS = [
  ["0–9", "keys.digits"],
  ["Enter", "keys.enter"],
  ["Esc", "keys.escape"],
  ["N", "keys.n"],
  ["V", "keys.v"],
  ["C", "keys.c"],
  ["S", "keys.s"],
  ["T", "keys.t"],
  ["L", "keys.l"],
  ["?", "keys.question"],
] as const;

export function KeysDialog() {
  return (
    <DialogFrame id="keys-dialog" title={t("keys.title")}>
      <dl class="key-list">
        {KEYS.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </DialogFrame>
  );
}

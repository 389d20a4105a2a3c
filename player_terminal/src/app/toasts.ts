/** Short messages over the table: what was refused or returned, and why. */
import { toasts } from "./state.ts";
import { maybeT } from "./words.ts";

const SHOWN_MS = 4000;
const SHOWN_MAX = 3;
let keys = 0;

export function say(text: string, look: "info" | "warn" = "warn", shownMs = SHOWN_MS): void {
  if (toasts.value.some((toast) => toast.text === text)) return;
  const key = ++keys;
  toasts.value = [...toasts.value, { key, text, look }].slice(-SHOWN_MAX);
  setTimeout(() => dismiss(key), shownMs);
}

function dismiss(key: number): void {
  toasts.value = toasts.value.filter((toast) => toast.key !== key);
}

/** Say a sentence by its key; nothing is said for a code this terminal has no words for. */
export function toast(key: string, look: "info" | "warn"): void {
  const text = maybeT(key);
  if (text !== null) say(text, look);
}

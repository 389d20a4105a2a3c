/** Every action has a key. Keys act on what the screen shows; while a dialog is open, only the dialog hears them. */
import { toggleLanguage } from "../lib/i18n.ts";
import type { Desk } from "./desk.ts";
import { menuOf } from "./logic/menu.ts";
import { typeDigit, typedValue } from "./logic/typing.ts";
import { pressPrimary } from "./press.ts";

function inField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

function letters(desk: Desk): Readonly<Record<string, () => void>> {
  const table = desk.table;
  if (table === null) return { l: toggleLanguage };
  const { calls, voids } = menuOf(table);
  const keys: Record<string, () => void> = {
    l: toggleLanguage,
    t: () => desk.open({ kind: "table" }),
    "?": () => desk.open({ kind: "keys" }),
  };
  if (calls.length > 0) keys["n"] = () => desk.open({ kind: "irregularity", menu: "no_spin" });
  if (voids.length > 0) keys["v"] = () => desk.open({ kind: "irregularity", menu: "void" });
  if (table.tasks.length > 0) keys["s"] = () => desk.open({ kind: "supervisor", task: null });
  const round = table.round;
  if (round !== null && table.actions.includes("clear_entry")) {
    keys["c"] = () => void desk.send({ type: "clear_entry", round });
  }
  return keys;
}

function onDesk(desk: Desk, event: KeyboardEvent): boolean {
  const table = desk.table;
  if (table === null) return false;
  if (/^\d$/.test(event.key) && table.actions.includes("enter_result")) {
    desk.typed.value = typeDigit(desk.typed.value, event.key, desk.values);
    return true;
  }
  if (event.key === "Backspace") desk.typed.value = desk.typed.value.slice(0, -1);
  else if (event.key === "Escape") desk.typed.value = "";
  else if (event.key === "Enter") pressPrimary(desk, typedValue(desk.typed.value, desk.values));
  else return false;
  return true;
}

function hear(desk: Desk, event: KeyboardEvent): void {
  // A key held down must not walk the round forward.
  if (event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  if (desk.dialog.value !== null) {
    if (event.key === "Escape") desk.close();
    return;
  }
  if (inField(event.target)) return;
  const letter = letters(desk)[event.key.toLowerCase()];
  if (letter) letter();
  else if (!onDesk(desk, event)) return;
  event.preventDefault();
}

export function listen(desk: Desk): void {
  document.addEventListener("keydown", (event) => hear(desk, event));
}

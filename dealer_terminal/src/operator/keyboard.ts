/** Keyboard first: digits open screens, / goes to the filter, arrows walk the rows, Enter opens, n makes a new table, r reads again. */
import { toggleLanguage } from "../lib/i18n.ts";
import { type Office, SCREENS } from "./office.ts";

function inField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement
  );
}

function walk(step: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>("tr[tabindex]")];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  rows[Math.min(rows.length - 1, Math.max(0, at + step))]?.focus();
}

function command(office: Office, key: string): (() => void) | undefined {
  const screen = SCREENS[Number(key) - 1];
  if (screen) return () => office.go(screen);
  const commands: Readonly<Record<string, () => void>> = {
    "/": () => document.querySelector<HTMLInputElement>("input[type=search]")?.focus(),
    n: () => document.querySelector<HTMLButtonElement>("button[data-new]")?.click(),
    r: () => document.dispatchEvent(new Event("refresh")),
    l: toggleLanguage,
    ArrowDown: () => walk(1),
    ArrowUp: () => walk(-1),
  };
  return commands[key];
}

export function listen(office: Office): void {
  document.addEventListener("keydown", (event) => {
    if (office.staff.value === null || event.altKey || event.metaKey) return;
    if (event.ctrlKey && event.key === "s") {
      event.preventDefault();
      document.querySelector<HTMLFormElement>("form[data-save]")?.requestSubmit();
      return;
    }
    if (event.ctrlKey) return;
    if (event.key === "Escape" && event.target instanceof HTMLElement) event.target.blur();
    if (inField(event.target)) return;
    const run = command(office, event.key);
    if (!run) return;
    event.preventDefault();
    run();
  });
}

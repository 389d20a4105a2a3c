/** The language of this screen, and translators that follow it. */
import { type Catalogue, isLanguage, type Language, type Params, Translator } from "@croupier/web-core";
import { signal } from "@preact/signals";

export const language = signal<Language>("en");

export function setLanguage(next: string): void {
  if (!isLanguage(next)) return;
  language.value = next;
  document.documentElement.lang = next;
}

export function toggleLanguage(): void {
  setLanguage(language.value === "en" ? "zh-Hans" : "en");
}

export interface Messages<Key extends string> {
  /** The sentence of a known key. */
  t(key: Key, params?: Params): string;
  /** The sentence for a code that arrived from the server; the code itself when no sentence is known. */
  code(group: string, code: string, params?: Params): string;
}

export function messages<Key extends string>(catalogues: Readonly<Record<Language, Catalogue<Key>>>): Messages<Key> {
  const en = new Translator(catalogues, "en");
  const zh = en.with("zh-Hans");
  const now = () => (language.value === "en" ? en : zh);
  return {
    t: (key, params) => now().t(key, params),
    code: (group, code, params) => now().maybe(`${group}.${code}`, params) ?? code,
  };
}

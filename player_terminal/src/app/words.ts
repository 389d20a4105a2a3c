/** The terminal's language and its sentences; reading a sentence in a view subscribes that view to the language. */
import {
  LANGUAGES,
  type Language,
  type Params,
  type SharedKey,
  sharedCatalogues,
  Translator,
} from "@croupier/web-core";
import { computed, signal } from "@preact/signals";
import en from "../locales/en.json";
import zh from "../locales/zh-Hans.json";

export type OwnKey = keyof typeof en;
export type Key = OwnKey | SharedKey;

const own: Readonly<Record<Language, Readonly<Record<OwnKey, string>>>> = { en, "zh-Hans": zh };

const catalogues = Object.fromEntries(
  LANGUAGES.map((language) => [language, { ...sharedCatalogues[language], ...own[language] }]),
) as Readonly<Record<Language, Readonly<Record<Key, string>>>>;

export const language = signal<Language>("en");
const translator = computed(() => new Translator<Key>(catalogues, language.value));

export const t = (key: Key, params?: Params): string => translator.value.t(key, params);
export const maybeT = (key: string, params?: Params): string | null => translator.value.maybe(key, params);

/** A refusal in words; a code this terminal does not know is shown as it came. */
export const refusalText = (code: string): string => maybeT(`refusal.${code}`) ?? t("refusal.unknown", { code });

/** A clip reason in words; a refusal code is also a reason when a whole placement came back. */
export const reasonText = (reason: string): string => maybeT(`reason.${reason}`) ?? refusalText(reason);

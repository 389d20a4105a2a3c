/** The strings every terminal shares; each application adds its own catalogue on top. */
import type { Catalogue, Language } from "../core/i18n.ts";
import enJson from "./en.json";
import zhJson from "./zh-Hans.json";

export type SharedKey = keyof typeof enJson;

const en: Catalogue<SharedKey> = enJson;
const zh: Catalogue<SharedKey> = zhJson;

export const sharedCatalogues: Readonly<Record<Language, Catalogue<SharedKey>>> = { en, "zh-Hans": zh };

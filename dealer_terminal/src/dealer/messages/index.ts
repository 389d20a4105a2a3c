import { type Catalogue, sharedCatalogues, spotName } from "@croupier/web-core";
import { messages } from "../../lib/i18n.ts";
import enJson from "./en.json";
import zhJson from "./zh-Hans.json";

export type MessageKey = keyof typeof enJson;

const en: Catalogue<MessageKey> = enJson;
const zh: Catalogue<MessageKey> = zhJson;

const shared = messages(sharedCatalogues);

/** "Split 17/20", "Red", in the language of the screen. */
export const spotText = (spot: string): string => spotName(shared.t, spot);

export const { t, code } = messages({ en, "zh-Hans": zh });

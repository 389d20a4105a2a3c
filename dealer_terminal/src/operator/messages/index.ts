import type { Catalogue } from "@croupier/web-core";
import { messages } from "../../lib/i18n.ts";
import enJson from "./en.json";
import zhJson from "./zh-Hans.json";

type MessageKey = keyof typeof enJson;

const en: Catalogue<MessageKey> = enJson;
const zh: Catalogue<MessageKey> = zhJson;

export const { t, code } = messages({ en, "zh-Hans": zh });

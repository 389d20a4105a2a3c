/** Names of spots and odds in words; the keys are in the shared catalogue. */
import type { SharedKey } from "../locales/index.ts";
import type { Params } from "./i18n.ts";
import type { SpotView } from "./views.ts";

type Translate = (key: SharedKey, params?: Params) => string;

const NUMBERED = new Set(["straight", "split", "street", "corner", "six_line", "column", "dozen"]);

/** "Split 17/20", "Column 2", "Red". */
export function spotName(t: Translate, id: string): string {
  const [kind = id, rest = ""] = id.split(":");
  if (!NUMBERED.has(kind)) return t(`spot.${kind}` as SharedKey);
  return t(`spot.${kind}` as SharedKey, { n: rest.replaceAll("-", "/") });
}

/** "17:1", as paid on top of the returned stake. */
export const oddsText = (odds: SpotView["odds"]): string => `${odds[0]}:${odds[1]}`;

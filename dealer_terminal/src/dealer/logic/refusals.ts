/** What a refusal means to the person at this screen. */
import type { Params, RefusalView } from "@croupier/web-core";
import { code } from "../messages/index.ts";

export function refusalText(refusal: RefusalView): string {
  const params: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(refusal.data)) {
    if (typeof value === "string" || typeof value === "number") params[name] = value;
  }
  return code("refusal", refusal.code, params satisfies Params);
}

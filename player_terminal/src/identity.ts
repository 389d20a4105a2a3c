/** Who this terminal is: given once in the address fragment, kept for this browser session, never left in the bar. */
import type { Identity } from "@croupier/web-core";

const KEY = "croupier.identity";

export function parseFragment(fragment: string): Identity | null {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const device = fields.get("device");
  const token = fields.get("token");
  return device && token ? { device, token } : null;
}

export function takeIdentity(): Identity | null {
  const given = parseFragment(location.hash);
  if (given) {
    sessionStorage.setItem(KEY, JSON.stringify(given));
    history.replaceState(null, "", location.pathname + location.search);
    return given;
  }
  const kept = sessionStorage.getItem(KEY);
  return kept === null ? null : (JSON.parse(kept) as Identity);
}

/** The websocket next to this page, secure when the page is. */
export const socketUrl = (): string => `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/pt`;

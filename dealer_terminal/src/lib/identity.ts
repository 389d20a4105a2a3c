/** Who this screen is: the fragment of its link, which never reaches a server log. */
import type { Identity } from "@croupier/web-core";

export function identityFrom(fragment: string): Identity | null {
  const fields = new URLSearchParams(fragment.replace(/^#/, ""));
  const device = fields.get("device");
  const token = fields.get("token");
  return device && token ? { device, token } : null;
}

export function socketUrl(location: { protocol: string; host: string }, path: string): string {
  return `${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}${path}`;
}

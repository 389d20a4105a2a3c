/** The link a new device is opened with. The token stands in the fragment, which never reaches a server log. Pure. */
import type { DeviceCredential, DeviceKind } from "../model.ts";

const PAGE: Readonly<Partial<Record<DeviceKind, string>>> = {
  player_terminal: "/pt/",
  dealer_terminal: "/dt/",
  display: "/display/",
};

export function deviceLink(origin: string, device: DeviceCredential): string | null {
  const page = PAGE[device.kind];
  if (page === undefined || device.token === null) return null;
  const fragment = new URLSearchParams({ device: device.device, token: device.token });
  return `${origin}${page}#${fragment}`;
}

/** Which notice of the table is said beside the round: only what the screen does not say already. Pure. */
import type { TableView } from "@croupier/web-core";
import type { Screen } from "./screen.ts";

/** Notices about the running round, and the screens on which they still hold. All others have a place of their own. */
const HOLDS: Readonly<Record<string, readonly Screen[]>> = {
  no_spin: ["wagering", "closing"],
  early_ball: ["closed", "pending"],
};

export type Notice = NonNullable<TableView["notice"]>;

/** The confirmed number that a correction replaced, if the round on the screen is the corrected one. */
export function correctedFrom(table: TableView | null): string | null {
  const notice = table?.notice;
  const { number, original } = notice?.data ?? {};
  if (notice?.code !== "result_corrected" || number !== table?.number) return null;
  return typeof original === "string" ? original : null;
}

export function noticeBeside(table: TableView | null, screen: Screen): Notice | null {
  const notice = table?.notice ?? null;
  if (notice === null) return null;
  if (notice.code !== "result_corrected") return HOLDS[notice.code]?.includes(screen) ? notice : null;
  return screen === "result" && correctedFrom(table) !== null ? null : notice;
}

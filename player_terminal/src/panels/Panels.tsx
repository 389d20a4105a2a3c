/** One panel at a time over the table; header and footer, with countdown and credit, stay in view. */
import { Button } from "@croupier/web-core/ui/parts.tsx";
import type { ComponentChildren, JSX } from "preact";
import { openPanel } from "../app/actions.ts";
import { panel } from "../app/state.ts";
import { t } from "../app/words.ts";
import { CashOutConfirm } from "./CashOut.tsx";
import { LanguageChoice, VolumeChoice } from "./Choices.tsx";
import { Help } from "./Help.tsx";
import { Limits } from "./Limits.tsx";
import { Lobby } from "./Lobby.tsx";
import { Recall } from "./Recall.tsx";
import { Reminder } from "./Reminder.tsx";
import { StatisticsPanel } from "./Statistics.tsx";

interface SheetProps {
  readonly title: string;
  readonly id: string;
  readonly size?: "wide" | "narrow";
  readonly children: ComponentChildren;
}

/** The frame of a panel: a title, a way out, and what it shows. */
export function Sheet({ title, id, size = "wide", children }: SheetProps): JSX.Element {
  return (
    <section class={`panel sheet ${size}`} role="dialog" aria-label={title} data-testid={`panel-${id}`}>
      <header class="sheet-head">
        <h2 class="caps">{title}</h2>
        <Button label={t("common.close")} onPress={() => openPanel(null)} id="close-panel" />
      </header>
      <div class="sheet-body">{children}</div>
    </section>
  );
}

function Contents(): JSX.Element | null {
  switch (panel.value) {
    case "tables":
      return (
        <Sheet id="tables" title={t("lobby.title")}>
          <Lobby />
        </Sheet>
      );
    case "statistics":
      return (
        <Sheet id="statistics" title={t("stats.title")}>
          <StatisticsPanel />
        </Sheet>
      );
    case "limits":
      return (
        <Sheet id="limits" title={t("limits.title")}>
          <Limits />
        </Sheet>
      );
    case "help":
      return (
        <Sheet id="help" title={t("help.title")}>
          <Help />
        </Sheet>
      );
    case "recall":
      return <Recall />;
    case "language":
      return <LanguageChoice />;
    case "volume":
      return <VolumeChoice />;
    case "cash_out":
      return <CashOutConfirm />;
    case "reminder":
      return <Reminder />;
    case null:
      return null;
  }
}

export function Panels(): JSX.Element | null {
  if (panel.value === null) return null;
  return (
    <div class="panels">
      <button type="button" class="backdrop" aria-label={t("common.close")} onClick={() => openPanel(null)} />
      <Contents />
    </div>
  );
}

/** One dialog at a time, over the blurred desk. */
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useDesk } from "../desk.ts";
import { t } from "../messages/index.ts";
import { CorrectionDialog } from "./CorrectionDialog.tsx";
import { IrregularityDialog } from "./IrregularityDialog.tsx";
import { KeysDialog } from "./KeysDialog.tsx";
import { SupervisorDialog } from "./SupervisorDialog.tsx";
import { TableDialog } from "./TableDialog.tsx";
import { TerminalDialog } from "./TerminalDialog.tsx";

interface FrameProps {
  readonly title: string;
  readonly subtitle?: string;
  readonly id: string;
  readonly wide?: boolean;
  readonly children: ComponentChildren;
}

export function DialogFrame({ title, subtitle, id, wide = false, children }: FrameProps) {
  const desk = useDesk();
  const frame = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (!frame.current?.contains(document.activeElement)) frame.current?.focus();
  }, []);
  return (
    <div class="veil">
      <dialog
        open
        ref={frame}
        class={`dialog panel ${wide ? "wide" : ""}`}
        data-testid={id}
        tabIndex={-1}
        aria-modal="true"
      >
        <header class="dialog-head">
          <div>
            <h2 class="caps">{title}</h2>
            {subtitle ? <p>{subtitle}</p> : null}
          </div>
          <button type="button" class="button" data-testid="close-dialog" onClick={() => desk.close()}>
            {t("action.close")} <kbd>Esc</kbd>
          </button>
        </header>
        <div class="dialog-body">{children}</div>
      </dialog>
    </div>
  );
}

export function DialogHost() {
  const dialog = useDesk().dialog.value;
  switch (dialog?.kind) {
    case undefined:
      return null;
    case "irregularity":
      return <IrregularityDialog menu={dialog.menu} />;
    case "terminal":
      return <TerminalDialog terminal={dialog.terminal} />;
    case "correction":
      return <CorrectionDialog round={dialog.round} />;
    case "supervisor":
      return <SupervisorDialog task={dialog.task} />;
    case "table":
      return <TableDialog />;
    case "keys":
      return <KeysDialog />;
  }
}

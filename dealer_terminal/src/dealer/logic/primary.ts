/** What the one large button does now. The server names the action; this adds the value it acts on. Pure. */
import type { DealerCommandBody, DealerTableView } from "@croupier/web-core";

export type Primary =
  | {
      readonly kind: "command";
      readonly label: string;
      readonly value: string | null;
      readonly body: DealerCommandBody;
    }
  | { readonly kind: "resolve"; readonly label: string; readonly task: string }
  | { readonly kind: "prompt"; readonly label: string };

/** The value a Confirm would confirm: the dealer's own entry, or the sensor's number that the dealer accepts (7.5.3). */
export function proposedValue(table: DealerTableView): string | null {
  const proposal = table.proposal;
  if (proposal === null || proposal.mismatch) return null;
  return proposal.dealer ?? proposal.sensor;
}

function entry(table: DealerTableView, typed: string | null): Primary | null {
  if (typed === null || table.round === null || !table.actions.includes("enter_result")) return null;
  return {
    kind: "command",
    label: "enter_result",
    value: typed,
    body: { type: "enter_result", round: table.round, value: typed },
  };
}

function confirmation(table: DealerTableView): Primary {
  const value = proposedValue(table);
  if (value === null || table.round === null) return { kind: "prompt", label: "wait" };
  return {
    kind: "command",
    label: "confirm_result",
    value,
    body: { type: "confirm_result", round: table.round, value },
  };
}

function bare(type: "open_table" | "new_game" | "resume_table"): Primary {
  return { kind: "command", label: type, value: null, body: { type } };
}

/** Primary actions that are commands: without the right to send one, the button only says who may. */
const COMMANDS = new Set(["open_table", "new_game", "no_more_bets", "enter_result", "confirm_result", "resume_table"]);

/** `typed` is a complete number waiting in the keyboard buffer; it goes before everything else the button could do. */
export function primaryOf(table: DealerTableView, typed: string | null): Primary {
  const typedEntry = entry(table, typed);
  if (typedEntry) return typedEntry;
  if (COMMANDS.has(table.primary) && !table.actions.includes(table.primary)) {
    return { kind: "prompt", label: table.primary === "enter_result" ? "wait" : "not_yours" };
  }
  switch (table.primary) {
    case "open_table":
    case "new_game":
    case "resume_table":
      return bare(table.primary);
    case "no_more_bets":
      if (table.round === null) return { kind: "prompt", label: "wait" };
      return {
        kind: "command",
        label: "no_more_bets",
        value: null,
        body: { type: "no_more_bets", round: table.round },
      };
    case "confirm_result":
      return confirmation(table);
    case "resolve_task": {
      const task = table.tasks[0];
      return task ? { kind: "resolve", label: "resolve_task", task: task.task } : { kind: "prompt", label: "wait" };
    }
    case "enter_result":
      return { kind: "prompt", label: "enter_result" };
    case "wait":
      return { kind: "prompt", label: "wait" };
  }
}

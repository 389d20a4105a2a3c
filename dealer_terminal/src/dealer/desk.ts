/** The dealer terminal's state: the link, the table as the server shows it, and what is open on this screen. */
import {
  type Answer,
  applyDealer,
  type DealerCommandBody,
  type DealerServerMessage,
  type DealerTableView,
  type Identity,
  Link,
  type LinkState,
  type RefusalView,
  type TableState,
  type Welcome,
} from "@croupier/web-core";
import { batch, computed, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { socketUrl } from "../lib/identity.ts";
import type { Guard } from "./logic/guard.ts";
import { forRole } from "./logic/roles.ts";

export type CorrectionImpact = Extract<DealerServerMessage, { type: "correction_impact" }>;

export type Dialog =
  | { readonly kind: "irregularity"; readonly menu: "no_spin" | "void" }
  | { readonly kind: "terminal"; readonly terminal: string }
  | { readonly kind: "correction"; readonly round: string }
  | { readonly kind: "supervisor"; readonly task: string | null }
  | { readonly kind: "table" }
  | { readonly kind: "keys" };

/** Codes with which the server ends a connection before anything else. */
const DOOR: ReadonlySet<string> = new Set(["bad_credential", "unknown_table"]);
const NOTE_MS = 7000;
const TICK_MS = 200;

export class Desk {
  readonly link: Link<DealerCommandBody>;
  readonly linkState = signal<LinkState>("connecting");
  readonly state = signal<TableState<DealerTableView> | null>(null);
  private readonly view = computed(() => {
    const { table, staff } = this.state.value ?? {};
    return table && staff ? forRole(table, staff.role) : null;
  });
  readonly welcome = signal<Welcome | null>(null);
  /** A frame the server refused before any command: a wrong credential, most of all. */
  readonly rejected = signal<string | null>(null);
  /** Local monotonic time, a few times a second, for everything that counts down. */
  readonly now = signal(performance.now());
  /** The command that waits for its answer, so that a press is seen at once. */
  readonly sending = signal<DealerCommandBody["type"] | null>(null);
  readonly refusal = signal<RefusalView | null>(null);
  readonly dialog = signal<Dialog | null>(null);
  readonly typed = signal("");
  readonly impact = signal<CorrectionImpact | null>(null);
  guard: Guard | null = null;
  private noteTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(identity: Identity) {
    this.link = new Link<DealerCommandBody>({
      url: socketUrl(location, "/ws/dt"),
      identity,
      onMessage: (message) => this.receive(message as DealerServerMessage),
      onState: (state) => {
        this.linkState.value = state;
      },
    });
  }

  start(): void {
    this.link.connect();
    setInterval(() => {
      this.now.value = performance.now();
    }, TICK_MS);
  }

  /** The table as the person at the desk may work it; null until somebody has signed in. */
  get table(): DealerTableView | null {
    return this.view.value;
  }

  get values(): readonly string[] {
    return this.state.value?.game.values ?? [];
  }

  get currency(): string {
    return this.welcome.value?.currency ?? "AUD";
  }

  get timeZone(): string {
    return this.welcome.value?.time_zone ?? "UTC";
  }

  remaining(serverMs: number | null): number {
    return this.link.clock.remaining(serverMs, this.now.value);
  }

  /** Send one command and show its refusal in words. True when it was accepted. */
  async send(body: DealerCommandBody): Promise<boolean> {
    if (this.sending.value !== null) return false;
    batch(() => {
      this.sending.value = body.type;
      this.refusal.value = null;
    });
    const answer = await this.link.command(body);
    batch(() => this.answered(body, answer));
    return answer.refusal === null;
  }

  preview(round: string, value: string): void {
    this.impact.value = null;
    this.link.post({ type: "preview_correction", round, value });
  }

  open(dialog: Dialog): void {
    batch(() => {
      this.dialog.value = dialog;
      this.typed.value = "";
      this.refusal.value = null;
    });
  }

  close(): void {
    batch(() => {
      this.dialog.value = null;
      this.refusal.value = null;
    });
  }

  private answered(body: DealerCommandBody, answer: Answer): void {
    this.sending.value = null;
    if (answer.refusal !== null) {
      this.refusal.value = answer.refusal;
      clearTimeout(this.noteTimer);
      this.noteTimer = setTimeout(() => {
        this.refusal.value = null;
      }, NOTE_MS);
      return;
    }
    if (body.type === "enter_result" || body.type === "clear_entry") this.typed.value = "";
    // What this screen may show depends on who signed in, so it is asked for anew.
    if (body.type === "sign_in" || body.type === "sign_out") this.link.resync();
  }

  private receive(message: DealerServerMessage): void {
    if (message.type === "welcome") {
      this.welcome.value = message;
      this.rejected.value = null;
    }
    if (message.type === "correction_impact") this.impact.value = message;
    // Turned away at the door: also a terminal that was running until its credential was renewed or withdrawn.
    const turnedAway = message.type === "refused" && (this.state.value === null || DOOR.has(message.code));
    if (turnedAway) this.rejected.value = message.code;
    const { state, resync } = applyDealer(this.state.value, message);
    if (state === this.state.value) return;
    batch(() => {
      this.follow(state);
      this.state.value = state;
    });
    if (resync) this.link.resync();
  }

  /** A new round or another person at the desk ends whatever was half typed or open for the old one. */
  private follow(next: TableState<DealerTableView> | null): void {
    const before = this.state.value;
    if (before?.table?.round !== next?.table?.round) this.typed.value = "";
    if (before?.staff && !next?.staff) this.dialog.value = null;
  }
}

export const DeskContext = createContext<Desk | null>(null);

export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (desk === null) throw new Error("no desk in this tree");
  return desk;
}

/** The desk with its table; only views below the sign-in use it. */
export function useTable(): { desk: Desk; table: DealerTableView; values: readonly string[] } {
  const desk = useDesk();
  const table = desk.table;
  if (table === null) throw new Error("no table in this tree");
  return { desk, table, values: desk.values };
}

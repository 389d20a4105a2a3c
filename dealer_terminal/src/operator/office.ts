/** The operator page's state: who is signed in, which screen is open, what the last refusal was. */
import { batch, signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext, useEffect } from "preact/hooks";
import { Api, ApiRefusal } from "./api.ts";
import type { SessionOpened, StaffName, VenueRecord } from "./model.ts";

export const SCREENS = ["floor", "tables", "rounds", "devices", "staff", "receivables", "audit", "venue"] as const;
export type Screen = (typeof SCREENS)[number];

/** Devices and people are the operator's alone; everything else a supervisor may look up. */
const OPERATOR_ONLY: ReadonlySet<Screen> = new Set(["devices", "staff"]);

export interface Note {
  readonly tone: "good" | "bad";
  readonly code: string;
  readonly detail: string;
}

const NOTE_MS = 6000;

export class Office {
  readonly api = new Api(() => this.leave());
  readonly staff = signal<StaffName | null>(null);
  readonly venue = signal<VenueRecord | null>(null);
  readonly screen = signal<Screen>("floor");
  /** The table the editor and the rounds browser look at. */
  readonly table = signal<string | null>(null);
  readonly note = signal<Note | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;

  get currency(): string {
    return this.venue.value?.currency ?? "AUD";
  }

  get timeZone(): string {
    return this.venue.value?.time_zone ?? "UTC";
  }

  /** A supervisor reads; only an operator changes anything here. */
  get mayChange(): boolean {
    return this.staff.value?.role === "operator";
  }

  mayOpen(screen: Screen): boolean {
    return this.mayChange || !OPERATOR_ONLY.has(screen);
  }

  async signIn(card: string, pin: string): Promise<boolean> {
    const opened = await this.try(() => this.api.post<SessionOpened>("/staff/sessions", { card, pin }));
    if (!opened) return false;
    this.api.signedIn(opened.token);
    const venue = await this.try(() => this.api.get<VenueRecord>("/venue"));
    if (!venue) return false;
    batch(() => {
      this.staff.value = opened.staff;
      this.venue.value = venue;
      this.note.value = null;
    });
    return true;
  }

  async signOut(): Promise<void> {
    await this.try(() => this.api.signOut());
    this.leave();
  }

  /** Run one request; a refusal is shown in words and answered with null. */
  async try<T>(run: () => Promise<T>): Promise<T | null> {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      this.tell("bad", error.code, error.detail);
      return null;
    }
  }

  tell(tone: Note["tone"], code: string, detail = ""): void {
    this.note.value = { tone, code, detail };
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.note.value = null;
    }, NOTE_MS);
  }

  go(screen: Screen, table: string | null = this.table.value): void {
    if (!this.mayOpen(screen)) return;
    batch(() => {
      this.screen.value = screen;
      this.table.value = table;
    });
  }

  private leave(): void {
    batch(() => {
      this.staff.value = null;
      this.screen.value = "floor";
    });
  }
}

export const OfficeContext = createContext<Office | null>(null);

export function useOffice(): Office {
  const office = useContext(OfficeContext);
  if (office === null) throw new Error("no office in this tree");
  return office;
}

/** Load now, again every few seconds if asked, and on the refresh key. */
export function useLoad(load: () => Promise<void>, everyMs: number | null = null): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the loader is fixed for the life of a screen.
  useEffect(() => {
    const again = () => void load();
    again();
    document.addEventListener("refresh", again);
    const timer = everyMs === null ? undefined : setInterval(again, everyMs);
    return () => {
      document.removeEventListener("refresh", again);
      clearInterval(timer);
    };
  }, []);
}

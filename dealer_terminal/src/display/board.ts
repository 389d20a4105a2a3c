/** The display's state. It shows what the server confirmed and decides nothing (002 11.2). */
import {
  applyDisplay,
  browserPorts,
  type DisplayServerMessage,
  type Identity,
  Link,
  type SocketLike,
  type TableState,
  type TableView,
  type Welcome,
} from "@croupier/web-core";
import { signal } from "@preact/signals";
import { setLanguage } from "../lib/i18n.ts";
import { socketUrl } from "../lib/identity.ts";

const TICK_MS = 200;

export class Board {
  readonly state = signal<TableState<TableView> | null>(null);
  readonly welcome = signal<Welcome | null>(null);
  readonly now = signal(performance.now());
  readonly heard = signal(performance.now());
  private readonly link: Link<never>;

  constructor(identity: Identity) {
    this.link = new Link<never>({
      url: socketUrl(location, "/ws/display"),
      identity,
      onMessage: (message) => this.receive(message as DisplayServerMessage),
      onState: () => undefined,
      ports: { ...browserPorts, open: (url) => this.open(url) },
    });
  }

  start(): void {
    this.link.connect();
    setInterval(() => {
      this.now.value = performance.now();
    }, TICK_MS);
  }

  remaining(serverMs: number | null): number {
    return this.link.clock.remaining(serverMs, this.now.value);
  }

  /** Every frame is a sign of life, pongs too, which the link keeps to itself. */
  private open(url: string): SocketLike {
    const socket = new WebSocket(url);
    socket.addEventListener("message", () => {
      this.heard.value = performance.now();
    });
    return socket as unknown as SocketLike;
  }

  private receive(message: DisplayServerMessage): void {
    if (message.type === "welcome") {
      this.welcome.value = message;
      const wanted = message.languages[0];
      if (wanted !== undefined) setLanguage(wanted);
    }
    const { state, resync } = applyDisplay(this.state.value, message);
    this.state.value = state;
    if (resync) this.link.resync();
  }
}

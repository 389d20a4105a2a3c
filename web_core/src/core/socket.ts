/**
 * The terminal's end of the websocket: hello, reconnect with back-off, clock pings, and commands that are resent with
 * the same id until they are answered, so that a lost connection can neither lose nor double a wager.
 */
import { ClockOffset, SAMPLES_MIN } from "./clock.ts";
import type { Answer, Welcome } from "./views.ts";

export const FEATURE_LEVEL = 1;
const RETRY_MS = [250, 500, 1000, 2000, 4000] as const;
const PING_MS = 1000;
const PING_BURST_MS = 60;
const SILENCE_MS = 2500;

export interface Identity {
  readonly device: string;
  readonly token: string;
}

export type LinkState = "connecting" | "ready" | "lost";

export interface SocketLike {
  readonly readyState: number;
  send(data: string): void;
  close(): void;
  onopen: ((event: never) => void) | null;
  onclose: ((event: { code: number } & never) => void) | null;
  onmessage: ((event: { data: unknown } & never) => void) | null;
  onerror: ((event: never) => void) | null;
}

export interface LinkPorts {
  open(url: string): SocketLike;
  now(): number;
  later(run: () => void, ms: number): unknown;
  cancel(handle: unknown): void;
  id(): string;
}

interface Waiting<Body> {
  readonly body: Body;
  readonly resolve: (answer: Answer) => void;
}

interface AnyMessage {
  readonly type: string;
}

const OPEN = 1;
const NORMAL_CLOSE = 1000;

/** 96 random bits as text; works without a secure context, unlike randomUUID. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const browserPorts: LinkPorts = {
  open: (url) => new WebSocket(url) as unknown as SocketLike,
  now: () => performance.now(),
  later: (run, ms) => setTimeout(run, ms),
  cancel: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
  id: randomId,
};

export interface LinkOptions {
  readonly url: string;
  readonly identity: Identity;
  /** Every message except pongs and answers, in order. */
  readonly onMessage: (message: AnyMessage) => void;
  readonly onState: (state: LinkState) => void;
  /** The server ended the connection in good order because this device connected again elsewhere: do not fight. */
  readonly onReplaced?: () => void;
  readonly ports?: LinkPorts;
}

export class Link<Body extends { type: string }> {
  readonly clock = new ClockOffset();
  welcome: Welcome | null = null;
  private socket: SocketLike | null = null;
  private readonly waiting = new Map<string, Waiting<Body>>();
  private readonly ports: LinkPorts;
  private attempts = 0;
  private ready = false;
  /** When the oldest ping without any sign of life after it was sent. */
  private waitingSince: number | null = null;
  private timers = new Set<unknown>();
  private closed = false;

  constructor(private readonly options: LinkOptions) {
    this.ports = options.ports ?? browserPorts;
  }

  connect(): void {
    this.options.onState("connecting");
    const socket = this.ports.open(this.options.url);
    this.socket = socket;
    socket.onopen = () => {
      const { device, token } = this.options.identity;
      this.post({ type: "hello", device, token, feature_level: FEATURE_LEVEL });
    };
    socket.onmessage = (event) => this.receive(socket, String((event as { data: unknown }).data));
    socket.onclose = (event) => this.lose(socket, (event as { code: number } | undefined)?.code);
    socket.onerror = () => socket.close();
  }

  close(): void {
    this.closed = true;
    this.stopTimers();
    this.socket?.close();
  }

  /** Send a command and wait for its answer, however many connections that takes. */
  command(body: Body): Promise<Answer> {
    const id = this.ports.id();
    return new Promise((resolve) => {
      this.waiting.set(id, { body, resolve });
      if (this.ready) this.post({ type: "command", id, body });
    });
  }

  get unanswered(): number {
    return this.waiting.size;
  }

  post(message: AnyMessage & Record<string, unknown>): void {
    if (this.socket?.readyState === OPEN) this.socket.send(JSON.stringify(message));
  }

  resync(): void {
    this.post({ type: "resync" });
  }

  private receive(socket: SocketLike, text: string): void {
    if (socket !== this.socket) return;
    this.waitingSince = null;
    const message = JSON.parse(text) as AnyMessage;
    if (message.type === "pong") {
      this.onPong(message as AnyMessage & { t: number; server_ms: number });
    } else if (message.type === "answer") {
      this.onAnswer(message as Answer);
    } else {
      if (message.type === "welcome") this.onWelcome(message as Welcome);
      this.options.onMessage(message);
      if (message.type === "snapshot" && !this.ready) this.onReady();
    }
  }

  private onPong(pong: { t: number; server_ms: number }): void {
    this.clock.add(pong.t, this.ports.now(), pong.server_ms);
  }

  private onAnswer(answer: Answer): void {
    const waiting = this.waiting.get(answer.id);
    this.waiting.delete(answer.id);
    waiting?.resolve(answer);
  }

  private onWelcome(welcome: Welcome): void {
    this.welcome = welcome;
    this.clock.reset(welcome.server_ms, this.ports.now());
    for (let n = 0; n < SAMPLES_MIN; n += 1) this.later(() => this.ping(), n * PING_BURST_MS);
    this.beat();
  }

  /** The first snapshot after a welcome: the connection is usable, and unanswered commands go out again. */
  private onReady(): void {
    this.attempts = 0;
    this.ready = true;
    this.options.onState("ready");
    for (const [id, { body }] of this.waiting) this.post({ type: "command", id, body });
  }

  private ping(): void {
    this.waitingSince ??= this.ports.now();
    this.post({ type: "ping", t: this.ports.now() });
  }

  private beat(): void {
    this.later(() => {
      if (this.waitingSince !== null && this.ports.now() - this.waitingSince > SILENCE_MS) {
        this.socket?.close();
        if (this.socket) this.lose(this.socket);
        return;
      }
      this.ping();
      this.beat();
    }, PING_MS);
  }

  private lose(socket: SocketLike, code?: number): void {
    if (socket !== this.socket || this.closed) return;
    const replaced = code === NORMAL_CLOSE && this.ready && this.options.onReplaced;
    this.socket = null;
    this.welcome = null;
    this.ready = false;
    this.waitingSince = null;
    this.stopTimers();
    this.options.onState("lost");
    if (replaced) {
      replaced();
      return;
    }
    this.attempts += 1;
    const wait = RETRY_MS[Math.min(this.attempts, RETRY_MS.length) - 1] ?? 4000;
    this.later(() => this.connect(), wait);
  }

  private later(run: () => void, ms: number): void {
    const handle = this.ports.later(() => {
      this.timers.delete(handle);
      run();
    }, ms);
    this.timers.add(handle);
  }

  private stopTimers(): void {
    for (const handle of this.timers) this.ports.cancel(handle);
    this.timers.clear();
  }
}

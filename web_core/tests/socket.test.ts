import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Link, type LinkPorts, type LinkState, type SocketLike } from "../src/core/socket.ts";
import { snapshot } from "./fixtures.ts";

interface Sent {
  readonly type: string;
  readonly id?: string;
}

/** The far end of the wire: keeps what was sent and lets the test speak for the server. */
class Wire implements SocketLike {
  readyState = 0;
  sent: Sent[] = [];
  onopen: SocketLike["onopen"] = null;
  onclose: SocketLike["onclose"] = null;
  onmessage: SocketLike["onmessage"] = null;
  onerror: SocketLike["onerror"] = null;
  send(data: string): void {
    this.sent.push(JSON.parse(data));
  }
  close(code = 1006): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose?.({ code } as never);
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.(undefined as never);
  }
  say(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) } as never);
  }
  greet(serverMs = 1000): void {
    this.open();
    this.say({ type: "welcome", server_ms: serverMs, device: "PT-1" });
    this.say(snapshot());
  }
  commands(): Sent[] {
    return this.sent.filter((message) => message.type === "command");
  }
}

const wires: Wire[] = [];
const states: LinkState[] = [];
let ids = 0;
let replaced = 0;

function makeLink(): Link<{ type: string; round: string }> {
  const ports: LinkPorts = {
    open: () => {
      const wire = new Wire();
      wires.push(wire);
      return wire;
    },
    now: () => Date.now(),
    later: (run, ms) => setTimeout(run, ms),
    cancel: (handle) => clearTimeout(handle as never),
    id: () => `c-${++ids}`,
  };
  const link = new Link<{ type: string; round: string }>({
    url: "ws://x",
    identity: { device: "PT-1", token: "t".repeat(16) },
    onMessage: () => {},
    onState: (state) => states.push(state),
    onReplaced: () => {
      replaced += 1;
    },
    ports,
  });
  link.connect();
  return link;
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  wires.length = 0;
  states.length = 0;
  ids = 0;
  replaced = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

const wire = (n: number): Wire => {
  const found = wires[n];
  if (!found) throw new Error(`no connection ${n}`);
  return found;
};

describe("the link", () => {
  test("says hello first and is ready with the snapshot", () => {
    makeLink();
    wire(0).greet();
    expect(wire(0).sent[0]).toMatchObject({ type: "hello", device: "PT-1", feature_level: 1 });
    expect(states).toEqual(["connecting", "ready"]);
  });

  test("a command is answered by its id", async () => {
    const link = makeLink();
    wire(0).greet();
    const answer = link.command({ type: "undo", round: "r-1" });
    wire(0).say({ type: "answer", id: "c-1", refusal: null, result: {} });
    expect((await answer).id).toBe("c-1");
    expect(link.unanswered).toBe(0);
  });

  test("unanswered commands go out again after a reconnect, same id, same order, once each", () => {
    const link = makeLink();
    wire(0).greet();
    void link.command({ type: "place", round: "r-1" });
    void link.command({ type: "double", round: "r-1" });
    wire(0).close();
    expect(states.at(-1)).toBe("lost");
    void link.command({ type: "undo", round: "r-1" });
    vi.advanceTimersByTime(250);
    wire(1).greet();
    expect(
      wire(1)
        .commands()
        .map((message) => message.id),
    ).toEqual(["c-1", "c-2", "c-3"]);
    wire(1).say(snapshot());
    expect(wire(1).commands()).toHaveLength(3);
  });

  test("retries wait longer each time", () => {
    makeLink();
    for (const [n, wait] of [250, 500, 1000, 2000, 4000, 4000].entries()) {
      wire(n).close();
      vi.advanceTimersByTime(wait - 1);
      expect(wires).toHaveLength(n + 1);
      vi.advanceTimersByTime(1);
      expect(wires).toHaveLength(n + 2);
    }
  });

  test("a terminal that was replaced elsewhere does not fight for the connection", () => {
    const link = makeLink();
    wire(0).greet();
    wire(0).close(1000);
    vi.advanceTimersByTime(60_000);
    expect(replaced).toBe(1);
    expect(wires).toHaveLength(1);
    link.connect();
    wire(1).greet();
    expect(states.at(-1)).toBe("ready");
  });

  test("silence is a lost connection", () => {
    makeLink();
    wire(0).greet();
    vi.advanceTimersByTime(3000);
    expect(states.at(-1)).toBe("lost");
    vi.advanceTimersByTime(250);
    expect(wires).toHaveLength(2);
  });

  test("the clock follows the ping with the lowest round trip", () => {
    const link = makeLink();
    wire(0).greet(5000);
    expect(link.clock.serverNow(0)).toBe(5000);
    const pong = (rtt: number, error: number): void => {
      const t = Date.now();
      vi.advanceTimersByTime(rtt);
      wire(0).say({ type: "pong", t, server_ms: t + rtt / 2 + 7000 + error });
    };
    for (const [rtt, error] of [
      [40, 12],
      [10, 0],
      [80, -30],
      [60, 20],
      [50, 9],
    ] as const)
      pong(rtt, error);
    expect(link.clock.measured).toBe(true);
    expect(link.clock.offset).toBe(7000);
    expect(link.clock.remaining(7000 + Date.now() + 1500, Date.now())).toBe(1500);
    expect(link.clock.remaining(0, Date.now())).toBe(0);
  });
});

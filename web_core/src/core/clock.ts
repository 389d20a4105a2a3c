/** The offset between this screen's monotonic clock and the server's, from the ping with the lowest round trip. */

export interface ClockSample {
  readonly rtt: number;
  readonly offset: number;
}

export const SAMPLES_MIN = 5;
const SAMPLES_MAX = 12;

/** A pong halfway between send and receive: the smaller the round trip, the smaller the error can be. */
export function sample(sentMs: number, receivedMs: number, serverMs: number): ClockSample {
  const rtt = Math.max(0, receivedMs - sentMs);
  return { rtt, offset: serverMs - (sentMs + rtt / 2) };
}

export class ClockOffset {
  private samples: ClockSample[] = [];

  /** Start from the welcome frame: good enough to show a countdown until pings have been answered. */
  constructor(private fallback = 0) {}

  reset(serverMs: number, nowMs: number): void {
    this.samples = [];
    this.fallback = serverMs - nowMs;
  }

  add(sentMs: number, receivedMs: number, serverMs: number): void {
    this.samples.push(sample(sentMs, receivedMs, serverMs));
    if (this.samples.length > SAMPLES_MAX) this.samples.shift();
  }

  get measured(): boolean {
    return this.samples.length >= SAMPLES_MIN;
  }

  /** Add this to the local monotonic clock to get the server's. */
  get offset(): number {
    const best = this.samples.reduce<ClockSample | null>((a, b) => (a === null || b.rtt < a.rtt ? b : a), null);
    return best?.offset ?? this.fallback;
  }

  serverNow(nowMs: number): number {
    return nowMs + this.offset;
  }

  /** Milliseconds left until a server deadline; never negative. The server alone decides lateness. */
  remaining(deadlineMs: number | null, nowMs: number): number {
    return deadlineMs === null ? 0 : Math.max(0, deadlineMs - this.serverNow(nowMs));
  }
}

/** Versioned feeds: one more than the last seen applies, less is stale, more is a gap. */
export type Step = "apply" | "stale" | "gap";

export function step(seen: number, incoming: number): Step {
  if (incoming === seen + 1) return "apply";
  return incoming <= seen ? "stale" : "gap";
}

/** Set the fields that are present in a change; absent fields did not change. */
export function merge<T extends object>(current: T, change: Partial<T>): T {
  return { ...current, ...change };
}

/** What applying a message led to: the new state, and whether the client must ask for a fresh snapshot. */
export interface Applied<S> {
  readonly state: S;
  readonly resync: boolean;
}

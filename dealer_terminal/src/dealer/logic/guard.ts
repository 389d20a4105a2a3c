/**
 * The large button changes its meaning with the state but not its place, so a second press of a hurried finger would
 * hit the next action. After every change of meaning it stays deaf for a moment. Pure.
 */

export const GUARD_MS = 600;

export interface Guard {
  readonly meaning: string;
  readonly since: number;
}

export function follow(guard: Guard | null, meaning: string, now: number): Guard {
  if (guard === null) return { meaning, since: now - GUARD_MS };
  return guard.meaning === meaning ? guard : { meaning, since: now };
}

export function listening(guard: Guard, now: number): boolean {
  return now - guard.since >= GUARD_MS;
}

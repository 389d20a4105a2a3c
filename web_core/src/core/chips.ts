/** Which chips make up an amount, for drawing. */

/** Chip faces by value in whole currency units; other values take the face of the next lower one. */
export const FACES = [1, 5, 25, 100, 500, 1000] as const;
export type Face = (typeof FACES)[number];

export const STACK_DISCS_MAX = 5;

export function face(minor: number, scale = 100): Face {
  const value = minor / scale;
  return FACES.findLast((size) => size <= value) ?? FACES[0];
}

/** Break an amount down greedily, highest first; at most five discs are drawn, lowest on top. */
export function breakdown(minor: number, chips: readonly number[]): number[] {
  const discs: number[] = [];
  let rest = minor;
  for (const chip of [...chips].sort((a, b) => b - a)) {
    while (chip > 0 && rest >= chip && discs.length < STACK_DISCS_MAX) {
      discs.push(chip);
      rest -= chip;
    }
  }
  return discs.length > 0 ? discs : [minor];
}

/** The chip a player most likely wants first: the lowest the table offers that the credit covers. */
export function affordable(chips: readonly number[], credit: number): readonly number[] {
  return chips.filter((chip) => chip <= credit);
}

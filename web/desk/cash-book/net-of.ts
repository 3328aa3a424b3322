/** The sums that came from a holder to others and that went to it, in fils. */
export type Side = { in_fils: number; out_fils: number };

/** Adds up what came from holders less what went to them, in fils. */
export function netOf(sides: readonly Side[]): number {
  return sides.reduce((sum, { in_fils, out_fils }) => sum + in_fils - out_fils, 0);
}

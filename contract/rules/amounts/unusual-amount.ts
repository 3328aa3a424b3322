/** The rule for amounts that the user must confirm before anyone signs. */

/** The number of previous amounts of a form from which the median is computed. */
export const LAST_AMOUNTS = 30;
/** The median of fewer amounts than this is not meaningful. */
const AMOUNTS_MIN = 10;
const TIMES_USUAL = 10;

/** Returns the median of a form's previous amounts in whole fils; null for fewer than ten. */
export function usualAmount(last_fils: readonly number[]): number | null {
  if (last_fils.length < AMOUNTS_MIN) return null;
  const sorted = last_fils.toSorted((one, other) => one - other);
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  return Math.round(middle.reduce((sum, fils) => sum + fils, 0) / middle.length);
}

export type AmountContext = {
  /** The giver's cash, including pending movements; null if it is unknown or not relevant. */
  held_fils: number | null;
  /** See `usualAmount`. */
  usual_fils: number | null;
};

/** The reasons why an amount is unusual: at least one of the two is not null. */
export type Unusual = {
  /** The excess over the giver's cash. */
  above_cash_fils: number | null;
  /** The usual amount, which the amount exceeds more than ten times. */
  usual_fils: number | null;
};

/** Returns why the user must confirm an amount; null for an ordinary one. */
export function unusualAmount(amount_fils: number, { held_fils, usual_fils }: AmountContext): Unusual | null {
  // A handover of zero reduces no balance, even a negative one.
  const is_above = held_fils !== null && amount_fils > 0 && amount_fils > held_fils;
  const is_many_times = usual_fils !== null && amount_fils > TIMES_USUAL * usual_fils;
  if (!is_above && !is_many_times) return null;
  return {
    above_cash_fils: is_above ? amount_fils - held_fils : null,
    usual_fils: is_many_times ? usual_fils : null,
  };
}

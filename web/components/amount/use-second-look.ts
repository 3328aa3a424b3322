import { useState } from 'react';
import { parseAmount } from '../../../contract/rules/amounts/parse-amount.ts';
import { type AmountContext, unusualAmount } from '../../../contract/rules/amounts/unusual-amount.ts';

type Options = AmountContext & {
  /** The text of the amount field. */
  text: string;
  /** The giver's id; another giver requires another confirmation. */
  giver: string | number | null;
};

export type SecondLook = ReturnType<typeof useSecondLook>;

/** Requires the user to confirm an unusual amount, again when amount, giver or reasons change. */
export function useSecondLook({ text, giver, ...context }: Options) {
  const [seen, setSeen] = useState<string | null>(null);
  const read = parseAmount(text);
  const amount_fils = read.ok ? read.amount_fils : null;
  const unusual = amount_fils === null ? null : unusualAmount(amount_fils, context);
  const shown = JSON.stringify([giver, amount_fils, unusual]);
  // A later amount needs its own confirmation, even if it equals an earlier one.
  if (seen !== null && seen !== shown) setSeen(null);
  const is_seen = seen === shown;
  return {
    amount_fils,
    /** The reasons why the amount is unusual; null for a usual amount. */
    unusual,
    is_seen,
    /** The amount still to be confirmed, in fils, or null. Signatures made before that do not count. */
    unseen_fils: unusual !== null && !is_seen ? amount_fils : null,
    onSeen: (is_checked: boolean) => setSeen(is_checked ? shown : null),
  };
}

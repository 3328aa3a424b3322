import { useState } from 'react';
import { parseAmount } from '../../../contract/rules/amounts/parse-amount.ts';
import { type AmountContext, unusualAmount } from '../../../contract/rules/amounts/unusual-amount.ts';

type Given = AmountContext & {
  /** The text of the amount field. */
  text: string;
  /** The giver's id: another giver requires another look. */
  giver: string | number | null;
};

export type SecondLook = ReturnType<typeof useSecondLook>;

/** Requires a second look at an unusual amount, again when the amount, the giver or the reasons change (ruling H1). */
export function useSecondLook({ text, giver, ...context }: Given) {
  const [seen, setSeen] = useState<string | null>(null);
  const read = parseAmount(text);
  const amount_fils = read.ok ? read.amount_fils : null;
  const unusual = amount_fils === null ? null : unusualAmount(amount_fils, context);
  const shown = JSON.stringify([giver, amount_fils, unusual]);
  // The next amount needs its own look, also when it is the same one again.
  if (seen !== null && seen !== shown) setSeen(null);
  const is_seen = seen === shown;
  return {
    amount_fils,
    /** Null for an ordinary amount. */
    unusual,
    is_seen,
    /** The amount that still needs a second look, in fils; null if there is none. Signatures made before do not count. */
    unseen_fils: unusual !== null && !is_seen ? amount_fils : null,
    onSeen: (is_checked: boolean) => setSeen(is_checked ? shown : null),
  };
}

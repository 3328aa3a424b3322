import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { parseAmount } from '../../../contract/rules/amounts/parse-amount.ts';
import { failure } from '../../api/problem-messages.ts';
import { amountErrorText, enterAboveZero, enterAtMost } from '../../components/amount/amount-messages.ts';
import type { Missing } from '../../ui/use-missing.ts';

/** The amount field of a form about a part of an open difference, at most `open_fils`. */
export function usePart(open_fils: number, first = '') {
  const [typed, setTyped] = useState(first);
  const read = parseAmount(typed);
  const too_high = read.ok ? read.amount_fils > open_fils : read.reason === 'too_high';
  const amount_fils = read.ok && read.amount_fils > 0 && !too_high ? read.amount_fils : null;

  function missing(): Missing<'amount'>[] {
    if (amount_fils !== null) return [];
    if (too_high) {
      const toast = failure(t`Amount Too High`, t`Amount cannot exceed ${formatMoney(open_fils)}`);
      return [{ part: 'amount', words: enterAtMost(open_fils), toast }];
    }
    const toast = failure(t`Invalid Amount`, t`Please enter a valid amount greater than 0`);
    const words = read.ok || read.reason === 'empty' ? enterAboveZero() : amountErrorText(read.reason);
    return [{ part: 'amount', words, toast }];
  }

  /** `amount_fils`: null until the amount is valid. */
  return { typed, setTyped, amount_fils, missing: missing() };
}

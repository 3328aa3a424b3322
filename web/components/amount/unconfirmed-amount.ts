import { t } from '@lingui/core/macro';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { failure } from '../../api/problem-messages.ts';
import type { Missing } from '../../ui/use-missing.ts';

/** Returns the missing part of a form whose unusual amount has not been confirmed. */
export function unconfirmedAmount<Part extends string>(part: Part, unseen_fils: number): Missing<Part> {
  const description = t`Confirm that ${formatMoney(unseen_fils)} is right before anyone signs`;
  return { part, words: t`Confirm the amount`, toast: failure(t`Check the Amount`, description) };
}

/** Returns the message at signature pads that are disabled until the amount is confirmed. */
export function confirmAmountFirst(): string {
  return t`Check the amount before you sign.`;
}

import { t } from '@lingui/core/macro';
import { parseAmount } from '../../../../contract/rules/amounts/parse-amount.ts';
import type { OrderWithItems } from '../../../../contract/schemas/orders.ts';
import { paymentConfirmationRequired } from '../../../api/delivery-messages.ts';
import { failure } from '../../../api/problem-messages.ts';
import { type AsTaken, consentNeeded, consentTo } from '../../../commands/delivery/as-taken.ts';
import { amountErrorText, enterAtMost } from '../../../components/amount/amount-messages.ts';
import type { Draft } from '../../../offline/device-records.ts';
import { type AsTakenDraft, EMPTY_AS_TAKEN } from '../../../offline/drafts/as-taken-draft.ts';
import type { Missing } from '../../../ui/use-missing.ts';

/** The amounts that are typed. */
export const TYPED_AMOUNTS = ['received', 'change', 'card', 'link', 'transfer'] as const;
export type TypedAmount = (typeof TYPED_AMOUNTS)[number];

/** The parts of the form that a plain delivery does not have. */
export type AsTakenPart =
  | TypedAmount
  | 'goods'
  | 'link_reference'
  | 'transfer_reference'
  | 'extra'
  | 'short'
  | 'consent';

/** Returns the changed input; null once nothing of it is left. */
export function withChanges(form: AsTakenDraft | null, changes: Partial<AsTakenDraft>): AsTakenDraft | null {
  const next = { ...(form ?? EMPTY_AS_TAKEN), ...changes };
  return hasRefused(next) || hasPayment(next) ? next : null;
}

export function hasRefused(form: AsTakenDraft | null): boolean {
  return form !== null && Object.values(form.refused).some(({ qty }) => qty > 0);
}

/** True if an amount or a reference was typed. */
export function hasPayment(form: AsTakenDraft | null): boolean {
  if (!form) return false;
  return [...TYPED_AMOUNTS, 'link_reference' as const, 'transfer_reference' as const].some(
    (name) => form[name].trim() !== '',
  );
}

/**
 * Returns why the delivery cannot be confirmed as it was taken, in the form's order: the goods first, then
 * the payment.
 */
export function missingAsTaken(
  order: OrderWithItems,
  { as_taken }: Pick<Draft, 'as_taken'>,
  found: AsTaken,
): Missing<AsTakenPart>[] {
  const form = as_taken ?? EMPTY_AS_TAKEN;
  const all: Missing<AsTakenPart>[] = [];
  const add = (part: AsTakenPart, words: string) => all.push({ part, words, toast: toastOf(part, words) });
  if (found.takes_nothing) add('goods', t`Nothing is handed over. Record it as refused.`);
  else if (found.part?.lines.some(({ refused, refused_because }) => refused > 0 && !refused_because)) {
    add('goods', t`Select why the goods were refused`);
  }
  for (const name of TYPED_AMOUNTS) {
    const read = parseAmount(form[name]);
    if (!read.ok && read.reason !== 'empty') add(name, amountErrorText(read.reason));
  }
  const [received, change] = [parseAmount(form.received), parseAmount(form.change)];
  if (change.ok && received.ok && change.amount_fils > received.amount_fils)
    add('change', enterAtMost(received.amount_fils));
  if (change.ok && !received.ok) add('received', t`Enter the cash that the customer gave`);
  for (const name of ['link', 'transfer'] as const) {
    const [payment, reference] = [found.taken[name], form[`${name}_reference`].trim()];
    if (payment && reference === '') add(`${name}_reference`, t`Enter the reference of the payment`);
    if (!payment && reference !== '') add(name, t`Enter the amount of this payment`);
  }
  if (found.may_be_tip && form.extra === null)
    add('extra', t`Select whether the customer gets this amount back`);
  if (found.is_unselected) return all;
  if (found.amounts.owed_fils > 0 && form.short_reason.trim() === '')
    add('short', t`Enter why less than the amount due was taken`);
  if (consentNeeded(found) && consentTo(order) === null)
    add('consent', t`Ask the desk before you hand over without payment`);
  return all;
}

function toastOf(part: AsTakenPart, words: string) {
  if (part === 'goods') return failure(t`Missing Information`, words);
  return { ...paymentConfirmationRequired(), description: words };
}

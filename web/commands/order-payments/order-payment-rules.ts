import { parseAmount } from '../../../contract/rules/amounts/parse-amount.ts';
import type { Taken } from '../../../contract/rules/orders/takings.ts';

export const PAYMENT_TENDERS = ['cash', 'card_machine', 'payment_link', 'bank_transfer'] as const;
export type PaymentTender = (typeof PAYMENT_TENDERS)[number];

/** True for tenders that are pending until a Manager matches their reference. */
export function isByReference(tender: PaymentTender): tender is 'payment_link' | 'bank_transfer' {
  return tender === 'payment_link' || tender === 'bank_transfer';
}

export type PaymentForm = {
  tender: PaymentTender;
  /** The amount as typed. */
  typed: string;
  reference: string;
  customer_name: string;
};

/** Returns what the form takes; null until amount and reference are valid. */
export function takenBy({ tender, typed, reference }: PaymentForm): Taken | null {
  const read = parseAmount(typed);
  if (!read.ok || read.amount_fils === 0) return null;
  const { amount_fils } = read;
  const nothing: Taken = { cash_fils: 0, card_fils: 0, link: null, transfer: null };
  if (tender === 'cash') return { ...nothing, cash_fils: amount_fils };
  if (tender === 'card_machine') return { ...nothing, card_fils: amount_fils };
  const named = reference.trim();
  if (named === '') return null;
  const by_reference = { amount_fils, reference: named };
  return tender === 'payment_link'
    ? { ...nothing, link: by_reference }
    : { ...nothing, transfer: by_reference };
}

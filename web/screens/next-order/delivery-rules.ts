import { t } from '@lingui/core/macro';
import { formatMoney } from '../../../contract/rules/money.ts';
import { paymentLeft, settle, type Tender } from '../../../contract/rules/tender.ts';
import type { Order, OrderWithItems } from '../../../contract/schemas/orders.ts';
import { missingInformation, paymentConfirmationRequired, type ToastWords } from '../../api/problem-words.ts';
import type { Draft } from '../../offline/device-records.ts';

/** The first rule of a confirmation that is not met yet, in the words of its toast; null when all are (ruling F1). */
export function unmetRule(order: Pick<Order, 'payment_status'>, draft: Draft): ToastWords | null {
  const complete = draft.photo !== null && draft.customer_name.trim() !== '' && draft.receipt_confirmed;
  if (!complete) return missingInformation();
  if (order.payment_status === 'pending' && !draft.payment_received) return paymentConfirmationRequired();
  return null;
}

/** What a confirmation will add to the driver's cash, in fils; the same rule decides on the server (ruling A6). */
export function cashEffect(order: OrderWithItems, tender: Tender | null): number {
  return settle(paymentLeft(order, order.taken_fils), { payment_received: true, tender }).cash_fils;
}

export function cashEffectWords(cash_fils: number): string {
  return cash_fils > 0
    ? t`Adds ${formatMoney(cash_fils)} to your cash on hand`
    : t`Does not change your cash on hand`;
}

import { t } from '@lingui/core/macro';
import { formatMoney } from '../../../contract/rules/money.ts';
import { defaultTender, paymentLeft, settle, type Tender } from '../../../contract/rules/tender.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';

/** What a confirmation will add to the driver's cash, in fils; the same rule decides on the server (ruling A6). */
export function cashEffect(order: OrderWithItems, tender: Tender | null): number {
  const chosen = tender ?? defaultTender(order.payment_method);
  const payment = paymentLeft(order, order.taken_fils);
  return settle(payment, { payment_received: true, tender: chosen }).cash_fils;
}

export function cashEffectWords(cash_fils: number): string {
  return cash_fils > 0
    ? t`Adds ${formatMoney(cash_fils)} to your cash on hand`
    : t`Does not change your cash on hand`;
}

import { formatMoney } from '../../../contract/rules/money.ts';
import { defaultTender, paymentLeft, settle, type Tender } from '../../../contract/rules/tender.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';

/** What a confirmation will do to the driver's cash, in words; the same rule decides on the server (ruling A6). */
export function cashEffect(order: OrderWithItems, tender: Tender | null): string {
  const chosen = tender ?? defaultTender(order.payment_method);
  const { cash_fils } = settle(paymentLeft(order, order.taken_fils), {
    payment_received: true,
    tender: chosen,
  });
  return cash_fils > 0
    ? `Adds ${formatMoney(cash_fils)} to your cash on hand`
    : 'Does not change your cash on hand';
}

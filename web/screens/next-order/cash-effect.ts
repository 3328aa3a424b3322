import { formatMoney } from '../../../contract/rules/money.ts';
import { defaultTender, settle, type Tender } from '../../../contract/rules/tender.ts';
import type { Order } from '../../../contract/schemas/orders.ts';

/** What a confirmation will do to the driver's cash, in words; the same rule decides on the server (ruling A6). */
export function cashEffect(order: Order, tender: Tender | null): string {
  const chosen = tender ?? defaultTender(order.payment_method);
  const { cash_fils } = settle(order, { payment_received: true, tender: chosen });
  return cash_fils > 0
    ? `Adds ${formatMoney(cash_fils)} to your cash on hand`
    : 'Does not change your cash on hand';
}

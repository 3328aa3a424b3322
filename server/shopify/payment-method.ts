import type { PaymentMethod } from '../../contract/rules/tender.ts';

/** Shopify's financial statuses that are orders to deliver; every other known one is left out (ruling B8). */
const TO_DELIVER = new Set(['paid', 'pending', 'authorized', 'partially_paid']);
const LEFT_OUT = new Set(['refunded', 'partially_refunded', 'voided']);

type FinancialStatus = 'paid' | 'partially_paid' | 'pending' | 'left_out' | 'unknown';

/** Statuses other than paid are pending (ruling B8). */
export function financialStatusOf(text: string): FinancialStatus {
  const status = text.trim().toLowerCase();
  if (LEFT_OUT.has(status)) return 'left_out';
  if (!TO_DELIVER.has(status)) return 'unknown';
  return status === 'paid' || status === 'partially_paid' ? status : 'pending';
}

const CASH = /cash|\bcod\b|نقد|عند الاستلام/i;
const CARD = /card|بطاقة/i;
const GIFT = /gift/i;
const AT_THE_DOOR = /deliver|door|terminal|machine|\bpos\b|عند|التوصيل/i;

/** The export writes several ways of paying into one cell. */
export function paymentNamesOf(cell: string): string[] {
  return cell.split(/[+,]/);
}

/** What is left to pay at the door, and how. */
export function paymentOf(
  names: readonly string[],
  { due_amount_fils, total_amount_fils }: { due_amount_fils: number; total_amount_fils: number },
) {
  const nothing_due = due_amount_fils === 0;
  return {
    payment_method: paymentMethodOf(names, nothing_due),
    payment_status: nothing_due ? ('paid' as const) : ('pending' as const),
    paid_amount_fils: total_amount_fils - due_amount_fils,
    due_amount_fils,
  };
}

/** Of several ways of paying the one at the door counts: the others have been paid by then. */
function paymentMethodOf(names: readonly string[], nothing_due: boolean): PaymentMethod {
  const methods = names.map((name) => methodOf(name, nothing_due));
  return (['cash', 'card'] as const).find((method) => methods.includes(method)) ?? 'online';
}

/**
 * How a shop names its payment methods is its own affair; what matters is what happens at the door. Cash on an order
 * with nothing due was paid before, so it is online (ruling A6).
 */
function methodOf(name: string, nothing_due: boolean): PaymentMethod {
  if (CARD.test(name) && !GIFT.test(name) && AT_THE_DOOR.test(name)) return 'card';
  if (CASH.test(name)) return nothing_due ? 'online' : 'cash';
  return 'online';
}

import { MAX_AMOUNT_FILS } from '../amounts/money.ts';
import { type PricedLine, priceOf } from './sent-separately.ts';
import type { PaymentMethod, PaymentStatus } from './tender.ts';

/** The maximum quantity of a line, and the maximum number of lines of an order. */
export const MAX_QTY = 9_999;
export const MAX_LINES = 200;

/** The entered amounts of an order, in fils, from which all others follow. */
export type AmountParts = {
  lines: readonly PricedLine[];
  /** The price of the goods that the store sends separately. */
  sent_fils: number;
  discount_fils: number;
  shipping_fils: number;
  /** Tax that is not contained in the prices. */
  tax_fils: number;
  paid_amount_fils: number;
};

/** The parts that no user enters. */
export type SourceAmounts = Pick<AmountParts, 'tax_fils' | 'sent_fils'>;
export const NO_SOURCE_AMOUNTS: SourceAmounts = { tax_fils: 0, sent_fils: 0 };

export type TiedAmounts = Omit<AmountParts, 'lines' | 'sent_fils'> & {
  subtotal_fils: number;
  total_amount_fils: number;
  due_amount_fils: number;
  payment_status: PaymentStatus;
};

/**
 * The part that is too high: the lines, the discount (above the sum) or the paid amount (above the total).
 */
export type UntiedPart = 'lines' | 'discount_fils' | 'paid_amount_fils';

/** Computes an order's amounts, or returns the part that is too high. Used by the server and by the form. */
export function tieAmounts(
  parts: AmountParts,
): { ok: true; amounts: TiedAmounts } | { ok: false; part: UntiedPart } {
  const { lines, sent_fils, discount_fils, shipping_fils, tax_fils, paid_amount_fils } = parts;
  const subtotal_fils = priceOf(lines) + sent_fils;
  const gross_fils = subtotal_fils + shipping_fils + tax_fils;
  if (gross_fils > MAX_AMOUNT_FILS) return { ok: false, part: 'lines' };
  if (discount_fils > gross_fils) return { ok: false, part: 'discount_fils' };
  const total_amount_fils = gross_fils - discount_fils;
  const due_amount_fils = total_amount_fils - paid_amount_fils;
  if (due_amount_fils < 0) return { ok: false, part: 'paid_amount_fils' };
  const payment_status = due_amount_fils > 0 ? 'pending' : 'paid';
  return {
    ok: true,
    amounts: {
      subtotal_fils,
      discount_fils,
      shipping_fils,
      tax_fils,
      total_amount_fils,
      paid_amount_fils,
      due_amount_fils,
      payment_status,
    },
  };
}

/** Replaces cash with online if nothing is due, because cash is only paid on delivery (ruling A6). */
export function methodWithDue(method: PaymentMethod, due_amount_fils: number): PaymentMethod {
  return method === 'cash' && due_amount_fils === 0 ? 'online' : method;
}

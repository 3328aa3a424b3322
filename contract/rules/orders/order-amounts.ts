import { MAX_AMOUNT_FILS } from '../amounts/money.ts';
import { type PricedLine, priceOf } from './sent-separately.ts';
import type { PaymentMethod, PaymentStatus } from './tender.ts';

/** How many of a thing an order may have, and how many lines. */
export const MAX_QTY = 9_999;
export const MAX_LINES = 200;

/** What people type of an order's money; everything else follows. Amounts in fils. */
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

/** The parts that nobody types. */
export type UntypedAmounts = Pick<AmountParts, 'tax_fils' | 'sent_fils'>;
export const NOTHING_UNTYPED: UntypedAmounts = { tax_fils: 0, sent_fils: 0 };

export type TiedAmounts = Omit<AmountParts, 'lines' | 'sent_fils'> & {
  subtotal_fils: number;
  total_amount_fils: number;
  due_amount_fils: number;
  payment_status: PaymentStatus;
};

/** Which part is too much: the lines, the discount for what it is taken from, or what was paid for the total. */
export type UntiedPart = 'lines' | 'discount_fils' | 'paid_amount_fils';

/** Ties an order's amounts together (ruling B7), or says which part keeps them from it. One function, for the server and, beforehand, the form. */
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

/** Nothing is paid in cash before the delivery: with nothing due, cash becomes online (ruling A6). */
export function methodWithDue(method: PaymentMethod, due_amount_fils: number): PaymentMethod {
  return method === 'cash' && due_amount_fils === 0 ? 'online' : method;
}

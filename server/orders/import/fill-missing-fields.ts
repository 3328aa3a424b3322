import type { NewOrder } from '../contents/new-order.ts';
import type { ComparableOrder } from './order-differences.ts';

/** The fields that a list may omit; an existing order keeps its stored values. */
export type MissingField = 'external_id' | 'created_at' | 'phone' | 'notes' | 'lines';

/**
 * Fills omitted fields with the stored values, so that only the fields in the source are compared and
 * corrected.
 */
export function fillMissingFields(
  order: NewOrder,
  missing_fields: readonly MissingField[],
  stored: ComparableOrder,
): NewOrder {
  const filled = { ...order };
  if (missing_fields.includes('external_id')) filled.external_id = stored.external_id;
  if (missing_fields.includes('created_at')) filled.created_at = stored.created_at;
  if (missing_fields.includes('notes')) filled.notes = stored.notes;
  if (missing_fields.includes('phone')) filled.customer = { ...order.customer, phone: stored.customer.phone };
  if (!missing_fields.includes('lines')) return filled;
  if (stored.total_amount_fils === order.total_amount_fils) {
    const { lines, subtotal_fils, discount_fils, shipping_fils, tax_fils } = stored;
    return { ...filled, lines, subtotal_fils, discount_fils, shipping_fils, tax_fils };
  }
  const [line] = stored.lines;
  return line && isOneSum(stored)
    ? { ...filled, lines: [{ ...line, unit_price_fils: order.total_amount_fils }] }
    : filled;
}

/** True if only the total of the order's items is known, so that another total changes nothing else. */
export function isOneSum({ lines, discount_fils, shipping_fils, tax_fils }: ComparableOrder): boolean {
  return lines.length === 1 && lines[0]?.qty === 1 && discount_fils + shipping_fils + tax_fils === 0;
}

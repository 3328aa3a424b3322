import { formatMoney, isFils } from '../../../contract/rules/money.ts';
import type { NewLine, NewOrder } from '../../orders/new-order.ts';
import type { CellReader } from './cells.ts';

export type Totals = Pick<
  NewOrder,
  'subtotal_fils' | 'discount_fils' | 'shipping_fils' | 'tax_fils' | 'total_amount_fils'
>;

/**
 * Ties an order's amounts together. Shopify's Subtotal is what is left of the lines after the discount; a discount of
 * single lines is contained in Discount Amount or comes on top, and taxes are contained in the prices or come on top:
 * whichever adds up is what the shop meant. Neither means that rows are missing or altered.
 */
export function readTotals(cells: CellReader, lines: NewLine[], line_discount_fils: number): Totals {
  const subtotal_fils = lines.reduce((sum, { qty, unit_price_fils }) => sum + qty * unit_price_fils, 0);
  const discounted = cells.amount('Subtotal');
  const discount = cells.amount('Discount Amount', true);
  const shipping_fils = cells.amount('Shipping', true);
  const taxes = cells.amount('Taxes', true);
  const total_amount_fils = cells.amount('Total');
  const untied = { subtotal_fils, discount_fils: 0, shipping_fils, tax_fils: 0, total_amount_fils };
  // Sums of cells that could not be read would only be said to be wrong once more.
  if (cells.faults.length > 0) return untied;
  if (!isFils(subtotal_fils)) {
    cells.fault('Subtotal', 'the lines come to more than any order can');
    return untied;
  }

  const discount_fils = [discount, discount + line_discount_fils].find(
    (candidate) => subtotal_fils - candidate === discounted,
  );
  if (discount_fils === undefined) {
    const sum = `${formatMoney(subtotal_fils)} less the discount of ${formatMoney(discount)}`;
    cells.fault('Subtotal', `${formatMoney(discounted)} is not the sum of the lines, ${sum}`);
    return untied;
  }
  const tax_fils = [0, taxes].find(
    (candidate) => discounted + shipping_fils + candidate === total_amount_fils,
  );
  if (tax_fils === undefined) {
    const parts = `subtotal ${formatMoney(discounted)}, shipping ${formatMoney(shipping_fils)} and taxes ${formatMoney(taxes)}`;
    cells.fault('Total', `${formatMoney(total_amount_fils)} does not follow from ${parts}`);
    return untied;
  }
  return { ...untied, discount_fils, tax_fils };
}

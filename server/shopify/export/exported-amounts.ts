import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { knownMeaning, NAME_MAX } from '../../../contract/rules/import/source-names.ts';
import type { IncomingAmounts, IncomingPayment } from '../../orders/incoming/incoming-order.ts';
import { financialStatusOf, paidStatusOf } from '../store-orders/financial-status.ts';
import { readCellAmount } from './cell-amount.ts';
import type { CellReader } from './cells.ts';
import type { CsvRow } from './csv-rows.ts';
import { isFreeShippingCode } from './free-shipping-code.ts';

type Rows = readonly [CsvRow, ...CsvRow[]];

/** The fulfilment statuses of a line that was removed from the order in the store. */
const REMOVED = new Set(['removed', 'refunded', 'restocked', 'cancelled']);

/** True for a line that an edit or a refund removed from the order. */
export function isRemoved(row: CsvRow): boolean {
  const status = row.cell('Lineitem fulfillment status').toLowerCase();
  return row.cell('Lineitem quantity') === '0' || REMOVED.has(status);
}

/** True for an order that was partly refunded. */
export function isRefundedInPart(first: CsvRow): boolean {
  const status = first.cell('Financial Status');
  if (status.toLowerCase() === 'partially_refunded') return true;
  if (financialStatusOf(status) === 'left_out') return false;
  // If the text is not an amount, `readAmounts` notes the fault of the order.
  const refunded = readCellAmount(first.cell('Refunded Amount'), first.decimal_comma);
  return refunded.ok && refunded.amount_fils > 0;
}

/** The amounts in an order's first row, in fils. */
type Reported = { total_fils: number; refunded_fils: number; outstanding_fils: number | null };

/**
 * Reads the amounts of an order. Shopify's Subtotal is the sum of the lines less their discount. A discount
 * of single lines is contained in Discount Amount or added to it; taxes are contained in the prices or added
 * on top, like duties.
 *
 * After an edit or a refund, Subtotal and Total may be those of the order as it was placed. The total of the
 * remaining goods is then the outstanding balance, if nothing was paid, and otherwise the total less the
 * amount that was refunded or is owed to the customer.
 */
export function readAmounts(cells: CellReader, rows: Rows): IncomingAmounts {
  const discount = cells.amount('Discount Amount', true);
  const of_lines = rows.reduce((sum, row) => sum + cells.at(row).amount('Lineitem discount', true), 0);
  const [tax, duties] = [cells.amount('Taxes', true), cells.amount('Duties', true)];
  const reported = readReported(cells);
  const amounts = {
    discounts: [discount, discount + of_lines],
    shippings: [cells.amount('Shipping', true)],
    taxes: [...new Set([0, tax, duties, tax + duties])],
    has_free_shipping: isFreeShippingCode(cells.raw('Discount Code')),
  };
  const discounted_fils = cells.amount('Subtotal');
  const has_removed = rows.some(isRemoved);
  const left_fils = reducedTotal(cells, reported, has_removed);
  const as_placed = { ...amounts, total_fils: reported.total_fils, discounted_fils };
  if (left_fils === undefined) return as_placed;
  if (!has_removed) {
    const values = { total: formatMoney(reported.total_fils), amount: formatMoney(Math.max(0, left_fils)) };
    cells.fault('Outstanding Balance', 'reduced_in_store', values);
    return as_placed;
  }
  // Nothing was paid: if the whole total were due, all of it would be outstanding.
  if (isUnpaid(cells) && left_fils >= 0) return { ...amounts, total_fils: left_fils };
  return { ...as_placed, reduced_totals: left_fils >= 0 ? [left_fils] : [] };
}

function readReported(cells: CellReader): Reported {
  const is_given = cells.raw('Outstanding Balance') !== '';
  return {
    total_fils: cells.amount('Total'),
    refunded_fils: cells.amount('Refunded Amount', true),
    outstanding_fils: is_given ? cells.signedAmount('Outstanding Balance') : null,
  };
}

function isUnpaid(cells: CellReader): boolean {
  return paidStatusOf(cells.raw('Financial Status')) === 'pending';
}

/**
 * Returns the total of the remaining goods; undefined unless other amounts show that it differs from the
 * Total.
 */
function reducedTotal(
  cells: CellReader,
  { total_fils, refunded_fils, outstanding_fils }: Reported,
  has_removed: boolean,
): number | undefined {
  const due_fils = outstanding_fils ?? 0;
  if (isUnpaid(cells)) {
    if (outstanding_fils === null || due_fils >= total_fils) return undefined;
    // With nothing outstanding and no goods removed, the order was paid.
    return due_fils > 0 || has_removed ? due_fils : undefined;
  }
  const back_fils = refunded_fils - Math.min(0, due_fils);
  return back_fils > 0 ? total_fils - back_fils : undefined;
}

/**
 * Reads the amount due: the Outstanding Balance, if the file has it. Nothing is due for an order that was
 * overpaid, or that was paid before a partial refund.
 */
export function readPayment(cells: CellReader, { is_refunded }: { is_refunded: boolean }): IncomingPayment {
  const { outstanding_fils } = readReported(cells);
  const is_paid = is_refunded && cells.raw('Paid at') !== '';
  const due_fils = outstanding_fils === null ? null : Math.max(0, outstanding_fils);
  const status = paidStatusOf(cells.raw('Financial Status'));
  return {
    names: paymentNamesOf(cells.raw('Payment Method')),
    status: status ?? 'partially_paid',
    outstanding_fils: due_fils ?? (is_paid ? 0 : null),
  };
}

/** Splits the cell into which the export writes several payment methods. */
function paymentNamesOf(cell: string): string[] {
  if (cell.length <= NAME_MAX && knownMeaning('payment', cell) !== undefined) return [cell];
  return cell
    .split(/[+,]/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

import { type CellFaultCode, cellFault } from '../../../contract/rules/import/cell-faults.ts';
import { nameKey, statusMeaning } from '../../../contract/rules/import/source-names.ts';
import type { OwnNames } from '../../orders/incoming/own-names.ts';

const PAID = new Set(
  ['paid', 'yes', 'y', 'true', '1', 'x', '✓', '✔', 'نعم', 'مدفوع', 'تم الدفع'].map(nameKey),
);
const UNPAID = new Set(
  ['unpaid', 'not paid', 'no', 'n', 'false', '0', '', '-', 'pending', 'due', 'cod', 'لا', 'غير مدفوع'].map(
    nameKey,
  ),
);

/** Returns true for paid, false for unpaid, undefined for other texts. */
export function readPaidFlag(text: string): boolean | undefined {
  const word = nameKey(text);
  if (PAID.has(word)) return true;
  return UNPAID.has(word) ? false : undefined;
}

/** Statuses whose reason for not being imported is known. */
const OVER: Record<string, CellFaultCode> = {
  cancelled: 'order_cancelled',
  canceled: 'order_cancelled',
  ملغي: 'order_cancelled',
  refunded: 'order_refunded',
  voided: 'order_voided',
  failed: 'order_failed',
  trash: 'order_deleted',
  deleted: 'order_deleted',
  draft: 'order_draft',
  'checkout draft': 'order_draft',
  completed: 'order_completed',
  complete: 'order_completed',
  delivered: 'order_delivered',
  fulfilled: 'order_fulfilled',
};

/**
 * Returns why an order with this status is not imported: undefined if it is to be delivered, `unknown` if the
 * shop has to define the status.
 */
export function statusOf(status: string, { status: own }: OwnNames) {
  if (status.trim() === '') return undefined;
  const meaning = statusMeaning(status, own);
  if (meaning === undefined) return 'unknown' as const;
  if (meaning === 'deliver') return undefined;
  const field = 'status' as const;
  if (meaning === 'unpaid') {
    // In lists of cash orders, `Pending` may mean ready for delivery, so a user has to define it first.
    const unknown_status = own.has(nameKey(status)) ? {} : { unknown_status: status };
    return { field, fault: cellFault('order_unpaid'), ...unknown_status };
  }
  const word = nameKey(status).replace(/^wc (?=.)/, '');
  const code = Object.hasOwn(OVER, word) ? OVER[word] : undefined;
  return {
    field,
    fault: code ? cellFault(code) : cellFault('order_in_status', { status: status.slice(0, 40) }),
  };
}

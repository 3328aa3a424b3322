import { t } from '@lingui/core/macro';
import { MAX_QTY } from '../../../../contract/rules/orders/order-amounts.ts';
import { failure } from '../../../api/problem-messages.ts';
import { amountErrorText } from '../../../components/amount/amount-messages.ts';
import type { Missing } from '../../../ui/use-missing.ts';
import type { DraftFault } from './order-draft.ts';

/** Returns the messages for the faults of a form, next to their fields and as toasts. */
export function missingOf(faults: readonly DraftFault[]): Missing<string>[] {
  return faults.map(({ part, what }) => {
    const words = faultText(part, what);
    return { part, words, toast: failure(t`Missing Information`, words) };
  });
}

function faultText(part: string, what: DraftFault['what']): string {
  switch (what) {
    case 'empty':
    case 'unclear':
    case 'unparsable':
    case 'too_high':
      return amountErrorText(what);
    case 'no_quantity':
      return t`Enter a quantity from 1 to ${MAX_QTY}`;
    case 'no_time':
      return t`Enter a date and a time`;
    case 'lines':
      return t`The items exceed the highest amount of an order`;
    case 'discount_fils':
      return t`The discount is more than the items, shipping and tax together`;
    case 'paid_amount_fils':
      return t`This is more than the total`;
    case 'missing':
      return missingText(part);
  }
}

function missingText(part: string): string {
  if (part === 'customer_name') return t`Enter the customer's name`;
  if (part === 'delivery_address') return t`Enter the address`;
  if (part === 'reason') return t`Enter a reason.`;
  if (part === 'order_number') return t`Enter a number`;
  return t`Enter the item`;
}

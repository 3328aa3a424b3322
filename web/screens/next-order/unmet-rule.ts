import type { Order } from '../../../contract/schemas/orders.ts';
import { missingInformation, paymentConfirmationRequired, type ToastWords } from '../../api/problem-words.ts';
import type { Draft } from '../../offline/device-records.ts';

/** The first rule of a confirmation that is not met yet, in the words of its toast; null when all are (ruling F1). */
export function unmetRule(order: Pick<Order, 'payment_status'>, draft: Draft): ToastWords | null {
  const complete = draft.photo !== null && draft.customer_name.trim() !== '' && draft.receipt_confirmed;
  if (!complete) return missingInformation();
  if (order.payment_status === 'pending' && !draft.payment_received) return paymentConfirmationRequired();
  return null;
}

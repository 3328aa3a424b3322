import type { OpenOrder } from '../../../contract/operations/desk/payments/list-open-payments.schema.ts';

type Props = { order: OpenOrder };

/** The step that pays back what the shop owes a customer: an expense with this order. */
export function PayBack(_: Props) {
  return null;
}

import { type PaymentChoice, type PaysBy, paymentChoice } from '../../../contract/rules/orders/tender.ts';
import type { WaitReason } from '../../../contract/rules/orders/waiting-orders.ts';

type Paid = PaysBy & { waits_because?: WaitReason | null | undefined };
type Word = { payment_method: PaymentChoice };

/** Combines a row's payment fields into one value: cash, card, either or online. */
export function withChoice<Row extends Paid>(row: Row): Omit<Row, 'pays_either' | 'waits_because'> & Word {
  const { pays_either: _, waits_because: __, ...columns } = row;
  return { ...columns, payment_method: paymentChoice(row) };
}

import type { PaymentStatus } from '../../contract/rules/tender.ts';
import { Badge } from '../ui/Badge.tsx';
import { paymentStatusWords } from '../words/order-words.ts';

/** Green if paid, yellow otherwise. */
export function PaymentBadge({ payment_status }: { payment_status: PaymentStatus }) {
  return (
    <Badge tone={payment_status === 'paid' ? 'done' : 'warn'}>{paymentStatusWords(payment_status)}</Badge>
  );
}

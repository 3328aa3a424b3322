import { statusLabel } from '../../contract/rules/order-life.ts';
import type { PaymentStatus } from '../../contract/rules/tender.ts';
import { Badge } from '../ui/Badge.tsx';

/** Green if paid, yellow otherwise. */
export function PaymentBadge({ payment_status }: { payment_status: PaymentStatus }) {
  return <Badge tone={payment_status === 'paid' ? 'done' : 'warn'}>{statusLabel(payment_status)}</Badge>;
}

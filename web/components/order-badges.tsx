import type { OrderStatus } from '../../contract/rules/orders/order-life.ts';
import type { PaymentStatus } from '../../contract/rules/orders/tender.ts';
import { orderStatusText, paymentStatusText } from '../messages/order-messages.ts';
import { Badge, type BadgeTone } from '../ui/Badge.tsx';

/** Dispatching and Delivering share the tone of Dispatched (ruling B1). */
const STATUS_TONES: Record<OrderStatus, BadgeTone> = {
  picking: 'warn',
  packed: 'done',
  dispatched: 'accent_outline',
  dispatching: 'accent_outline',
  delivering: 'accent_outline',
  completed: 'done',
  cancelled: 'danger',
};

export function StatusBadge({ status }: { status: OrderStatus }) {
  return <Badge tone={STATUS_TONES[status]}>{orderStatusText(status)}</Badge>;
}

export function PaymentBadge({ payment_status }: { payment_status: PaymentStatus }) {
  return (
    <Badge tone={payment_status === 'paid' ? 'done' : 'warn'}>{paymentStatusText(payment_status)}</Badge>
  );
}

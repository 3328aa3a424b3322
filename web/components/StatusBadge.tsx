import type { OrderStatus } from '../../contract/rules/order-life.ts';
import { Badge, type BadgeTone } from '../ui/Badge.tsx';
import { orderStatusWords } from '../words/order-words.ts';

/** Dispatching and Delivering look like dispatched (ruling B1). */
const TONES: Record<OrderStatus, BadgeTone> = {
  picking: 'warn',
  packed: 'done',
  dispatched: 'accent_outline',
  dispatching: 'accent_outline',
  delivering: 'accent_outline',
  completed: 'done',
  cancelled: 'danger',
};

/** An order's status. */
export function StatusBadge({ status }: { status: OrderStatus }) {
  return <Badge tone={TONES[status]}>{orderStatusWords(status)}</Badge>;
}

import type { OrderStatus } from '../../contract/rules/order-life.ts';
import { isRole, type Role } from '../../contract/rules/roles.ts';
import type { PaymentStatus } from '../../contract/rules/tender.ts';
import { Badge, type BadgeTone } from '../ui/Badge.tsx';
import { orderStatusWords, paymentStatusWords, roleWords } from '../words/order-words.ts';

/** Dispatching and Delivering look like dispatched (ruling B1). */
const STATUS_TONES: Record<OrderStatus, BadgeTone> = {
  picking: 'warn',
  packed: 'done',
  dispatched: 'accent_outline',
  dispatching: 'accent_outline',
  delivering: 'accent_outline',
  completed: 'done',
  cancelled: 'danger',
};
const ROLE_TONES: Record<Role, BadgeTone> = { Driver: 'accent', Manager: 'done', Admin: 'warn' };

/** An order's status. */
export function StatusBadge({ status }: { status: OrderStatus }) {
  return <Badge tone={STATUS_TONES[status]}>{orderStatusWords(status)}</Badge>;
}

/** Green if paid, yellow otherwise. */
export function PaymentBadge({ payment_status }: { payment_status: PaymentStatus }) {
  return (
    <Badge tone={payment_status === 'paid' ? 'done' : 'warn'}>{paymentStatusWords(payment_status)}</Badge>
  );
}

/** An unknown role gets a neutral badge with its own text, none gets "No role" (ruling C5). */
export function RoleBadge({ staff_role }: { staff_role: string | null }) {
  return (
    <Badge tone={isRole(staff_role) ? ROLE_TONES[staff_role] : 'neutral'}>{roleWords(staff_role)}</Badge>
  );
}

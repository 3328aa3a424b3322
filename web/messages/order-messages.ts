import { t } from '@lingui/core/macro';
import {
  ORDER_STATUS_LABELS,
  PAYMENT_LABELS,
  PAYMENT_STATUS_LABELS,
  ROLE_LABELS,
  TENDER_LABELS,
} from '../../contract/labels/order-labels.ts';
import { formatMoney } from '../../contract/rules/amounts/money.ts';
import type { OrderStatus } from '../../contract/rules/orders/order-life.ts';
import type { RecordedTender } from '../../contract/rules/orders/takings.ts';
import type { PaymentChoice, PaymentStatus } from '../../contract/rules/orders/tender.ts';
import { label } from './label.ts';

export function paymentMethodText(choice: PaymentChoice): string {
  return label(PAYMENT_LABELS, choice);
}

export function tenderText(tender: RecordedTender): string {
  return label(TENDER_LABELS, tender);
}

export function paymentStatusText(status: PaymentStatus): string {
  return label(PAYMENT_STATUS_LABELS, status);
}

export function orderStatusText(status: OrderStatus): string {
  return label(ORDER_STATUS_LABELS, status);
}

/** Unknown roles are shown unchanged (ruling C5). */
export function roleText(role: string | null): string {
  return role ? label(ROLE_LABELS, role) : t`No role`;
}

/** Formats received minus estimated, in fils: `short by AED 5.00`, `over by AED 5.00`. */
export function differenceText(difference_fils: number): string {
  if (difference_fils === 0) return t`no difference`;
  const amount = formatMoney(Math.abs(difference_fils));
  return difference_fils < 0 ? t`short by ${amount}` : t`over by ${amount}`;
}

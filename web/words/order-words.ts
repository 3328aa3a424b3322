import { t } from '@lingui/core/macro';
import { formatMoney } from '../../contract/rules/money.ts';
import type { OrderStatus } from '../../contract/rules/order-life.ts';
import { isRole, type Role } from '../../contract/rules/roles.ts';
import type { PaymentChoice, PaymentStatus, Tender } from '../../contract/rules/tender.ts';

export function paymentMethodWords(choice: PaymentChoice): string {
  return { cash: t`Cash`, card: t`Card`, either: t`Cash or card`, online: t`Online` }[choice];
}

export function tenderWords(tender: Tender): string {
  return { cash: t`Cash`, card_machine: t`Card machine` }[tender];
}

export function paymentStatusWords(status: PaymentStatus): string {
  return { pending: t`Pending`, paid: t`Paid` }[status];
}

export function orderStatusWords(status: OrderStatus): string {
  return {
    picking: t`Picking`,
    packed: t`Packed`,
    dispatched: t`Dispatched`,
    dispatching: t`Dispatching`,
    delivering: t`Delivering`,
    completed: t`Completed`,
    cancelled: t`Cancelled`,
  }[status];
}

/** A role that the product does not know has its own text (ruling C5). */
export function roleWords(role: string | null): string {
  const words: Record<Role, string> = { Driver: t`Driver`, Manager: t`Manager`, Admin: t`Admin` };
  return isRole(role) ? words[role] : role || t`No role`;
}

/** What was received less what was estimated, in fils, in words: `short by AED 5.00`, `over by AED 5.00` (ruling F4). */
export function differenceWords(difference_fils: number): string {
  if (difference_fils === 0) return t`no difference`;
  const amount = formatMoney(Math.abs(difference_fils));
  return difference_fils < 0 ? t`short by ${amount}` : t`over by ${amount}`;
}

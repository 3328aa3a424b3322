import { t } from '@lingui/core/macro';
import { isBeforeDispatch, isOpen, type OrderStatus } from '../../../contract/rules/orders/order-life.ts';
import type { WaitReason } from '../../../contract/rules/orders/waiting-orders.ts';

type Waits = { waits_because?: WaitReason | null | undefined; status: OrderStatus };

/** Returns why an open order waits in the shop, or that its driver must not hand it over; otherwise null. */
export function waitBadge({ waits_because, status }: Waits): string | null {
  if (!waits_because || !isOpen(status)) return null;
  return isBeforeDispatch(status) ? waitText(waits_because) : t`Do not hand over`;
}

export function waitText(reason: WaitReason): string {
  return {
    payment_unknown: t`Waiting: payment name unknown`,
    not_paid: t`Waiting: not paid`,
    payment_voided: t`Waiting: payment voided`,
  }[reason];
}

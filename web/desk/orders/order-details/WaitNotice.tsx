import { t } from '@lingui/core/macro';
import { TriangleAlert } from 'lucide-react';
import type { OrderPage } from '../../../../contract/operations/desk/order/read-desk-order.schema.ts';
import { isBeforeDispatch } from '../../../../contract/rules/orders/order-life.ts';
import type { WaitReason } from '../../../../contract/rules/orders/waiting-orders.ts';
import { doNotHandOverText } from '../../../components/DoNotHandOver.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { waitBadge, waitText } from '../wait-messages.ts';

/** Shows why an open order waits in the shop, or why its driver must not hand it over, and what to do. */
export function WaitNotice({ order }: { order: OrderPage['order'] }) {
  const { waits_because, status } = order;
  if (!waits_because || waitBadge(order) === null) return null;
  const in_shop = isBeforeDispatch(status);
  return (
    <Notice
      tone={in_shop ? 'warn' : 'danger'}
      icon={TriangleAlert}
      title={in_shop ? waitText(waits_because) : doNotHandOverText(waits_because)}
    >
      <p>{in_shop ? whatToDo(waits_because) : t`Call the driver, or correct how the order is paid.`}</p>
      <PaymentNames names={order.payment_names} />
    </Notice>
  );
}

/** The names as received, each in its own writing direction; an order may name no payment. */
function PaymentNames({ names }: { names: string[] | null | undefined }) {
  if (!names || names.length === 0) return null;
  return (
    <p className="mt-1 flex flex-wrap gap-x-2">
      <span>{t`Payment name:`}</span>
      {names.map((name) => (
        <bdi key={name} className="wrap-anywhere font-medium">
          {name.trim() || t`(no payment name)`}
        </bdi>
      ))}
    </p>
  );
}

function whatToDo(reason: WaitReason): string {
  return {
    payment_unknown: t`It cannot be assigned to a driver yet. Define what this payment name means, or correct how the order is paid.`,
    not_paid: t`It cannot be assigned to a driver until it is paid or you correct how it is paid.`,
    payment_voided: t`It can no longer be assigned to a driver. Correct how the order is paid, or cancel it.`,
  }[reason];
}

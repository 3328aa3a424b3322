import { t } from '@lingui/core/macro';
import { CircleSlash } from 'lucide-react';
import type { WaitReason } from '../../contract/rules/orders/waiting-orders.ts';
import { Notice } from '../ui/Notice.tsx';

/** Instructs the driver to keep the goods: the payment was voided, or the order turned out to be unpaid. */
export function DoNotHandOver({ because }: { because: WaitReason | null | undefined }) {
  return (
    <Notice tone="danger" role="alert" icon={CircleSlash} title={doNotHandOverText(because)}>
      {t`Call the shop.`}
    </Notice>
  );
}

export function doNotHandOverText(because: WaitReason | null | undefined): string {
  return because === 'payment_voided'
    ? t`Do not hand over: the payment was voided.`
    : t`Do not hand over: the order is not paid.`;
}

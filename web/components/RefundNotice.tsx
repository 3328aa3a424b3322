import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Undo2 } from 'lucide-react';
import type { Refund } from '../../contract/rules/orders/order-life.ts';
import { translateDescriptor } from '../messages/i18n.ts';
import { Notice } from '../ui/Notice.tsx';

const TEXTS: Record<Refund, { title: MessageDescriptor; text: MessageDescriptor }> = {
  full: {
    title: msg`This order was refunded`,
    text: msg`There is nothing to collect. Ask the shop before you hand it over.`,
  },
  part: {
    title: msg`A part of this order was refunded`,
    text: msg`Collect only the amount due shown in Next Order.`,
  },
};

/** Warns the driver that the shop has refunded the order, fully or in part. */
export function RefundNotice({ refund }: { refund: Refund | null | undefined }) {
  // Undefined in responses that the device stored before this field existed.
  if (!refund) return null;
  const { title, text } = TEXTS[refund];
  return (
    <Notice tone="warn" icon={Undo2} title={translateDescriptor(title)}>
      {translateDescriptor(text)}
    </Notice>
  );
}

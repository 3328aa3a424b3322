import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Undo2 } from 'lucide-react';
import type { Refund } from '../../contract/rules/orders/order-life.ts';
import { Notice } from '../ui/Notice.tsx';
import { say } from '../words/i18n.ts';

const WORDS: Record<Refund, { title: MessageDescriptor; text: MessageDescriptor }> = {
  full: {
    title: msg`This order was refunded`,
    text: msg`There is nothing to collect. Ask the shop before you hand it over.`,
  },
  part: {
    title: msg`A part of this order was refunded`,
    text: msg`Collect only what Next Order says is due.`,
  },
};

/** Tells whoever carries an order that the shop has given money back meanwhile. */
export function RefundNotice({ refund }: { refund: Refund | null | undefined }) {
  // An answer that the device kept from before does not say.
  if (!refund) return null;
  const { title, text } = WORDS[refund];
  return (
    <Notice tone="warn" icon={Undo2} title={say(title)}>
      {say(text)}
    </Notice>
  );
}

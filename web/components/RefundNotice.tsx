import { Undo2 } from 'lucide-react';
import type { Refund } from '../../contract/rules/order-life.ts';
import { Notice } from '../ui/Notice.tsx';

const WORDS: Record<Refund, { title: string; text: string }> = {
  full: {
    title: 'This order was refunded',
    text: 'There is nothing to collect. Ask the shop before you hand it over.',
  },
  part: {
    title: 'A part of this order was refunded',
    text: 'Collect only what Next Order says is due.',
  },
};

/** Tells whoever carries an order that the shop has given money back meanwhile. */
export function RefundNotice({ refund }: { refund: Refund | null | undefined }) {
  // An answer that the device kept from before does not say.
  if (!refund) return null;
  const { title, text } = WORDS[refund];
  return (
    <Notice tone="warn" icon={<Undo2 size={20} strokeWidth={1.75} aria-hidden="true" />} title={title}>
      {text}
    </Notice>
  );
}

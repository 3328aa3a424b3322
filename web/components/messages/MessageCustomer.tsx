import { t } from '@lingui/core/macro';
import { MessageCircle } from 'lucide-react';
import { Suspense, useState } from 'react';
import { messageKindsOf } from '../../../contract/rules/messages/message-kinds.ts';
import { isMobile } from '../../../contract/rules/messages/mobile-number.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyOptional } from '../../ui/lazy-optional.ts';
import { phonesOf } from '../customer-contact.tsx';

const MessageDialog = lazyOptional(async () => (await import('./MessageDialog.tsx')).MessageDialog);

/** Contains the button for calls and the one for messages: next to each other if there is room. */
export const CONTACT = 'flex flex-wrap items-center gap-x-2 *:first:flex-[1_1_13.5rem]';

/**
 * Opens the messages to an order's customer. Nothing is shown without a mobile number, or if no message
 * applies to the order. Nothing about a message is recorded.
 */
export function MessageCustomer({ order }: { order: OrderWithItems }) {
  const [open, setOpen] = useState(false);
  const phones = phonesOf(order.customer);
  const kinds = messageKindsOf(order);
  if (kinds.length === 0 || !phones.some(({ number }) => isMobile(number))) return null;
  return (
    <>
      <Button variant="link" aria-haspopup="dialog" className="px-2!" onClick={() => setOpen(true)}>
        <MessageCircle size={20} className="shrink-0 max-md:hidden" />
        {t`Message`}
      </Button>
      {open && (
        <Suspense>
          <MessageDialog order={order} kinds={kinds} phones={phones} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

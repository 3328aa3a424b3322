import { t } from '@lingui/core/macro';
import { Pencil } from 'lucide-react';
import { Suspense, useState } from 'react';
import { isOpen } from '../../../../contract/rules/order-life.ts';
import type { OrderPage } from '../../../../contract/schemas/order-page.ts';
import { whenLoaded } from '../../../ui/when-loaded.ts';
import { ActionButton } from '../../actions/ActionButton.tsx';
import { type DeskAction, useDeskActions } from '../../actions/desk-actions.ts';

const CorrectOrderDialog = whenLoaded(
  async () => (await import('./CorrectOrderDialog.tsx')).CorrectOrderDialog,
);

/** What can be done with the order that is open, by button, key and palette. */
export function OrderActions({ page }: { page: OrderPage }) {
  const [correcting, setCorrecting] = useState(false);
  const { order_number, status } = page.order;
  const correct: DeskAction = {
    id: 'correct_order',
    title: t`Correct`,
    key: 'e',
    unavailable: isOpen(status)
      ? undefined
      : t`Only an order that is not yet delivered or cancelled is corrected.`,
    run: () => setCorrecting(true),
  };
  useDeskActions(t`Order #${order_number}`, [correct]);
  return (
    <div className="-mx-2 flex flex-wrap gap-1">
      <ActionButton action={correct} icon={Pencil} />
      <Suspense>
        {correcting && <CorrectOrderDialog page={page} onClose={() => setCorrecting(false)} />}
      </Suspense>
    </div>
  );
}

import { t } from '@lingui/core/macro';
import {
  Ban,
  Eye,
  type LucideIcon,
  PackageOpen,
  Pencil,
  RotateCcw,
  Truck,
  UserMinus,
  UserPlus,
} from 'lucide-react';
import { useState } from 'react';
import type { OrderPage } from '../../../../contract/operations/desk/order/read-desk-order.schema.ts';
import { isOpen } from '../../../../contract/rules/orders/order-life.ts';
import { ActionButton } from '../../actions/ActionButton.tsx';
import { type DeskAction, useDeskActions } from '../../actions/desk-actions.ts';
import { loadedDialog } from '../../ask/loaded-dialog.tsx';
import type { Asking } from '../many/DeedDialogs.tsx';
import type { Deed } from '../many/deed.ts';
import { deedTitle } from '../many/deed-words.ts';
import { StandingNotice } from '../many/StandingNotice.tsx';
import { useManyOrders } from '../many/use-many-orders.ts';
import { mayBeDone, ORDER_DEEDS, type OrderDeed } from '../many/what-may-be-done.ts';
import { ConflictNotice } from './ConflictNotice.tsx';

const CorrectOrderDialog = loadedDialog(
  async () => (await import('./CorrectOrderDialog.tsx')).CorrectOrderDialog,
);
const DeedDialogs = loadedDialog(async () => (await import('../many/DeedDialogs.tsx')).DeedDialogs);

const ICONS: Record<OrderDeed, LucideIcon> = {
  assign: UserPlus,
  dispatch: Truck,
  return: PackageOpen,
  unassign: UserMinus,
  cancel: Ban,
  reopen: RotateCcw,
  review: Eye,
};

/** With Shift: without it, the keys belong to the list and apply to the selected orders. */
const KEYS: Record<OrderDeed, string> = {
  assign: 'shift+a',
  dispatch: 'shift+d',
  return: 'shift+p',
  unassign: 'shift+u',
  cancel: 'shift+c',
  reopen: 'shift+o',
  review: 'shift+v',
};

/** The actions on the open order: by button, by key and in the palette. */
export function OrderActions({ page }: { page: OrderPage }) {
  const [correcting, setCorrecting] = useState(false);
  const [asking, setAsking] = useState<Asking | null>(null);
  const { id, order_number, status } = page.order;
  const many = useManyOrders(id);
  const seen = [seenOf(page)];

  function run(deed: Deed, orders: Asking['orders']): void {
    setAsking(null);
    many.run(deed, orders);
  }

  const correct: DeskAction = {
    id: 'correct_order',
    title: t`Correct`,
    key: 'e',
    unavailable: isOpen(status)
      ? undefined
      : t`Only an order that is not delivered or cancelled can be corrected.`,
    run: () => setCorrecting(true),
  };
  const waits = many.busy
    ? t`The last change is still being recorded.`
    : many.standing?.again
      ? t`We don't know yet whether the last change was recorded. Try that again first.`
      : undefined;
  const deeds = ORDER_DEEDS.filter((deed) => mayBeDone(deed, seen).length > 0).map((deed) => ({
    deed,
    icon: ICONS[deed],
    action: {
      id: `${deed}_this`,
      title: deedTitle(deed),
      key: KEYS[deed],
      unavailable: waits,
      run: () => (isAsked(deed) ? setAsking({ question: deed, orders: seen }) : run({ deed }, seen)),
    },
  }));
  // Shown with the conflict instead of in the row of buttons.
  const review = deeds.find(({ deed }) => deed === 'review');
  const others = deeds.filter((one) => one !== review);
  useDeskActions(t`Order #${order_number}`, [correct, ...deeds.map(({ action }) => action)]);
  return (
    <div className="flex flex-col gap-2">
      <div className="-mx-2 flex flex-wrap gap-1">
        <ActionButton action={correct} icon={Pencil} />
        {others.map(({ action, icon }) => (
          <ActionButton key={action.id} action={action} icon={icon} busy={many.busy} />
        ))}
      </div>
      {review && <ConflictNotice page={page} review={review.action} busy={many.busy} />}
      <StandingNotice many={many} />
      {correcting && <CorrectOrderDialog page={page} onClose={() => setCorrecting(false)} />}
      {asking && (
        <DeedDialogs
          asking={asking}
          busy={many.busy}
          onAsk={setAsking}
          onDeed={run}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}

function isAsked(deed: OrderDeed): deed is 'assign' | 'reopen' | 'review' {
  return deed === 'assign' || deed === 'reopen' || deed === 'review';
}

function seenOf({ order, deliveries }: OrderPage): Asking['orders'][number] {
  return { ...order, has_conflict: deliveries.length > 0 };
}

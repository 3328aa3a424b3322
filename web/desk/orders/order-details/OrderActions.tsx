import { t } from '@lingui/core/macro';
import {
  Ban,
  CalendarClock,
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
import { loadedDialog } from '../../dialogs/loaded-dialog.tsx';
import { applicableOrders, BULK_ACTIONS, type BulkActionName } from '../bulk-actions/applicable-orders.ts';
import type { OpenDialog } from '../bulk-actions/BulkActionDialogs.tsx';
import type { BulkAction } from '../bulk-actions/bulk-action.ts';
import { bulkActionTitle } from '../bulk-actions/bulk-action-messages.ts';
import { OutcomeNotice } from '../bulk-actions/OutcomeNotice.tsx';
import { useBulkActions } from '../bulk-actions/use-bulk-actions.ts';
import { ConflictNotice } from './ConflictNotice.tsx';

const CorrectOrderDialog = loadedDialog(
  async () => (await import('./CorrectOrderDialog.tsx')).CorrectOrderDialog,
);
const BulkActionDialogs = loadedDialog(
  async () => (await import('../bulk-actions/BulkActionDialogs.tsx')).BulkActionDialogs,
);

const ICONS: Record<BulkActionName, LucideIcon> = {
  assign: UserPlus,
  dispatch: Truck,
  postpone: CalendarClock,
  return: PackageOpen,
  unassign: UserMinus,
  cancel: Ban,
  reopen: RotateCcw,
  review: Eye,
};

/** With Shift: without it, the keys belong to the list and apply to the selected orders. */
const KEYS: Record<BulkActionName, string> = {
  assign: 'shift+a',
  dispatch: 'shift+d',
  postpone: 'shift+t',
  return: 'shift+p',
  unassign: 'shift+u',
  cancel: 'shift+c',
  reopen: 'shift+o',
  review: 'shift+v',
};

/** The actions on the open order: by button, by key and in the palette. */
export function OrderActions({ page }: { page: OrderPage }) {
  const [correcting, setCorrecting] = useState(false);
  const [asking, setAsking] = useState<OpenDialog | null>(null);
  const { id, order_number, status } = page.order;
  const many = useBulkActions(id);
  const seen = [seenOf(page)];
  const after_attempt = openAttemptOf(page) !== null;

  function run(action: BulkAction, orders: OpenDialog['orders']): void {
    setAsking(null);
    many.run(action, orders);
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
    : many.last_outcome?.again
      ? t`We don't know yet whether the last change was recorded. Try that again first.`
      : undefined;
  const actions = BULK_ACTIONS.filter((action) => applicableOrders(action, seen).length > 0).map((name) => ({
    name,
    icon: ICONS[name],
    action: {
      id: `${name}_this`,
      title: bulkActionTitle(name, after_attempt),
      key: KEYS[name],
      unavailable: waits,
      run: () => (isAsked(name) ? setAsking({ question: name, orders: seen }) : run({ name }, seen)),
    },
  }));
  // Shown with the conflict instead of in the row of buttons.
  const review = actions.find(({ name }) => name === 'review');
  const others = actions.filter((one) => one !== review);
  useDeskActions(t`Order #${order_number}`, [correct, ...actions.map(({ action }) => action)]);
  return (
    <div className="flex flex-col gap-2">
      <div className="-mx-2 flex flex-wrap gap-1">
        <ActionButton action={correct} icon={Pencil} />
        {others.map(({ action, icon }) => (
          <ActionButton key={action.id} action={action} icon={icon} busy={many.busy} />
        ))}
      </div>
      {review && <ConflictNotice page={page} review={review.action} busy={many.busy} />}
      <OutcomeNotice many={many} />
      {correcting && <CorrectOrderDialog page={page} onClose={() => setCorrecting(false)} />}
      {asking && (
        <BulkActionDialogs
          asking={asking}
          busy={many.busy}
          onAsk={setAsking}
          onAction={run}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}

type Asked = 'assign' | 'postpone' | 'reopen' | 'review';
const ASKED: readonly BulkActionName[] = ['assign', 'postpone', 'reopen', 'review'] satisfies Asked[];

function isAsked(action: BulkActionName): action is Asked {
  return ASKED.includes(action);
}

function openAttemptOf({ attempts = [] }: OrderPage) {
  return attempts.find(({ is_open }) => is_open) ?? null;
}

function seenOf(page: OrderPage): OpenDialog['orders'][number] {
  return { ...page.order, has_conflict: page.deliveries.length > 0, attempt: openAttemptOf(page) };
}

import { plural, t } from '@lingui/core/macro';
import { ReasonDialog } from '../../dialogs/ReasonDialog.tsx';
import { PickDialog } from '../../pick/PickDialog.tsx';
import { useDeskRead } from '../../reads/use-desk-read.ts';
import {
  type ActionableOrder,
  applicableOrders,
  BULK_ACTIONS,
  type BulkActionName,
} from './applicable-orders.ts';
import type { BulkAction, SeenVersion } from './bulk-action.ts';
import { bulkActionTitle, notApplicableText } from './bulk-action-messages.ts';
import { PostponeDialog } from './PostponeDialog.tsx';

type Question = 'assign' | 'status' | 'postpone' | 'reopen' | 'review';

/** The open dialog, and its orders as they were when it opened: the action applies to exactly these. */
export type OpenDialog = { question: Question; orders: readonly (ActionableOrder & SeenVersion)[] };

type Props = {
  asking: OpenDialog;
  busy: boolean;
  onAsk: (asking: OpenDialog) => void;
  onAction: (action: BulkAction, orders: OpenDialog['orders']) => void;
  onClose: () => void;
};

/** The dialogs that select a driver, an action or a reason. */
export function BulkActionDialogs(props: Props) {
  const { asking, busy, onAsk, onClose } = props;
  const { question, orders } = asking;
  const onAction = (action: BulkAction) => props.onAction(action, orders);
  if (question === 'assign')
    return <AssignDialog count={orders.length} onAction={onAction} onClose={onClose} />;
  if (question === 'status') {
    return (
      <StatusDialog
        orders={orders}
        onPick={(action) =>
          action === 'postpone' || action === 'reopen' || action === 'review'
            ? onAsk({ question: action, orders })
            : onAction({ name: action })
        }
        onClose={onClose}
      />
    );
  }
  if (question === 'postpone') {
    return (
      <PostponeDialog
        orders={applicableOrders('postpone', orders)}
        busy={busy}
        onConfirm={(next) => onAction({ name: 'postpone', next })}
        onClose={onClose}
      />
    );
  }
  if (question === 'review') {
    return (
      <ReasonDialog
        title={t`Review`}
        label={t`Describe what really happened`}
        description={t`The order, its delivery and its cash do not change. Your text is added to its history.`}
        confirm={t`Mark as reviewed`}
        busy={busy}
        onConfirm={(reason) => onAction({ name: 'review', reason })}
        onClose={onClose}
      />
    );
  }
  return (
    <ReasonDialog
      title={t`Reopen`}
      description={t`It becomes packed, without a driver. The reason is added to its history.`}
      confirm={t`Reopen`}
      busy={busy}
      onConfirm={(reason) => onAction({ name: 'reopen', reason })}
      onClose={onClose}
    />
  );
}

type AssignProps = { count: number; onAction: (action: BulkAction) => void; onClose: () => void };

/** Selects a driver with permission to deliver; shows the number of stops of each. */
function AssignDialog({ count, onAction, onClose }: AssignProps) {
  const { data, error } = useDeskRead('read_driver_board');
  const drivers = data?.drivers.filter(({ may_deliver }) => may_deliver) ?? [];
  const choices = drivers.map(({ driver_id, full_name, stops }) => ({
    id: `${driver_id}`,
    title: full_name,
    detail: t`${plural(stops.length, { 0: 'no stops', one: '# stop', other: '# stops' })}`,
    driver_id,
  }));
  return (
    <PickDialog
      title={t`${plural(count, { one: 'Assign # order to', other: 'Assign # orders to' })}`}
      placeholder={t`Type a driver's name`}
      choices={choices}
      loading={!data && !error}
      none={data ? t`No user can deliver yet.` : error ? t`The drivers could not be loaded.` : t`Loading...`}
      onPick={({ driver_id, title }) => onAction({ name: 'assign', driver_id, driver_name: title })}
      onClose={onClose}
    />
  );
}

type Move = Exclude<BulkActionName, 'assign'>;
const MOVES = BULK_ACTIONS.filter((action): action is Move => action !== 'assign');

type StatusProps = {
  orders: readonly ActionableOrder[];
  onPick: (action: Move) => void;
  onClose: () => void;
};

function StatusDialog({ orders, onPick, onClose }: StatusProps) {
  const after_attempt = orders.every(({ attempt }) => attempt);
  const choices = MOVES.map((action) => {
    const count = applicableOrders(action, orders).length;
    return {
      id: action,
      title: bulkActionTitle(action, after_attempt),
      detail: t`${plural(count, { one: '# order', other: '# orders' })}`,
      unavailable: count === 0 ? notApplicableText(action) : undefined,
      action,
    };
  });
  return (
    <PickDialog
      title={t`Change the status`}
      placeholder={t`Type an action`}
      choices={choices}
      none=""
      onPick={({ action }) => onPick(action)}
      onClose={onClose}
    />
  );
}

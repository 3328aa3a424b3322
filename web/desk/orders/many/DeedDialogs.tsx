import { plural, t } from '@lingui/core/macro';
import { AskReason } from '../../ask/AskReason.tsx';
import { PickDialog } from '../../pick/PickDialog.tsx';
import { useDeskRead } from '../../reads/use-desk-read.ts';
import type { Deed, Seen } from './deed.ts';
import { cannotWords, deedTitle } from './deed-words.ts';
import { mayBeDone, ORDER_DEEDS, type OrderDeed, type SeenOrder } from './what-may-be-done.ts';

type Question = 'assign' | 'status' | 'reopen' | 'review';

/** The open dialog, and its orders as they were when it opened: the action applies to exactly these. */
export type Asking = { question: Question; orders: readonly (SeenOrder & Seen)[] };

type Props = {
  asking: Asking;
  busy: boolean;
  onAsk: (asking: Asking) => void;
  onDeed: (deed: Deed, orders: Asking['orders']) => void;
  onClose: () => void;
};

/** The dialogs that select a driver, an action or a reason. */
export function DeedDialogs(props: Props) {
  const { asking, busy, onAsk, onClose } = props;
  const { question, orders } = asking;
  const onDeed = (deed: Deed) => props.onDeed(deed, orders);
  if (question === 'assign') return <AssignDialog count={orders.length} onDeed={onDeed} onClose={onClose} />;
  if (question === 'status') {
    return (
      <StatusDialog
        orders={orders}
        onPick={(deed) =>
          deed === 'reopen' || deed === 'review' ? onAsk({ question: deed, orders }) : onDeed({ deed })
        }
        onClose={onClose}
      />
    );
  }
  if (question === 'review') {
    return (
      <AskReason
        title={t`Review`}
        label={t`Describe what really happened`}
        description={t`The order, its delivery and its cash stay as they are. Your text stays in its history.`}
        confirm={t`Mark as reviewed`}
        busy={busy}
        onConfirm={(reason) => onDeed({ deed: 'review', reason })}
        onClose={onClose}
      />
    );
  }
  return (
    <AskReason
      title={t`Reopen`}
      description={t`It becomes packed and has no driver. The reason stays in its history.`}
      confirm={t`Reopen`}
      busy={busy}
      onConfirm={(reason) => onDeed({ deed: 'reopen', reason })}
      onClose={onClose}
    />
  );
}

type AssignProps = { count: number; onDeed: (deed: Deed) => void; onClose: () => void };

/** Selects a driver with permission to deliver; shows the number of stops of each. */
function AssignDialog({ count, onDeed, onClose }: AssignProps) {
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
      title={t`${plural(count, { one: 'Give # order to', other: 'Give # orders to' })}`}
      placeholder={t`Type a driver's name`}
      choices={choices}
      loading={!data && !error}
      none={data ? t`No user may deliver yet.` : error ? t`The drivers could not be loaded.` : t`Loading...`}
      onPick={({ driver_id, title }) => onDeed({ deed: 'assign', driver_id, driver_name: title })}
      onClose={onClose}
    />
  );
}

type Move = Exclude<OrderDeed, 'assign'>;
const MOVES = ORDER_DEEDS.filter((deed): deed is Move => deed !== 'assign');

type StatusProps = {
  orders: readonly SeenOrder[];
  onPick: (deed: Move) => void;
  onClose: () => void;
};

function StatusDialog({ orders, onPick, onClose }: StatusProps) {
  const choices = MOVES.map((deed) => {
    const count = mayBeDone(deed, orders).length;
    return {
      id: deed,
      title: deedTitle(deed),
      detail: t`${plural(count, { one: '# order', other: '# orders' })}`,
      unavailable: count === 0 ? cannotWords(deed) : undefined,
      deed,
    };
  });
  return (
    <PickDialog
      title={t`Change the status`}
      placeholder={t`Type an action`}
      choices={choices}
      none=""
      onPick={({ deed }) => onPick(deed)}
      onClose={onClose}
    />
  );
}

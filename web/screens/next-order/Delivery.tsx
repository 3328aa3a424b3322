import { useCallback, useEffect, useRef } from 'react';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import type { Profile } from '../../../contract/schemas/profile.ts';
import { deliver, isOutAgain } from '../../commands/deliver.ts';
import { deviceOutbox } from '../../commands/this-device.ts';
import { useCommand } from '../../commands/use-command.ts';
import type { Draft } from '../../offline/device-records.ts';
import { useDraft } from '../../offline/use-draft.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ConfirmForm } from './ConfirmForm.tsx';
import { Delivered } from './Delivered.tsx';
import type { NextOrderRead } from './use-next-order.ts';

type Props = { order: OrderWithItems; profile: Profile; read: NextOrderRead };

/** One order's delivery, from the first entry in its form to the server's answer. */
export function Delivery(props: Props) {
  const { order, read } = props;
  const { draft, save, entry, standing, confirm, finish } = useDelivery(props);

  if (standing === 'done') return <Delivered order={order} entry={entry} read={read} onContinue={finish} />;
  if (!draft) return <Skeleton className="h-96" />;

  function change(changes: Partial<Draft>): Promise<void> {
    read.pin(order.id);
    return save(changes);
  }

  return (
    <ConfirmForm
      order={order}
      draft={draft}
      entry={entry}
      standing={standing}
      onChange={(changes) => void change(changes)}
      onBeforeCamera={() => void change({})}
      onConfirm={() => void confirm(draft)}
    />
  );
}

/** Ties an order to its draft and to what the outbox knows of its delivery. */
function useDelivery({ order, profile, read }: Props) {
  const { draft, save, clear } = useDraft(order.id);
  const { entry, standing, press } = useCommand(deliver, {
    by: profile,
    subject: order.id,
    isOver: (one) => isOutAgain(one, order),
  });
  const { pin, refetch } = read;

  /** The driver has seen how it ended: forgets the draft and asks for the next order. */
  const finish = useCallback(async () => {
    await clear();
    if (entry && entry.acknowledged_at === null) await deviceOutbox.acknowledge(entry.command_id);
    pin(null);
    await refetch();
  }, [clear, entry, pin, refetch]);

  // A delivery that completed its order needs no more from the driver: the next order comes by itself.
  const finished = useRef(false);
  const plain = standing === 'done' && entry?.answer?.outcome !== 'recorded_with_conflict';
  const settled = standing === 'done' && (plain || entry?.acknowledged_at !== null);
  useEffect(() => {
    if (!settled || finished.current) return;
    finished.current = true;
    void finish();
  }, [settled, finish]);

  const confirm = (complete: Draft) => press(() => ({ order, draft: complete }));
  return { draft, save, entry, standing, confirm, finish };
}

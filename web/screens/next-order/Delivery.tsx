import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import type { Profile } from '../../../contract/schemas/profile.ts';
import type { Draft } from '../../offline/device-records.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ConfirmForm } from './ConfirmForm.tsx';
import { Delivered } from './Delivered.tsx';
import { useDelivery } from './use-delivery.ts';
import type { NextOrderRead } from './use-next-order.ts';

type Props = { order: OrderWithItems; profile: Profile; read: NextOrderRead };

/** One order's delivery, from the first entry in its form to the server's answer. */
export function Delivery({ order, profile, read }: Props) {
  const { draft, save, entry, standing, confirm, finish } = useDelivery(order, profile, read);

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

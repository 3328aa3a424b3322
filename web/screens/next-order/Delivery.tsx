import { useCallback, useState } from 'react';
import type { Profile } from '../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import { orderName } from '../../api/delivery-messages.ts';
import { deliver, isOutAgain } from '../../commands/delivery/deliver.ts';
import { useCommand } from '../../commands/use-command.ts';
import type { Draft } from '../../offline/device-records.ts';
import { useDraft } from '../../offline/drafts/use-draft.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useLoadingMarker } from '../../ui/usable.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import { ConfirmForm } from './ConfirmForm.tsx';

type Props = {
  order: OrderWithItems;
  profile: Profile;
  /** Called when the user enters something for this order, which then stays selected. */
  onEntered: (order_id: string) => void;
  /** Called once an attempt is stored on the device: the order need not stay selected. */
  onAttempted: (order_id: string) => void;
  /** Called when the driver has undone an attempt: the order is selected again. */
  onUndone: (order_id: string) => void;
};

/** Loaded when it is first opened, unless it was prefetched. */
const loadAttempt = async () => (await import('./attempt/OrderAttempt.tsx')).OrderAttempt;

/**
 * The delivery of one order, from the first input until it is stored on the device; then the next order is
 * shown.
 */
export function Delivery({ order, profile, onEntered, onAttempted, onUndone }: Props) {
  const { draft, save } = useDraft(order.id);
  const { entry, standing, press } = useCommand(deliver, {
    by: profile,
    subject: order.id,
    names: orderName(order.order_number),
    isOver: (one) => isOutAgain(one, order),
  });
  const [attempting, setAttempting] = useState(false);
  const closeAttempt = useCallback(() => setAttempting(false), []);
  const OrderAttempt = useLoaded(loadAttempt, attempting, closeAttempt);
  if (!draft) return <LoadingDraft />;

  function change(changes: Partial<Draft>): Promise<void> {
    onEntered(order.id);
    return save(changes);
  }

  return (
    <>
      <ConfirmForm
        order={order}
        draft={draft}
        entry={entry}
        standing={standing}
        onChange={(changes) => void change(changes)}
        onBeforeCamera={() => void change({})}
        onConfirm={() => void press(() => ({ order, draft }))}
        onSomethingElse={() => {
          // A stop that is added before this one must not close the sheet.
          onEntered(order.id);
          setAttempting(true);
        }}
      />
      {OrderAttempt && (
        <OrderAttempt
          order={order}
          profile={profile}
          open={attempting}
          onClose={closeAttempt}
          onAttempted={onAttempted}
          onUndone={onUndone}
        />
      )}
    </>
  );
}

/** The form is not usable yet, so prefetching does not start either. */
function LoadingDraft() {
  useLoadingMarker();
  return <Skeleton className="h-96" />;
}

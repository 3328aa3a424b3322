import { useEffect } from 'react';
import type { Profile } from '../../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import type { OrderWithItems } from '../../../../contract/schemas/orders.ts';
import { preventReload } from '../../../environment/page-use.ts';
import { useLoaded } from '../../../ui/use-loaded.ts';
import { useAttemptDraft } from './attempt-draft.ts';
import { offerUndo } from './offer-undo.ts';

type Props = {
  order: OrderWithItems;
  profile: Profile;
  open: boolean;
  /** Must be stable. */
  onClose: () => void;
  /** Called once an attempt at this order is stored on the device. */
  onAttempted: (order_id: string) => void;
  /** Called when the driver has undone the attempt of an order. */
  onUndone: (order_id: string) => void;
};

const loadSheet = async () => (await import('./AttemptSheet.tsx')).AttemptSheet;

/**
 * The sheet of an order that could not be delivered, loaded when it is first opened unless it was prefetched.
 * Its input is kept while it is closed.
 */
export function AttemptLoader({ order, profile, open, onClose, onAttempted, onUndone }: Props) {
  const Sheet = useLoaded(loadSheet, open, onClose);
  const { draft, is_used, change, clear } = useAttemptDraft(profile.id, order.id);
  useEffect(() => (is_used ? preventReload() : undefined), [is_used]);
  return (
    open &&
    Sheet &&
    draft && (
      <Sheet
        order={order}
        profile={profile}
        draft={draft}
        onChange={change}
        onClose={onClose}
        onRecorded={(entry) => {
          clear();
          onClose();
          onAttempted(order.id);
          offerUndo({ order, entry, by: profile, onUndone });
        }}
      />
    )
  );
}

import { useEffect } from 'react';
import type { Profile } from '../../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import type { OrderWithItems } from '../../../../contract/schemas/orders.ts';
import { preventReload } from '../../../environment/page-use.ts';
import { AttemptSheet } from './AttemptSheet.tsx';
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

/** The sheet of an order that could not be delivered. Its input is kept while it is closed. */
export function OrderAttempt({ order, profile, open, onClose, onAttempted, onUndone }: Props) {
  const { draft, is_used, change, clear } = useAttemptDraft(profile.id, order.id, open);
  useEffect(() => (is_used ? preventReload() : undefined), [is_used]);
  return (
    open &&
    draft && (
      <AttemptSheet
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

import { useEffect, useState } from 'react';
import type { Profile } from '../../../../contract/operations/dashboard/profile/read-profile.schema.ts';
import type { OrderWithItems } from '../../../../contract/schemas/orders.ts';
import { deviceOutbox } from '../../../commands/this-device.ts';
import { preventReload } from '../../../environment/page-use.ts';
import type { AttemptDraft } from '../../../offline/drafts/attempt-drafts.ts';
import type { OutboxEntry } from '../../../offline/outbox-entry.ts';
import { AttemptSheet } from './AttemptSheet.tsx';
import { storeDraft, useAttemptDraft } from './attempt-draft.ts';
import { offerUndo } from './offer-undo.ts';

type Props = {
  order: OrderWithItems;
  profile: Profile;
  open: boolean;
  /** The key of a reason to select when it opens; null: the one selected before. */
  reason?: string | null;
  /** Must be stable. */
  onClose: () => void;
  /** Called once an attempt at this order is stored on the device. */
  onAttempted: (order_id: string) => void;
  /** Called when the driver has undone the attempt of an order. */
  onUndone: (order_id: string) => void;
};

/** The sheet of an order that could not be delivered. Its input is kept while it is closed. */
export function OrderAttempt({ order, profile, open, reason = null, onClose, onAttempted, onUndone }: Props) {
  const { draft, is_used, change, clear } = useAttemptDraft(profile.id, order.id, open);
  useSelectedOnce(open ? reason : null, draft, change);
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

/** Selects the reason once when the sheet opens, so that the driver can still select another one. */
function useSelectedOnce(
  reason: string | null,
  draft: AttemptDraft | undefined,
  change: (changes: Partial<AttemptDraft>) => void,
): void {
  const [selected, setSelected] = useState<string | null>(null);
  const is_due = draft !== undefined && reason !== selected;
  useEffect(() => {
    if (!is_due) return;
    setSelected(reason);
    if (reason !== null) change({ reason });
  });
}

/** Stores the input of a refused attempt, with its photo, as the order's draft: the sheet opens with it. */
export async function fillSheet(refused: OutboxEntry<'record_attempt'>): Promise<void> {
  const { command_id, user_id, input, files } = refused;
  const { order_id, reason, note, next } = input;
  const [file] = files;
  const photo = file ? await deviceOutbox.readFile(command_id, file.path) : null;
  const { day = '' as const, from, to } = next ?? {};
  const fields = { reason, note: note ?? '', photo, day, from: from ?? '', to: to ?? '' };
  await storeDraft(user_id, order_id, fields);
}

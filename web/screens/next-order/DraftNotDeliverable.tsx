import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { Info } from 'lucide-react';
import { useEffect } from 'react';
import type { NextOrder } from '../../../contract/operations/dashboard/deliveries/read-next-order.schema.ts';
import { useDeliveries } from '../../commands/use-entries.ts';
import { translateDescriptor } from '../../messages/i18n.ts';
import { useDraft } from '../../offline/drafts/use-draft.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

const REASONS: Record<NonNullable<NextOrder['draft_gone']>, MessageDescriptor> = {
  completed: msg`The order you were filling in has been delivered`,
  cancelled: msg`The order you were filling in was cancelled`,
  reassigned: msg`The order you were filling in was assigned to another driver`,
  not_deliverable: msg`The order you were filling in is no longer out for delivery`,
  unknown: msg`The order you were filling in can no longer be found`,
};

type Props = {
  order_id: string;
  reason: NonNullable<NextOrder['draft_gone']>;
  /** True if another order is shown below. */
  has_next: boolean;
  onDismissed: () => void;
};

/** Explains why Next Order no longer shows the order that was being filled in. */
export function DraftNotDeliverable({ order_id, reason, has_next, onDismissed }: Props) {
  const { clear } = useDraft(order_id);
  const entry = useDeliveries().findLast(({ subject }) => subject === order_id);
  const delivered_here = entry?.state === 'done';

  async function dismiss(): Promise<void> {
    await clear();
    onDismissed();
  }

  // This device delivered the order and has reported it: only the draft remains.
  useEffect(() => {
    if (delivered_here) void clear().then(onDismissed);
  }, [delivered_here, clear, onDismissed]);

  if (entry && entry.state !== 'refused') return null;
  return (
    <Notice
      tone="info"
      icon={Info}
      title={translateDescriptor(REASONS[reason])}
      action={
        <Button variant="secondary" onClick={() => void dismiss()}>
          {t`Discard what I entered`}
        </Button>
      }
    >
      {has_next && t`This is your next order.`}
    </Notice>
  );
}

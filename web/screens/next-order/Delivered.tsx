import { t } from '@lingui/core/macro';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import type { Order } from '../../../contract/schemas/orders.ts';
import { conflictWords } from '../../api/delivery-words.ts';
import type { ToastWords } from '../../api/problem-words.ts';
import type { OutboxEntry } from '../../offline/outbox-entry.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { sayOnPage } from '../../ui/toast.ts';
import type { NextOrderRead } from './use-next-order.ts';

type Props = {
  order: Order;
  entry: OutboxEntry<'confirm_delivery'> | undefined;
  read: NextOrderRead;
  onContinue: () => Promise<void>;
};

/** A recorded delivery, until the next order is there (ruling A9). */
export function Delivered({ order, entry, read, onContinue }: Props) {
  const outcome = entry ? conflictWords(entry) : null;
  if (outcome) return <Conflict outcome={outcome} onContinue={() => void onContinue()} />;
  return (
    <div role="status">
      <EmptyState
        icon={CircleCheck}
        title={t`Order #${order.order_number} is delivered`}
        description={t`Your next order appears here as soon as it can be loaded.`}
        action={
          <Button variant="secondary" busy={read.isFetching} onClick={() => void read.refetch()}>
            {t`Load next order`}
          </Button>
        }
      />
    </div>
  );
}

/** Alone on the page, in place of its toast, which would lie over the button. */
function Conflict({ outcome, onContinue }: { outcome: ToastWords; onContinue: () => void }) {
  const { kind, title, description } = outcome;
  useEffect(() => sayOnPage({ kind, title, description }), [kind, title, description]);
  return <ConflictNotice role="alert" outcome={outcome} onContinue={onContinue} />;
}

type NoticeProps = { role?: 'alert'; outcome: ToastWords; onContinue: () => void };

/** A delivery that was recorded with a conflict: stays until the driver has taken note. */
export function ConflictNotice({ role, outcome, onContinue }: NoticeProps) {
  return (
    <Notice
      tone="warn"
      role={role}
      icon={TriangleAlert}
      title={outcome.title}
      action={<Button onClick={onContinue}>{t`Continue`}</Button>}
    >
      {outcome.description}
    </Notice>
  );
}

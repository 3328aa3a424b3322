import { t } from '@lingui/core/macro';
import { Eye, TriangleAlert } from 'lucide-react';
import type { OrderPage } from '../../../../contract/operations/desk/order/read-desk-order.schema.ts';
import { isOpen } from '../../../../contract/rules/orders/order-life.ts';
import { orderStatusText } from '../../../messages/order-messages.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { ActionButton } from '../../actions/ActionButton.tsx';
import type { DeskAction } from '../../actions/desk-actions.ts';
import { Timeline } from './Timeline.tsx';

type Props = { page: OrderPage; review: DeskAction; busy: boolean };

/**
 * A delivery that conflicts with a change of its order: the recorded delivery and the order now, until a
 * review.
 */
export function ConflictNotice({ page, review, busy }: Props) {
  const { status, driver } = page.order;
  const status_text = orderStatusText(status);
  return (
    <Notice
      tone="warn"
      icon={TriangleAlert}
      title={t`Delivery conflict`}
      action={<ActionButton action={review} icon={Eye} variant="secondary" busy={busy} />}
    >
      <Timeline events={toReview(page)} />
      <p className="mt-2">
        {driver === null
          ? t`The order is ${status_text} now.`
          : t`The order is ${status_text} now, with ${driver}.`}
      </p>
      {isOpen(status) && <p>{t`A driver may still go there: cancel it if the customer has the goods.`}</p>}
    </Notice>
  );
}

/** Returns the conflicts since the last review; the history is sorted newest first. */
function toReview({ history }: OrderPage): OrderPage['history'] {
  const reviewed = history.findIndex(({ kind }) => kind === 'reviewed');
  const since = reviewed < 0 ? history : history.slice(0, reviewed);
  return since.filter(({ kind }) => kind === 'conflict');
}

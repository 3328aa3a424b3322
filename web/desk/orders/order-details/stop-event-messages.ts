import { t } from '@lingui/core/macro';
import {
  ATTEMPT_CONFLICT_LABELS,
  ATTEMPT_REASON_LABELS,
} from '../../../../contract/labels/attempt-labels.ts';
import type { OrderPageEvent } from '../../../../contract/operations/desk/order/read-desk-order.schema.ts';
import { label } from '../../../messages/label.ts';
import { orderStatusText } from '../../../messages/order-messages.ts';

/** Describes an event of an attempt, a load or goods; null for any other event. */
export function stopEventTitle(event: OrderPageEvent): string | null {
  switch (event.kind) {
    case 'attempted':
      return attemptText(event);
    case 'attempt_undone':
      return undoText(event);
    case 'loaded':
      return loadText(event);
    case 'goods':
      return goodsText(event);
    default:
      return null;
  }
}

function attemptText({ attempt, conflict }: OrderPageEvent): string {
  if (!attempt) return t`Couldn't deliver`;
  const reason = attempt.reason_label ?? label(ATTEMPT_REASON_LABELS, attempt.reason);
  const text = t`Couldn't deliver, attempt ${attempt.number}: ${reason}`;
  return conflict === null ? text : `${text}. ${label(ATTEMPT_CONFLICT_LABELS, conflict)}`;
}

function undoText({ from, to }: OrderPageEvent): string {
  if (to === null || from === to) return t`Attempt undone after the order had changed`;
  return t`Attempt undone: ${orderStatusText(to)} again`;
}

function loadText({ missing }: OrderPageEvent): string {
  if (!missing || missing.length === 0) return t`Load checked, complete`;
  const lines = missing.map(({ name, qty }) => `${qty} × ${name}`).join(', ');
  return t`Load checked, missing: ${lines}`;
}

function goodsText({ goods }: OrderPageEvent): string {
  if (goods === 'returned') return t`Goods returned at the end of the day`;
  if (goods === 'missing') return t`Goods missing at the end of the day`;
  return t`Goods kept overnight by the driver`;
}

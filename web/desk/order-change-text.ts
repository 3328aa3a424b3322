import { t } from '@lingui/core/macro';
import type { OrderChange } from '../../contract/schemas/desk-orders.ts';
import { shortTime } from '../components/short-time.ts';
import { orderStatusText } from '../messages/order-messages.ts';

/** Describes how an order has changed since the user last saw it, by whom and when. */
export function orderChangeText(news: OrderChange | null, time_zone: string): string {
  if (!news) return t`It has changed since you saw it`;
  const who = news.by ?? t`The system`;
  const when = shortTime(news.at, time_zone);
  const driver = news.driver_name;
  if (driver !== null && news.kind === 'unassigned') return t`${who} unassigned it from ${driver} at ${when}`;
  if (driver !== null) return t`${who} assigned it to ${driver} at ${when}`;
  if (news.by !== null && (news.kind === 'conflict' || news.kind === 'delivered'))
    return t`${who} delivered it, recorded at ${when}`;
  if (news.kind === 'attempted') return t`${who} couldn't deliver it, recorded at ${when}`;
  if (news.kind === 'attempt_undone') return t`${who} undid an attempt at ${when}`;
  if (news.kind === 'reviewed') return t`${who} reviewed it at ${when}`;
  if (news.to === null) return t`${who} changed it at ${when}`;
  const status = orderStatusText(news.to);
  return t`${who} changed it to ${status} at ${when}`;
}

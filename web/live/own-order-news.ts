import type { QueryClient } from '@tanstack/react-query';
import { identity } from '../api/identity.ts';
import { callEndpoint } from '../api/this-page.ts';
import { type Kept, keyOf, readAgain } from '../api/use-endpoint.ts';
import { deviceOutbox } from '../commands/this-device.ts';
import { vibrate } from '../environment/page-apis.ts';
import { thisTab } from '../environment/this-tab.ts';
import { shownToasts, showToast, withdrawToasts } from '../ui/toast.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { orderNewsText } from './own-order-messages.ts';
import { followOwnOrders } from './own-orders.ts';

const ABOUT = 'own_orders';
const VIBRATION_MS = 80;

/**
 * Returns a function that notifies a driver of orders added to his stops and orders removed from them, while
 * the page is visible. Each call also refreshes the stops stored on the device for offline use. If they
 * cannot be read, the next call retries.
 */
export function createOwnOrderNews(client: QueryClient): () => void {
  const orders = followOwnOrders();
  let is_first = true;
  return oneAtATime(thisTab, async () => {
    // On the first call, stops that the page has just read are the starting point.
    const known = is_first ? ownOrdersKnown(client) : undefined;
    is_first = false;
    const { stops } = known ?? (await readAgain(client, 'list_stops'));
    if (!thisTab.page.visible()) return;
    const still_shown = shownToasts().some(({ about }) => about === ABOUT);
    const own = new Map(stops.map(({ id, order_number }) => [id, order_number]));
    const delivered = await deliveredElsewhere(orders.missing(own).filter((id) => !isDeliveredHere(id)));
    const news = orders.note(own, (id) => isDeliveredHere(id) || delivered.has(id), still_shown);
    if (!news) return;
    if (news.come.length + news.gone.length === 0) {
      withdrawToasts(ABOUT);
      return;
    }
    showToast({ ...orderNewsText(news), about: ABOUT });
    vibrate(VIBRATION_MS);
  });
}

/** Limits the requests when many orders are gone: the driver cannot have delivered most of them himself. */
const CHECKED_MAX = 5;

/**
 * Returns the orders that were delivered, mostly on the driver's other device. An order that cannot be read
 * is not included.
 */
async function deliveredElsewhere(order_ids: readonly string[]): Promise<ReadonlySet<string>> {
  const checked = order_ids.slice(0, CHECKED_MAX).map(async (order_id) => {
    const response = await callEndpoint('read_next_order', { query: { order_id } }).catch(() => null);
    return response?.draft_gone === 'completed' ? [order_id] : [];
  });
  return new Set((await Promise.all(checked)).flat());
}

/** Returns the stops that this page has already received from the server. */
function ownOrdersKnown(client: QueryClient) {
  const kept = client.getQueryData<Kept<'list_stops'>>(keyOf(identity().user_id(), 'list_stops', undefined));
  return kept && !kept.from_device && !kept.carried ? kept.answer : undefined;
}

function isDeliveredHere(order_id: string): boolean {
  return deviceOutbox.entries().some(({ subject }) => subject === order_id);
}

import type { QueryClient } from '@tanstack/react-query';
import { identity } from '../api/identity.ts';
import { callEndpoint } from '../api/this-page.ts';
import { type Kept, keyOf, readAnew } from '../api/use-endpoint.ts';
import { deviceOutbox } from '../commands/this-device.ts';
import { shownToasts, showToast, withdrawToasts } from '../ui/toast.ts';
import { vibrate } from '../world/page-only.ts';
import { thisTab } from '../world/this-tab.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { orderNewsWords } from './own-order-words.ts';
import { followOwnOrders } from './own-orders.ts';

const ABOUT = 'own_orders';
const VIBRATION_MS = 80;

/**
 * Tells a driver who looks at his phone which orders came to him and which are no longer his, whenever the answer is called. What he has on the
 * device for a door without signal is then of now as well. Where it cannot be read the next time does.
 */
export function createOwnOrderNews(client: QueryClient): () => void {
  const orders = followOwnOrders();
  let is_first = true;
  return oneAtATime(thisTab, async () => {
    // What a page has just read is where he stands.
    const known = is_first ? ownOrdersKnown(client) : undefined;
    is_first = false;
    const { stops } = known ?? (await readAnew(client, 'list_stops'));
    if (!thisTab.page.visible()) return;
    const still_told = shownToasts().some(({ about }) => about === ABOUT);
    const own = new Map(stops.map(({ id, order_number }) => [id, order_number]));
    const delivered = await deliveredElsewhere(orders.missing(own).filter((id) => !isDeliveredHere(id)));
    const news = orders.note(own, (id) => isDeliveredHere(id) || delivered.has(id), still_told);
    if (!news) return;
    if (news.come.length + news.gone.length === 0) {
      withdrawToasts(ABOUT);
      return;
    }
    showToast({ ...orderNewsWords(news), about: ABOUT });
    vibrate(VIBRATION_MS);
  });
}

/** Of many at once nobody delivered most by himself. */
const ASKED_MAX = 5;

/** Those that are delivered, by his own other phone mostly: then nothing was taken from him. Of one that cannot be asked it is not known. */
async function deliveredElsewhere(order_ids: readonly string[]): Promise<ReadonlySet<string>> {
  const asked = order_ids.slice(0, ASKED_MAX).map(async (order_id) => {
    const answer = await callEndpoint('read_next_order', { query: { order_id } }).catch(() => null);
    return answer?.draft_gone === 'completed' ? [order_id] : [];
  });
  return new Set((await Promise.all(asked)).flat());
}

/** What the server has answered this page already. */
function ownOrdersKnown(client: QueryClient) {
  const kept = client.getQueryData<Kept<'list_stops'>>(keyOf(identity().user_id(), 'list_stops', undefined));
  return kept && !kept.from_device && !kept.carried ? kept.answer : undefined;
}

function isDeliveredHere(order_id: string): boolean {
  return deviceOutbox.entries().some(({ subject }) => subject === order_id);
}

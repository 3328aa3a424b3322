import type { Log } from '../platform/log.ts';
import { Problem } from '../platform/problem.ts';
import { openConnection, UnreadableSecret } from './connection.ts';
import { pollOrders } from './poll-orders.ts';
import { ShopifyError } from './shopify-error.ts';
import { type StoreOptions, storeSession } from './store-session.ts';
import { workWebhooks } from './work-webhooks.ts';

/**
 * Reads at once what changed in the store, since `since` or since it was read last, and works it: what no webhook had told of, and what
 * could not be taken. Answers how many orders that were. Throws `store_not_connected`, `store_refused`.
 */
export async function resyncStore(
  options: StoreOptions & { log: Log },
  { shop_id, since }: { shop_id: number; since: Date | undefined },
): Promise<{ shop_domain: string; since: Date; missing: number }> {
  const { owner, box, log } = options;
  try {
    const connection = await openConnection(owner, box, shop_id, { also_refused: true });
    if (!connection) throw Problem.about('store_not_connected', { shop_id });
    const from = since ?? (await polledUntil(options, connection));
    const api = storeSession(options, connection);
    const missing = await pollOrders({ owner, api, connection, not_taken_too: true }, from);
    await workWebhooks(owner, log, { shop_id, now: () => new Date() });
    return { shop_domain: connection.shop_domain, since: from, missing };
  } catch (error) {
    if (error instanceof ShopifyError || error instanceof UnreadableSecret) {
      throw Problem.about('store_refused', { reason: error.message });
    }
    throw error;
  }
}

async function polledUntil(
  { owner }: StoreOptions,
  { shop_id, shop_domain, connected_at }: { shop_id: number; shop_domain: string; connected_at: Date },
): Promise<Date> {
  const row = await owner
    .selectFrom('shopify_polls')
    .select('polled_until')
    .where('shop_id', '=', shop_id)
    .where('shop_domain', '=', shop_domain)
    .executeTakeFirst();
  return row?.polled_until ?? connected_at;
}

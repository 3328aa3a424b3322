import type { Operation } from '../operations/operation.ts';
import { runAs } from '../operations/run-as.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import type { Log } from '../platform/log.ts';
import { machineNow } from '../platform/machine.ts';
import type { Connection } from './connection.ts';
import { pollOrders } from './poll-orders.ts';
import { storeChange } from './store-change.ts';
import { askStore, type StoreOptions } from './store-session.ts';
import { workWebhooks } from './work-webhooks.ts';

/**
 * Reads at once what changed in the store, since `since` or since it was read last, and works it: what no webhook had told of, and what
 * could not be taken. Answers how many orders that were. Throws `store_not_connected`, `store_refused`.
 */
export function resyncStore(
  options: StoreOptions & { log: Log },
  actor: Actor,
  { since }: { since: Date | undefined },
): Promise<{ shop_domain: string; since: Date; missing: number }> {
  const { owner, log, now = machineNow } = options;
  const { shop_id } = actor;
  return askStore(options, shop_id, async ({ connection, api }) => {
    const begin = { connection, since };
    const from = await inTransaction(owner, (tx) => runAs(tx, actor, beginResync, begin));
    const missing = await pollOrders({ owner, api, connection, not_taken_too: true }, from);
    await workWebhooks(owner, log, { shop_id, now });
    return { shop_domain: connection.shop_domain, since: from, missing };
  });
}

/** Says from when on the store is read; what comes of it is the store's word. */
async function beginResync(
  tx: Tx,
  _actor: Actor,
  { connection, since }: { connection: Connection; since: Date | undefined },
  { changed }: Operation,
): Promise<Date> {
  const from = since ?? (await polledUntil(tx, connection));
  changed(storeChange('resync_store', connection.shop_domain, { after: { since: from.toISOString() } }));
  return from;
}

async function polledUntil(tx: Tx, { shop_id, shop_domain, connected_at }: Connection): Promise<Date> {
  const row = await tx
    .selectFrom('shopify_polls')
    .select('polled_until')
    .where('shop_id', '=', shop_id)
    .where('shop_domain', '=', shop_domain)
    .executeTakeFirst();
  return row?.polled_until ?? connected_at;
}

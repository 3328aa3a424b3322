import type { Operation } from '../operations/operation.ts';
import { runAs } from '../operations/run-as.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import { errorText } from '../platform/error-text.ts';
import { Problem } from '../platform/problem.ts';
import { openConnection, UnreadableSecret } from './connection.ts';
import { ShopifyError } from './shopify-error.ts';
import { storeChange } from './store-change.ts';
import { type StoreOptions, storeSession } from './store-session.ts';
import { removeSubscriptions } from './webhook-subscriptions.ts';

/**
 * Ends a shop's connection: its webhooks in the store where that can be reached, and here the credentials. Orders, and what waits for the
 * store, stay. `webhooks_problem` says why the store may go on sending. Throws `store_not_connected` where there is nothing to end.
 */
export async function disconnectStore(
  options: StoreOptions,
  actor: Actor,
): Promise<{ shop_domain: string; webhooks_problem: string | null }> {
  const { owner } = options;
  const { shop_id } = actor;
  const row = await owner
    .selectFrom('shopify_connections')
    .select(['shop_domain', 'webhook_url'])
    .where('shop_id', '=', shop_id)
    .executeTakeFirst();
  if (!row) throw Problem.about('store_not_connected', { shop_id });
  const { shop_domain, webhook_url } = row;
  const webhooks_problem = webhook_url === null ? null : await endWebhooks(options, shop_id, webhook_url);
  await inTransaction(owner, (tx) => runAs(tx, actor, endConnection, { shop_domain }));
  return { shop_domain, webhooks_problem };
}

/** Ends the connection to this very store, here. */
async function endConnection(
  tx: Tx,
  { shop_id }: Actor,
  { shop_domain }: { shop_domain: string },
  { changed, unchanged }: Operation,
): Promise<void> {
  await tx.deleteFrom('shopify_unverified_webhooks').where('shop_id', '=', shop_id).execute();
  const { numDeletedRows } = await tx
    .deleteFrom('shopify_connections')
    .where('shop_id', '=', shop_id)
    .where('shop_domain', '=', shop_domain)
    .executeTakeFirst();
  // Whoever was there first has said so.
  if (numDeletedRows === 0n) return unchanged();
  changed(storeChange('disconnect_store', shop_domain, { before: { shop_domain } }));
}

/** Why they could not be ended, if so. */
async function endWebhooks(options: StoreOptions, shop_id: number, url: string): Promise<string | null> {
  try {
    const { owner, box } = options;
    const connection = await openConnection(owner, box, shop_id, { also_refused: true });
    if (connection) await removeSubscriptions(storeSession(options, connection), url);
    return null;
  } catch (error) {
    if (error instanceof ShopifyError || error instanceof UnreadableSecret) return errorText(error);
    throw error;
  }
}

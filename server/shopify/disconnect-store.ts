import { inTransaction } from '../platform/database/transactions.ts';
import { errorText } from '../platform/error-text.ts';
import { Problem } from '../platform/problem.ts';
import { openConnection, UnreadableSecret } from './connection.ts';
import { ShopifyError } from './shopify-error.ts';
import { type StoreOptions, storeSession } from './store-session.ts';
import { removeSubscriptions } from './webhook-subscriptions.ts';

/**
 * Ends a shop's connection: its webhooks in the store where that can be reached, and here the credentials. Orders, and what waits for the
 * store, stay. `webhooks_problem` says why the store may go on sending. Throws `store_not_connected` where there is nothing to end.
 */
export async function disconnectStore(
  options: StoreOptions,
  shop_id: number,
): Promise<{ shop_domain: string; webhooks_problem: string | null }> {
  const { owner } = options;
  const row = await owner
    .selectFrom('shopify_connections')
    .select(['shop_domain', 'webhook_url'])
    .where('shop_id', '=', shop_id)
    .executeTakeFirst();
  if (!row) throw Problem.about('store_not_connected', { shop_id });
  const { shop_domain, webhook_url } = row;
  const webhooks_problem = webhook_url === null ? null : await endWebhooks(options, shop_id, webhook_url);
  await inTransaction(owner, async (tx) => {
    await tx.deleteFrom('shopify_unverified_webhooks').where('shop_id', '=', shop_id).execute();
    await tx
      .deleteFrom('shopify_connections')
      .where('shop_id', '=', shop_id)
      .where('shop_domain', '=', shop_domain)
      .execute();
  });
  return { shop_domain, webhooks_problem };
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

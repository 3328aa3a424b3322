import { type Connection, markRefused, openConnection, UnreadableSecret } from './connection.ts';
import type { ShopifyApi } from './shopify-api.ts';
import { type StoreOptions, storeSession } from './store-session.ts';

/**
 * The store of a shop, when it may be asked. Credentials that nobody can read stop the shop; a database in trouble is for the next
 * attempt. Throws what the database throws.
 */
export async function reachStore(
  options: StoreOptions,
  shop_id: number,
): Promise<{ connection: Connection; api: ShopifyApi } | undefined> {
  const { owner, box } = options;
  try {
    const connection = await openConnection(owner, box, shop_id);
    return connection && { connection, api: storeSession(options, connection) };
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    await markRefused(owner, error.connected, error.message);
    return undefined;
  }
}

import type { Operation } from '../../operations/operation.ts';
import { runOnce } from '../../operations/run-as.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { findRow, oneRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { inTransaction } from '../../platform/database/transactions.ts';
import { errorText } from '../../platform/error-text.ts';
import { machineNow } from '../../platform/machine.ts';
import { Problem } from '../../platform/problem.ts';
import { ShopifyError } from '../api/shopify-error.ts';
import { removeSubscriptions } from '../webhooks/webhook-subscriptions.ts';
import { checkStore, keepCheck, missingScopes, neededOf, type StoreCheck } from './check-store.ts';
import {
  API_VERSION,
  assertStoreIsFree,
  type Connection,
  connectShopify,
  type NewConnection,
  openConnection,
  UnreadableSecret,
} from './connection.ts';
import { storeChange } from './store-change.ts';
import { type StoreOptions, storeSession } from './store-session.ts';

export type ConnectOptions = StoreOptions & { public_url: string | null };

/**
 * Connects a shop to its store after it has accepted the credentials and the app has the needed scopes, and
 * subscribes to the webhooks. A problem with those is returned and a job retries them: the shop stays
 * connected. Throws `already_exists`, `credentials_refused` or `scopes_missing` without any change.
 */
export async function connectStore(
  options: ConnectOptions,
  actor: Actor,
  wanted: NewConnection,
): Promise<StoreCheck> {
  const { owner, box } = options;
  const { shop_id } = actor;
  await assertStoreIsFree(owner, { shop_id, ...wanted });
  const missing_scopes = await proveCredentials(options, shop_id, wanted);
  await inTransaction(owner, (tx) => runOnce(tx, actor, connectShopify, { box, ...wanted }));
  const connection = await openConnection(owner, box, shop_id);
  if (!connection) throw new Error('the connection that was just made is gone');
  try {
    const check = await checkStore(storeSession(options, connection), options.public_url);
    await keepCheck(options.owner, connection, check);
    return check;
  } catch (error) {
    if (!(error instanceof ShopifyError)) throw error;
    return { missing_scopes, subscribed: [], webhook_url: null, webhooks_problem: error.message };
  }
}

/** Returns the missing optional scopes and stores nothing. Throws `credentials_refused`, `scopes_missing`. */
export async function proveCredentials(
  options: StoreOptions,
  shop_id: number,
  { shop_domain, credentials, secret }: NewConnection,
): Promise<string[]> {
  const unproved: Connection = {
    shop_id,
    shop_domain,
    secret,
    connected_at: machineNow(),
    api_version: API_VERSION,
    client_id: 'client_id' in credentials ? credentials.client_id : null,
    token: 'token' in credentials ? credentials.token : null,
    token_expires_at: null,
  };
  const missing = await missingScopes(storeSession(options, unproved)).catch((error: unknown) => {
    if (!(error instanceof ShopifyError)) throw error;
    throw Problem.about('credentials_refused', { reason: error.message });
  });
  const needed = neededOf(missing);
  if (needed.length > 0) throw Problem.about('scopes_missing', { scopes: needed });
  return missing;
}

/**
 * Disconnects a shop: removes the webhooks in the store, if it can be reached, and the stored credentials.
 * Orders and pending work stay. `webhooks_problem` is the reason why the store may continue to send. Throws
 * `store_not_connected`.
 */
export async function disconnectStore(
  options: StoreOptions,
  actor: Actor,
): Promise<{ shop_domain: string; webhooks_problem: string | null }> {
  const { owner } = options;
  const { shop_id } = actor;
  const row = await findRow(owner, 'shopify_connections', { shop_id }, ['shop_domain']);
  if (!row) throw Problem.about('store_not_connected', { shop_id });
  const webhooks_problem = await endWebhooks(options, { shop_id, ...row });
  await inTransaction(owner, (tx) => runOnce(tx, actor, endConnection, row));
  return { ...row, webhooks_problem };
}

/** Ends the connection to exactly this store; a connection that has ended is no error. Pending work stays. */
export async function endConnection(
  tx: Tx,
  { shop_id }: Actor,
  { shop_domain }: { shop_domain: string },
  { changed, unchanged }: Operation,
): Promise<void> {
  const ending = sql<{ ended: boolean }>`select end_store(${shop_id}, ${shop_domain}) as ended`;
  // If two calls are concurrent, the first has recorded the change.
  if (!(await oneRow(tx, ending)).ended) return unchanged();
  changed(storeChange('disconnect_store', shop_domain, { before: { shop_domain } }));
}

/**
 * Removes the webhooks of exactly this store, before its credentials are deleted and outside of every
 * transaction. Returns the reason if that failed. If the server stops in between, the connection remains and
 * a job subscribes again.
 */
export async function endWebhooks(
  options: StoreOptions,
  { shop_id, shop_domain }: { shop_id: number; shop_domain: string },
): Promise<string | null> {
  const { owner, box } = options;
  const row = await findRow(owner, 'shopify_connections', { shop_id, shop_domain }, ['webhook_url']);
  if (!row || row.webhook_url === null) return null;
  try {
    const connection = await openConnection(owner, box, shop_id, { also_refused: true });
    if (connection?.shop_domain === shop_domain)
      await removeSubscriptions(storeSession(options, connection), row.webhook_url);
    return null;
  } catch (error) {
    if (error instanceof ShopifyError || error instanceof UnreadableSecret) return errorText(error);
    throw error;
  }
}

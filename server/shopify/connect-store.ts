import { runAs } from '../operations/run-as.ts';
import type { Actor } from '../platform/actor.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import { machineNow } from '../platform/machine.ts';
import { Problem } from '../platform/problem.ts';
import { checkStore, keepCheck, missingScopes, neededOf, type StoreCheck } from './check-store.ts';
import {
  API_VERSION,
  assertStoreIsFree,
  type Connection,
  connectShopify,
  type NewConnection,
  openConnection,
} from './connection.ts';
import { ShopifyError } from './shopify-error.ts';
import { type StoreOptions, storeSession } from './store-session.ts';

export type ConnectOptions = StoreOptions & { public_url: string | null };

/**
 * Connects a shop to its store, once the store has proved that it takes the credentials and that the app has the scopes it
 * needs; then subscribes to the webhooks. What goes wrong with those is answered, and tried again by a job: the connection stands.
 * Throws `already_exists`, `credentials_refused`, `scopes_missing`, and nothing has changed.
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
  await inTransaction(owner, (tx) => runAs(tx, actor, connectShopify, { box, ...wanted }));
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

/** Answers the scopes that may be missing. Throws `credentials_refused`, `scopes_missing`. */
async function proveCredentials(
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

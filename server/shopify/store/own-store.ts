import type { Store } from '../../../contract/operations/desk/store/read-store.schema.ts';
import type { TryStore } from '../../../contract/schemas/store.ts';
import type { Operation } from '../../operations/operation.ts';
import { operationRoute, readRoute } from '../../operations/route.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { oneRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { Problem } from '../../platform/problem.ts';
import { webhookUrl } from '../webhooks/webhook-subscriptions.ts';
import { proveCredentials } from './connect-store.ts';
import { type NewConnection, readShopDomain } from './connection.ts';
import { storeChange } from './store-change.ts';
import type { StoreOptions } from './store-session.ts';

/** Reads the state of the shop's store for the desk, without tokens, secrets and customer data. */
export async function readStore(tx: Tx, { shop_id }: Actor, public_url: string | null): Promise<Store> {
  const reading = sql<{
    standing: Omit<Store, 'webhooks_to' | 'webhooks_cannot'> & { connection: StoredConnection | null };
  }>`
    select store_standing(${shop_id}) as standing`;
  const { standing } = await oneRow(tx, reading);
  const target = webhookUrl(public_url);
  return {
    ...standing,
    connection: standing.connection && {
      ...standing.connection,
      missing_scopes: standing.connection.missing_scopes?.split(' ').filter(Boolean) ?? null,
    },
    webhooks_to: 'url' in target ? target.url : null,
    webhooks_cannot: 'problem' in target ? target.problem : null,
  };
}

export const readStoreRoute = readRoute('read_store', ({ tx, actor, services }) =>
  readStore(tx, actor, services.config.public_url),
);

type StoredConnection = Omit<NonNullable<Store['connection']>, 'missing_scopes'> & {
  missing_scopes: string | null;
};

/** Turns the form's input into a connection. Throws `invalid_input`. */
export function wantedOf({ shop_domain, token, client_id, secret }: TryStore): NewConnection {
  const credentials = client_id ? { client_id } : { token: token ?? '' };
  return { shop_domain: readShopDomain(shop_domain), credentials, secret };
}

/**
 * Checks credentials with the store and returns the missing optional scopes; stores nothing. Throws
 * `credentials_refused` and `scopes_missing`, each with the store's message.
 */
export async function tryCredentials(
  options: StoreOptions,
  { shop_id }: Actor,
  wanted: NewConnection,
): Promise<string[]> {
  try {
    return await proveCredentials(options, shop_id, wanted);
  } catch (error) {
    // Shows the store's message to the user who typed the credentials; it does not contain them.
    if (error instanceof Problem && error.facts) {
      const { reason, scopes } = error.facts as { reason?: string; scopes?: string[] };
      throw new Problem(error.code, reason ?? scopes?.join(', '));
    }
    throw error;
  }
}

/**
 * Lets a job query the store immediately, even if it is not due or refused the credentials. Throws
 * `store_not_connected`.
 */
export async function askStoreAgain(
  tx: Tx,
  { shop_id }: Actor,
  _input: unknown,
  { changed }: Operation,
): Promise<Record<string, never>> {
  const reading = sql<{ there: boolean }>`select ask_store_again(${shop_id}) as there`;
  if (!(await oneRow(tx, reading)).there) throw new Problem('store_not_connected');
  changed(storeChange('ask_store', null, {}));
  return {};
}

export const askStoreAgainRoute = operationRoute('ask_store_again', askStoreAgain);

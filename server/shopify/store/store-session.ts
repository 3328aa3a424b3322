import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { machineNow } from '../../platform/machine.ts';
import { Problem } from '../../platform/problem.ts';
import type { SecretBox } from '../../platform/secrets/sealed-secrets.ts';
import { type ShopifyApi, shopifyApi } from '../api/shopify-api.ts';
import { ShopifyError } from '../api/shopify-error.ts';
import { postJson, type StoreAddress, storeAddress } from '../api/shopify-http.ts';
import { type Connection, keepToken, openConnection, stopStore, UnreadableSecret } from './connection.ts';

export type StoreOptions = {
  owner: Database;
  box: SecretBox;
  now?: () => Date;
  address?: StoreAddress;
  answer_ms_max?: number;
  pause?: (delay_ms: number) => Promise<void>;
};

export type Store = { connection: Connection; api: ShopifyApi };

/**
 * Opens a shop's store, unless it refused the credentials. Secrets that cannot be opened stop the requests of
 * the shop. Throws the errors of the database.
 */
export async function reachStore(options: StoreOptions, shop_id: number): Promise<Store | undefined> {
  const { owner, box } = options;
  try {
    const connection = await openConnection(owner, box, shop_id);
    return connection && { connection, api: storeSession(options, connection) };
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error;
    await stopStore(owner, error.connected, error.message);
    return undefined;
  }
}

/**
 * Opens a store for its operator, even if it refused the credentials. Throws `store_not_connected`,
 * `store_refused` with the reason.
 */
export async function queryStore<T>(
  options: StoreOptions,
  shop_id: number,
  query: (store: Store) => Promise<T>,
): Promise<T> {
  try {
    const connection = await openConnection(options.owner, options.box, shop_id, { also_refused: true });
    if (!connection) throw Problem.about('store_not_connected', { shop_id });
    return await query({ connection, api: storeSession(options, connection) });
  } catch (error) {
    if (error instanceof ShopifyError || error instanceof UnreadableSecret) {
      throw Problem.about('store_refused', { reason: error.message });
    }
    throw error;
  }
}

/**
 * Returns a store's Admin API. With a client id it requests tokens, stores them, and replaces a refused one
 * once. `run` throws ShopifyError.
 */
export function storeSession(options: StoreOptions, connection: Connection): ShopifyApi {
  const { owner, box, address = storeAddress, answer_ms_max, pause = delay, now = machineNow } = options;
  const { shop_domain, api_version, client_id, secret } = connection;
  const base = address(shop_domain);
  let api: Promise<ShopifyApi> | undefined;

  const freshToken = async (id: string): Promise<string> => {
    const fresh = await requestToken(base, { client_id: id, secret }, now(), answer_ms_max);
    await keepToken(owner, box, connection, fresh);
    return fresh.token;
  };
  const apiWith = (token: string) =>
    shopifyApi({ url: `${base}/admin/api/${api_version}/graphql.json`, token, answer_ms_max, pause });
  const opened = async (): Promise<ShopifyApi> => {
    const usable = usableToken(connection, now());
    if (usable !== null) return apiWith(usable);
    if (client_id === null) throw new ShopifyError('refused', 'There is no token for this store');
    return apiWith(await freshToken(client_id));
  };

  return {
    run: async (schema, query, variables) => {
      api ??= opened();
      try {
        return await (await api).run(schema, query, variables);
      } catch (error) {
        const stale = error instanceof ShopifyError && error.status === 401;
        if (!stale || client_id === null) throw error;
        api = freshToken(client_id).then(apiWith);
        return (await api).run(schema, query, variables);
      }
    },
  };
}

/** The remaining lifetime, in ms, below which a token is replaced: a request may take a while. */
const LEEWAY_MS = 300_000;

/** Returns the stored token unless it expires soon. The token of an app made in the store does not expire. */
function usableToken({ client_id, token, token_expires_at }: Connection, now: Date): string | null {
  if (client_id === null) return token;
  return token_expires_at && token_expires_at.getTime() - LEEWAY_MS > now.getTime() ? token : null;
}

const granted = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/**
 * Requests a token by OAuth 2.0 client credentials, valid for a day; `base` is the store's URL. Throws
 * ShopifyError.
 */
async function requestToken(
  base: string,
  { client_id, secret }: { client_id: string; secret: string },
  now: Date,
  answer_ms_max: number | undefined,
): Promise<{ token: string; expires_at: Date }> {
  const body = { grant_type: 'client_credentials', client_id, client_secret: secret };
  const requesting = postJson(`${base}/admin/oauth/access_token`, body, {}, answer_ms_max);
  const json = await requesting.catch(refuseClient);
  const response = granted.safeParse(json);
  if (!response.success) throw new ShopifyError('unavailable', 'Shopify sent an unexpected response');
  const { access_token, expires_in } = response.data;
  return { token: access_token, expires_at: new Date(now.getTime() + expires_in * 1000) };
}

/** Turns a 400, OAuth's status for an invalid client, into a refusal: a retry would fail too. */
function refuseClient(error: unknown): never {
  if (error instanceof ShopifyError && error.status === 400) {
    throw new ShopifyError('refused', 'Shopify refuses the client id and secret (400)');
  }
  throw error;
}

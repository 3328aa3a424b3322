import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../platform/database/database.ts';
import { machineNow } from '../platform/machine.ts';
import type { SecretBox } from '../platform/sealed-secrets.ts';
import { requestToken, usableToken } from './access-token.ts';
import { type Connection, keepToken } from './connection.ts';
import { type ShopifyApi, shopifyApi } from './shopify-api.ts';
import { ShopifyError } from './shopify-error.ts';
import { type StoreAddress, storeAddress } from './shopify-http.ts';

export type StoreOptions = {
  owner: Database;
  box: SecretBox;
  now?: () => Date;
  address?: StoreAddress;
  answer_ms_max?: number;
  pause?: (delay_ms: number) => Promise<void>;
};

/**
 * Shopify's Admin API of a shop's store. Where the app has a client id a token is got as needed, kept, and replaced once when
 * the store no longer takes it. `run` throws ShopifyError.
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

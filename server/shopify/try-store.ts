import { Problem } from '../platform/problem.ts';
import { missingScopes, neededOf } from './app-scopes.ts';
import type { ConnectOptions } from './connect-store.ts';
import { openConnection, UnreadableSecret } from './connection.ts';
import { ShopifyError } from './shopify-error.ts';
import { storeSession } from './store-session.ts';
import { missingTopics } from './webhook-subscriptions.ts';
import { webhookUrl } from './webhook-topics.ts';

export type StoreTrial = {
  shop_domain: string;
  missing_scopes: string[];
  webhook_url: string | null;
  missing_topics: string[];
  webhooks_problem: string | null;
  /** Whether orders come in and are fulfilled. */
  works: boolean;
};

/**
 * Asks a connected store whether it takes the credentials, has given the scopes, and sends the webhooks; changes nothing, neither
 * there nor here. Throws `store_not_connected`, and `store_refused` with the reason where it cannot be asked.
 */
export async function tryStore(options: ConnectOptions, shop_id: number): Promise<StoreTrial> {
  try {
    const { owner, box, public_url } = options;
    const connection = await openConnection(owner, box, shop_id, { also_refused: true });
    if (!connection) throw Problem.about('store_not_connected', { shop_id });
    const api = storeSession(options, connection);
    const missing_scopes = await missingScopes(api);
    const target = webhookUrl(public_url);
    const url = 'url' in target ? target.url : await keptWebhookUrl(options, shop_id);
    const missing_topics = url === null ? [] : await missingTopics(api, url);
    return {
      shop_domain: connection.shop_domain,
      missing_scopes,
      webhook_url: url,
      missing_topics,
      webhooks_problem: url === null && 'problem' in target ? target.problem : null,
      works: neededOf(missing_scopes).length === 0 && url !== null && missing_topics.length === 0,
    };
  } catch (error) {
    if (error instanceof ShopifyError || error instanceof UnreadableSecret) {
      throw Problem.about('store_refused', { reason: error.message });
    }
    throw error;
  }
}

/** Where the server told the store to send them: its own PUBLIC_URL may be unknown here. */
async function keptWebhookUrl({ owner }: ConnectOptions, shop_id: number): Promise<string | null> {
  const row = await owner
    .selectFrom('shopify_connections')
    .select('webhook_url')
    .where('shop_id', '=', shop_id)
    .executeTakeFirst();
  return row?.webhook_url ?? null;
}

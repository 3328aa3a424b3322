import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import { MARKING_SCOPE, missingScopes } from './app-scopes.ts';
import type { Connected } from './connection.ts';
import type { ShopifyApi } from './shopify-api.ts';
import { ShopifyError } from './shopify-error.ts';
import { ensureSubscriptions } from './webhook-subscriptions.ts';
import { webhookUrl } from './webhook-topics.ts';

export type StoreCheck = {
  missing_scopes: string[];
  /** Topics that were subscribed to only now. */
  subscribed: string[];
  /** Where the store sends webhooks; null where it cannot, and then why. */
  webhook_url: string | null;
  webhooks_problem: string | null;
};

/**
 * Asks the store which scopes the app has and restores what is missing of its webhook subscriptions. What Shopify says against a
 * subscription is an answer and no failure: orders are read by asking for them meanwhile. Throws ShopifyError.
 */
export async function checkStore(api: ShopifyApi, public_url: string | null): Promise<StoreCheck> {
  const missing_scopes = await missingScopes(api);
  const target = webhookUrl(public_url);
  if ('problem' in target) {
    return { missing_scopes, subscribed: [], webhook_url: null, webhooks_problem: target.problem };
  }
  try {
    const subscribed = await ensureSubscriptions(api, target.url);
    return { missing_scopes, subscribed, webhook_url: target.url, webhooks_problem: null };
  } catch (error) {
    if (!(error instanceof ShopifyError) || error.kind !== 'rejected') throw error;
    return { missing_scopes, subscribed: [], webhook_url: null, webhooks_problem: error.message };
  }
}

/** Keeps what a check found, for `shopify status`. */
export async function keepCheck(
  owner: Database,
  { shop_id, connected_at }: Connected,
  { missing_scopes, webhook_url, webhooks_problem }: StoreCheck,
): Promise<void> {
  await owner
    .updateTable('shopify_connections')
    .set((value) => ({
      missing_scopes: missing_scopes.join(' '),
      marking_refused_because: missing_scopes.includes(MARKING_SCOPE)
        ? `the app lacks the scope ${MARKING_SCOPE}`
        : null,
      // Where it was told before is where it still sends.
      webhook_url: value.fn.coalesce(value.val(webhook_url), 'webhook_url'),
      webhooks_problem,
      checked_at: sql<Date>`now()`,
    }))
    .where('shop_id', '=', shop_id)
    .where('connected_at', '=', connected_at)
    .execute();
}

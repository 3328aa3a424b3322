import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { changeRows, findRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { ShopifyApi } from '../api/shopify-api.ts';
import { ShopifyError } from '../api/shopify-error.ts';
import { ensureSubscriptions, missingTopics, webhookUrl } from '../webhooks/webhook-subscriptions.ts';
import type { Connected } from './connection.ts';
import { queryStore, type StoreOptions } from './store-session.ts';

/** The scopes that are needed to import and to fulfil orders. */
const NEEDED_SCOPES = ['read_orders', 'write_merchant_managed_fulfillment_orders'];
/** The scope to mark orders as paid in the store; everything else works without it. */
export const MARKING_SCOPE = 'write_orders';

const INSTALLATION = `query Scopes {
  currentAppInstallation { accessScopes { handle } }
}`;

const installation = z.object({
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: z.string() })) }),
});

/**
 * Returns the wanted scopes that the app lacks. The query also verifies the credentials. Throws ShopifyError.
 */
export async function missingScopes(api: ShopifyApi): Promise<string[]> {
  const { currentAppInstallation } = await api.run(installation, INSTALLATION, {});
  const given = new Set(currentAppInstallation.accessScopes.map(({ handle }) => handle));
  const has = (scope: string) => given.has(scope) || given.has(scope.replace(/^read_/, 'write_'));
  return [...NEEDED_SCOPES, MARKING_SCOPE].filter((scope) => !has(scope));
}

/** Selects the scopes that the product needs from the missing ones. */
export function neededOf(missing: readonly string[]): string[] {
  return missing.filter((scope) => scope !== MARKING_SCOPE);
}

export type StoreCheck = {
  missing_scopes: string[];
  /** The topics that were newly subscribed. */
  subscribed: string[];
  /** The URL to which the store sends webhooks; null if it cannot, with the reason in `webhooks_problem`. */
  webhook_url: string | null;
  webhooks_problem: string | null;
};

/**
 * Reads the app's scopes from the store and restores missing webhook subscriptions. A subscription that
 * Shopify rejects is returned as a problem, not thrown: orders are polled meanwhile. Throws ShopifyError.
 */
export async function checkStore(api: ShopifyApi, public_url: string | null): Promise<StoreCheck> {
  const missing_scopes = await missingScopes(api);
  const none = { missing_scopes, subscribed: [], webhook_url: null };
  const target = webhookUrl(public_url);
  if ('problem' in target) return { ...none, webhooks_problem: target.problem };
  try {
    const subscribed = await ensureSubscriptions(api, target.url);
    return { missing_scopes, subscribed, webhook_url: target.url, webhooks_problem: null };
  } catch (error) {
    if (!(error instanceof ShopifyError) || error.kind !== 'rejected') throw error;
    return { ...none, webhooks_problem: error.message };
  }
}

/** Stores the result of a check for `shopify status`. */
export async function keepCheck(
  owner: Database,
  { shop_id, connected_at }: Connected,
  { missing_scopes, webhook_url, webhooks_problem }: StoreCheck,
): Promise<void> {
  const may_mark = !missing_scopes.includes(MARKING_SCOPE);
  const found = {
    missing_scopes: missing_scopes.join(' '),
    marking_refused_because: may_mark ? null : `the app lacks the scope ${MARKING_SCOPE}`,
    // Without a new URL, the store still sends to the previous one.
    webhook_url: sql<string | null>`coalesce(${webhook_url}, webhook_url)`,
    webhooks_problem,
    checked_at: sql<Date>`now()`,
  };
  await changeRows(owner, 'shopify_connections', { shop_id, connected_at }, found);
}

export type StoreTrial = Awaited<ReturnType<typeof tryStore>>;

/**
 * Checks a store's credentials, scopes and webhooks without changes. Throws `store_not_connected`,
 * `store_refused`.
 */
export function tryStore(options: StoreOptions & { public_url: string | null }, shop_id: number) {
  return queryStore(options, shop_id, async ({ api, connection: { shop_domain } }) => {
    const missing_scopes = await missingScopes(api);
    const target = webhookUrl(options.public_url);
    // The stored URL is that of the server: its PUBLIC_URL may be unknown to this process.
    const kept = () => findRow(options.owner, 'shopify_connections', { shop_id }, ['webhook_url']);
    const webhook_url = 'url' in target ? target.url : ((await kept())?.webhook_url ?? null);
    const missing_topics = webhook_url === null ? [] : await missingTopics(api, webhook_url);
    return {
      shop_domain,
      missing_scopes,
      webhook_url,
      missing_topics,
      webhooks_problem: webhook_url === null && 'problem' in target ? target.problem : null,
      /** True if orders are imported and fulfilled. */
      works: neededOf(missing_scopes).length === 0 && webhook_url !== null && missing_topics.length === 0,
    };
  });
}

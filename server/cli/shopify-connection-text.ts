import { MARKING_SCOPE, neededOf } from '../shopify/app-scopes.ts';
import type { StoreCheck } from '../shopify/check-store.ts';
import type { StoreTrial } from '../shopify/try-store.ts';

export const NOT_MARKED = `Paid orders are not marked as paid in the store: the app lacks the scope ${MARKING_SCOPE}`;

/** What came of connecting, as lines. */
export function connectedText(
  { shop_id, shop_domain }: { shop_id: number; shop_domain: string },
  { missing_scopes, webhook_url, webhooks_problem }: StoreCheck,
): string {
  return [
    `Connected ${shop_domain} to shop ${shop_id}`,
    webhook_url === null
      ? `Webhooks are NOT subscribed: ${webhooks_problem}. Until then the server asks for orders every 15 minutes`
      : `Webhooks are subscribed at ${webhook_url}`,
    ...(missing_scopes.includes(MARKING_SCOPE) ? [NOT_MARKED] : []),
  ].join('\n');
}

/** What the store said of its connection, as lines. */
export function storeTrialText(trial: StoreTrial): string {
  const { shop_domain, missing_scopes, webhook_url, missing_topics, webhooks_problem } = trial;
  const needed = neededOf(missing_scopes);
  return [
    `${shop_domain} takes the credentials`,
    needed.length === 0 ? 'Scopes: all that are needed' : `Scopes MISSING: ${needed.join(', ')}`,
    ...(missing_scopes.includes(MARKING_SCOPE) ? [NOT_MARKED] : []),
    webhooksLine(),
  ].join('\n');

  function webhooksLine(): string {
    if (webhook_url === null) return `Webhooks MISSING: ${webhooks_problem}`;
    if (missing_topics.length === 0) return `Webhooks: all are sent to ${webhook_url}`;
    return `Webhooks MISSING at ${webhook_url}: ${missing_topics.join(', ')}; the server restores them within 15 minutes`;
  }
}

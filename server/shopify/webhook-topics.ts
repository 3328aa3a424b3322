/** What the store tells of its orders; each carries the whole order. */
export const WEBHOOK_TOPICS = ['orders/create', 'orders/updated', 'orders/cancelled', 'orders/paid'] as const;

export const WEBHOOK_PATH = '/webhooks/shopify';

/** Where a store can send webhooks; `problem` says why it cannot. `public_url` is null where nobody has set it. */
export function webhookUrl(public_url: string | null): { url: string } | { problem: string } {
  if (public_url?.startsWith('https://')) return { url: `${public_url}${WEBHOOK_PATH}` };
  const is = public_url === null ? 'it is not set here' : `it is ${public_url}`;
  return {
    problem: `Shopify sends webhooks to https only: set PUBLIC_URL to the server's https address (${is})`,
  };
}

/**
 * Why the store did not do what it was asked. `message` may be kept and shown: it holds statuses and Shopify's own words, no
 * token and nothing of an order.
 * `refused`: the credentials or their scopes are not accepted; asking again is useless.
 * `throttled`: asked too much; `wait_ms` says how long to wait.
 * `unavailable`: no answer, or none that means anything; the request may have been done or not.
 * `rejected`: understood, and not done.
 */
export class ShopifyError extends Error {
  override readonly name = 'ShopifyError';
  readonly kind: 'refused' | 'throttled' | 'unavailable' | 'rejected';
  readonly wait_ms: number;
  /** The HTTP status, where that is what went wrong. */
  readonly status: number | null;

  constructor(
    kind: ShopifyError['kind'],
    message: string,
    { wait_ms = 0, status = null }: { wait_ms?: number; status?: number | null } = {},
  ) {
    super(message.slice(0, 300));
    this.kind = kind;
    this.wait_ms = wait_ms;
    this.status = status;
  }
}

/** What is no answer of Shopify's is a fault of ours, and is tried again like a store that cannot be reached. */
export function asShopifyError(error: unknown): ShopifyError {
  if (error instanceof ShopifyError) return error;
  const name = error instanceof Error ? error.name : 'unknown';
  return new ShopifyError('unavailable', `It failed here (${name})`);
}

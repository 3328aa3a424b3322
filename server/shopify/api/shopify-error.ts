/**
 * The reason why a request to the store failed. `message` may be stored and shown: it has statuses and
 * Shopify's own messages, but no token and no data of an order.
 * `refused`: the credentials or their scopes are not accepted; a retry is useless.
 * `throttled`: the rate limit is reached; `wait_ms` is the time to wait.
 * `unavailable`: no response, or an invalid one; the request may have been executed or not.
 * `rejected`: the store understood the request and did not execute it.
 */
export class ShopifyError extends Error {
  override readonly name = 'ShopifyError';
  readonly kind: 'refused' | 'throttled' | 'unavailable' | 'rejected';
  readonly wait_ms: number;
  /** The HTTP status, if it is the cause. */
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

/**
 * Turns any error into a ShopifyError. An internal error becomes `unavailable`, so it is retried like an
 * unreachable store.
 */
export function asShopifyError(error: unknown): ShopifyError {
  if (error instanceof ShopifyError) return error;
  const name = error instanceof Error ? error.name : 'unknown';
  return new ShopifyError('unavailable', `Internal error (${name})`);
}

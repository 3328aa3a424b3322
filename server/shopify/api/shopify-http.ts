import { inSpan, SpanKind } from '../../platform/logging/spans.ts';
import { ShopifyError } from './shopify-error.ts';

/**
 * The default timeout of a request, in ms. The next attempt first checks whether the request was executed.
 */
const ANSWER_MS_MAX = 10_000;

/**
 * Returns the base URL of a store, without a trailing slash. The product uses https only; tests replace it.
 */
export type StoreAddress = (shop_domain: string) => string;
export const storeAddress: StoreAddress = (shop_domain) => `https://${shop_domain}`;

/**
 * Posts JSON and returns the JSON of a 200 response. It follows no redirect, since the headers carry a token.
 * Throws ShopifyError.
 */
export async function postJson(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
  answer_ms_max = ANSWER_MS_MAX,
): Promise<unknown> {
  const { status, retry_after, text } = await inSpan(
    'shopify',
    async (span) => {
      const response = await send(url, body, headers, answer_ms_max);
      span.setAttribute('http.response.status_code', response.status);
      return response;
    },
    // Without the URL: the domain of a store identifies its shop.
    { kind: SpanKind.CLIENT, attributes: { 'http.request.method': 'POST' } },
  );
  if (status === 429) {
    throw new ShopifyError('throttled', 'Shopify limits the rate of requests (429)', {
      wait_ms: waitMs(retry_after),
      status,
    });
  }
  if (status === 401 || status === 403) {
    throw new ShopifyError('refused', `Shopify refuses the credentials (${status})`, { status });
  }
  if (status !== 200)
    throw new ShopifyError('unavailable', `Shopify responded with status ${status}`, { status });
  try {
    return JSON.parse(text);
  } catch {
    throw new ShopifyError('unavailable', 'Shopify did not respond with JSON');
  }
}

async function send(url: string, body: unknown, headers: Record<string, string>, answer_ms_max: number) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(answer_ms_max),
    });
    return {
      status: response.status,
      retry_after: response.headers.get('retry-after'),
      text: await response.text(),
    };
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError';
    throw new ShopifyError(
      'unavailable',
      late ? 'Shopify did not respond in time' : 'Shopify cannot be reached',
    );
  }
}

/** Returns the wait in ms. Shopify's Retry-After is in seconds, with decimals. */
function waitMs(retry_after: string | null): number {
  const seconds = Number(retry_after);
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds * 1000) : 2_000;
}

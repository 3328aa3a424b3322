import { inSpan, SpanKind } from '../../platform/logging/spans.ts';
import { ShopifyError } from './shopify-error.ts';

/** No answer within this is none; the next attempt first looks at what became of it. */
const ANSWER_MS_MAX = 10_000;

/** Where a store answers, without a slash at the end. Tests bring their own; the product speaks https only. */
export type StoreAddress = (shop_domain: string) => string;
export const storeAddress: StoreAddress = (shop_domain) => `https://${shop_domain}`;

/** Posts JSON, answers that of a 200; follows no redirect, since the headers carry a token. Throws ShopifyError. */
export async function postJson(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
  answer_ms_max = ANSWER_MS_MAX,
): Promise<unknown> {
  const { status, retry_after, text } = await inSpan(
    'shopify',
    async (span) => {
      const answer = await send(url, body, headers, answer_ms_max);
      span.setAttribute('http.response.status_code', answer.status);
      return answer;
    },
    // Not where: a store's name is its shop's.
    { kind: SpanKind.CLIENT, attributes: { 'http.request.method': 'POST' } },
  );
  if (status === 429) {
    throw new ShopifyError('throttled', 'Shopify asks to wait (429)', {
      wait_ms: waitMs(retry_after),
      status,
    });
  }
  if (status === 401 || status === 403) {
    throw new ShopifyError('refused', `Shopify refuses the credentials (${status})`, { status });
  }
  if (status !== 200) throw new ShopifyError('unavailable', `Shopify answered ${status}`, { status });
  try {
    return JSON.parse(text);
  } catch {
    throw new ShopifyError('unavailable', 'Shopify answered something that is not JSON');
  }
}

async function send(url: string, body: unknown, headers: Record<string, string>, answer_ms_max: number) {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(answer_ms_max),
    });
    return {
      status: answer.status,
      retry_after: answer.headers.get('retry-after'),
      text: await answer.text(),
    };
  } catch (error) {
    const late = error instanceof Error && error.name === 'TimeoutError';
    throw new ShopifyError(
      'unavailable',
      late ? 'Shopify did not answer in time' : 'Shopify cannot be reached',
    );
  }
}

/** Shopify says seconds, with decimals. */
function waitMs(retry_after: string | null): number {
  const seconds = Number(retry_after);
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds * 1000) : 2_000;
}

import { z } from 'zod';
import type { Connection } from './connection.ts';
import { ShopifyError } from './shopify-error.ts';
import { postJson } from './shopify-http.ts';

const granted = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });

/** A token is not used in its last minutes: the request may be under way longer. */
const LEEWAY_MS = 300_000;

export type FreshToken = { token: string; expires_at: Date };

/** The token that is there, when it is good for a while yet. One of an app made in the store does not expire. */
export function usableToken({ client_id, token, token_expires_at }: Connection, now: Date): string | null {
  if (client_id === null) return token;
  return token_expires_at && token_expires_at.getTime() - LEEWAY_MS > now.getTime() ? token : null;
}

/**
 * Gets a token with the app's client id and secret (OAuth 2.0 client credentials), which is how apps of the Dev Dashboard get
 * in; it is good for a day. `base` is the store's address. Throws ShopifyError.
 */
export async function requestToken(
  base: string,
  { client_id, secret }: { client_id: string; secret: string },
  now: Date,
  answer_ms_max?: number,
): Promise<FreshToken> {
  const body = { grant_type: 'client_credentials', client_id, client_secret: secret };
  const answer = granted.safeParse(await ask(base, body, answer_ms_max));
  if (!answer.success) throw new ShopifyError('unavailable', 'Shopify answered in an unknown shape');
  const { access_token, expires_in } = answer.data;
  return { token: access_token, expires_at: new Date(now.getTime() + expires_in * 1000) };
}

async function ask(base: string, body: object, answer_ms_max: number | undefined): Promise<unknown> {
  try {
    return await postJson(`${base}/admin/oauth/access_token`, body, {}, answer_ms_max);
  } catch (error) {
    // What OAuth calls a bad client: no other attempt will be better.
    if (error instanceof ShopifyError && error.status === 400) {
      throw new ShopifyError('refused', 'Shopify refuses the client id and secret (400)');
    }
    throw error;
  }
}

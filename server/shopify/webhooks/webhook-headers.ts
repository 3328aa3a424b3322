import { createHmac, timingSafeEqual } from 'node:crypto';
import { instant } from '../../../contract/schemas/fields.ts';
import { Problem } from '../../platform/problem.ts';

/** Shopify's signature of a webhook: HMAC-SHA256 of the body's very bytes, in base64. */
export function signatureOf(secret: string, body: Uint8Array): string {
  return createHmac('sha256', secret).update(body).digest('base64');
}

/** Whether it has the form of one: 32 bytes in base64. */
export function isSignature(text: string): boolean {
  return /^[A-Za-z0-9+/]{43}=$/.test(text);
}

/** Compares in a time that tells nothing of where a wrong one differs. */
export function isSignedWith(secret: string, body: Uint8Array, signature: string): boolean {
  const expected = Buffer.from(signatureOf(secret, body));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Shopify was not there before. */
const FIRST_MS = Date.UTC(2004, 0);
const AHEAD_MS_MAX = 24 * 3_600_000;

/** Whether a store can have said this at all: neither long before there were stores nor more than a day ahead of us. */
export function isPossible(instant: Date, now: Date): boolean {
  return instant.getTime() >= FIRST_MS && instant.getTime() <= now.getTime() + AHEAD_MS_MAX;
}

/**
 * When Shopify says that it sent a webhook, to the nanosecond; null where it does not say: that only loses the order within one
 * second. The header is not signed, so it counts for no more than that, and never as later than the webhook came. Throws `malformed`
 * for what no clock can have said.
 */
export function triggeredAt(header: string | undefined, now: Date): Date | null {
  if (header === undefined) return null;
  const told = instant.safeParse(header);
  const triggered_at = new Date(told.success ? told.data : Number.NaN);
  if (!told.success || !isPossible(triggered_at, now)) {
    throw new Problem(
      'malformed',
      'x-shopify-triggered-at is not a time at which a webhook can have been sent',
    );
  }
  return triggered_at > now ? now : triggered_at;
}

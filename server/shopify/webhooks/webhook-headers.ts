import { createHmac, timingSafeEqual } from 'node:crypto';
import { instant } from '../../../contract/schemas/fields.ts';
import { Problem } from '../../platform/problem.ts';

/** Returns Shopify's signature of a webhook: HMAC-SHA256 of the unchanged bytes of the body, in base64. */
export function signatureOf(secret: string, body: Uint8Array): string {
  return createHmac('sha256', secret).update(body).digest('base64');
}

/** True if the text has the form of a signature: 32 bytes in base64. */
export function isSignature(text: string): boolean {
  return /^[A-Za-z0-9+/]{43}=$/.test(text);
}

/** Compares in constant time, which does not reveal the position of a difference. */
export function isSignedWith(secret: string, body: Uint8Array, signature: string): boolean {
  const expected = Buffer.from(signatureOf(secret, body));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The earliest possible time: before Shopify existed. */
const FIRST_MS = Date.UTC(2004, 0);
const AHEAD_MS_MAX = 24 * 3_600_000;

/**
 * True for a time that a store can have sent: not before Shopify existed, and at most a day in the future.
 */
export function isPossible(instant: Date, now: Date): boolean {
  return instant.getTime() >= FIRST_MS && instant.getTime() <= now.getTime() + AHEAD_MS_MAX;
}

/**
 * Reads the time at which Shopify sent a webhook, to the nanosecond. Null without the header, which only
 * orders webhooks within one second. The header is not signed, so a time in the future becomes `now`. Throws
 * `malformed` for an impossible time.
 */
export function triggeredAt(header: string | undefined, now: Date): Date | null {
  if (header === undefined) return null;
  const parsed = instant.safeParse(header);
  const triggered_at = new Date(parsed.success ? parsed.data : Number.NaN);
  if (!parsed.success || !isPossible(triggered_at, now)) {
    throw new Problem('malformed', 'x-shopify-triggered-at is not a possible time of sending');
  }
  return triggered_at > now ? now : triggered_at;
}

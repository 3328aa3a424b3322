import { createHmac, timingSafeEqual } from 'node:crypto';

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

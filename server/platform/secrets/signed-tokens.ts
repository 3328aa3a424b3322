import { createHmac, timingSafeEqual } from 'node:crypto';

/** The claims of a token. Times are Unix seconds. */
export type Claims = { aud: string; sub: string; exp: number } & Readonly<Record<string, unknown>>;

const HEADER = encoded({ alg: 'HS256', typ: 'JWT' });
const FORM = /^([\w-]+)\.([\w-]+)\.([\w-]+)$/;

/**
 * Signs a JSON Web Token (RFC 7519) with HMAC-SHA-256, in this thread: the thread pool of Web Cryptography is
 * also used for password hashing, which would delay it.
 */
export function signToken(key: Uint8Array, claims: Claims): string {
  const content = `${HEADER}.${encoded(claims)}`;
  return `${content}.${signatureOf(key, content)}`;
}

/**
 * Returns the claims of an unexpired token for this audience that one of the keys signed; null for anything
 * else.
 */
export function readToken(
  keys: readonly Uint8Array[],
  text: string,
  { audience, now }: { audience: string; now: Date },
): Claims | null {
  const claims = readClaims(keys, text, audience);
  return claims && !isOver(claims, now) ? claims : null;
}

/** Returns true if the token has expired at least `tolerance_s` seconds ago. */
export function isOver({ exp }: Pick<Claims, 'exp'>, now: Date, tolerance_s = 0): boolean {
  return Math.floor(now.getTime() / 1000) >= exp + tolerance_s;
}

/** Like `readToken`, but accepts expired tokens. */
export function readClaims(keys: readonly Uint8Array[], text: string, audience: string): Claims | null {
  const [, header = '', payload = '', signature = ''] = FORM.exec(text) ?? [];
  const content = `${header}.${payload}`;
  if (!keys.some((key) => isSame(signatureOf(key, content), signature))) return null;
  if (!isOurs(header)) return null;
  const { aud, sub, exp, ...others } = decoded(payload);
  if (aud !== audience || typeof sub !== 'string' || typeof exp !== 'number') return null;
  return { aud, sub, exp, ...others };
}

/** Accepts only HS256 without critical extensions (RFC 8725, 3.1). */
function isOurs(header: string): boolean {
  if (header === HEADER) return true;
  const { alg, crit } = decoded(header);
  return alg === 'HS256' && crit === undefined;
}

function signatureOf(key: Uint8Array, content: string): string {
  return createHmac('sha256', key).update(content).digest('base64url');
}

function isSame(wanted: string, given: string): boolean {
  const [left, right] = [Buffer.from(wanted), Buffer.from(given)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decoded(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Generates a token of 256 random bits in base64url. */
export function newRefreshToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The only form of a token in the database. Random tokens need no slow hash. */
export function refreshTokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/**
 * Seals a successor with the previous token, independent of AUTH_SECRET: a retry with that token gets the
 * same successor.
 */
export function sealSuccessor(token: string, successor: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, sealingKey(token), iv);
  const sealed = Buffer.concat([cipher.update(successor, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Throws if `sealed` was not sealed with this token. */
export function openSuccessor(token: string, sealed: Buffer): string {
  const decipher = createDecipheriv(CIPHER, sealingKey(token), sealed.subarray(0, IV_BYTES));
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}

/** Differs from the token's plain hash, which the database knows. */
function sealingKey(token: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', token, '', 'mandoob refresh token successor', 32));
}

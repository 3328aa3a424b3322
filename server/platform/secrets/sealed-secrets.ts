import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKeys } from './keys.ts';

/**
 * Secrets at rest: AES-256-GCM with a key derived from the installation's secrets, so that a copy of the
 * database alone reveals none. `seal` uses the first secret and `open` tries all, so a new one can be put
 * before the old one. `place` is where a secret is stored (row and column); at another place it cannot be
 * opened.
 */
export type SecretBox = {
  seal(place: string, secret: string): string;
  /** Throws an Error that names the place if no secret of the installation opens it. */
  open(place: string, sealed: string): string;
};

const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function secretBox(auth_secrets: readonly string[]): SecretBox {
  const keys = deriveKeys(auth_secrets, 'secrets at rest');
  return {
    seal: (place, secret) => {
      const [key] = keys;
      if (!key) throw new Error('cannot seal a secret: the installation has no key');
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(place));
      const content = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return `${VERSION}.${Buffer.concat([nonce, content, cipher.getAuthTag()]).toString('base64url')}`;
    },
    open: (place, sealed) => {
      const [version, text = ''] = sealed.split('.');
      const bytes = Buffer.from(text, 'base64url');
      if (version === VERSION && bytes.length >= NONCE_BYTES + TAG_BYTES) {
        for (const key of keys) {
          const secret = openWith(key, place, bytes);
          if (secret !== undefined) return secret;
        }
      }
      throw new Error(
        `${place} cannot be read with the AUTH_SECRET of this installation. Append the earlier one to the ` +
          'new one, after a comma, or enter the secret again.',
      );
    },
  };
}

function openWith(key: Uint8Array, place: string, bytes: Buffer): string | undefined {
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(-TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(place))
    .setAuthTag(tag);
  try {
    const content = bytes.subarray(NONCE_BYTES, -TAG_BYTES);
    return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8');
  } catch {
    // Sealed with another of the secrets, for another place, or damaged.
    return undefined;
  }
}

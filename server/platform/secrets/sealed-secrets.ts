import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKeys } from './keys.ts';

/**
 * Secrets at rest: AES-256-GCM under a key derived from the installation's secrets, so that a copy of the database alone
 * opens nothing. `seal` uses the first secret, `open` tries them all: a new one can be put before the old one. `place` says
 * where a secret is kept (row and column); moved to another place it does not open.
 */
export type SecretBox = {
  seal(place: string, secret: string): string;
  /** Throws an Error that names the place when no secret of the installation opens it. */
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
      if (!key) throw new Error('there is no key to seal secrets with');
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
        `${place} cannot be read with the AUTH_SECRET of this installation. Put back the earlier one behind the ` +
          'new one, or enter the secret again.',
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

import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { z } from 'zod';
import { BackupError } from './archive/archive-format.ts';

/**
 * The cost of scrypt, 128 MiB of memory: about a third of a second for each use, and for each guess of an
 * attacker.
 */
const COST = { N: 131_072, r: 8, p: 1 };
const KEY_BYTES = 32;
const base64 = z.string().transform((text) => Buffer.from(text, 'base64'));

const sealedSchema = z.object({
  kdf: z.object({
    N: z.number().int().min(1_024).max(1_048_576),
    r: z.number().int().min(1).max(16),
    p: z.number().int().min(1).max(4),
    salt: base64,
  }),
  iv: base64,
  tag: base64.refine((tag) => tag.length === 16),
  sealed: base64,
});
const secretsSchema = z.object({ auth_secrets: z.array(z.string().min(32)).min(1) });

/** The encrypted part of a backup: the secrets that sign or seal sessions and stored tokens. */
export type Secrets = z.infer<typeof secretsSchema>;

/** Encrypts the secrets with AES-256-GCM, bound to the backup with this manifest. `N` is scrypt's cost. */
export async function sealSecrets(
  secrets: Secrets,
  passphrase: string,
  manifest: Uint8Array,
  N = COST.N,
): Promise<Buffer> {
  const salt = randomBytes(16);
  const iv = randomBytes(12);
  const key = await keyOf(passphrase, { ...COST, N, salt });
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(manifest);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()]);
  const text = (bytes: Buffer) => bytes.toString('base64');
  const kdf = { ...COST, N, salt: text(salt) };
  return Buffer.from(
    JSON.stringify({ kdf, iv: text(iv), tag: text(cipher.getAuthTag()), sealed: text(sealed) }),
  );
}

/** Throws BackupError if the passphrase is wrong. */
export async function openSecrets(bytes: Buffer, passphrase: string, manifest: Uint8Array): Promise<Secrets> {
  const { kdf, iv, tag, sealed } = sealedSchema.parse(JSON.parse(bytes.toString('utf8')));
  const decipher = createDecipheriv('aes-256-gcm', await keyOf(passphrase, kdf), iv, { authTagLength: 16 })
    .setAAD(manifest)
    .setAuthTag(tag);
  let opened: string;
  try {
    opened = Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
  } catch {
    throw new BackupError('The passphrase is not the one this backup was made with');
  }
  return secretsSchema.parse(JSON.parse(opened));
}

type Derivation = typeof COST & { salt: Buffer };

function keyOf(passphrase: string, { N, r, p, salt }: Derivation): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const maxmem = 256 * N * r;
    scrypt(passphrase.normalize('NFC'), salt, KEY_BYTES, { N, r, p, maxmem }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

import { randomBytes, randomUUID } from 'node:crypto';
import { link, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createDataDirectory, readIfThere, writePrivateJson } from '../data-directory/data-directory.ts';
import { errorCode } from '../error-code.ts';
import type { Config } from '../settings/config.ts';

/**
 * Returns the secrets: the first signs, all verify; keys are derived with labels. Without AUTH_SECRET, one is
 * generated and stored in DATA_DIR, readable by its owner only.
 */
export async function authSecrets({
  auth_secrets,
  data_dir,
}: Pick<Config, 'auth_secrets' | 'data_dir'>): Promise<readonly string[]> {
  if (auth_secrets) return auth_secrets;
  return (await keptAuthSecrets(data_dir)) ?? [await make(data_dir)];
}

/**
 * Returns the secrets stored in DATA_DIR; undefined if there are none. Throws if the file contains anything
 * else.
 */
export async function keptAuthSecrets(data_dir: string): Promise<readonly string[] | undefined> {
  const path = authSecretsPath(data_dir);
  const text = await readIfThere(path);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const secrets: unknown[] = Array.isArray(value) ? value : [value];
    if (secrets.length > 0 && secrets.every(isSecret)) return secrets;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw new Error(
    `${path} contains no secret. Restore it, or delete it: all users then have to sign in again.`,
  );
}

/** Stores the secrets of a restored installation in DATA_DIR. */
export async function keepAuthSecrets(data_dir: string, secrets: readonly string[]): Promise<void> {
  await createDataDirectory(data_dir);
  await writePrivateJson(authSecretsPath(data_dir), secrets.length === 1 ? secrets[0] : secrets);
}

export function authSecretsPath(data_dir: string): string {
  return join(data_dir, 'auth-secret.json');
}

function isSecret(value: unknown): value is string {
  return typeof value === 'string' && value.length >= 32;
}

/**
 * Generates a secret. With two processes at once, the first to link the file wins, and both read its secret.
 */
async function make(data_dir: string): Promise<string> {
  await createDataDirectory(data_dir);
  const path = authSecretsPath(data_dir);
  const draft = `${path}.${randomUUID()}`;
  await writePrivateJson(draft, randomBytes(32).toString('base64url'));
  try {
    await link(draft, path);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const secret = (await keptAuthSecrets(data_dir))?.[0];
  if (!secret) throw new Error(`${path} disappeared while it was being created`);
  return secret;
}

import { randomBytes, randomUUID } from 'node:crypto';
import { link, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createDataDirectory, readIfThere, writePrivateJson } from '../data-directory/data-directory.ts';
import { errorCode } from '../error-code.ts';
import type { Config } from '../settings/config.ts';

/** The first signs, all verify; keys are derived with labels. Without AUTH_SECRET one is made and kept in DATA_DIR, its owner's only. */
export async function authSecrets({
  auth_secrets,
  data_dir,
}: Pick<Config, 'auth_secrets' | 'data_dir'>): Promise<readonly string[]> {
  if (auth_secrets) return auth_secrets;
  return (await keptAuthSecrets(data_dir)) ?? [await make(data_dir)];
}

/** The secrets that lie in DATA_DIR; undefined when there are none. Throws when the file holds something else. */
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
  throw new Error(`${path} holds no secret. Restore it, or remove it: then everybody has to sign in again.`);
}

/** Puts the secrets of a restored installation into DATA_DIR. */
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

/** Two processes may do this at once: whoever links first wins, and both read the winner's. */
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
  if (!secret) throw new Error(`${path} vanished while it was made`);
  return secret;
}

import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTemporaryDirectory } from '../../../tests/support/temporary-directory.ts';
import { authSecrets, keepAuthSecrets, keptAuthSecrets } from './auth-secrets.ts';

let directory: Awaited<ReturnType<typeof makeTemporaryDirectory>>;
beforeEach(async () => {
  directory = await makeTemporaryDirectory();
});
afterEach(() => directory.remove());

const generated = () => authSecrets({ auth_secrets: null, data_dir: directory.path });

test('configured secrets are used unchanged', async () => {
  expect(await authSecrets({ auth_secrets: ['a', 'b'], data_dir: '/nowhere' })).toEqual(['a', 'b']);
});

test('concurrent calls generate one secret that only the owner of its file can read', async () => {
  const [one, two] = await Promise.all([generated(), generated()]);
  expect(one[0]).toHaveLength(43);
  expect(two).toEqual(one);
  expect(await generated()).toEqual(one);
  const { mode } = await stat(join(directory.path, 'auth-secret.json'));
  if (process.platform !== 'win32') expect(mode & 0o777).toBe(0o600);
});

test('a damaged file fails with its path and does not sign everybody out', async () => {
  await writeFile(join(directory.path, 'auth-secret.json'), '"sho');
  await expect(generated()).rejects.toThrow('auth-secret.json contains no secret');
});

test('restored secrets replace the existing ones', async () => {
  await generated();
  for (const secrets of [['a'.repeat(32)], ['b'.repeat(32), 'c'.repeat(40)]]) {
    await keepAuthSecrets(directory.path, secrets);
    expect(await generated()).toEqual(secrets);
    expect(await keptAuthSecrets(directory.path)).toEqual(secrets);
  }
  await writeFile(join(directory.path, 'auth-secret.json'), '[]');
  await expect(generated()).rejects.toThrow('auth-secret.json contains no secret');
});

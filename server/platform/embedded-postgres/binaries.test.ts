/** @module-tag servers */

import { chmod, cp, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeTemporaryDirectory } from '../../../tests/support/temporary-directory.ts';
import { databaseAccount } from './account.ts';
import { type InstalledPackage, platformPackage, postgresBinaries } from './binaries.ts';
import { runPostgresProgram } from './programs.ts';

// Each test copies sixty megabytes.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let directory: Awaited<ReturnType<typeof makeTemporaryDirectory>>;
let installed: InstalledPackage;
let copies: string;
beforeEach(async () => {
  directory = await makeTemporaryDirectory();
  copies = join(directory.path, 'copies');
  const { native, version } = await platformPackage();
  installed = { native: join(directory.path, 'package', 'native'), version };
  await cp(native, installed.native, { recursive: true, verbatimSymlinks: true });
});
afterEach(() => directory.remove());

async function version(): Promise<string> {
  const account = await databaseAccount(directory.path);
  const { postgres } = await postgresBinaries(account, copies, installed);
  return runPostgresProgram(postgres, ['--version'], { account, cwd: '/' });
}

test('the installed programs are used in place', async () => {
  expect(await version()).toContain('PostgreSQL) 18.');
  await expect(readdir(copies)).rejects.toThrow('ENOENT');
});

test.runIf(process.platform === 'linux')(
  'missing links and file modes of the Postgres package are repaired',
  async () => {
    const lib = join(installed.native, 'lib');
    for (const entry of await readdir(lib, { withFileTypes: true })) {
      if (entry.isSymbolicLink()) await rm(join(lib, entry.name));
    }
    await chmod(join(installed.native, 'bin', 'postgres'), 0o644);
    expect(await version()).toContain('PostgreSQL) 18.');
    expect((await stat(join(installed.native, 'bin', 'postgres'))).mode & 0o111).toBe(0o111);
  },
);

test.runIf(process.getuid?.() === 0)(
  'Postgres programs in a private home directory are copied once to where the database’s account can run them',
  async () => {
    await chmod(dirname(installed.native), 0o700);
    expect(await version()).toContain('PostgreSQL) 18.');
    const copied = await stat(join(copies, installed.version));
    expect(await version()).toContain('PostgreSQL) 18.');
    expect((await stat(join(copies, installed.version))).ino).toBe(copied.ino);
    expect(await readdir(copies)).toEqual([installed.version]);
  },
);

test.runIf(process.getuid?.() === 0)('a truncated copy is made again', async () => {
  await chmod(dirname(installed.native), 0o700);
  await mkdir(join(copies, `${installed.version}.unfinished`, 'native', 'bin'), { recursive: true });
  expect(await version()).toContain('PostgreSQL) 18.');
  expect(await readdir(copies)).toEqual([installed.version]);
});

/** @module-tag servers */

import { readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { copyDataDirectory, runStatement } from '../../../tests/support/embedded-postgres-harness.ts';
import { silentLog } from '../logging/log.ts';
import { attachOrStart, type DatabaseAddress, type EmbeddedPostgres } from './embedded-postgres.ts';

/** One cluster for the whole file, restarted for each test. */
let place: Awaited<ReturnType<typeof copyDataDirectory>>;
let database: EmbeddedPostgres;

beforeAll(async () => {
  place = await copyDataDirectory();
  database = await place.start();
});
afterAll(() => place.end());

const isBySocket = async (url: string) =>
  (await runStatement(url, 'select inet_client_addr() is null as yes'))[0]?.yes as boolean;

/** Stops the database, runs `change`, and starts it again. */
async function startAfter(change: () => Promise<void>, options: { data_dir?: string } = {}): Promise<void> {
  await database.stop();
  await change();
  database = await place.start(options);
}

describe.skipIf(process.platform === 'win32')('the socket', () => {
  test('serves both logins by password, in a private directory', async () => {
    const { owner_url, request_url } = database;
    expect(await isBySocket(owner_url)).toBe(true);
    expect(await isBySocket(request_url)).toBe(true);
    expect((await stat(place.paths.socket)).mode & 0o777).toBe(0o700);
    await expect(runStatement(owner_url.replace(/:[^:@]+@/, ':guess@'), 'select 1')).rejects.toThrow(
      /password/,
    );
    await expect(runStatement(owner_url.replace(/\/\/[^@]+@/, '//postgres@'), 'select 1')).rejects.toThrow();
  });

  test('works in a cluster that an older version created', async () => {
    const before = 'host all all 127.0.0.1/32 scram-sha-256\n';
    await startAfter(() => writeFile(join(place.paths.cluster, 'pg_hba.conf'), before));
    expect(await isBySocket(database.owner_url)).toBe(true);
  });

  test.each(["it's here, a place", 'بيانات', 'with & and 100% more'])('works in "%s"', async (name) => {
    const data_dir = join(place.path, name);
    await startAfter(() => rename(place.data_dir, data_dir), { data_dir });
    expect(await isBySocket(database.request_url)).toBe(true);
    await startAfter(() => rename(data_dir, place.data_dir));
  });
});

describe('loopback', () => {
  /** Reads the file in which a running server publishes its address for command lines. */
  const written = async (): Promise<DatabaseAddress & { host: string; port: number }> =>
    JSON.parse(await readFile(place.paths.address, 'utf8'));

  test('is in the file for an older command line, which does not know the socket', async () => {
    const { host, port, owner_url, request_url } = await written();
    expect(host).toBe('127.0.0.1');
    for (const url of [owner_url, request_url]) {
      expect(new URL(url).port).toBe(String(port));
      expect(await isBySocket(url)).toBe(false);
    }
  });

  test('is used for a server of an older version, which wrote no socket', async () => {
    const { host, port, owner_url, request_url } = await written();
    await writeFile(place.paths.address, JSON.stringify({ host, port, owner_url, request_url }));
    const attached = await attachOrStart(place.data_dir, silentLog);
    expect(attached.attached).toBe(true);
    expect(await isBySocket(attached.owner_url)).toBe(false);
  });

  test('is used below a path that is too long for a socket', async () => {
    const data_dir = join(place.path, 'a-rather-long-name-'.repeat(5));
    await startAfter(() => rename(place.data_dir, data_dir), { data_dir });
    expect(await isBySocket(database.owner_url)).toBe(false);
    await startAfter(() => rename(data_dir, place.data_dir));
  });

  test('is used if a file is in the place of the socket directory', async () => {
    await startAfter(async () => {
      await rm(place.paths.socket, { recursive: true });
      await writeFile(place.paths.socket, 'a file');
    });
    expect(await isBySocket(database.owner_url)).toBe(false);
    expect(await readFile(place.paths.socket, 'utf8')).toBe('a file');
    await startAfter(() => rm(place.paths.socket));
  });

  test('is used for a cluster behind a symbolic link', async () => {
    const elsewhere = join(place.path, 'another-disk');
    await startAfter(async () => {
      await rename(place.paths.cluster, elsewhere);
      await symlink(elsewhere, place.paths.cluster);
    });
    expect(await isBySocket(database.owner_url)).toBe(false);
  });
});

import { randomBytes, randomUUID } from 'node:crypto';
import { chmod, chown, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { release } from 'node:os';
import { basename, dirname, join } from 'node:path';
import {
  type dataPaths,
  isThere,
  makeDirectory,
  readPrivateJson,
  syncDirectory,
  writePrivateJson,
} from '../data-directory/data-directory.ts';
import { errorText } from '../error-text.ts';
import type { Log } from '../logging/log.ts';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { runPostgresProgram } from './programs.ts';

export const OWNER_LOGIN = 'mandoob_owner';
export const DATABASE = 'mandoob';
const MAJOR_VERSION = '18';

export type Passwords = { owner: string; request: string };
type Place = {
  paths: ReturnType<typeof dataPaths>;
  binaries: Binaries;
  account: Account | undefined;
  /** Called while a new cluster is being made. */
  meanwhile: (() => void) | undefined;
};

/**
 * Makes sure that there is a complete cluster with an owner login and a database, and answers the passwords.
 *
 * A new cluster is made beside its place, put on disk as a whole, and renamed into its place at the end, so that half a
 * one is never taken for whole. Its superuser has no password and no way in: roles are set in single-user mode, with the server down,
 * which also repairs a lost password file.
 */
export async function ensureCluster(place: Place, durable: boolean): Promise<Passwords> {
  const { paths } = place;
  await removeUnfinished(paths.unfinished_cluster);
  if (await isThere(join(paths.cluster, 'PG_VERSION'))) {
    await assertVersion(paths.cluster);
    await writeAccess(paths.cluster);
    return (await readPasswords(paths.passwords)) ?? (await renewPasswords(place, paths.cluster, 'alter'));
  }
  await removeEmpty(paths.cluster);
  const unfinished = `${paths.unfinished_cluster}-${randomUUID()}`;
  await initialise(place, unfinished);
  await writeAccess(unfinished);
  const passwords = await renewPasswords(place, unfinished, 'create');
  if (durable) await syncCluster(place, unfinished);
  await rename(unfinished, paths.cluster);
  await syncDirectory(dirname(paths.cluster));
  return passwords;
}

/** An initdb whose starter was killed may still be writing there: what cannot go now goes at a later start. */
async function removeUnfinished(prefix: string): Promise<void> {
  const names = await readdir(dirname(prefix));
  for (const name of names.filter((each) => each.startsWith(basename(prefix)))) {
    await rm(join(dirname(prefix), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Nothing of it is on disk for sure: see syncCluster. */
async function initialise({ binaries, account, meanwhile }: Place, cluster: string): Promise<void> {
  await makeOwnDirectory(cluster, account);
  const made = runPostgresProgram(
    binaries.initdb,
    [
      `--pgdata=${cluster}`,
      '--username=postgres',
      '--auth=reject',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
      '--no-sync',
    ],
    { account, cwd: cluster },
  );
  meanwhile?.();
  await made;
}

/** Puts every file of a cluster that nobody works in on disk. */
async function syncCluster({ binaries, account }: Place, cluster: string): Promise<void> {
  // A thousand files one by one take the disk six times as long as all that its file system has waiting.
  const method = process.platform === 'linux' && tellsFailedSync(release()) ? 'syncfs' : 'fsync';
  const parameters = [`--pgdata=${cluster}`, '--sync-only', `--sync-method=${method}`];
  await runPostgresProgram(binaries.initdb, parameters, { account, cwd: cluster });
}

/** Linux before 5.8 does not tell where syncing a whole file system failed. */
export function tellsFailedSync(linux_release: string): boolean {
  const [major = 0, minor = 0] = linux_release.split('.').map(Number);
  return major > 5 || (major === 5 && minor >= 8);
}

/** Who gets in, and how: written at each start, since a cluster of an older version knows no socket. */
async function writeAccess(cluster: string): Promise<void> {
  const lines = ['local all all scram-sha-256', 'host all all 127.0.0.1/32 scram-sha-256'];
  await writeFile(join(cluster, 'pg_hba.conf'), `${lines.join('\n')}\n`);
}

async function makeOwnDirectory(path: string, account: Account | undefined): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  if (account) await chown(path, account.uid, account.gid);
}

async function renewPasswords(place: Place, cluster: string, how: 'create' | 'alter'): Promise<Passwords> {
  const passwords = { owner: newPassword(), request: newPassword() };
  const attributes = `login createdb createrole password '${passwords.owner}'`;
  const statements =
    how === 'create'
      ? [
          `create role ${OWNER_LOGIN} ${attributes};`,
          // Every cluster comes with one that is meant for its users: to make another is to make three hundred files more.
          `alter database postgres rename to ${DATABASE};`,
          `alter database ${DATABASE} owner to ${OWNER_LOGIN};`,
          `comment on database ${DATABASE} is null;`,
        ]
      : [`alter role ${OWNER_LOGIN} ${attributes};`];
  await runPostgresProgram(
    place.binaries.postgres,
    [
      ...['--single', '-D', cluster],
      // Stop at the first error, and keep the passwords out of what it prints.
      ...['-c', 'exit_on_error=on', '-c', 'log_min_error_statement=panic'],
      // A new one goes to the disk as a whole.
      ...(how === 'create' ? ['-c', 'fsync=off'] : []),
      'template1',
    ],
    { account: place.account, cwd: cluster, stdin: `${statements.join('\n')}\n` },
  );
  await writePrivateJson(place.paths.passwords, passwords);
  return passwords;
}

async function readPasswords(path: string): Promise<Passwords | undefined> {
  const value = (await readPrivateJson(path)) as Partial<Passwords> | undefined | null;
  return value?.owner && value.request ? { owner: value.owner, request: value.request } : undefined;
}

async function assertVersion(cluster: string): Promise<void> {
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (version === MAJOR_VERSION) return;
  throw new Error(
    `${cluster} was made by Postgres ${version}, but the built-in database is Postgres ${MAJOR_VERSION}. ` +
      'Move the data over with pg_dump and restore it into a new DATA_DIR.',
  );
}

async function removeEmpty(cluster: string): Promise<void> {
  if (!(await isThere(cluster))) return;
  await rmdir(cluster).catch(() => {
    throw new Error(`${cluster} is not empty and not a database. Move it away, or set DATA_DIR elsewhere.`);
  });
}

/** Letters, digits, '-' and '_' only: safe in a URL and between quotes in SQL. */
function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

/** What a socket's path may have, in bytes, by the system's own structure for it. */
const PATH_BYTES_MAX = process.platform === 'darwin' ? 103 : 107;
const LONGEST_NAME = '.s.PGSQL.65535';

/** Makes the directory where the database listens. Undefined where no socket can be, as on Windows or below a long path. */
export async function makeSocketDirectory(
  path: string,
  account: Account | undefined,
  log: Log,
): Promise<string | undefined> {
  if (process.platform === 'win32' || !fits(path)) return undefined;
  try {
    await makeDirectory(path, 0o700);
    await chmod(path, 0o700);
    if (account) await chown(path, account.uid, account.gid);
    return path;
  } catch (error) {
    log.warn({ error: errorText(error) }, 'the database has no socket of its own, only loopback');
    return undefined;
  }
}

function fits(path: string): boolean {
  return Buffer.byteLength(join(path, LONGEST_NAME)) <= PATH_BYTES_MAX;
}

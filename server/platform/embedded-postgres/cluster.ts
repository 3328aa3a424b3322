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
  /** Called while a new cluster is created. */
  meanwhile: (() => void) | undefined;
};

/**
 * Ensures that there is a complete cluster with an owner login and a database, and returns the passwords.
 *
 * A new cluster is created in a temporary directory, synced to disk as a whole, and then renamed, so that an
 * incomplete one is never used. Its superuser has no password and cannot log in: roles are set in single-user
 * mode, with the server down, which also repairs a lost password file.
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

/**
 * An initdb whose parent was killed may still write there: files that cannot be removed now are removed at a
 * later start.
 */
async function removeUnfinished(prefix: string): Promise<void> {
  const names = await readdir(dirname(prefix));
  for (const name of names.filter((each) => each.startsWith(basename(prefix)))) {
    await rm(join(dirname(prefix), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Creates a cluster without syncing it to disk: see syncCluster. */
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

/** Syncs every file of an unused cluster to disk. */
async function syncCluster({ binaries, account }: Place, cluster: string): Promise<void> {
  // Syncing a thousand files one by one takes six times as long as syncing the whole file system.
  const method = process.platform === 'linux' && reportsFailedSync(release()) ? 'syncfs' : 'fsync';
  const parameters = [`--pgdata=${cluster}`, '--sync-only', `--sync-method=${method}`];
  await runPostgresProgram(binaries.initdb, parameters, { account, cwd: cluster });
}

/** Returns false for Linux before 5.8, which does not report a failed sync of a whole file system. */
export function reportsFailedSync(linux_release: string): boolean {
  const [major = 0, minor = 0] = linux_release.split('.').map(Number);
  return major > 5 || (major === 5 && minor >= 8);
}

/** Writes pg_hba.conf, at each start since a cluster of an older version has no entry for the socket. */
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
          // Renames the database that every cluster has for its users: creating another one would take three
          // hundred more files.
          `alter database postgres rename to ${DATABASE};`,
          `alter database ${DATABASE} owner to ${OWNER_LOGIN};`,
          `comment on database ${DATABASE} is null;`,
        ]
      : [`alter role ${OWNER_LOGIN} ${attributes};`];
  await runPostgresProgram(
    place.binaries.postgres,
    [
      ...['--single', '-D', cluster],
      // Stops at the first error, and keeps the passwords out of the output.
      ...['-c', 'exit_on_error=on', '-c', 'log_min_error_statement=panic'],
      // A new cluster is synced as a whole.
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

/** Contains only letters, digits, '-' and '_': safe in a URL and between quotes in SQL. */
function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

/** The longest path of a socket, in bytes, by the structure of the system. */
const PATH_BYTES_MAX = process.platform === 'darwin' ? 103 : 107;
const LONGEST_NAME = '.s.PGSQL.65535';

/**
 * Creates the directory of the socket. Returns undefined if sockets are not possible, as on Windows or below
 * a long path.
 */
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
    log.warn({ error: errorText(error) }, 'the database has no Unix socket and uses loopback only');
    return undefined;
  }
}

function fits(path: string): boolean {
  return Buffer.byteLength(join(path, LONGEST_NAME)) <= PATH_BYTES_MAX;
}

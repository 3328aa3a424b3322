import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import {
  assertDataDirectory,
  createDataDirectory,
  dataPaths,
  isThere,
  readPrivateJson,
  writePrivateJson,
} from '../data-directory/data-directory.ts';
import {
  DataDirectoryInUse,
  dataDirectoryHolder,
  type LockPurpose,
  lockDataDirectory,
} from '../data-directory/data-directory-lock.ts';
import { assertHarmless, ensureRequestRole, REQUEST_ROLE } from '../database/database-roles.ts';
import { errorCode } from '../error-code.ts';
import type { Log } from '../logging/log.ts';
import { assertReachable, databaseAccount } from './account.ts';
import { postgresBinaries } from './binaries.ts';
import { DATABASE, ensureCluster, makeSocketDirectory, OWNER_LOGIN, type Passwords } from './cluster.ts';
import {
  clearLeftovers,
  keepRunning,
  type Postmaster,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts';

export type DatabaseAddress = { owner_url: string; request_url: string };
export type EmbeddedPostgres = DatabaseAddress & { stop(): Promise<void> };

export type EmbeddedPostgresOptions = {
  data_dir: string;
  log: Log;
  purpose?: LockPurpose;
  /** False in tests: without fsync, a power failure may lose everything. */
  durable?: boolean;
  /** True for a bulk load without other users: as durable, but with little written twice. */
  loads?: boolean;
  /** Returns a free TCP port on loopback; called again if the port turns out to be taken. */
  choose_port?: () => Promise<number>;
  /** The number of connections that its own server may open; there is extra room for others. */
  connections?: number;
  /** Called whenever a slow program of the database was started, so that the caller can use the time. */
  meanwhile?: () => void;
};

const ATTACH_TIMEOUT_MS = 60_000;
const PATIENCE_MS = 3_000;
const CONNECTIONS = 30;
/**
 * Additional connections: for command lines, for a server that takes over, and those that PostgreSQL reserves
 * for superusers.
 */
const CONNECTIONS_BESIDE = 70;

/**
 * Starts the PostgreSQL in `data_dir`, creating or repairing it if needed, under the directory's lock.
 * `owner_url` signs in as the owner of the database (migrations, jobs, backup), `request_url` in the role
 * that serves requests. `stop` shuts it down and releases the directory; end the pools first. Throws
 * DataDirectoryInUse, or an Error whose message is for the person at the terminal and contains what to do.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, purpose = 'server' } = options;
  const data_dir = resolve(options.data_dir);
  await assertDataDirectory(data_dir);
  await createDataDirectory(data_dir);
  const lock = await lockWithRetries(data_dir, purpose);
  try {
    const { postmaster, address } = await start(data_dir, options);
    const { durable = true, loads = false } = options;
    const watch = await keepRunning(postmaster, { durable, loads });
    let stopping: Promise<void> | undefined;
    const stop = async () => {
      await watch.end();
      await rm(dataPaths(data_dir).address, { force: true });
      await stopPostmaster(postmaster);
      await lock.release();
      log.info('embedded database stopped');
    };
    return {
      ...address,
      stop: () => {
        stopping ??= stop();
        return stopping;
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/**
 * For the command line: returns the database of a running server (`attached`), or starts one for this command
 * alone, which `stop` ends. Waits while another command uses it, or while a server is starting. Throws if
 * there is no database, except with `create`.
 */
export async function attachOrStart(
  data_dir: string,
  log: Log,
  { create = false }: { create?: boolean } = {},
): Promise<EmbeddedPostgres & { attached: boolean }> {
  const place = resolve(data_dir);
  await assertDataDirectory(place);
  const deadline = performance.now() + ATTACH_TIMEOUT_MS;
  for (;;) {
    const holder = await dataDirectoryHolder(place);
    const address = holder === 'server' ? await readAddress(place) : undefined;
    if (address) return { ...address, attached: true, stop: async () => undefined };
    if (!holder && !create) await assertDatabaseIn(place);
    try {
      if (!holder) {
        return { ...(await startEmbeddedPostgres({ data_dir, log, purpose: 'command' })), attached: false };
      }
    } catch (error) {
      if (!(error instanceof DataDirectoryInUse)) throw error;
    }
    if (performance.now() > deadline) {
      throw new Error(
        `The database in ${data_dir} is in use by another process that does not become ready. Try again.`,
      );
    }
    await pause(100);
  }
}

async function assertDatabaseIn(data_dir: string): Promise<void> {
  if (await isThere(join(dataPaths(data_dir).cluster, 'PG_VERSION'))) return;
  throw new Error(
    `There is no database in ${data_dir}. Set DATA_DIR or DATABASE_URL as for the server, or create one with: mandoob shop add`,
  );
}

/** Retries, since at a restart the previous server may still be stopping. */
async function lockWithRetries(data_dir: string, purpose: LockPurpose) {
  for (const deadline = performance.now() + PATIENCE_MS; ; await pause(100)) {
    try {
      return await lockDataDirectory(data_dir, purpose);
    } catch (error) {
      if (!(error instanceof DataDirectoryInUse) || performance.now() > deadline) throw error;
    }
  }
}

async function start(
  data_dir: string,
  options: EmbeddedPostgresOptions,
): Promise<{ postmaster: Postmaster; address: DatabaseAddress }> {
  const { log, choose_port = freePort, connections = CONNECTIONS, meanwhile } = options;
  const { durable = true, loads = false } = options;
  const paths = dataPaths(data_dir);
  await rm(paths.address, { force: true });
  const account = await databaseAccount(paths.cluster);
  await assertReachable(data_dir, account);
  const binaries = await postgresBinaries(account, paths.binaries);
  const place = { paths, binaries, account, meanwhile };
  await clearLeftovers({ ...place, cluster: paths.cluster, log });
  const passwords = await ensureCluster(place, durable);
  const socket_directory = await makeSocketDirectory(paths.socket, account, log);
  const connections_max = connections + CONNECTIONS_BESIDE;
  const postmaster = await startPostmaster(
    { ...place, cluster: paths.cluster, log, socket_directory, connections_max },
    { durable, loads, choose_port, meanwhile },
  );
  try {
    const loopback = addressOf(postmaster.port, passwords);
    const address = bySocket(loopback, postmaster.socket_directory);
    await ensureRequestLogin(address, passwords);
    // The loopback URLs are written first: command lines of older versions read nothing else.
    const { socket_directory } = postmaster;
    const written = { host: '127.0.0.1', port: postmaster.port, ...loopback, socket_directory };
    await writePrivateJson(paths.address, written, { lasts: false });
    log.info({ port: postmaster.port }, 'embedded database started');
    return { postmaster, address };
  } catch (error) {
    await stopPostmaster(postmaster);
    throw error;
  }
}

/** Codes for a wrong password or an unknown user, and for a role that cannot log in. */
const SIGN_IN_REFUSED = ['28P01', '28000'];

/** Signing in proves that the request role exists with its password; otherwise the owner sets it up. */
async function ensureRequestLogin({ owner_url, request_url }: DatabaseAddress, { request }: Passwords) {
  try {
    await withClient(request_url, assertHarmless);
  } catch (error) {
    if (!SIGN_IN_REFUSED.includes(errorCode(error))) throw error;
    await withClient(owner_url, (owner) => ensureRequestRole(owner, { password: request }));
  }
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    await work(client);
  } finally {
    await client.end();
  }
}

function addressOf(port: number, passwords: Passwords): DatabaseAddress {
  // Without `ssl` a PGSSLMODE of the user's shell would apply, which is not meant for this database.
  const url = (login: string, password: string) =>
    `postgres://${login}:${password}@127.0.0.1:${port}/${DATABASE}?ssl=0`;
  return { owner_url: url(OWNER_LOGIN, passwords.owner), request_url: url(REQUEST_ROLE, passwords.request) };
}

/**
 * Returns the same URLs through the socket in this directory. In `pg`, a `host` parameter overrides the host
 * of the URL.
 */
function bySocket({ owner_url, request_url }: DatabaseAddress, directory: string | undefined) {
  const host = directory === undefined ? '' : `&host=${encodeURIComponent(directory)}`;
  return { owner_url: owner_url + host, request_url: request_url + host };
}

/** Reads the URLs of the running server, through its socket if that is visible from here. */
async function readAddress(data_dir: string): Promise<DatabaseAddress | undefined> {
  const written = await readPrivateJson(dataPaths(data_dir).address);
  const value = written as Partial<DatabaseAddress & { socket_directory: string }> | undefined | null;
  if (!value?.owner_url || !value.request_url) return undefined;
  const { owner_url, request_url, socket_directory } = value;
  const port = new URL(owner_url).port;
  const is_seen = socket_directory && (await isThere(join(socket_directory, `.s.PGSQL.${port}`)));
  return bySocket({ owner_url, request_url }, is_seen ? socket_directory : undefined);
}

/**
 * Returns a port that is free at the moment; another process may take it first, so callers must be ready to
 * retry.
 */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done, fail) => {
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', done);
  });
  const address = probe.address();
  await new Promise((done) => probe.close(done));
  if (address === null || typeof address === 'string') throw new Error('No free port on 127.0.0.1');
  return address.port;
}

import { open, readFile, realpath, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readIfThere, unlessMissing } from '../data-directory/data-directory.ts';
import { errorCode } from '../error-code.ts';
import { errorText } from '../error-text.ts';
import type { Log } from '../logging/log.ts';
import { isAlive, isRunning, processCommandLine, processDirectory } from '../process-table.ts';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { launchPostgresProgram, PostgresProgramFailed, runPostgresProgram } from './programs.ts';

type Cluster = { cluster: string; binaries: Binaries; account: Account | undefined; log: Log };
type Startable = Cluster & {
  /** The directory of its socket, next to the cluster; undefined for loopback only. */
  socket_directory: string | undefined;
  /** The limit for the sessions of all clients. */
  connections_max: number;
};
export type Postmaster = Startable & { port: number };

const LOG_BYTES_MAX = 5_000_000;
const PORTS_TRIED_MAX = 5;
const LEFTOVERS_ENDING_MS = 20_000;
/** The limit for a start, in seconds: after a crash the WAL since the last checkpoint is replayed first. */
const START_S_MAX = 120;
const STOP_S_MAX = 60;
/** The interval between checks whether the process is ready or has ended. */
const CHECK_AGAIN_MS = 5;
/** A process id above the highest one of every system. */
const UNUSED_PID = 999_999_999;

/**
 * Makes the cluster startable after its last server was killed: stops an orphaned postmaster, and rewrites a
 * lock file whose process id now belongs to another program to name no process. A lock file of a dead process
 * stays: PostgreSQL recognises it, and uses it to check that no session of the old server still writes.
 * Throws if the process is alive and cannot be inspected: it may be the database.
 */
export async function clearLeftovers(cluster: Cluster): Promise<void> {
  const path = join(cluster.cluster, 'postmaster.pid');
  const lines = await readLines(path);
  if (!lines) return;
  const written = Number(lines[0]);
  if (!Number.isSafeInteger(written) || written === 0) {
    cluster.log.warn('removing a truncated database lock file');
    await rm(path, { force: true });
    return;
  }
  // A negative process id is that of a single-user process, which ends once its parent is gone.
  const pid = Math.abs(written);
  if (!(await isRunning(pid))) return;
  if (!(await isPostmasterOf(pid, cluster.cluster))) {
    cluster.log.warn(
      { pid },
      'the database was not stopped, and its process id belongs to another program now',
    );
    await writeFile(path, [UNUSED_PID, ...lines.slice(1)].join('\n'));
  } else if (written > 0) {
    cluster.log.warn({ pid }, 'stopping the database that a killed server left running');
    await stopPostmaster(cluster);
  } else {
    for (let left = 100; left > 0 && isAlive(pid); left -= 1) await pause(100);
  }
}

/**
 * Starts the postmaster and waits until it accepts connections. It outlives this process: see stopPostmaster.
 */
export async function startPostmaster(
  cluster: Startable,
  options: StartOptions & { choose_port: () => Promise<number>; meanwhile?: (() => void) | undefined },
): Promise<Postmaster> {
  const log_path = join(cluster.cluster, 'server.log');
  await shorten(log_path);
  const deadline = performance.now() + LEFTOVERS_ENDING_MS;
  let { socket_directory } = cluster;
  for (let tried = 1; ; tried += 1) {
    const port = await options.choose_port();
    const log_start = await sizeOf(log_path);
    try {
      const parameters = settings({ ...cluster, socket_directory, port }, options);
      await start(cluster, parameters, log_path, options.meanwhile);
      return { ...cluster, socket_directory, port };
    } catch (error) {
      if (!(error instanceof PostgresProgramFailed)) throw error;
      const output = await readFrom(log_path, log_start);
      if (/shared memory block|lock file .* already exists/.test(output) && performance.now() < deadline) {
        // Sessions of the last server are still ending, or its parent was killed and the start continued
        // without it.
        await pause(250);
        await clearLeftovers(cluster);
      } else if (socket_directory !== undefined && /Unix-domain|\.s\.PGSQL\./.test(output)) {
        // Not every file system supports sockets. If the cluster is behind a symbolic link, the relative path
        // of the socket leads elsewhere.
        cluster.log.warn({ said: output.trim() }, 'the database has no Unix socket and uses loopback only');
        socket_directory = undefined;
      } else if (!/could not (bind|create any TCP)/.test(output) || tried >= PORTS_TRIED_MAX) {
        throw new Error(`The embedded database does not start. Its log: ${output.trim() || error.message}`);
      }
    }
  }
}

/** Throws PostgresProgramFailed if the process ends, or is not ready in time. */
async function start(
  cluster: Cluster,
  parameters: readonly string[],
  log_path: string,
  meanwhile?: () => void,
): Promise<void> {
  if (process.platform === 'win32') {
    // Only pg_ctl can drop an administrator's rights there. It passes the settings to a shell: they have
    // neither spaces nor quotes.
    const waiting = ['--wait', `--timeout=${START_S_MAX}`, '--silent', `--log=${log_path}`];
    return pgCtl(cluster, ['start', ...waiting, `--options=${parameters.join(' ')}`]);
  }
  const { binaries, account, cluster: cwd } = cluster;
  const child = await launchPostgresProgram(binaries.postgres, ['-D', cwd, ...parameters], {
    account,
    cwd,
    log_path,
  });
  meanwhile?.();
  const deadline = performance.now() + START_S_MAX * 1_000;
  while (!(await isReady(cluster, child.pid))) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new PostgresProgramFailed(binaries.postgres, '');
    if (performance.now() > deadline) {
      throw new PostgresProgramFailed(binaries.postgres, `it is not ready after ${START_S_MAX} s`);
    }
    await pause(CHECK_AGAIN_MS);
  }
}

/** A postmaster writes its state into its lock file, below seven lines that identify it. */
async function isReady({ cluster }: Cluster, pid: number | undefined): Promise<boolean> {
  const lines = await readLines(join(cluster, 'postmaster.pid'));
  return Number(lines?.[0]) === pid && lines?.[7]?.trim() === 'ready';
}

/** Stops the postmaster cleanly and disconnects its sessions. Does nothing if it is not running. */
export async function stopPostmaster(cluster: Cluster): Promise<void> {
  if (!(await readLines(join(cluster.cluster, 'postmaster.pid')))) return;
  if (await stop(cluster, 'fast')) return;
  cluster.log.warn('the database does not stop: stopping it immediately, it recovers at its next start');
  if (!(await stop(cluster, 'immediate')))
    throw new Error(`The database in ${cluster.cluster} does not stop.`);
}

/** Returns true if the process has ended in time. */
async function stop(cluster: Cluster, mode: 'fast' | 'immediate'): Promise<boolean> {
  const pid = Number((await readLines(join(cluster.cluster, 'postmaster.pid')))?.[0]);
  if (!(pid > 0 && (await isRunning(pid)))) return true;
  if (process.platform === 'win32') {
    // Windows has no signals.
    const waiting = [`--mode=${mode}`, '--wait', `--timeout=${STOP_S_MAX}`, '--silent'];
    await pgCtl(cluster, ['stop', ...waiting]).catch((error: unknown) => {
      if (!(error instanceof PostgresProgramFailed)) throw error;
    });
    return !isAlive(pid);
  }
  signal(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
  const deadline = performance.now() + STOP_S_MAX * 1_000;
  while (await isRunning(pid)) {
    if (performance.now() > deadline) return false;
    await pause(CHECK_AGAIN_MS);
  }
  return true;
}

/** Sends a signal; the process may just have ended. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

/** `loads`: only this process uses the database, to load a large amount of data. */
type StartOptions = { durable: boolean; loads: boolean };

/**
 * Rows that are loaded into a table truncated in the same transaction are synced with its file instead of
 * being written to the WAL too; checkpoints are rare, and autovacuum is off.
 */
const LOADING = { wal_level: 'minimal', max_wal_senders: 0, max_wal_size: '4GB', autovacuum: 'off' };

/** Returns settings as parameters. Names and values have neither spaces nor quotes. */
function settings(
  { port, socket_directory, connections_max, cluster }: Postmaster,
  { durable, loads }: StartOptions,
): string[] {
  const values = {
    listen_addresses: '127.0.0.1',
    port,
    // The path is relative to the cluster, the working directory: a parent directory may have a space or a
    // quote in its name.
    unix_socket_directories: socket_directory === undefined ? '' : relative(cluster, socket_directory),
    max_connections: connections_max,
    password_encryption: 'scram-sha-256',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Keeps statements and rows out of the log file, since they contain personal data.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    // Parallel queries need more shared memory than a container has, and a shop's queries are small.
    max_parallel_workers_per_gather: 0,
    // A growing table is planned with old statistics until autovacuum analyzes it (default: every minute).
    autovacuum_naptime: '15s',
    ...(loads ? LOADING : {}),
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function pgCtl(cluster: Cluster, parameters: readonly string[]): Promise<void> {
  const [mode = '', ...rest] = parameters;
  await runPostgresProgram(cluster.binaries.pg_ctl, [mode, `--pgdata=${cluster.cluster}`, ...rest], {
    account: cluster.account,
    cwd: cluster.cluster,
  });
}

/**
 * A postmaster works in its data directory; if that cannot be read, its command line contains the directory.
 */
async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  const command = await processCommandLine(pid);
  if (command === null && isAlive(pid)) {
    throw new Error(
      `Process ${pid} may be the database in ${cluster}, and this system does not show it. ` +
        'Stop it, or try again in a moment.',
    );
  }
  if (!command || !/postgres/i.test(command)) return false;
  const directory = await processDirectory(pid);
  const expected = await realpath(cluster);
  return directory === null
    ? command.includes(cluster) || command.includes(expected)
    : directory === expected;
}

async function readLines(path: string): Promise<string[] | undefined> {
  return (await readIfThere(path))?.split('\n');
}

async function sizeOf(path: string): Promise<number> {
  return (await unlessMissing(stat(path)))?.size ?? 0;
}

async function shorten(log_path: string): Promise<void> {
  if ((await sizeOf(log_path)) > LOG_BYTES_MAX) await truncate(log_path);
}

async function readFrom(path: string, start: number): Promise<string> {
  const file = await unlessMissing(open(path, 'r'));
  if (!file) return '';
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(8_192), position: start });
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}

const CHECK_EVERY_MS = 1_000;

/**
 * Restarts the postmaster if it ends unexpectedly, as when memory runs out. `end` waits for a start; call it
 * before stopping.
 */
export async function keepRunning(
  postmaster: Postmaster,
  manner: StartOptions,
): Promise<{ end(): Promise<void> }> {
  let pid = await pidOf(postmaster);
  let checking: Promise<void> | undefined;

  async function check(): Promise<void> {
    if (await isRunning(pid)) return;
    postmaster.log.error({ pid }, 'the database ended unexpectedly: restarting it');
    try {
      await clearLeftovers(postmaster);
      await startPostmaster(postmaster, { ...manner, choose_port: async () => postmaster.port });
      pid = await pidOf(postmaster);
      postmaster.log.info({ pid }, 'the database runs again');
    } catch (error) {
      postmaster.log.error({ error: errorText(error) }, 'the database does not start');
    }
  }

  const timer = setInterval(() => {
    checking ??= check().finally(() => {
      checking = undefined;
    });
  }, CHECK_EVERY_MS);
  timer.unref();
  return {
    async end() {
      clearInterval(timer);
      await checking;
    },
  };
}

async function pidOf({ cluster }: Postmaster): Promise<number> {
  return Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { dataPaths, isThere } from '../../server/platform/data-directory/data-directory.ts';
import { type Database, databaseOf } from '../../server/platform/database/database.ts';
import { openPools } from '../../server/platform/database/pools.ts';
import { attachOrStart } from '../../server/platform/embedded-postgres/embedded-postgres.ts';
import { silentLog } from '../../server/platform/logging/log.ts';
import { ONE_HELPER_THREAD } from './node-options.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';
import { limitMs } from './time-limits.ts';

/** The checkout whose build is tested: by default this one. */
export const PRODUCT = process.env.E2E_PRODUCT ?? fileURLToPath(new URL('../..', import.meta.url));

/** The environment variable with this run's migrated data directory, which e2e-template.ts sets. */
export const TEMPLATE_VARIABLE = 'E2E_TEMPLATE';

const READY_MS_MAX = limitMs(60_000);
const STOP_MS_MAX = limitMs(20_000);

/** A server process on a data directory, including its embedded database. */
export type ServerProcess = {
  url: string;
  pid: number;
  data_dir: string;
  /** Returns everything it has written to stdout and stderr. */
  output(): string;
  /** Stops it with SIGTERM, as a supervisor does, together with its database. Returns the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL. Its database keeps running. */
  kill(): Promise<void>;
};

type StartOptions = {
  data_dir: string;
  env?: Record<string, string>;
  /** The checkout that contains `program`. */
  product?: string;
  program?: string;
  args?: string[];
};

/** Starts a program of the product. Resolves once it prints its address; rejects if it ends instead. */
export async function startServerProcess(options: StartOptions): Promise<ServerProcess> {
  const { data_dir, env = {}, product = PRODUCT, program = 'dist/server/main.js', args = [] } = options;
  const child = spawn(process.execPath, [ONE_HELPER_THREAD, join(product, program), ...args], {
    cwd: product,
    env: { ...ownEnvironment(), LOG_LEVEL: 'warn', PORT: '0', DATA_DIR: data_dir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const written: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error(`Not ready in time:\n${written.join('\n')}`)),
      READY_MS_MAX,
    );
    const ended = () => reject(new Error(`Ended before it was ready:\n${written.join('\n')}`));
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        written.push(line);
        const ready = / is ready at (http:\S+)$/.exec(line);
        if (ready?.[1]) resolve(ready[1]);
      });
    }
    child.once('close', ended);
    child.once('error', reject);
    child.once('close', () => clearTimeout(late));
  }).catch(async (error: unknown) => {
    await endProcess(child, 'SIGKILL');
    await stopLeftDatabase(data_dir);
    throw error;
  });
  return {
    url,
    pid: child.pid ?? 0,
    data_dir,
    output: () => written.join('\n'),
    stop: async () => {
      const code = await endProcess(child, 'SIGTERM');
      await stopLeftDatabase(data_dir);
      return code;
    },
    kill: async () => {
      await endProcess(child, 'SIGKILL');
    },
  };
}

/** Servers to kill when the tests' own process ends, for any reason. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGTERM');
});

/** The environment without the product's settings, which must not reach the server under test. */
export function ownEnvironment(): NodeJS.ProcessEnv {
  const settings =
    /^(PORT|HOST|DATA_DIR|DATABASE_URL|DATABASE_REQUEST_URL|FILES_URL|PUBLIC_URL|TRUST_PROXY|DRAIN_SECONDS|PRODUCT_NAME|AUTH_SECRET|LOG_LEVEL|DEMO_PASSWORD|NODE_OPTIONS|AWS_\w+)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !settings.test(name)));
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill(signal);
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX);
  await gone;
  clearTimeout(late);
  return child.exitCode;
}

/** Stops the database of a killed server, by taking it over as the next server would. */
export async function stopLeftDatabase(data_dir: string): Promise<void> {
  if (!(await isThere(join(dataPaths(data_dir).cluster, 'postmaster.pid')))) return;
  const left = await attachOrStart(data_dir, silentLog);
  await left.stop();
}

/** Opens the running server's database as its owner. Close it before the server stops. */
export async function openOwner(
  data_dir: string,
): Promise<{ owner: Database; request_url: string; close(): Promise<void> }> {
  const text = await readFile(dataPaths(data_dir).address, 'utf8');
  const addresses = JSON.parse(text) as Addresses;
  const pools = openPools({ owner_connections_max: 4, ...addresses });
  return {
    owner: databaseOf(pools.owner),
    request_url: addresses.request_url,
    close: () => pools.close(),
  };
}

type Addresses = { owner_url: string; request_url: string };

type ServerDirectory = { data_dir: string; remove(): Promise<void> };

/** An empty data directory for one test; `remove` also ends all processes that still run in it. */
export async function makeServerDirectory(): Promise<ServerDirectory> {
  const directory = await makeTemporaryDirectory();
  const data_dir = join(directory.path, 'data');
  return {
    data_dir,
    remove: async () => {
      await stopLeftDatabase(data_dir);
      await directory.remove();
    },
  };
}

/** A data directory with an initialised, migrated, empty database: a copy of the run's template. */
export async function makeMigratedDirectory(): Promise<ServerDirectory> {
  const template = process.env[TEMPLATE_VARIABLE];
  if (!template)
    throw new Error(`${TEMPLATE_VARIABLE} is not set: Playwright's configuration makes the template`);
  const directory = await makeServerDirectory();
  // Keeps the owner, as for root the database runs as another account. Shares blocks where possible.
  await promisify(execFile)('cp', ['-a', template, directory.data_dir]);
  return directory;
}

import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import pg from 'pg';
import { dataPaths, isThere } from '../../server/platform/data-directory/data-directory.ts';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../../server/platform/embedded-postgres/embedded-postgres.ts';
import { silentLog } from '../../server/platform/logging/log.ts';
import { processStartTime } from '../../server/platform/process-table.ts';
import { bundledProgram } from './bundled-program.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

type Addresses = { owner_url: string; request_url: string };

let initialised: Promise<string> | undefined;

/** Returns a stopped data directory that has been started once. Each test process makes it once. */
function initialisedDirectory(): Promise<string> {
  initialised ??= initialise();
  return initialised;
}

async function initialise(): Promise<string> {
  // Programs other than tests use this module, too.
  const { inject } = await import('vitest');
  const data_dir = join(inject('shared_directory'), `initialised-${process.pid}`);
  await (await startEmbeddedPostgres({ data_dir, log: silentLog, durable: false })).stop();
  return data_dir;
}

/** Copies a directory and keeps owners and modes, which Node's own `cp` does not. */
async function copyDirectory(from: string, to: string): Promise<void> {
  if (process.platform === 'win32') await cp(from, to, { recursive: true });
  else await promisify(execFile)('cp', ['-pR', from, to]);
}

/** Like `makeDataDirectory`, with a database that has been initialised, started and stopped. */
export async function copyDataDirectory(): ReturnType<typeof makeDataDirectory> {
  const place = await makeDataDirectory();
  await copyDirectory(await initialisedDirectory(), place.data_dir);
  return place;
}

/** A data directory and the processes that a test of the database starts on it; `end` removes all. */
export async function makeDataDirectory() {
  const directory = await makeTemporaryDirectory();
  const data_dir = join(directory.path, 'data');
  const children: ChildProcess[] = [];
  const databases: EmbeddedPostgres[] = [];
  const program = await bundledProgram('tests/support/embedded-postgres-child.ts');

  async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
    const database = await startEmbeddedPostgres({ data_dir, log: silentLog, durable: false, ...options });
    databases.push(database);
    return database;
  }

  /** Starts a server process; `first_line` is the line that it prints once it runs or has failed. */
  function startChild(env: NodeJS.ProcessEnv = process.env): {
    child: ChildProcess;
    first_line: Promise<string>;
  } {
    const child = spawn(process.execPath, [program, data_dir], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const lines = createInterface({ input: child.stdout });
    const first_line = new Promise<string>((resolve) => {
      lines.once('line', resolve);
      lines.once('close', () => resolve('ended without output'));
    });
    return { child, first_line };
  }

  async function end(): Promise<void> {
    // A child stops its own database.
    for (const child of children) await killed(child, 'SIGTERM');
    for (const database of databases) await database.stop();
    // A killed child's database may still run: starting takes it over, as the next server would.
    if (await isThere(join(dataPaths(data_dir).cluster, 'postmaster.pid'))) await (await start()).stop();
    await directory.remove();
  }

  return {
    path: directory.path,
    data_dir,
    paths: dataPaths(data_dir),
    start,
    startChild,
    end,
    /** Starts a server process, waits until its database runs, and returns the addresses that it printed. */
    async startedChild(env?: NodeJS.ProcessEnv): Promise<Addresses & { child: ChildProcess }> {
      const { child, first_line } = startChild(env);
      const line = await first_line;
      if (!line.startsWith('ready ')) throw new Error(line);
      return { child, ...(JSON.parse(line.slice('ready '.length)) as Addresses) };
    },
    /** Starts an unrelated program that ends with the test. Returns its process id. */
    bystander(...parameters: string[]): number {
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)', ...parameters]);
      children.push(child);
      if (!child.pid) throw new Error('The bystander did not start');
      return child.pid;
    },
    async postmasterPid(): Promise<number> {
      const text = await readFile(join(dataPaths(data_dir).cluster, 'postmaster.pid'), 'utf8');
      return Number(text.split('\n')[0]);
    },
  };
}

export async function killed(
  child: ChildProcess,
  signal: NodeJS.Signals = 'SIGKILL',
): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  }
  return child.exitCode;
}

/** Runs one statement on its own connection. */
export async function runStatement(url: string, statement: string): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** True if the process runs. An ended process that has not been reaped has an id but no start time. */
export async function isRunning(pid: number): Promise<boolean> {
  return (await processStartTime(pid)) !== null;
}

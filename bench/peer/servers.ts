import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { databaseAccount } from '../../server/platform/embedded-postgres/account.ts';
import { postgresBinaries } from '../../server/platform/embedded-postgres/binaries.ts';
import { attachOrStart, freePort } from '../../server/platform/embedded-postgres/embedded-postgres.ts';
import { runPostgresProgram } from '../../server/platform/embedded-postgres/programs.ts';
import { silentLog } from '../../server/platform/log.ts';
import { startServerProcess } from '../../tests/support/e2e-server.ts';
import { ONE_HELPER_THREAD } from '../../tests/support/node-options.ts';
import { postmasterOf, processorMsOfTree, processorTime } from '../processor-time.ts';
import type { MandoobAddress, SupabaseAddress } from './side.ts';

export type Started<Address> = {
  address: Address;
  /** What processor time it has taken so far, in ms. */
  processorMs: () => number | null;
  stop(): Promise<void>;
};

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A server of ours with a database of its own, as `npm start` runs it. */
export async function startMandoob(directory: string): Promise<Started<MandoobAddress>> {
  const data_dir = join(directory, 'mandoob');
  const server = await startServerProcess({ data_dir });
  const database = await attachOrStart(data_dir, silentLog);
  return {
    address: { url: server.url, ...database },
    processorMs: () => {
      const taken = processorTime(server);
      return taken && taken.node_ms + taken.postgres_ms;
    },
    stop: async () => {
      await server.stop();
    },
  };
}

/** The reference server on a database of its own. */
export async function startReference(
  directory: string,
  database_url: string,
): Promise<Started<SupabaseAddress>> {
  const files = join(directory, 'reference-files');
  await mkdir(files);
  const server = await startProgram('bench/peer/reference-server/main.ts', /^(\{.*\})$/, {
    DATABASE_URL: database_url,
    FILES_DIRECTORY: files,
    JWT_SECRET: randomBytes(32).toString('hex'),
    PORT: String(await freePort()),
    SETUP_SQL: fileURLToPath(new URL('setup.sql', import.meta.url)),
  });
  return { ...server, address: JSON.parse(server.said) };
}

/** The least that any server has to do. */
export async function startBareLimit(
  directory: string,
  database_url: string,
): Promise<Started<{ url: string }>> {
  const files = join(directory, 'bare-files');
  await mkdir(files);
  const server = await startProgram('bench/peer/bare-limit/server.ts', /^(\{.*\})$/, {
    DATABASE_URL: database_url,
    FILES_DIRECTORY: files,
  });
  return { ...server, address: JSON.parse(server.said) };
}

/** A durable Postgres of the kind that our server starts, with a superuser and nothing else, on loopback and a socket. */
export async function startPostgres(directory: string): Promise<Started<string>> {
  const cluster = join(directory, 'postgres');
  await mkdir(cluster, { mode: 0o700 });
  const account = await databaseAccount(cluster);
  if (account) await chown(cluster, account.uid, account.gid);
  const { initdb, pg_ctl } = await postgresBinaries(account, join(directory, 'programs'));
  const as = { account, cwd: cluster };
  await runPostgresProgram(
    initdb,
    [`--pgdata=${cluster}`, '--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C'],
    as,
  );
  const port = await freePort();
  const settings = [
    `-c port=${port}`,
    '-c listen_addresses=127.0.0.1',
    `-c unix_socket_directories=${cluster}`,
    '-c max_connections=100',
    // As ours.
    '-c max_parallel_workers_per_gather=0',
  ].join(' ');
  const log = `--log=${join(cluster, 'server.log')}`;
  const start = ['start', `--pgdata=${cluster}`, '--wait', '--silent', log, `--options=${settings}`];
  await runPostgresProgram(pg_ctl, start, as);
  return {
    processorMs: () => processorMsOfTree(postmasterOf(cluster)),
    // By the socket, as ours is asked.
    address: `postgres://postgres@localhost:${port}/postgres?host=${encodeURIComponent(cluster)}`,
    stop: async () => {
      await runPostgresProgram(
        pg_ctl,
        ['stop', `--pgdata=${cluster}`, '--mode=fast', '--wait', '--silent'],
        as,
      );
    },
  };
}

/** Runs a file of ours until `stop`, and answers what the first line that matches says. Throws when it ends before. */
async function startProgram(
  file: string,
  line: RegExp,
  settings: Record<string, string>,
): Promise<Omit<Started<never>, 'address'> & { said: string }> {
  const child = spawn(process.execPath, [ONE_HELPER_THREAD, '--import', 'tsx', file], {
    cwd: ROOT,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  for await (const text of createInterface(child.stdout)) {
    const said = line.exec(text)?.[1];
    if (said === undefined) continue;
    child.stdout.resume();
    return { said, stop, processorMs: () => processorMsOfTree(child.pid ?? 0) };
  }
  throw new Error(`${file} ended before it was ready`);
}

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { dataPaths, readPrivateJson } from '../../server/platform/data-directory.ts';
import { databaseAccount } from '../../server/platform/embedded-postgres/account.ts';
import { postgresBinaries } from '../../server/platform/embedded-postgres/binaries.ts';
import { type DatabaseAddress, freePort } from '../../server/platform/embedded-postgres/embedded-postgres.ts';
import { runPostgresProgram } from '../../server/platform/embedded-postgres/programs.ts';
import type { MandoobAddress, SupabaseAddress } from './side.ts';

export type Started<Address> = { address: Address; stop(): Promise<void> };

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A server of ours with a database of its own, as `npm start` runs it. */
export async function startMandoob(directory: string): Promise<Started<MandoobAddress>> {
  const data_dir = join(directory, 'mandoob');
  const server = await startProgram('server/main.ts', / is ready at (\S+)$/, {
    DATA_DIR: data_dir,
    PORT: '0',
    LOG_LEVEL: 'warn',
  });
  const database = (await readPrivateJson(dataPaths(data_dir).address)) as DatabaseAddress;
  return { address: { url: server.said, ...database }, stop: server.stop };
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
  return { address: JSON.parse(server.said), stop: server.stop };
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
  return { address: JSON.parse(server.said), stop: server.stop };
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
): Promise<{ said: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, ['--import', 'tsx', file], {
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
    return { said, stop };
  }
  throw new Error(`${file} ended before it was ready`);
}

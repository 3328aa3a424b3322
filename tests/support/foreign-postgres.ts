import { execFile } from 'node:child_process';
import { chown, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { databaseAccount } from '../../server/platform/embedded-postgres/account.ts';
import { freePort } from '../../server/platform/embedded-postgres/embedded-postgres.ts';
import { runPostgresProgram } from '../../server/platform/embedded-postgres/programs.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

export type Installed = { bin: string; version: string };
export type ForeignPostgres = { superuser_url: string; stop(): Promise<void> };

const DEBIAN = '/usr/lib/postgresql';
const VERSION_MIN = 15;

/** Finds the newest supported PostgreSQL on this computer; undefined if there is none. */
export async function installedPostgres(): Promise<Installed | undefined> {
  const majors = await readdir(DEBIAN).catch(() => []);
  const found = await Promise.all(majors.map((major) => versionIn(join(DEBIAN, major, 'bin'))));
  return found
    .flatMap((each) => each ?? [])
    .filter(({ version }) => Number(version.split('.')[0]) >= VERSION_MIN)
    .sort((a, b) => Number(b.version) - Number(a.version))[0];
}

async function versionIn(bin: string): Promise<Installed | undefined> {
  try {
    const { stdout } = await promisify(execFile)(join(bin, 'postgres'), ['--version']);
    const version = /\d+(\.\d+)?/.exec(stdout)?.[0];
    return version ? { bin, version } : undefined;
  } catch {
    return undefined;
  }
}

/** Starts it in a temporary directory, on loopback, with one superuser; `stop` removes everything. */
export async function startForeignPostgres({ bin }: Installed): Promise<ForeignPostgres> {
  const directory = await makeTemporaryDirectory();
  const cluster = join(directory.path, 'cluster');
  const account = await databaseAccount(cluster);
  await mkdir(cluster, { mode: 0o700 });
  if (account) await chown(cluster, account.uid, account.gid);
  const run = (program: string, ...parameters: string[]) =>
    runPostgresProgram(join(bin, program), parameters, { account, cwd: cluster });

  await run(
    'initdb',
    `--pgdata=${cluster}`,
    '--username=postgres',
    '--auth=trust',
    '--locale=C',
    '--encoding=UTF8',
    '--no-sync',
  );
  const port = await freePort();
  const log = join(cluster, 'server.log');
  const options = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
  try {
    await run(
      'pg_ctl',
      'start',
      `--pgdata=${cluster}`,
      '--wait',
      '--silent',
      `--log=${log}`,
      `--options=${options}`,
    );
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${await readFile(log, 'utf8').catch(() => '')}`, {
      cause: error,
    });
  }
  return {
    superuser_url: `postgres://postgres@127.0.0.1:${port}/postgres?ssl=0`,
    stop: async () => {
      await run('pg_ctl', 'stop', `--pgdata=${cluster}`, '--mode=immediate', '--wait', '--silent');
      await directory.remove();
    },
  };
}

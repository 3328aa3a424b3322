import { appendFile, chown, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { type Account, databaseAccount } from '../../server/platform/embedded-postgres/account.ts';
import { postgresBinaries } from '../../server/platform/embedded-postgres/binaries.ts';
import { freePort } from '../../server/platform/embedded-postgres/embedded-postgres.ts';
import { runPostgresProgram } from '../../server/platform/embedded-postgres/programs.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';
import { limitMs } from './time-limits.ts';

export type PairedPostgres = { url: string; port: number; pool: pg.Pool };
export type PostgresPair = Awaited<ReturnType<typeof startPostgresPair>>;

/**
 * Starts a primary, whose commits wait for its standby, and that standby: both from the embedded database's
 * programs, on loopback, with one superuser. The standby is a copy of the cluster before its first start.
 * `prepare` runs on the primary before commits wait, and is replicated. `stop` ends both, even if frozen, and
 * removes everything.
 */
export async function startPostgresPair(prepare: (primary: pg.Pool) => Promise<void>) {
  const directory = await makeTemporaryDirectory();
  const account = await databaseAccount(join(directory.path, 'primary'));
  const { initdb, pg_ctl } = await postgresBinaries(account, join(directory.path, 'programs'));
  const run = (program: string, ...parameters: string[]) =>
    runPostgresProgram(program, parameters, { account, cwd: directory.path });
  const clusters = ['primary', 'standby'].map((name) => join(directory.path, name)) as [string, string];
  const [primary_path, standby_path] = clusters;
  const ports = [await freePort(), await freePort()] as const;

  await ownDirectory(primary_path, account);
  const making = ['--username=postgres', '--auth=trust', '--locale=C', '--encoding=UTF8', '--no-sync'];
  await run(initdb, `--pgdata=${primary_path}`, ...making);
  const quick = [
    'fsync = off',
    "listen_addresses = '127.0.0.1'",
    "unix_socket_directories = ''",
    'wal_retrieve_retry_interval = 200',
  ];
  await appendFile(join(primary_path, 'postgresql.conf'), `\n${quick.join('\n')}\nport = ${ports[0]}\n`);
  await ownDirectory(standby_path, account);
  await run('cp', '-a', `${primary_path}/.`, standby_path);
  const following = `port = ${ports[1]}\nprimary_conninfo = 'host=127.0.0.1 port=${ports[0]} user=postgres application_name=standby'\n`;
  await appendFile(join(standby_path, 'postgresql.conf'), following);
  await run('touch', join(standby_path, 'standby.signal'));

  const [primary, standby] = ports.map(onPort) as [PairedPostgres, PairedPostgres];
  for (const path of clusters)
    await run(pg_ctl, 'start', `--pgdata=${path}`, '--wait', '--silent', `--log=${join(path, 'server.log')}`);
  await prepare(primary.pool);
  await primary.pool.query("alter system set synchronous_standby_names = 'standby'");
  await primary.pool.query('select pg_reload_conf()');
  await untilSynchronous(primary.pool);

  const frozen: number[] = [];
  const freeze = (pids: number[]) => {
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    frozen.push(...pids);
  };
  const thaw = () => {
    for (const pid of frozen.splice(0)) process.kill(pid, 'SIGCONT');
  };
  return {
    primary,
    standby,
    /** Freezes the standby's WAL receiver: commits of the primary wait until `thaw`. */
    async cutStandby(): Promise<void> {
      const { rows } = await standby.pool.query<{ pid: number }>('select pid from pg_stat_wal_receiver');
      freeze(rows.map(({ pid }) => pid));
    },
    /** Freezes the primary until `thaw`: it no longer responds, but its connections stay open. */
    async freezePrimary(): Promise<void> {
      const { rows } = await primary.pool.query<{ pid: number }>(
        "select pid from pg_stat_activity where backend_type = 'client backend' order by pid = pg_backend_pid()",
      );
      const postmaster = Number(
        (await readFile(join(primary_path, 'postmaster.pid'), 'utf8')).split('\n')[0],
      );
      freeze([postmaster, ...rows.map(({ pid }) => pid)]);
    },
    /** Freezes these processes until `thaw`. */
    freeze,
    thaw,
    async stop(): Promise<void> {
      thaw();
      for (const path of clusters)
        await run(pg_ctl, 'stop', `--pgdata=${path}`, '--mode=immediate', '--wait', '--silent');
      await Promise.all([primary.pool.end(), standby.pool.end()]);
      await directory.remove();
    },
  };
}

function onPort(port: number): PairedPostgres {
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const pool = new pg.Pool({ connectionString: url });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return { url, port, pool };
}

async function untilSynchronous(primary: pg.Pool): Promise<void> {
  const until = performance.now() + limitMs(30_000);
  while (performance.now() < until) {
    const { rowCount } = await primary.query("select from pg_stat_replication where sync_state = 'sync'");
    if (rowCount) return;
    await pause(20);
  }
  throw new Error('The standby did not become synchronous');
}

async function ownDirectory(path: string, account: Account | undefined): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  if (account) await chown(path, account.uid, account.gid);
}

import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  copyDataDirectory,
  isRunning,
  killed,
  makeDataDirectory,
  runStatement,
} from '../../../tests/support/embedded-postgres-harness.ts';
import { limitMs } from '../../../tests/support/time-limits.ts';
import { isThere } from '../data-directory/data-directory.ts';
import { silentLog } from '../logging/log.ts';
import { attachOrStart, type EmbeddedPostgres } from './embedded-postgres.ts';

/** The limit for the restart of a killed database. */
const STARTED_MS = limitMs(30_000);

type DataDirectory = Awaited<ReturnType<typeof makeDataDirectory>>;
const IS_ROOT = process.getuid?.() === 0;

/** One cluster that is created, stopped, restarted and killed: each test depends on the previous one. */
describe('an embedded database', () => {
  const meanwhile = vi.fn();
  let place: DataDirectory;
  let database: EmbeddedPostgres;
  beforeAll(async () => {
    place = await makeDataDirectory();
    database = await place.start({ meanwhile });
  });
  afterAll(() => place.end());

  test('has two logins without superuser rights, UTF-8, UTC, passwords, and listens on loopback and its socket only', async () => {
    const { owner_url, request_url } = database;
    expect(
      await runStatement(
        owner_url,
        `select rolname, rolsuper, rolbypassrls, rolcanlogin, rolcreatedb from pg_roles
         where rolname like 'mandoob%' order by 1`,
      ),
    ).toEqual([
      {
        rolname: 'mandoob_owner',
        rolsuper: false,
        rolbypassrls: false,
        rolcanlogin: true,
        rolcreatedb: true,
      },
      {
        rolname: 'mandoob_request',
        rolsuper: false,
        rolbypassrls: false,
        rolcanlogin: true,
        rolcreatedb: false,
      },
    ]);
    expect(
      await runStatement(request_url, 'select current_user as name, current_database() as database'),
    ).toEqual([{ name: 'mandoob_request', database: 'mandoob' }]);
    const settings = `select current_setting('server_encoding') as encoding, current_setting('timezone') as zone,
      current_setting('listen_addresses') as listens,
      (select datlocale from pg_database where datname = current_database()) as locale`;
    expect(await runStatement(owner_url, settings)).toEqual([
      { encoding: 'UTF8', zone: 'UTC', listens: '127.0.0.1', locale: 'C.UTF-8' },
    ]);
    await expect(runStatement(owner_url.replace(/:[^:@]+@/, ':guess@'), 'select 1')).rejects.toThrow(
      /password/,
    );
    await expect(runStatement(owner_url.replace(/\/\/[^@]+@/, '//postgres@'), 'select 1')).rejects.toThrow();
    for (const file of [place.paths.passwords, place.paths.address]) {
      if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
    }
  });

  test.runIf(IS_ROOT)('started by root runs as another account, which alone owns its files', async () => {
    const { uid, mode } = await stat(place.paths.cluster);
    expect(uid).not.toBe(0);
    expect(mode & 0o777).toBe(0o700);
    if (process.platform === 'linux')
      expect((await stat(`/proc/${await place.postmasterPid()}`)).uid).toBe(uid);
  });

  test('keeps its data and passwords over a restart, and calls `meanwhile` once for each slow step', async () => {
    // Called once for the creation of the cluster and once for the start of its server.
    expect(meanwhile).toHaveBeenCalledTimes(2);
    await runStatement(database.owner_url, "create table kept (name text); insert into kept values ('منى')");
    await database.stop();
    await database.stop();
    expect(await isThere(place.paths.address)).toBe(false);
    const second = await place.start({ connections: 200, meanwhile });
    expect(meanwhile).toHaveBeenCalledTimes(3);
    expect(await runStatement(second.owner_url, 'select name from kept')).toEqual([{ name: 'منى' }]);
    // The server's connections plus room for others.
    expect(await runStatement(second.owner_url, 'show max_connections')).toEqual([
      { max_connections: '270' },
    ]);
    expect(new URL(second.owner_url).password).toBe(new URL(database.owner_url).password);
    database = second;
  });

  test('is restarted at the same address after the postmaster alone was killed', async () => {
    const started = () => runStatement(database.owner_url, 'select pg_postmaster_start_time()::text as at');
    const before = await started();
    process.kill(await place.postmasterPid(), 'SIGKILL');
    const again = async () => {
      const now = await started().catch(() => before);
      return now[0]?.at !== before[0]?.at;
    };
    await expect.poll(again, { timeout: STARTED_MS }).toBe(true);
  });
});

/** One server; the last test stops it. */
describe('on the directory of a running server', () => {
  let place: DataDirectory;
  let server: Awaited<ReturnType<DataDirectory['startedChild']>>;
  beforeAll(async () => {
    place = await copyDataDirectory();
    server = await place.startedChild();
  });
  afterAll(() => place.end());

  test('the command line attaches to the server and leaves it running', async () => {
    const attached = await attachOrStart(place.data_dir, silentLog);
    expect(attached.owner_url).toBe(server.owner_url);
    await attached.stop();
    expect(await runStatement(attached.request_url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('a second server is rejected with a one-line message that contains the fix, and the first keeps running', async () => {
    const refusal = place.start();
    await expect(refusal).rejects.toThrow(
      new RegExp(
        `^DATA_DIR: another server \\(process ${server.child.pid} on .+\\) is already using ${place.data_dir}\\. Stop it first`,
      ),
    );
    expect(await runStatement(server.owner_url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('SIGTERM stops the database with its server', async () => {
    const pid = await place.postmasterPid();
    expect(await killed(server.child, 'SIGTERM')).toBe(0);
    // Its lock file is removed a moment before the process ends.
    await expect.poll(() => isRunning(pid)).toBe(false);
    expect(await isThere(join(place.paths.cluster, 'postmaster.pid'))).toBe(false);
  });
});

test('one of three servers that start concurrently wins', { tags: ['servers'] }, async () => {
  const place = await copyDataDirectory();
  try {
    const lines = await Promise.all([1, 2, 3].map(() => place.startChild().first_line));
    expect(lines.filter((line) => line.startsWith('ready '))).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('failed DATA_DIR: another server'))).toHaveLength(2);
  } finally {
    await place.end();
  }
});

describe('on a directory without a server', { tags: ['servers'] }, () => {
  let place: DataDirectory;
  beforeEach(async () => {
    place = await makeDataDirectory();
  });
  afterEach(() => place.end());

  test('the command line creates a database only with the create option, and starts it for one command at a time', async () => {
    await expect(attachOrStart(place.data_dir, silentLog)).rejects.toThrow(
      `There is no database in ${place.data_dir}. Set DATA_DIR or DATABASE_URL`,
    );
    expect(await isThere(place.data_dir)).toBe(false);
    const made = await attachOrStart(place.data_dir, silentLog, { create: true });
    expect(made.attached).toBe(false);
    await made.stop();
    const order: string[] = [];
    await Promise.all(
      ['one', 'two'].map(async (name) => {
        const database = await attachOrStart(place.data_dir, silentLog);
        order.push(`${name} in`);
        await runStatement(database.owner_url, 'select pg_sleep(0.2)');
        order.push(`${name} out`);
        await database.stop();
      }),
    );
    const [first = ''] = order[0]?.split(' ') ?? [];
    const second = first === 'one' ? 'two' : 'one';
    expect(order).toEqual([`${first} in`, `${first} out`, `${second} in`, `${second} out`]);
  });

  test.runIf(IS_ROOT)(
    'a path that the database account cannot enter is reported to root, with the fix',
    async () => {
      await chmod(place.path, 0o700);
      await expect(place.start()).rejects.toThrow(
        new RegExp(`which cannot enter ${place.path}\\. Set DATA_DIR .* chmod o\\+x ${place.path}$`),
      );
    },
  );
});

import { chmod, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  ask,
  isRunning,
  killed,
  makeDataDirectory,
} from '../../../tests/support/embedded-postgres-harness.ts';
import { limitMs } from '../../../tests/support/time-limits.ts';
import { isThere } from '../data-directory.ts';
import { silentLog } from '../log.ts';
import { attachOrStart } from './embedded-postgres.ts';

/** A killed database starts again meanwhile. */
const STARTED_MS = limitMs(30_000);

let place: Awaited<ReturnType<typeof makeDataDirectory>>;
beforeEach(async () => {
  place = await makeDataDirectory();
});
afterEach(() => place.end());

describe('an ordinary life', () => {
  test('has two logins without superuser rights, UTF-8, UTC, passwords, and listens on loopback and its socket only', async () => {
    const { owner_url, request_url } = await place.start();
    expect(
      await ask(
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
    expect(await ask(request_url, 'select current_user as name, current_database() as database')).toEqual([
      { name: 'mandoob_request', database: 'mandoob' },
    ]);
    const settings = `select current_setting('server_encoding') as encoding, current_setting('timezone') as zone,
      current_setting('listen_addresses') as listens,
      (select datlocale from pg_database where datname = current_database()) as locale`;
    expect(await ask(owner_url, settings)).toEqual([
      { encoding: 'UTF8', zone: 'UTC', listens: '127.0.0.1', locale: 'C.UTF-8' },
    ]);
    await expect(ask(owner_url.replace(/:[^:@]+@/, ':guess@'), 'select 1')).rejects.toThrow(/password/);
    await expect(ask(owner_url.replace(/\/\/[^@]+@/, '//postgres@'), 'select 1')).rejects.toThrow();
    for (const file of [place.paths.passwords, place.paths.address]) {
      if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
    }
  });

  test('what was written is there after a stop and a start, under the same passwords', async () => {
    const first = await place.start();
    await ask(first.owner_url, "create table kept (name text); insert into kept values ('منى')");
    await first.stop();
    await first.stop();
    expect(await isThere(place.paths.address)).toBe(false);
    const second = await place.start({ connections: 200 });
    expect(await ask(second.owner_url, 'select name from kept')).toEqual([{ name: 'منى' }]);
    // As many as the server was set to, and room for others.
    expect(await ask(second.owner_url, 'show max_connections')).toEqual([{ max_connections: '270' }]);
    expect(new URL(second.owner_url).password).toBe(new URL(first.owner_url).password);
  });

  test('the time while its programs work is given to whoever starts it', async () => {
    const meanwhile = vi.fn();
    await (await place.start({ meanwhile })).stop();
    // As the cluster is made, and as its server starts.
    expect(meanwhile).toHaveBeenCalledTimes(2);
    await place.start({ meanwhile });
    expect(meanwhile).toHaveBeenCalledTimes(3);
  });

  test('a database that is killed alone runs again at the same address', async () => {
    const { owner_url } = await place.start();
    const started = () => ask(owner_url, 'select pg_postmaster_start_time()::text as at');
    const before = await started();
    process.kill(await place.postmasterPid(), 'SIGKILL');
    const again = async () => {
      const now = await started().catch(() => before);
      return now[0]?.at !== before[0]?.at;
    };
    await expect.poll(again, { timeout: STARTED_MS }).toBe(true);
  });

  test('SIGTERM stops the database with its server', async () => {
    const { child } = await place.startedChild();
    const pid = await place.postmasterPid();
    expect(await killed(child, 'SIGTERM')).toBe(0);
    // Its lock file goes a moment before the process does.
    await expect.poll(() => isRunning(pid)).toBe(false);
    expect(await isThere(join(place.paths.cluster, 'postmaster.pid'))).toBe(false);
  });
});

describe('a second one on the same directory', () => {
  test('refuses in one line that says what to do, and leaves the first alone', async () => {
    const { child, owner_url } = await place.startedChild();
    const refusal = place.start();
    await expect(refusal).rejects.toThrow(
      new RegExp(
        `^DATA_DIR: another server \\(process ${child.pid} on .+\\) is already using ${place.data_dir}\\. Stop it first`,
      ),
    );
    expect(await ask(owner_url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('of two starting at the same moment one wins', async () => {
    const lines = await Promise.all([1, 2, 3].map(() => place.startChild().first_line));
    expect(lines.filter((line) => line.startsWith('ready '))).toHaveLength(1);
    expect(lines.filter((line) => line.startsWith('failed DATA_DIR: another server'))).toHaveLength(2);
  });

  test('the command line attaches to a running server and leaves it running', async () => {
    const { owner_url } = await place.startedChild();
    const attached = await attachOrStart(place.data_dir, silentLog);
    expect(attached.owner_url).toBe(owner_url);
    await attached.stop();
    expect(await ask(attached.request_url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('the command line makes no second database where it finds none', async () => {
    await expect(attachOrStart(place.data_dir, silentLog)).rejects.toThrow(
      `There is no database in ${place.data_dir}. Set DATA_DIR or DATABASE_URL`,
    );
    expect(await isThere(place.data_dir)).toBe(false);
    const made = await attachOrStart(place.data_dir, silentLog, { create: true });
    expect(made.attached).toBe(false);
    await made.stop();
    await (await attachOrStart(place.data_dir, silentLog)).stop();
  });

  test('without a server it starts the database for itself, one command after the other', async () => {
    const order: string[] = [];
    await Promise.all(
      ['one', 'two'].map(async (name) => {
        const database = await attachOrStart(place.data_dir, silentLog, { create: true });
        order.push(`${name} in`);
        await ask(database.owner_url, 'select pg_sleep(0.2)');
        order.push(`${name} out`);
        await database.stop();
      }),
    );
    const [first = ''] = order[0]?.split(' ') ?? [];
    const second = first === 'one' ? 'two' : 'one';
    expect(order).toEqual([`${first} in`, `${first} out`, `${second} in`, `${second} out`]);
  });
});

describe.runIf(process.getuid?.() === 0)('as root', () => {
  test('the database runs as another account, which alone owns its files', async () => {
    const { owner_url } = await place.start();
    const { uid, mode } = await stat(place.paths.cluster);
    expect(uid).not.toBe(0);
    expect(mode & 0o777).toBe(0o700);
    if (process.platform === 'linux')
      expect((await stat(`/proc/${await place.postmasterPid()}`)).uid).toBe(uid);
    expect(await ask(owner_url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('a directory which that account may not enter is named, with the way out', async () => {
    await chmod(place.path, 0o700);
    await expect(place.start()).rejects.toThrow(
      new RegExp(`which may not enter ${place.path}\\. Set DATA_DIR .* chmod o\\+x ${place.path}$`),
    );
  });
});

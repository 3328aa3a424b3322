import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { runCommand } from '../server/operations/commands.ts';
import type { Staff } from '../server/platform/actor.ts';
import { type Database, databaseOf } from '../server/platform/database/database.ts';
import { NoResponse, OutcomeUnknown } from '../server/platform/database/driver/failures.ts';
import { startHeartbeat } from '../server/platform/database/heartbeat.ts';
import { openPools } from '../server/platform/database/pools.ts';
import { sql } from '../server/platform/database/sql.ts';
import { inTransaction, markNotRepeatable } from '../server/platform/database/transactions.ts';
import { startRecurringJobs } from '../server/platform/jobs/jobs.ts';
import { silentLog } from '../server/platform/logging/log.ts';
import { type PostgresPair, startPostgresPair } from './support/postgres-pair.ts';
import { addNumber, backendPid } from './support/session-database.ts';

const LONG = { tags: ['servers'] };
const ID = '01900000-0000-7000-8000-000000000001';

/** A real primary with a standby in synchronous replication. */
let pair: PostgresPair;
let pools: ReturnType<typeof openPools>;
let database: Database;

beforeAll(async () => {
  pair = await startPostgresPair(async (primary) => {
    await primary.query('create table numbers (number int primary key)');
    await primary.query(`create table commands as select 1 as shop_id, '${ID}'::uuid as user_id, 'confirm_delivery' as endpoint,
      '${ID}'::uuid as command_id, 'of its input' as fingerprint, 200 as status, '{}' as body`);

    await primary.query(
      'create role mandoob_request login; grant all on numbers, commands to mandoob_request',
    );
  });
});
afterAll(() => pair?.stop());

/** Opens pools of one connection each; statements of the owner time out after 300 ms. */
function open(port = pair.primary.port) {
  const url = new URL(`postgres://postgres@127.0.0.1:${port}/postgres?options=-c%20statement_timeout%3D300`);
  const owner_url = url.href;
  url.username = 'mandoob_request';
  pools = openPools({
    owner_url,
    request_url: url.href,
    owner_connections_max: 1,
    request_connections_max: 1,
  });
  database = databaseOf(pools.request);
}
afterEach(async () => {
  pair.thaw();
  await pools.close();
});

/** Records a number once, like a command with its key. Returns `found` if it was recorded before. */
function record(number: number, { never_twice = false } = {}, of = database): Promise<'recorded' | 'found'> {
  return inTransaction(of, async (tx) => {
    if (never_twice) markNotRepeatable(tx);
    const { rows } = await sql`select from numbers where number = ${number}`.execute(tx);
    if (rows.length > 0) return 'found';
    await addNumber(number).execute(tx);
    return 'recorded';
  });
}

const times = async (number: number, { pool }: { pool: pg.Pool } = pair.primary) =>
  (await pool.query('select from numbers where number = $1', [number])).rowCount;

/** The standby has flushed the row already; its reads see it shortly after. */
const onStandby = (number: number) =>
  expect.poll(() => times(number, pair.standby), { interval: 20 }).toBe(1);

/** Returns the commits that wait for the standby, with the process id and the waiting time in ms. */
async function waitingCommits() {
  const { rows } = await pair.primary.pool.query<{ pid: number; ms: number }>(
    `select pid, extract(milliseconds from clock_timestamp() - query_start)::int as ms
     from pg_stat_activity where wait_event = 'SyncRep' order by query_start`,
  );
  return rows;
}
const oneWaits = () => expect.poll(waitingCommits, { interval: 20 }).toHaveLength(1);

describe('a commit that waits for the standby', () => {
  it('does not return before the standby has it, and the statement timeout does not end it', async () => {
    open();
    const limited = databaseOf(pools.owner);
    await expect(sql`select pg_sleep(2)`.execute(limited)).rejects.toMatchObject({ code: '57014' });
    await pair.cutStandby();
    const recording = record(1, {}, limited);
    await expect
      .poll(async () => (await waitingCommits())[0]?.ms ?? 0, { interval: 50 })
      .toBeGreaterThan(700);
    pair.thaw();
    expect(await recording).toBe('recorded');
    await onStandby(1);
  });

  it(
    'reports after the time limit that there was no response, and keeps its connection until there is one',
    LONG,
    async () => {
      open();
      await pair.cutStandby();
      database.answer_ms_max = 200;
      await expect(record(2)).rejects.toMatchObject({ code: 'unavailable', cause: expect.any(NoResponse) });
      expect(pools.request).toMatchObject({ totalCount: 1, idleCount: 0 });
      pair.thaw();
      await expect.poll(() => pools.request.idleCount, { interval: 20 }).toBe(1);
      expect(await record(2)).toBe('found');
    },
  );

  it.each(['cancel', 'terminate'])(
    'is retried after pg_%s_backend ended it, and the retry waits for the standby too',
    LONG,
    async (end) => {
      const number = end === 'cancel' ? 3 : 4;
      open();
      await pair.cutStandby();
      const recording = record(number);
      await oneWaits();
      const [first] = await waitingCommits();
      await pair.primary.pool.query(`select pg_${end}_backend($1)`, [first?.pid]);
      // The retry found the row of the first attempt on the primary, and still waits.
      await expect
        .poll(async () => (await waitingCommits()).map(({ pid }) => pid === first?.pid), { interval: 20 })
        .toEqual([false]);
      expect(await times(number)).toBe(1);
      pair.thaw();
      expect(await recording).toBe('found');
      await onStandby(number);
    },
  );

  it('is waited for also if a command is repeated and its reply was stored before', LONG, async () => {
    open();
    await pair.cutStandby();
    const actor = { kind: 'staff', shop_id: 1, user_id: ID } as Staff;
    const stored = { command_id: ID, endpoint: 'confirm_delivery', fingerprint: 'of its input' } as const;
    const request = {
      ...stored,
      older_fingerprint: null,
      now: new Date(),
      origin: { client_address: '', device: null },
      arrival: null,
    };
    const unwanted = async () => {
      throw new Error('the command ran twice');
    };
    const repeating = inTransaction(database, (tx) => runCommand(tx, actor, false, request, unwanted));
    await oneWaits();
    pair.thaw();
    expect(await repeating).toEqual({ status: 200, body: '{}', of_erased: false });
  });

  it('is not retried after a cancellation if it has no key', LONG, async () => {
    open();
    await pair.cutStandby();
    const recording = record(5, { never_twice: true });
    const outcome = recording.catch((error: unknown) => error);
    await oneWaits();
    const [first] = await waitingCommits();
    await pair.primary.pool.query('select pg_cancel_backend($1)', [first?.pid]);
    expect(await outcome).toMatchObject({ code: 'unavailable', cause: expect.any(OutcomeUnknown) });
  });

  it('does not keep sweepers from being queued, nor occupy the connections of others', LONG, async () => {
    open();
    await runMigrations({ pgPool: pair.primary.pool });
    await pair.cutStandby();
    const sweepers = startRecurringJobs(pools.owner, [{ task: 'sum-up', every_ms: 60_000 }], silentLog);
    await sweepers.stop();
    const waiting = await pair.primary.pool.query('select task_identifier from graphile_worker.jobs');
    expect(waiting.rows).toEqual([{ task_identifier: 'sum-up' }]);
  });

  it('is not waited for by a read whose connection broke, as it had committed nothing', LONG, async () => {
    open();
    await pair.cutStandby();
    let runs = 0;
    const reading = inTransaction(database, async (tx) => {
      runs += 1;
      await sql`select 1`.execute(tx);
      if (runs === 1) pools.breakOff(performance.now());
      const { rows } = await sql`select 1 as found`.execute(tx);
      return rows;
    });
    expect(await reading).toEqual([{ found: 1 }]);
    expect(runs).toBe(2);
  });

  it('fails after a cancellation also without a transaction, as jobs write', LONG, async () => {
    open();
    await pair.cutStandby();
    const outcome = addNumber(6)
      .execute(database)
      .catch((error: unknown) => error);
    await oneWaits();
    const [first] = await waitingCommits();
    await pair.primary.pool.query('select pg_cancel_backend($1)', [first?.pid]);
    expect(await outcome).toMatchObject({ name: 'ConnectionLost' });
  });
});

/** Long enough for a new connection on a busy machine. */
const PACE = { every_ms: 40, answer_ms_max: 400, connect_ms_max: 400 };

describe('a primary that stops responding without closing connections', () => {
  it('has all its connections closed, and is used again once it responds', LONG, async () => {
    open();
    const heartbeat = startHeartbeat({ pools, owner_url: pair.primary.url, log: silentLog }, PACE);
    await record(10);
    const listening = await pools.owner.connect();
    await listening.query('listen news');
    const unheard = new Promise((resolve) => listening.once('end', resolve));
    await pair.freezePrimary();
    const recording = record(11);
    await unheard;
    listening.release(true);
    await expect.poll(heartbeat.trouble, { interval: 20 }).toBe('the database does not respond');
    pair.thaw();
    expect(await recording).toBe('recorded');
    await expect.poll(heartbeat.trouble, { interval: 20 }).toBeNull();
    await heartbeat.stop();
    expect(await times(11)).toBe(1);
  });

  it('is given up even if it stopped responding before the heartbeat connected', LONG, async () => {
    open();
    await record(12);
    await pair.freezePrimary();
    const breakOff = vi.fn(pools.breakOff);
    const heartbeat = startHeartbeat(
      { pools: { breakOff }, owner_url: pair.primary.url, log: silentLog },
      PACE,
    );
    await expect.poll(() => breakOff.mock.calls.length, { interval: 20 }).toBe(1);
    pair.thaw();
    await expect.poll(heartbeat.trouble, { interval: 20 }).toBeNull();
    await heartbeat.stop();
    expect(breakOff).toHaveBeenCalledTimes(1);
  });

  it('is given up once, and not while new connections still work', LONG, async () => {
    open();
    const heart = async () => {
      const { rows } = await pair.primary.pool.query<{ pid: number }>(
        "select pid from pg_stat_activity where application_name = 'mandoob heartbeat'",
      );
      return rows.map(({ pid }) => pid);
    };
    const breakOff = vi.fn(pools.breakOff);
    const debug = vi.fn();
    const log = { ...silentLog, debug };
    const heartbeat = startHeartbeat({ pools: { breakOff }, owner_url: pair.primary.url, log }, PACE);
    await expect.poll(heart, { interval: 20 }).toHaveLength(1);
    const before = await backendPid(database);

    // Only the heartbeat's own connection hangs; a new one works.
    const first = await heart();
    pair.freeze(first);
    await expect
      .poll(async () => (await heart()).some((pid) => !first.includes(pid)), { interval: 20 })
      .toBe(true);
    pair.thaw();
    await expect.poll(heart, { interval: 20 }).toHaveLength(1);
    expect(breakOff).not.toHaveBeenCalled();
    expect(await backendPid(database)).toBe(before);

    debug.mockClear();
    await pair.freezePrimary();
    await expect.poll(() => debug.mock.calls.length, { interval: 20 }).toBeGreaterThan(3);
    expect(breakOff).toHaveBeenCalledTimes(1);
    pair.thaw();
    await heartbeat.stop();
  });
});

describe('a different server at the primary’s address', () => {
  it('closes the connections from before the switch, and no later ones', LONG, async () => {
    open();
    const place = await startMovingPlace(pair.primary.port);
    const breakOff = vi.fn();
    const pace = { ...PACE, every_ms: 3_000 };
    const heartbeat = startHeartbeat({ pools: { breakOff }, owner_url: place.url, log: silentLog }, pace);
    await expect.poll(place.responses, { interval: 20 }).toBeGreaterThan(0);
    place.moveTo(pair.standby.port);
    const moved = performance.now();
    await expect.poll(() => breakOff.mock.calls.length, { interval: 20 }).toBeGreaterThan(0);
    const [lost_at] = breakOff.mock.calls[0] as [number];
    expect(lost_at).toBeGreaterThanOrEqual(moved);
    expect(lost_at - moved).toBeLessThan(1_000);
    await heartbeat.stop();
    await place.close();
  });
});

/**
 * Starts a proxy to one server that can switch to another, which breaks all its connections, as with a
 * managed database.
 */
async function startMovingPlace(first: number) {
  let port = first;
  let responses = 0;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => undefined));
    client.pipe(upstream).pipe(client);
    upstream.on('data', (bytes: Buffer) => {
      // The start-up messages of a connection have no such command tag.
      if (bytes.includes('SELECT 1')) responses += 1;
    });
  });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `postgres://postgres@127.0.0.1:${(server.address() as AddressInfo).port}/postgres`,
    responses: () => responses,
    moveTo(next: number): void {
      port = next;
      cut();
    },
    async close(): Promise<void> {
      cut();
      await new Promise((closed) => server.close(closed));
    },
  };
}

describe('a standby at the primary’s address', () => {
  it('is not read, is reported as a standby, and is used once it is promoted', LONG, async () => {
    open(pair.standby.port);
    const impatient = databaseOf(pools.request, { away_ms_max: 0 });
    await expect(inTransaction(impatient, (tx) => sql`select 1`.execute(tx))).rejects.toMatchObject({
      code: 'unavailable',
      cause: { message: 'this database is a standby' },
    });
    const named = databaseOf(pools.request, { named_statements: 'yes', away_ms_max: 0 });
    await expect(inTransaction(named, (tx) => sql`select 1`.execute(tx))).rejects.toMatchObject({
      cause: { message: 'this database is a standby' },
    });
    // Behind a pooler a connection may reach the standby later, which is detected by the refused write.
    const behind_pooler = databaseOf(pools.owner, { meets: false, away_ms_max: 0 });
    await expect(record(20, {}, behind_pooler)).rejects.toMatchObject({
      code: 'unavailable',
      cause: { code: '25006' },
    });
    expect(pools.owner.totalCount).toBe(0);
    const heartbeat = startHeartbeat({ pools, owner_url: pair.standby.url, log: silentLog }, PACE);
    await expect.poll(heartbeat.trouble, { interval: 20 }).toBe('the database is read-only: it is a standby');
    const recording = record(20);
    const recording_behind_pooler = record(21, {}, databaseOf(pools.owner, { meets: false }));
    await pair.standby.pool.query('select pg_promote(wait => false)');
    expect(await recording).toBe('recorded');
    expect(await recording_behind_pooler).toBe('recorded');
    await expect.poll(heartbeat.trouble, { interval: 20 }).toBeNull();
    await heartbeat.stop();
    expect(await times(20, pair.standby)).toBe(1);
    expect(await times(21, pair.standby)).toBe(1);
  });
});

/** @module-tag servers */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { formatTime } from '../contract/rules/dates.ts';
import { createMetrics } from '../server/monitoring/metrics.ts';
import { databaseOf, type Tx } from '../server/platform/database/database.ts';
import { ensureRequestRole } from '../server/platform/database/database-roles.ts';
import { migrate } from '../server/platform/database/migrations.ts';
import { openPools, type Pools, requestUrlOf } from '../server/platform/database/pools.ts';
import { openStandby, type Standby, type StandbyOptions } from '../server/platform/database/standby.ts';
import { NotOnStandby, seenFor } from '../server/platform/database/standby-state.ts';
import { createLog, silentLog } from '../server/platform/log.ts';
import { startChangingPooler } from './support/changing-pooler.ts';
import { type PostgresPair, startPostgresPair } from './support/postgres-pair.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';
import { issue } from './support/test-handover.ts';
import { tellMetrics } from './support/test-metrics.ts';
import { createTestShop, type TestShop } from './support/test-shop.ts';

let pair: PostgresPair;
let pools: Pools;
let standby: Standby;
let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  pair = await startPostgresPair(async (primary) => {
    await ensureRequestRole(primary);
    await migrate(primary);
  });
  const { url } = pair.primary;
  pools = openPools({ owner_url: url, request_url: requestUrlOf(url) });
  standby = standbyAt(pair.standby.url);
  const parts = { owner: databaseOf(pools.owner), requests: databaseOf(pools.request), standby };
  app = { ...(await createTestApp(parts)), owner: parts.owner };
});
afterAll(async () => {
  await standby?.close();
  await pools?.close();
  await app?.drop();
  await pair?.stop();
});
beforeEach(async () => {
  shop = await createTestShop(app.owner);
  await issue(app, shop, shop.admin, 60_000);
  await caughtUp();
});
afterEach(async () => {
  pair.thaw();
  await pair.standby.pool.query('select pg_wal_replay_resume() where pg_is_in_recovery()');
});

async function caughtUp(): Promise<void> {
  const { rows } = await pair.primary.pool.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn');
  const asked = 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as has_all';
  const hasAll = async () => (await pair.standby.pool.query(asked, [rows[0]?.lsn])).rows[0]?.has_all;
  await expect.poll(hasAll, { interval: 20 }).toBe(true);
}

const standbyAt = (url: string, options: Partial<StandbyOptions> = {}) =>
  openStandby({ url, limits_on_role: false, connections_max: 5, log: silentLog, ...options });

/** A log, and the messages with what they name. */
function heard() {
  const lines: object[] = [];
  const write = (line: string) => {
    const { level: _, time: __, ...told } = JSON.parse(line);
    lines.push(told);
  };
  return { lines, log: createLog('info', { write }) };
}

const fallBehind = () => pair.standby.pool.query('select pg_wal_replay_pause()');

const seenNow = () => seenFor(app.parts.requests, shop.manager.session_id, () => undefined);

const DAYS = { from: '2020-01-01', to: '2029-12-30' };
const PATH = '/api/desk/reports?report=movements&from=2020-01-01&to=2029-12-30';
const asked = () => app.send('GET', PATH, { as: shop.manager.session_id });

/** What a collector of figures is told of how old the answers of a standby are, in seconds. */
async function behindAsTold(standby: Standby): Promise<number | undefined> {
  const told = await tellMetrics(createMetrics(), app, { standby });
  const figures = await told.scrape();
  await told.stop();
  return figures.get('mandoob_standby_behind_seconds');
}

/** How much was issued by the report, and as of when that is. */
async function issued() {
  const answer = await asked();
  expect(answer.status).toBe(200);
  const { totals, as_of } = await answer.json();
  return { fils: totals.sums.amount_fils as number, as_of: as_of as string | undefined };
}

test('a report is read on the standby, as of now where that has all', async () => {
  const before_ms = Date.now();
  const { fils, as_of } = await issued();
  expect(fils).toBe(60_000);
  expect(Date.parse(as_of ?? '')).toBeGreaterThanOrEqual(before_ms);
});

test('where it is behind, its older state is shown with its time, on screen and in files', async () => {
  await fallBehind();
  const behind_from_ms = Date.now();
  await issue(app, shop, shop.admin, 5_000);
  const { fils, as_of = '' } = await issued();
  expect(fils).toBe(60_000);
  expect(Date.parse(as_of)).toBeLessThanOrEqual(behind_from_ms);
  const body = { format: 'csv', report: { report: 'movements', ...DAYS } };
  const file = await app.send('POST', '/api/desk/exports', { as: shop.manager.session_id, body });
  const lines = (await file.text()).trimEnd().split('\r\n');
  const time = `${formatTime(as_of, shop.time_zone)}:${as_of.slice(17, 19)}`;
  expect(lines.at(-1)).toMatch(new RegExp(`^As of \\d{4}-\\d\\d-\\d\\d ${time}$`));
  expect(lines.at(-2)).toContain('600.00');
});

test('figures tell how old its answers are at most', async () => {
  await expect.poll(() => behindAsTold(standby)).toBe(0);
  await fallBehind();
  await issue(app, shop, shop.admin, 5_000);
  const behind_s = await behindAsTold(standby);
  expect(behind_s).toBeGreaterThan(0);
  expect(behind_s).toBeLessThan(60);
  await expect.poll(() => behindAsTold(standby)).toBeGreaterThan(behind_s ?? Infinity);
});

test('a session that was ended is refused at once, though the standby does not know', async () => {
  await fallBehind();
  await app.owner
    .updateTable('sessions')
    .set({ revoked_at: new Date() })
    .where('id', '=', shop.manager.session_id)
    .execute();
  expect((await asked()).status).toBe(401);
});

test('whoever has another role by now is answered as that, and by the primary', async () => {
  await fallBehind();
  const become = (role: string) =>
    app.owner.updateTable('profiles').set({ role }).where('id', '=', shop.manager.user_id).execute();
  await become('Admin');
  expect((await issued()).as_of).toBeUndefined();
  await become('Driver');
  expect((await asked()).status).toBe(403);
});

test('whoever signed in since is answered by the primary', async () => {
  await fallBehind();
  shop = await createTestShop(app.owner);
  expect(await issued()).toEqual({ fils: 0, as_of: undefined });
});

test('a standby more than a minute behind is not read', async () => {
  await fallBehind();
  await issue(app, shop, shop.admin, 5_000);
  const seen = await seenNow();
  const an_hour_on = { ...seen, at: new Date(Date.now() + 3_600_000) };
  await expect(standby.read(an_hour_on, async () => 'read')).rejects.toThrow('it is more than 60 s behind');
  expect((await issued()).as_of).toBeDefined();
});

test('a standby that cancels a read or does not respond leaves the read to the primary', async () => {
  const ending = async (tx: Tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await pair.standby.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    await sql`select 1`.execute(tx);
  };
  await expect(standby.read(await seenNow(), ending)).rejects.toBeInstanceOf(NotOnStandby);
  expect((await issued()).as_of).toBeDefined();
});

test('a failure of the standby is logged by its code; a failure of the read itself is neither logged nor retried', async () => {
  const { lines, log } = heard();
  const telling = standbyAt(pair.standby.url, { log });
  const seen = await seenNow();
  const failing = (tx: Tx) => sql`select * from what_is_not_migrated_here`.execute(tx);
  await expect(telling.read(seen, failing)).rejects.toBeInstanceOf(NotOnStandby);
  expect(lines).toEqual([{ code: '42P01', msg: 'the standby broke off what was read there' }]);
  const overflowing = (tx: Tx) => sql`select 99999::int2`.execute(tx);
  await expect(telling.read(seen, overflowing)).rejects.toMatchObject({ code: '22003' });
  const tooLarge = (tx: Tx) => sql`select 9007199254740993::int8`.execute(tx);
  await expect(telling.read(seen, tooLarge)).rejects.toThrow(RangeError);
  expect(await telling.read(seen, async () => 'read')).toBe('read');
  expect(lines).toHaveLength(1);
  await telling.close();
});

test('a standby that stops responding during a read is abandoned and not used again for a while', async () => {
  const { lines, log } = heard();
  // For the first statement of a new connection too, on a busy machine.
  const silent = standbyAt(pair.standby.url, { log, answer_ms_max: 1_000 });
  const seen = await seenNow();
  const freezing = async (tx: Tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    pair.freeze(rows.map(({ pid }) => pid));
    await sql`select 1`.execute(tx);
  };
  await expect(silent.read(seen, freezing)).rejects.toThrow('it failed');
  await expect(silent.read(seen, async () => 'read')).rejects.toThrow('it was away a moment ago');
  expect(lines).toContainEqual(
    expect.objectContaining({ trouble: expect.stringContaining('it did not answer for 1000 ms') }),
  );
  await silent.close();
});

test('a statement on the standby has the time limit of the request role', async () => {
  const role = pair.primary.pool;
  await role.query(
    "alter role mandoob_request login; alter role mandoob_request set statement_timeout = '1min'",
  );
  await caughtUp();
  const url = pair.standby.url.replace('//postgres@', '//mandoob_request@');
  const patient = standbyAt(url, { limits_on_role: true, answer_ms_max: 100 });
  const slow = async (tx: Tx) => sql`select pg_sleep(0.3)`.execute(tx);
  await expect(patient.read(await seenNow(), slow)).resolves.toBeDefined();
  await patient.close();
  await role.query('alter role mandoob_request nologin; alter role mandoob_request reset statement_timeout');
});

test('a standby that accepts connections and does not respond is reported so', async () => {
  const [signed_in, ready] = ['520000000800000000', '5a0000000549'];
  const sockets: Socket[] = [];
  const pooler = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined));
    socket.once('data', () => socket.write(Buffer.from(signed_in + ready, 'hex')));
  });
  await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve));
  const { port } = pooler.address() as AddressInfo;
  const silent = standbyAt(`postgres://nobody@127.0.0.1:${port}/none`, { answer_ms_max: 100 });
  expect(await silent.trouble(app.owner)).toMatch(/^no answer /);
  await silent.close();
  await expect.poll(() => sockets.every(({ closed }) => closed)).toBe(true);
  await new Promise((resolve) => pooler.close(resolve));
});

test('an address that leads to different servers is not read', async () => {
  const ports: [number, number] = [pair.standby.port, pair.primary.port];
  const pooler = await startChangingPooler(ports, 'repeatable read');
  const pooled = standbyAt(`postgres://postgres@127.0.0.1:${pooler.port}/postgres`);
  await expect(pooled.read(await seenNow(), async () => 'read')).rejects.toThrow('and then to another');
  await pooled.close();
  await pooler.close();
});

test('a standby is read when the primary does not report its position', async () => {
  const { lines, log } = heard();
  const telling = standbyAt(pair.standby.url, { log });
  const parts = { owner: app.owner, requests: app.parts.requests, standby: telling };
  const keeping = await createTestApp(parts);
  const place = 'execute on function pg_walfile_name(pg_lsn)';
  await pair.primary.pool.query(`revoke ${place} from public`);
  const as = shop.manager.session_id;
  const answer = await keeping.send('GET', PATH, { as });
  const body = { format: 'csv', report: { report: 'movements', ...DAYS } };
  const file = await keeping.send('POST', '/api/desk/exports', { as, body });
  await pair.primary.pool.query(`grant ${place} to public`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).not.toHaveProperty('as_of');
  expect(file.status).toBe(200);
  expect(await file.text()).not.toContain('As of');
  expect(lines).toContainEqual(
    expect.objectContaining({ trouble: expect.stringMatching(/^the primary does not say .+ \(42501\)/) }),
  );
  await telling.close();
  await keeping.drop();
});

test('a connection to the primary that reaches a standby counts as unavailable', async () => {
  const pool = new pg.Pool({ connectionString: requestUrlOf(pair.standby.url), max: 1 });
  const moved = databaseOf(pool, { may_be_standby: true, away_ms_max: 0 });
  const seen = seenFor(moved, shop.manager.session_id, () => undefined);
  await expect(seen).rejects.toMatchObject({ code: 'unavailable', cause: { code: '55000' } });
  expect(pool.totalCount).toBe(0);
  await moved.destroy();
});

test.each([
  [
    'away',
    () => 'postgres://nobody@127.0.0.1:1/none',
    /^connection refused \(DATABASE_READ_URL, 127\.0\.0\.1:1\)$/,
  ],
  [
    'without that database',
    () => pair.standby.url.replace(/postgres$/, 'none'),
    /^database "none" does not exist /,
  ],
  [
    'nowhere',
    () => 'postgres://nobody@nowhere.invalid/none',
    /^(?:no such host|the name of the host cannot be looked up now|no answer) /,
  ],
])('one that is %s is told of, and leaves it to the primary', async (_, urlOf, reason) => {
  const away = standbyAt(urlOf());
  const lost = await createTestApp({ owner: app.owner, requests: databaseOf(pools.request), standby: away });
  expect(await away.trouble(app.owner)).toMatch(reason);
  expect(await behindAsTold(away)).toBe(Infinity);
  const answer = await lost.send('GET', PATH, { as: shop.manager.session_id });
  expect(answer.status).toBe(200);
  expect(await answer.json()).not.toHaveProperty('as_of');
  await away.close();
  await lost.drop();
});

test('a read that exceeds its time limit on the standby is not retried on the primary', async () => {
  const slow = async (tx: Tx) => {
    await sql`set local statement_timeout = '10ms'`.execute(tx);
    await sql`select pg_sleep(10)`.execute(tx);
  };
  await expect(standby.read(await seenNow(), slow)).rejects.toMatchObject({ code: '57014' });
});

test('a standby whose connections are all busy is not taken out of use', async () => {
  const { lines, log } = heard();
  const small = standbyAt(pair.standby.url, { connections_max: 1, log });
  const seen = await seenNow();
  let leave: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    leave = resolve;
  });
  let begun: () => void = () => undefined;
  const has_begun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const holding = small.read(seen, () => {
    begun();
    return held;
  });
  await has_begun;
  await expect(small.read(seen, async () => 'read')).rejects.toBeInstanceOf(NotOnStandby);
  leave();
  await holding;
  expect(await small.read(seen, async () => 'read')).toBe('read');
  expect(lines).toEqual([expect.objectContaining({ connections_max: 1 })]);
  await small.close();
});

test('a server with a different history, or one that is no standby any more, is not read', async () => {
  expect(await standby.trouble(app.owner)).toBeNull();
  const seen = await seenNow();
  const readBy = (other: Partial<typeof seen>) => standby.read({ ...seen, ...other }, async () => 'read');
  await expect(readBy({ timeline: seen.timeline + 1 })).rejects.toThrow('it is on timeline 1');
  await expect(readBy({ system: '1' })).rejects.toThrow('no copy of the database');
  const primary = standbyAt(pair.primary.url);
  expect(await primary.read(seen, async (_, as_of) => as_of)).toBeNull();
  await primary.close();

  await pair.primary.pool.query("alter system set synchronous_standby_names = ''");
  await pair.primary.pool.query('select pg_reload_conf()');
  await pair.standby.pool.query('select pg_promote()');
  await issue(app, shop, shop.admin, 5_000);
  expect(await issued()).toEqual({ fils: 65_000, as_of: undefined });
  expect(await standby.trouble(app.owner)).toMatch('it is no standby any more, nor the primary');
  expect(await behindAsTold(standby)).toBe(Infinity);
});

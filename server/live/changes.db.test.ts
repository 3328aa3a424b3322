import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { CHANGES_PATH } from '../../contract/rules/changes-stream.ts';
import { type ChangesReader, hintsOf, readChanges } from '../../tests/support/changes-reader.ts';
import { openTransaction } from '../../tests/support/open-transaction.ts';
import { build } from '../../tests/support/query-builder.ts';
import { createTestApp, requestOf, type TestApp } from '../../tests/support/test-app.ts';
import { createTestShop, type TestShop, type TestStaff } from '../../tests/support/test-shop.ts';
import { createApp } from '../app.ts';
import { type Touched, touchedTopics } from '../changes/touched.ts';
import { byServer } from '../operations/run-as.ts';
import { type Database, databaseOf, type Tx } from '../platform/database/database.ts';
import { openPools } from '../platform/database/pools.ts';
import { addingRows } from '../platform/database/rows.ts';
import { type Statement, sql } from '../platform/database/sql.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import type { App } from '../platform/http/endpoint.ts';
import { listen } from '../platform/http/listening.ts';
import { silentLog } from '../platform/logging/log.ts';
import { changeStaff } from '../staff/change-staff.ts';
import { disableStaff } from '../staff/staff-access.ts';
import { type ChangeStreams, changeStreams, STREAM_LIMITS } from './change-streams.ts';
import { commitNotifications } from './server-news.ts';

let test_app: TestApp;
let owner: Database;
let shop: TestShop;
let other: TestShop;
let streams: ChangeStreams;
let app: App;
let ends_at: Date | undefined;
const readers: ChangesReader[] = [];

beforeAll(async () => {
  test_app = await createTestApp();
  owner = databaseOf(test_app.database.owner, { onNews: () => streams.wake() });
});
afterAll(() => test_app.drop());
beforeEach(async () => {
  shop = await createTestShop(test_app.owner);
  other = await createTestShop(test_app.owner, 'Another Shop');
  ends_at = undefined;
  await serve();
});
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.stop();
  expect(streams.count()).toBe(0);
});

/** Starts a server with these limits. */
async function serve(limits: Partial<typeof STREAM_LIMITS> = {}, database = owner): Promise<void> {
  streams = changeStreams({ ...test_app.parts, owner: database }, { ...STREAM_LIMITS, ...limits });
  app = await createApp({
    ...test_app.parts,
    streams,
    tokenEnd: () => ends_at ?? new Date(Date.now() + 3_600_000),
  });
}

const get = (person: TestStaff | null, path = CHANGES_PATH) =>
  app.request(path, requestOf('GET', person ? { as: person.session_id } : {})) as Promise<Response>;

async function follow(person: TestStaff, since?: string): Promise<ChangesReader> {
  const reader = await readChanges(async (path) => get(person, path), since);
  readers.push(reader);
  return reader;
}

/** Like `follow`, but skips the first event, which requests a complete read. */
async function followFromNow(person: TestStaff): Promise<ChangesReader> {
  const reader = await follow(person);
  expect((await reader.next())?.event).toBe('read_all');
  return reader;
}

async function touch(
  subject_id: string,
  fields: Partial<Touched> = {},
  by: Database | Tx = owner,
  of = shop,
) {
  const touched = [{ topic: 'orders', audience: 'desk', subject_id, ...fields } as Touched];
  const hints = touchedTopics({ shop_id: of.shop_id, command_id: null, newId: owner.newId }, touched);
  await addingRows('feed', hints).execute(by);
  streams.wake();
}

/**
 * Waits for older transactions in other databases of the same server: hints after them would be sent again.
 */
async function othersAreOver(): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await sql<{ is_over: boolean }>`
      select max(xid::text::bigint)::text::xid8 < pg_snapshot_xmin(pg_current_snapshot()) as is_over from feed`.execute(
      owner,
    );
    expect(rows[0]?.is_over).toBe(true);
  });
}

describe('a stream', () => {
  it('sends each role of the shop its hints, and none to another shop', async () => {
    const { admin, manager, driver, driver2, stranger } = shop;
    const people = { admin, manager, driver, driver2, stranger, elsewhere: other.manager };
    const open = await Promise.all(
      Object.entries(people).map(async ([name, person]) => [name, await followFromNow(person)] as const),
    );
    await touch('desk');
    await touch('desk and driver', { user_ids: [driver.user_id] });
    await touch('named', { audience: 'users', user_ids: [driver2.user_id, other.manager.user_id] });
    await touch('all', { audience: 'shop' });
    await touch('theirs', {}, owner, other);
    await touch('last', { audience: 'shop' });
    await touch('last', { audience: 'shop' }, owner, other);
    const received = await Promise.all(
      open.map(async ([name, reader]) => [name, await reader.subjectsUntil('last')]),
    );
    expect(Object.fromEntries(received)).toEqual({
      admin: ['desk', 'desk and driver', 'all', 'last'],
      manager: ['desk', 'desk and driver', 'all', 'last'],
      driver: ['desk and driver', 'all', 'last'],
      driver2: ['named', 'all', 'last'],
      stranger: ['all', 'last'],
      elsewhere: ['theirs', 'last'],
    });
  });

  it('is notified of an operation right after its commit, with topic, record and command only', async () => {
    const manager = await followFromNow(shop.manager);
    const next = manager.next();
    await byServer(owner, shop.shop_id, changeStaff, {
      user_id: shop.driver.user_id,
      full_name: 'Another Name',
    });
    const [hint] = hintsOf((await next) ?? { event: '', id: null, data: '[]' });
    expect(hint).toEqual({ topic: 'staff', subject_id: shop.driver.user_id, command_id: null });
  });

  it('continues from its last event on another server, without gaps and without repeats', async () => {
    const before = await followFromNow(shop.manager);
    const slow = await openTransaction(owner);
    await touch('slow', {}, slow);
    await touch('quick');
    expect(await before.subjectsUntil('quick')).toEqual(['quick']);
    await before.stop();
    await touch('meanwhile');
    await slow.commit();
    await serve();
    const after = await follow(shop.manager, before.last_id());
    await touch('later');
    expect(await after.subjectsUntil('later')).toEqual(['slow', 'meanwhile', 'later']);
    await after.stop();
    const again = await follow(shop.manager, after.last_id());
    await touch('last');
    expect(await again.subjectsUntil('last')).toEqual(['last']);
  });

  it('misses nothing when several readers connect concurrently and the first one is admitted last', async () => {
    const left = await followFromNow(shop.manager);
    await left.stop();
    let hold: (() => void) | undefined;
    let holding = () => {};
    const held = new Promise<void>((resolve) => {
      holding = resolve;
    });
    // Delays the session check of the first reader.
    const slow_owner: Database = {
      ...owner,
      async execute<Row>(statement: Statement) {
        const result = await owner.execute<Row>(statement);
        if (hold === undefined && result.rows.some((row) => 'role' in (row as object))) {
          await new Promise<void>((resolve) => {
            hold = resolve;
            holding();
          });
        }
        return result;
      },
    };
    await serve({}, slow_owner);
    const coming = follow(shop.manager, left.last_id());
    await held;
    await touch('between');
    await followFromNow(shop.admin);
    hold?.();
    const late = await coming;
    await touch('later');
    expect(await late.subjectsUntil('later')).toEqual(['between', 'later']);
  });

  it('continues from the position of a read: sends all that the read could not see, without read_all', async () => {
    await (await followFromNow(shop.manager)).stop();
    await touch('before');
    await othersAreOver();
    const slow = await openTransaction(owner);
    await touch('slow', {}, slow);
    const read = await get(shop.manager, '/api/desk/order-counts');
    expect(read.status).toBe(200);
    await slow.commit();
    await touch('meanwhile');
    const reader = await follow(shop.manager, read.headers.get('feed-position') ?? '');
    expect(await reader.subjectsUntil('meanwhile')).toEqual(['slow', 'meanwhile']);
    await reader.stop();
    await othersAreOver();
    const newest = (await get(shop.manager, '/api/desk/order-counts')).headers.get('feed-position');
    const first = await (await follow(shop.manager, newest ?? '')).next();
    expect(['beat', 'hints']).toContain(first?.event);
    // The responses to writes and refused requests contain no position.
    expect((await get(shop.driver, '/api/desk/order-counts')).status).toBe(403);
    const done = await app.request('/api/profile/cash', requestOf('POST', { as: shop.driver.session_id }));
    expect(done.headers.get('feed-position')).toBeNull();
  });

  it('requests a full read when its cursor belongs to another database, or too much was missed', async () => {
    const first = await followFromNow(shop.manager);
    const [, xid] = first.last_id().split('.');
    const unknown = `00000000-0000-4000-8000-000000000000.${xid}`;
    expect((await (await follow(shop.manager, unknown)).next())?.event).toBe('read_all');
    await first.stop();
    for (let at = 0; at < 501; at += 1) await touch(`${at}`);
    expect((await (await follow(shop.manager, first.last_id())).next())?.event).toBe('read_all');
  });

  it('starts and continues during many writes, and sends each hint once to each of two readers', async () => {
    const early = await followFromNow(shop.manager);
    let writing = true;
    let count = 0;
    const writer = (async () => {
      while (writing) await touch(`${count++}`);
    })();
    const late = await followFromNow(shop.admin);
    await vi.waitFor(() => expect(count).toBeGreaterThan(30));
    writing = false;
    await writer;
    await touch('last');
    // Very many hints at once are reduced to their topic.
    const named = async (reader: ChangesReader) =>
      (await reader.subjectsUntil('last')).filter((subject) => subject !== null);
    const [all, some] = await Promise.all([named(early), named(late)]);
    expect([new Set(all).size, new Set(some).size]).toEqual([all.length, some.length]);
    expect(all.filter((subject) => some.includes(subject)).length).toBeGreaterThan(0);
  });

  it('is sent with headers that prevent buffering', async () => {
    const { headers } = await followFromNow(shop.driver);
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store, no-transform');
    expect(headers.get('x-accel-buffering')).toBe('no');
  });
});

describe('a stream is refused', () => {
  it.each([
    ['without a session', () => get(null), 401, 'not_signed_in'],
    ['with an invalid cursor', () => get(shop.driver, `${CHANGES_PATH}?since=1%27`), 422, 'invalid_input'],
    ['with a password that another user has set', () => get(shop.driver2), 403, 'password_change_required'],
  ])('%s', async (_, ask, status, code) => {
    const of = { must_change_password: true };
    await test_app.owner.updateTable('users').set(of).where('id', '=', shop.driver2.user_id).execute();
    const answer = await ask();
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code });
  });

  it('when the server has reached its limit', async () => {
    await serve({ in_all: 1 });
    await followFromNow(shop.driver);
    expect((await get(shop.manager)).status).toBe(503);
  });
});

describe('a stream ends', () => {
  const run = (work: (tx: Tx) => Promise<unknown>) => inTransaction(owner, work);

  it('when its user is disabled, and a reconnection is not signed in', async () => {
    const driver = await followFromNow(shop.driver);
    await byServer(owner, shop.shop_id, disableStaff, { user_id: shop.driver.user_id });
    expect(await driver.end()).toBe('session');
    expect((await get(shop.driver)).status).toBe(401);
  });

  it('when the role changes, before hints of the old role; a reconnection receives those of the new one', async () => {
    const manager = await followFromNow(shop.manager);
    await run(async (tx) => {
      await touch('of the desk', {}, tx);
      await build(tx)
        .updateTable('profiles')
        .set({ role: 'Driver' })
        .where('id', '=', shop.manager.user_id)
        .execute();
      const sessions = { topic: 'sessions', audience: 'users', user_ids: [shop.manager.user_id] } as const;
      await touch('his', sessions, tx);
      await touch('also of the desk', {}, tx);
    });
    streams.wake();
    expect(await manager.subjectsUntil('his')).toEqual(['his']);
    expect(await manager.end()).toBe('session');
    const again = await follow(shop.manager, manager.last_id());
    await touch('last', { audience: 'shop' });
    expect(await again.subjectsUntil('last')).toEqual(['his', 'last']);
  });

  it('when an operation changes the role of its user, at once', async () => {
    const manager = await followFromNow(shop.manager);
    await byServer(owner, shop.shop_id, changeStaff, { user_id: shop.manager.user_id, role: 'Admin' });
    expect(await manager.end()).toBe('session');
  });

  it('when its session was revoked without a hint, and when its token expires', async () => {
    await serve({ poll_ms: 20, ask_ms: 40 });
    const [driver, manager] = [await followFromNow(shop.driver), await followFromNow(shop.manager)];
    const over = { revoked_at: new Date() };
    const { session_id } = shop.driver;
    await test_app.owner.updateTable('sessions').set(over).where('id', '=', session_id).execute();
    expect(await driver.end()).toBe('session');
    ends_at = new Date(Date.now() - 1);
    expect(await (await follow(shop.admin)).end()).toBe('token');
    await touch('last');
    expect(await manager.subjectsUntil('last')).toEqual(['last']);
  });

  it('when the same session has opened too many streams since', async () => {
    const first = await followFromNow(shop.driver);
    const others = [];
    for (let at = 0; at < STREAM_LIMITS.per_session; at += 1) others.push(await followFromNow(shop.driver));
    expect(await first.end()).toBe('displaced');
    await touch('last', { audience: 'shop' });
    for (const one of others) expect(await one.subjectsUntil('last')).toEqual(['last']);
  });

  it('when the server drains, which waits for no stream', async () => {
    const listening = await listen({ host: '127.0.0.1', port: 0 });
    listening.answer(app.fetch);
    const url = `http://127.0.0.1:${listening.port}`;
    const ask = requestOf('GET', { as: shop.driver.session_id });
    const reader = await readChanges((path) => fetch(url + path, ask));
    await reader.next();
    streams.end('draining');
    const [reason] = await Promise.all([reader.end(), listening.drain()]);
    expect(reason).toBe('draining');
    expect(await reader.next()).toBeNull();
    expect((await get(shop.driver)).status).toBe(503);
  });

  it('when its reader disconnects', async () => {
    const listening = await listen({ host: '127.0.0.1', port: 0 });
    listening.answer(app.fetch);
    const gone = new AbortController();
    const ask = { ...requestOf('GET', { as: shop.driver.session_id }), signal: gone.signal };
    const reader = await readChanges((path) => fetch(`http://127.0.0.1:${listening.port}${path}`, ask));
    await reader.next();
    expect(streams.count()).toBe(1);
    gone.abort();
    await vi.waitFor(() => expect(streams.count()).toBe(0));
    await listening.drain();
  });
});

describe('notifications of a commit', () => {
  it('reach another server at once, and by polling while its listening connection is lost', async () => {
    await serve({ poll_ms: 100 });
    const pools = openPools(test_app.database);
    const [here, there] = [
      commitNotifications(pools.owner, 'here', silentLog),
      commitNotifications(test_app.database.owner, 'there', silentLog),
    ];
    let received = 0;
    there.start(() => {
      received += 1;
      streams.wake();
    });
    try {
      await vi.waitFor(() => expect(received).toBeGreaterThan(0));
      const before = received;
      here.tell();
      here.tell();
      await vi.waitFor(() => expect(received).toBeGreaterThan(before));
      const manager = await followFromNow(shop.manager);
      // A process is notified of its own commits without the database.
      const before_own_commit = received;
      there.tell();
      expect(received).toBe(before_own_commit + 1);
      await cutListeners();
      await touchSilently('while it does not listen');
      expect(await manager.subjectsUntil('while it does not listen')).toHaveLength(1);
      const lost = received;
      await vi.waitFor(() => expect(received).toBeGreaterThan(lost));
    } finally {
      await Promise.all([here.stop(), there.stop()]);
      await pools.close();
    }
  });

  async function cutListeners(): Promise<void> {
    await test_app.database.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query ilike 'listen %' and pid <> pg_backend_pid()`,
    );
  }

  /** Commits like another server whose notification is lost. */
  async function touchSilently(subject_id: string): Promise<void> {
    const touched = [{ topic: 'orders', audience: 'desk', subject_id }] as const;
    const of = { shop_id: shop.shop_id, command_id: null, newId: owner.newId };
    await addingRows('feed', touchedTopics(of, touched)).execute(owner);
    await pause(0);
  }
});

import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTransaction } from '../../tests/support/open-transaction.ts';
import { createTestDatabase, type TestDatabase } from '../../tests/support/test-database.ts';
import { createTestShop } from '../../tests/support/test-shop.ts';
import { type Database, databaseOf } from '../platform/database/database.ts';
import { openPools } from '../platform/database/pools.ts';
import { addingRows } from '../platform/database/rows.ts';
import { type Executor, sql } from '../platform/database/sql.ts';
import { pruneFeed } from './prune-feed.ts';
import { type Cursor, type FeedPart, readFeed } from './read-feed.ts';
import { touchedTopics } from './touched.ts';

let database: TestDatabase;
let owner: Database;
let shop_id: number;
let other_id: number;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = databaseOf(database.owner);
});
afterAll(() => database.drop());
beforeEach(async () => {
  shop_id = (await createTestShop(owner)).shop_id;
  other_id = (await createTestShop(owner, 'Another Shop')).shop_id;
});

/** Writes one hint about this record. */
async function touch(tx: Executor, subject_id: string, shop = shop_id): Promise<void> {
  const touched = [{ topic: 'orders', subject_id, audience: 'desk' }] as const;
  const hints = touchedTopics({ shop_id: shop, command_id: null, newId: owner.newId }, touched);
  await addingRows('feed', hints).execute(tx);
}

const subjects = ({ hints }: FeedPart) => hints.map(({ subject_id }) => subject_id);

describe('reading the feed', () => {
  it('reads everything without a cursor, and then receives what is committed later', async () => {
    await touch(owner, 'before');
    const first = await readFeed(owner, [shop_id], null);
    expect(first).toMatchObject({ read_all: true, hints: [] });
    await touch(owner, 'after');
    const next = await readFeed(owner, [shop_id], first.cursor);
    expect(next.read_all).toBe(false);
    expect(subjects(next)).toEqual(['after']);
    expect(subjects(await readFeed(owner, [shop_id], next.cursor))).toEqual([]);
  });

  it('starts during an older transaction and receives only the hints of that one', async () => {
    const slow = await openTransaction(owner);
    await touch(slow, 'slow');
    await touch(owner, 'before');
    const { cursor } = await readFeed(owner, [shop_id], null);
    await slow.commit();
    expect(subjects(await readFeed(owner, [shop_id], cursor))).toEqual(['slow']);
  });

  it('receives hints of its own shops only', async () => {
    const { cursor } = await readFeed(owner, [shop_id], null);
    await touch(owner, 'theirs', other_id);
    await touch(owner, 'mine');
    expect(subjects(await readFeed(owner, [shop_id], cursor))).toEqual(['mine']);
    expect(subjects(await readFeed(owner, [shop_id, other_id], cursor))).toEqual(['theirs', 'mine']);
  });

  it('receives hints of a transaction that commits after later ones were read, and all of them once', async () => {
    const { cursor } = await readFeed(owner, [shop_id], null);
    const slow = await openTransaction(owner);
    await touch(slow, 'slow');
    await touch(owner, 'quick');
    const meanwhile = await readFeed(owner, [shop_id], cursor);
    expect(subjects(meanwhile)).toEqual(['quick']);
    const again = await readFeed(owner, [shop_id], meanwhile.cursor);
    expect(subjects(again)).toEqual([]);
    await slow.commit();
    const last = await readFeed(owner, [shop_id], again.cursor);
    expect(subjects(last)).toEqual(['slow']);
    expect(subjects(await readFeed(owner, [shop_id], last.cursor))).toEqual([]);
  });

  it('receives no hint twice during a long transaction, and keeps a bounded list of seen hints', async () => {
    const slow = await openTransaction(owner);
    await touch(slow, 'slow');
    const few = 20;
    let { cursor } = await readFeed(owner, [shop_id, other_id], null, few);
    const text = { epoch: cursor.epoch, xid: cursor.xid, seen: [] };
    const received: (string | null)[] = [];
    for (let at = 0; at < 100; at += 1) {
      await touch(owner, `${at}`);
      if (at % 10 === 0) await touch(owner, `theirs ${at}`, other_id);
      const part = await readFeed(owner, [shop_id, other_id], cursor, few);
      expect(part.read_all).toBe(false);
      received.push(...subjects(part).filter((subject) => !subject?.startsWith('theirs')));
      cursor = part.cursor;
    }
    expect(received).toEqual(Array.from({ length: 100 }, (_, at) => `${at}`));
    const of = (shop: number) => cursor.seen.filter((seen) => seen.shop_id === shop).length;
    expect([of(shop_id), of(other_id)]).toEqual([65, 10]);
    // A cursor parsed from text lacks the snapshot, so the read exceeds the limit of hints: everything is
    // read again, once.
    const back = await readFeed(owner, [shop_id], text, few);
    expect(back).toMatchObject({ read_all: true, hints: [], cursor: { seen: [] } });
    await touch(owner, 'after');
    expect(subjects(await readFeed(owner, [shop_id], back.cursor, few))).toEqual(['after']);
    await slow.commit();
    const rest = await readFeed(owner, [shop_id], cursor, few);
    expect(subjects(rest)).toEqual(['slow', 'after']);
    expect(subjects(await readFeed(owner, [shop_id], rest.cursor, few))).toEqual([]);
  });

  it('receives nothing of a rolled back transaction', async () => {
    const { cursor } = await readFeed(owner, [shop_id], null);
    const undone = await openTransaction(owner);
    await touch(undone, 'undone');
    await undone.rollback();
    expect(subjects(await readFeed(owner, [shop_id], cursor))).toEqual([]);
  });

  it.each([
    ['of another epoch', (cursor: Cursor) => ({ ...cursor, epoch: '00000000-0000-4000-8000-000000000000' })],
    ['ahead of this database', (cursor: Cursor) => ({ ...cursor, xid: String(2n ** 60n) })],
  ])('reads everything again with a cursor %s, and then continues', async (_, invalidate) => {
    const { cursor } = await readFeed(owner, [shop_id], null);
    const lost = await readFeed(owner, [shop_id], invalidate(cursor));
    expect(lost).toMatchObject({ read_all: true, hints: [] });
    await touch(owner, 'after');
    expect(subjects(await readFeed(owner, [shop_id], lost.cursor))).toEqual(['after']);
  });
});

describe('pruning', () => {
  it('removes hints older than a day in batches, and makes readers that missed them read everything', async () => {
    const { cursor: old } = await readFeed(owner, [shop_id], null);
    for (const subject of ['a', 'b', 'c']) await touch(owner, subject);
    await sql`update feed set recorded_at = now() - interval '25 hours' where shop_id = ${shop_id}`.execute(
      owner,
    );
    const read = await cursorBeyond(old);
    await touch(owner, 'today');

    expect(await pruneFeed(owner, new Date(), 2)).toBe(3);
    expect((await readFeed(owner, [shop_id], old)).read_all).toBe(true);
    const follows = await readFeed(owner, [shop_id], read);
    expect(follows.read_all).toBe(false);
    expect(subjects(follows)).toEqual(['today']);
    expect(await pruneFeed(owner, new Date())).toBe(0);
  });
});

/** The longest transaction of concurrently running tests. */
const OTHERS_MS = 120_000;

/**
 * Returns a cursor beyond all hints: other databases of the same server may have older transactions in
 * progress.
 */
function cursorBeyond(cursor: Cursor): Promise<Cursor> {
  return vi.waitFor(async () => {
    const { rows } = await sql<{ xid: string }>`select max(xid::text::bigint)::text as xid from feed`.execute(
      owner,
    );
    const part = await readFeed(owner, [shop_id], cursor);
    expect(BigInt(part.cursor.xid)).toBeGreaterThan(BigInt(rows[0]?.xid ?? 0));
    return part.cursor;
  }, OTHERS_MS);
}

describe('hundreds of writers, some with long transactions,', () => {
  const SHORT = 400;
  const LONG = 6;

  it('deliver each committed hint exactly once to concurrent readers', async () => {
    const pools = openPools({ ...database, owner_connections_max: 16 });
    const many = databaseOf(pools.owner);
    try {
      const committed: string[] = [];
      let writing = true;
      const { cursor: start } = await readFeed(many, [shop_id], null);
      const readers = [1, 2, 3].map(async () => {
        const received: (string | null)[] = [];
        let cursor = start;
        for (let last = false; ; ) {
          const part = await readFeed(many, [shop_id], cursor);
          expect(part.read_all).toBe(false);
          received.push(...subjects(part));
          cursor = part.cursor;
          if (last) return received;
          last = !writing;
          await nextTurn();
        }
      });

      const short = async (number: number) => {
        const tx = await openTransaction(many);
        await touch(tx, `short ${number}`);
        // Some write a second hint, and some roll back.
        if (number % 3 === 0) await touch(tx, `short ${number} again`);
        if (number % 7 === 0) return void (await tx.rollback());
        await tx.commit();
        committed.push(`short ${number}`, ...(number % 3 === 0 ? [`short ${number} again`] : []));
      };
      const long = async (number: number) => {
        const tx = await openTransaction(many);
        await touch(tx, `long ${number}`);
        const until = SHORT * ((number + 1) / (LONG + 1));
        while (committed.length < until / 2) await nextTurn();
        await touch(tx, `long ${number} again`);
        if (number % 3 === 2) return void (await tx.rollback());
        await tx.commit();
        committed.push(`long ${number}`, `long ${number} again`);
      };
      await Promise.all([
        ...Array.from({ length: LONG }, (_, number) => long(number)),
        ...Array.from({ length: SHORT }, (_, number) => short(number)),
      ]);
      writing = false;
      for (const received of await Promise.all(readers))
        expect(received.sort()).toEqual([...committed].sort());
      expect(committed.length).toBeGreaterThan(SHORT);
    } finally {
      await pools.close();
    }
  });
});

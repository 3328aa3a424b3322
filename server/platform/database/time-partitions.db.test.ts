import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTransaction } from '../../../tests/support/open-transaction.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { createTestShop } from '../../../tests/support/test-shop.ts';
import { AUDIT_PARTITIONS } from '../../audit/audit-partitions.ts';
import { FEED_PARTITIONS, pruneFeed } from '../../changes/prune-feed.ts';
import { readFeed } from '../../changes/read-feed.ts';
import { type Database, databaseOf } from './database.ts';
import { sql } from './sql.ts';
import { makePartitions, partitionsOf } from './time-partitions.ts';

let place: TestDatabase;
let owner: Database;
let shop_id: number;

beforeEach(async () => {
  place = await createTestDatabase();
  owner = databaseOf(place.owner);
  shop_id = (await createTestShop(owner)).shop_id;
});
afterEach(() => place.drop());

/** Years after the partitions that the migration creates, whenever the test runs. */
const NEW_YEAR = new Date('2090-01-01T10:00:00Z');

const DAY_MS = 24 * 60 * 60 * 1000;
const daysAfter = (days: number) => new Date(NEW_YEAR.getTime() + days * DAY_MS);

async function audit(recorded_at: Date): Promise<string> {
  const { rows } = await sql<{ partition: string }>`
    insert into audit_events (shop_id, id, source, what, recorded_at)
    values (${shop_id}, ${owner.newId()}, 'server', 'made_up', ${recorded_at})
    returning tableoid::regclass::text as partition`.execute(owner);
  return rows[0]?.partition ?? '';
}

async function hint(recorded_at: Date): Promise<string> {
  const { rows } = await sql<{ partition: string }>`
    insert into feed (shop_id, id, topic, audience, recorded_at) values (${shop_id}, ${owner.newId()}, 'orders', 'desk', ${recorded_at})
    returning tableoid::regclass::text as partition`.execute(owner);
  return rows[0]?.partition ?? '';
}

it('partitions are created ahead and once, each for its month or day', async () => {
  expect(await makePartitions(owner, AUDIT_PARTITIONS, NEW_YEAR)).toEqual([
    'audit_events_2090_01_01',
    'audit_events_2090_02_01',
    'audit_events_2090_03_01',
  ]);
  expect(await makePartitions(owner, FEED_PARTITIONS, NEW_YEAR)).toEqual([
    'feed_2090_01_01',
    'feed_2090_01_02',
    'feed_2090_01_03',
  ]);
  expect(await makePartitions(owner, AUDIT_PARTITIONS, NEW_YEAR)).toEqual([]);
  expect(await makePartitions(owner, FEED_PARTITIONS, daysAfter(1))).toEqual(['feed_2090_01_04']);
  expect(await audit(new Date('2090-02-28T23:59:59.999Z'))).toBe('partitions.audit_events_2090_02_01');
  expect(await hint(daysAfter(2))).toBe('partitions.feed_2090_01_03');
});

it('a clock that ran ahead for a while does not prevent the creation of earlier days', async () => {
  await makePartitions(owner, FEED_PARTITIONS, daysAfter(400));
  expect(await makePartitions(owner, FEED_PARTITIONS, NEW_YEAR)).toHaveLength(3);
  expect(await makePartitions(owner, FEED_PARTITIONS, daysAfter(399))).toEqual(['feed_2091_02_04']);
});

it('several servers create each partition once', async () => {
  const made = await Promise.all([1, 2, 3].map(() => makePartitions(owner, FEED_PARTITIONS, NEW_YEAR)));
  expect(made.flat()).toHaveLength(3);
});

it('a row without a partition is written to the default one and stays there', async () => {
  expect(await audit(NEW_YEAR)).toBe('partitions.audit_events_default');
  expect(await makePartitions(owner, AUDIT_PARTITIONS, NEW_YEAR)).toEqual([
    'audit_events_2090_02_01',
    'audit_events_2090_03_01',
  ]);
  expect(await audit(NEW_YEAR)).toBe('partitions.audit_events_default');
});

it('partitions are created while another transaction has uncommitted writes', async () => {
  await hint(new Date());
  const tx = await openTransaction(owner);
  await sql`insert into feed (shop_id, id, topic, audience) values (${shop_id}, ${owner.newId()}, 'orders', 'desk')`.execute(
    tx,
  );
  expect(await makePartitions(owner, FEED_PARTITIONS, NEW_YEAR)).toHaveLength(3);
  await tx.rollback();
});

it('an audit partition can be neither changed nor truncated directly', async () => {
  await makePartitions(owner, AUDIT_PARTITIONS, NEW_YEAR);
  await audit(NEW_YEAR);
  await audit(new Date());
  await audit(new Date('2095-01-01'));
  for (const partition of ['audit_events_2090_01_01', 'audit_events_before', 'audit_events_default']) {
    for (const statement of ["update %s set what = 'nothing'", 'delete from %s', 'truncate %s']) {
      const done = place.owner.query(statement.replace('%s', `partitions.${partition}`));
      await expect(done, `${statement} ${partition}`).rejects.toThrow('append-only');
    }
  }
});

it('a day of the feed is dropped once all of it is older than a day, and its readers reload everything', async () => {
  const { cursor } = await readFeed(owner, [shop_id], null);
  await makePartitions(owner, FEED_PARTITIONS, NEW_YEAR);
  for (const day of [0, 0, 1]) await hint(daysAfter(day));
  const names = async () => (await partitionsOf(owner, 'feed')).map(({ name }) => name);

  await pruneFeed(owner, new Date('2090-01-02T23:59:59Z'));
  expect(await names()).toContain('feed_2090_01_01');
  expect((await readFeed(owner, [shop_id], cursor)).hints).toHaveLength(3);

  expect(await pruneFeed(owner, new Date('2090-01-03T00:00:00Z'))).toBe(2);
  expect(await names()).toEqual(['feed_2090_01_02', 'feed_2090_01_03']);
  expect((await readFeed(owner, [shop_id], cursor)).read_all).toBe(true);
});

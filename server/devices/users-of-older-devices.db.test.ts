import { afterEach, beforeEach, expect, it } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { build } from '../../tests/support/query-builder.ts';
import { createEmptyDatabase } from '../../tests/support/test-database.ts';
import { createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import { databaseOf } from '../platform/database/database.ts';
import { readMigrations } from '../platform/database/migrations/migration-records.ts';
import { migrate } from '../platform/database/migrations/migrations.ts';
import { openPools, type Pools } from '../platform/database/pools.ts';

const NAME = '0135-numbers-are-their-makers';

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let pools: Pools;
let shop: TestShop;

beforeEach(async () => {
  database = await createEmptyDatabase();
  pools = openPools({ owner_url: database.owner_url, request_url: database.owner_url });
  const older = (await readMigrations()).map(({ name }) => name).filter((name) => name < NAME);
  await migrate(pools.owner, { only: older });
  shop = await createTestShop(databaseOf(pools.owner));
});
afterEach(async () => {
  await pools.close();
  await database.drop();
});

it('the migration keeps the last reporter, authors of commands and audited reporters as users of a device', async () => {
  const { shop_id, driver, driver2, manager, admin } = shop;
  const device_id = newId();
  const users = [driver, driver2, manager, admin].map(({ user_id }) => user_id);
  await pools.owner.query(
    `insert into devices (shop_id, id, first_seen_at, last_seen_at, last_user_id, user_ids, highest, known_until,
        unnumbered_count, unnumbered_fils, report_hash)
      values ($1, $2, now(), now(), $3, $4, 0, 0, 0, 0, '')`,
    [shop_id, device_id, driver.user_id, users],
  );
  await pools.owner.query(
    `insert into commands (shop_id, user_id, endpoint, command_id, fingerprint, device_id, device_number)
      values ($1, $2, 'confirm_delivery', $3, repeat('a', 64), $4, 1)`,
    [shop_id, driver2.user_id, newId(), device_id],
  );
  await build(databaseOf(pools.owner))
    .insertInto('audit_events')
    .values({
      ...{ shop_id, id: newId(), user_id: admin.user_id, source: 'request' },
      ...{ what: 'report_device', subject_id: device_id, after: JSON.stringify({ is_first: true }) },
    })
    .execute();
  const migration = (await readMigrations()).find(({ name }) => name === NAME);
  const update = /update devices d[^;]*/.exec(migration?.sql ?? '')?.[0];
  await pools.owner.query('set enable_seqscan = off');
  const { rows } = await pools.owner.query(`explain ${update}`);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('commands_of_device');
  expect(plan).toMatch(/subject_id/);

  await migrate(pools.owner);
  const kept = await pools.owner.query('select user_ids from devices');
  expect(kept.rows).toEqual([{ user_ids: [driver.user_id, driver2.user_id, admin.user_id] }]);
});

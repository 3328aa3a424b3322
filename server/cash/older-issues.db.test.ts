import type pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { createEmptyDatabase } from '../../tests/support/test-database.ts';
import { createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import { databaseOf } from '../platform/database/database.ts';
import { readMigrations } from '../platform/database/migrations/migration-records.ts';
import { migrate } from '../platform/database/migrations/migrations.ts';
import { openPools, type Pools } from '../platform/database/pools.ts';
import { verifyCash } from '../verification/verify-cash.ts';

/**
 * Tests of cash that was booked by older versions: issues from the safe had no rows of their own, and
 * operator commands had no ids.
 */

const LAST_BEFORE = '0015-unreadable-shopify-secret';

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let pools: Pools;
let shop: TestShop;

beforeEach(async () => {
  database = await createEmptyDatabase();
  pools = openPools({ owner_url: database.owner_url, request_url: database.owner_url });
  const files = await readMigrations();
  const before = files.map(({ name }) => name).filter((name) => name <= LAST_BEFORE);
  await migrate(pools.owner, { only: before });
  shop = await createTestShop(databaseOf(pools.owner));
});
afterEach(async () => {
  await pools.close();
  await database.drop();
});

const move = (
  db: Pick<pg.ClientBase, 'query'>,
  from: string,
  to_user_id: string,
  reason: string,
  source_type: string,
  source_id: string,
) =>
  db.query(
    `select * from post_movement($1, $2, $3, null, 'staff', $4, 10000, $5, $6, $7, 1::smallint, null, $8, null, false)`,
    [shop.shop_id, newId(), from, to_user_id, reason, source_type, source_id, new Date()],
  );

it('the migration adds the rows of older issues, and the cash book verifies', async () => {
  const { shop_id, admin, driver } = shop;
  const [issue, adjustment] = [newId(), newId()];
  await move(pools.owner, 'safe', admin.user_id, 'issue', 'cash_issue', issue);
  const client = await pools.owner.connect();
  await client.query('begin');
  await client.query(
    "insert into cash_adjustments (shop_id, id, user_id, amount_fils, reason) values ($1, $2, $3, 10000, 'found')",
    [shop_id, adjustment, driver.user_id],
  );
  await move(client, 'adjustment', driver.user_id, 'adjustment', 'cash_adjustment', adjustment);
  await client.query('commit');
  client.release();

  await migrate(pools.owner);
  const { rows } = await pools.owner.query(
    `select i.id, i.user_id, i.amount_fils, i.command_id,
       (i.occurred_at, i.recorded_at) = (m.occurred_at, m.recorded_at) as same_times
     from cash_issues i join cash_movements m on m.shop_id = i.shop_id and m.source_id = i.id`,
  );
  expect(rows).toEqual([
    { id: issue, user_id: admin.user_id, amount_fils: 10_000, command_id: null, same_times: true },
  ]);
  expect(await verifyCash(databaseOf(pools.owner))).toEqual([]);
});

/** @module-tag upgrades */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { migrate } from '../../server/platform/database/migrations/migrations.ts';
import { MIGRATIONS_DIR } from '../../server/platform/own-package.ts';
import { type EmptyPlace, emptyPlace } from '../support/test-backup.ts';
import { createTestShop, type TestShop } from '../support/test-shop.ts';
import { waitingForLocks } from '../support/waiting-for-locks.ts';
import { landedMigrations } from './landed-migrations.ts';

/**
 * Cash moves while the table of balances becomes a view of their parts. A migration blocks calls in the
 * middle of a previous version of a function, as an older server's calls would be; they continue with the new
 * schema. The tests depend on their order.
 */

const FILES = ['0045-balances-may-have-parts', '0046-balances-have-parts'];
/** This migration replaces functions that the two create; later ones build on it. */
const BUILDS_ON_THEM = '0146-second-person';

let place: EmptyPlace;
let shop: TestShop;

beforeAll(async () => {
  place = await emptyPlace();
  const earlier = landedMigrations().map(({ name }) => name);
  await migrate(place.owner, {
    only: earlier.filter((name) => name < BUILDS_ON_THEM && !FILES.includes(name)),
  });
  shop = await createTestShop(place.database);
});
afterAll(() => place?.drop());

/** Issues 100 fils to the manager. Returns the manager's new balance in fils. */
async function give(): Promise<number> {
  const { shop_id, manager } = shop;
  const source_id = newId();
  await place.owner.query(
    'insert into cash_issues (shop_id, id, user_id, amount_fils, occurred_at) values ($1, $2, $3, 100, now())',
    [shop_id, source_id, manager.user_id],
  );
  const { rows } = await place.owner.query<{ to_total_fils: number }>(
    `select to_total_fils from post_movement($1, $2, 'safe', null, 'staff', $3, 100, 'issue', 'cash_issue', $4, 1::smallint,
       null, now(), null, false)`,
    [shop_id, newId(), manager.user_id, source_id],
  );
  return Number(rows[0]?.to_total_fils);
}

/** Calls a function that returns one number, in a transaction of the owner with the admin's settings. */
async function callAs(call: string, values: unknown[]): Promise<number> {
  const client = await place.owner.connect();
  try {
    await client.query('begin');
    await client.query(
      "select set_config('app.user_id', $1, true), set_config('app.shop_id', $2, true), set_config('app.role', 'Admin', true)",
      [shop.admin.user_id, String(shop.shop_id)],
    );
    const { rows } = await client.query<{ fils: number }>(`select ${call} as fils`, values);
    await client.query('commit');
    return Number(rows[0]?.fils);
  } finally {
    client.release(true);
  }
}

test.each(FILES)('calls in progress continue after the migration: %s', async (file) => {
  const before = await give();
  const migrating = await place.owner.connect();
  try {
    await migrating.query('begin');
    await migrating.query(await readFile(join(MIGRATIONS_DIR, `${file}.sql`), 'utf8'));
    const given = give();
    await expect.poll(() => waitingForLocks(place.database)).toBe(1);
    const locked = callAs('lock_balance_of($1)', [shop.driver.user_id]);
    const initialised = callAs('initialise_own_balance()', []);
    await expect.poll(() => waitingForLocks(place.database)).toBe(3);
    await migrating.query('commit');
    expect(await Promise.all([given, locked, initialised])).toEqual([before + 100, 0, 0]);
  } finally {
    migrating.release(true);
  }
});

test('balances are unchanged, each as one row of the view', async () => {
  const { rows } = await place.owner.query(
    'select user_id, cash_on_hand_fils::int as fils from cash_tracking where shop_id = $1 order by fils desc',
    [shop.shop_id],
  );
  expect(rows[0]).toEqual({ user_id: shop.manager.user_id, fils: 400 });
  expect(rows.map(({ fils }) => fils)).toEqual([400, 0, 0]);
});

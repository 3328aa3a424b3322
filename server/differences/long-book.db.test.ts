import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { approvalsIn } from '../../tests/support/test-approvals.ts';
import { bookedBy, requestedWriteOff } from '../../tests/support/test-differences.ts';
import { adjust, prepareEnd, prepareVoid, recorded, sendCommand } from '../../tests/support/test-handover.ts';
import { createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import { countPendingApprovals } from '../approvals/count-pending.ts';
import { listApprovals } from '../approvals/list-approvals.ts';
import type { Staff } from '../platform/actor.ts';
import { runTransaction, type Tx } from '../platform/database/database.ts';
import { sql } from '../platform/database/sql.ts';
import { listDifferences } from './list-differences.ts';
import { countUndecided } from './open-differences.ts';

/** Today and the lists of the desk poll these reads: a book of some years must not be read each time. */

const OLD = 20_000;
let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
  await adjust(app, shop, shop.driver, 50_000);
  const difference_id = await bookedBy(app, shop, { amount_fils: 49_000 });
  await requestedWriteOff(app, shop.manager, { difference_id, amount_fils: 100 });
  await adjust(app, shop, shop.driver2, 5_000);
  const kept = await prepareEnd(app, shop, {
    driver: shop.driver2,
    amount_fils: 4_000,
    difference_choice: 'kept',
  });
  const record_id = await recorded(app, shop, 'end', kept);
  const voided = await prepareVoid(app, shop, { record_type: 'handover', record_id });
  expect((await sendCommand(app, 'void', shop.admin, voided)).status).toBe(200);
  await approvalsIn(app, shop).requestAdjustment(shop.admin);
  await copied('cash_handovers', "handover_type = 'end' and difference_choice = 'short_or_over'", {
    id: 'gen_random_uuid()',
    handover_reference: "'EOD-' || nth",
    command_id: 'gen_random_uuid()',
    recorded_at: "now() - interval '2 days' - nth * interval '1 minute'",
    completed_at: "now() - interval '2 days' - nth * interval '1 minute'",
  });
  await copied('approvals', "kind = 'void'", {
    id: 'gen_random_uuid()',
    requested_at: "now() - interval '2 days' - nth * interval '1 minute'",
    expires_at: "now() - interval '1 day' - nth * interval '1 minute'",
  });
  await app.database.owner.query('analyze');
}, 60_000);
afterAll(() => app.drop());

/** Adds old copies of a row, with other expressions for some columns. */
async function copied(table: string, which: string, changed: Record<string, string>): Promise<void> {
  const { rows } = await app.database.owner.query<{ column_name: string }>(
    `select column_name from information_schema.columns
     where table_schema = 'public' and table_name = $1 order by ordinal_position`,
    [table],
  );
  const values = rows.map(({ column_name }) => changed[column_name] ?? `one.${column_name}`);
  await app.database.owner.query(`alter table ${table} disable trigger user`);
  await app.database.owner.query(`
    insert into ${table} (${rows.map(({ column_name }) => column_name).join(', ')})
    select ${values.join(', ')} from (select * from ${table} where ${which} limit 1) one, generate_series(1, ${OLD}) nth`);
  await app.database.owner.query(`alter table ${table} enable trigger user`);
}

/** Runs a read as a manager, and returns how many rows of these tables it read. */
function rowsRead(tables: string[], read: (tx: Tx, actor: Staff) => Promise<unknown>): Promise<number> {
  return runTransaction(app.requests, async (tx) => {
    await sql`select * from begin_request(${shop.manager.session_id}::uuid)`.execute(tx);
    const { shop_id, manager } = shop;
    await read(tx, { kind: 'staff', role: 'Manager', shop_id, ...manager } as unknown as Staff);
    const { rows } = await sql<{ rows: number }>`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables
      where relname = any(${tables}::text[])`.execute(tx);
    return rows[0]?.rows ?? 0;
  });
}

it('the number of undecided differences is read from the last end of day of each driver', async () => {
  expect(await rowsRead(['cash_handovers'], (tx) => countUndecided(tx, shop.shop_id))).toBeLessThan(50);
});

it('the list of differences reads neither older ends of day nor older requests', async () => {
  const listed = (tx: Tx, actor: Staff) => listDifferences(tx, actor, new Date());
  expect(await rowsRead(['cash_handovers', 'approvals'], listed)).toBeLessThan(100);
});

it('the number of pending requests is read without those that have expired', async () => {
  const counted = (tx: Tx) => countPendingApprovals(tx, shop.shop_id, new Date());
  expect(await rowsRead(['approvals'], counted)).toBeLessThan(50);
});

it('the list of requests reads only the records that it names', async () => {
  const tables = ['cash_handovers', 'bank_deposits', 'cash_floats'];
  const listed = (tx: Tx, actor: Staff) => listApprovals(tx, actor, new Date());
  expect(await rowsRead(tables, listed)).toBeLessThan(500);
});

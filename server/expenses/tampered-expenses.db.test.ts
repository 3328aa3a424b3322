import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { approvalsIn, ok } from '../../tests/support/test-approvals.ts';
import { requestedExpense } from '../../tests/support/test-expenses.ts';
import { adjust } from '../../tests/support/test-handover.ts';
import { createTestShop } from '../../tests/support/test-shop.ts';
import type { CashDifferenceKind } from '../cash/cash-difference.ts';
import { verifyNamedFiles } from '../files/verify-named-files.ts';
import { verifyCash } from '../verification/verify-cash.ts';

/**
 * Changes of requests, movements and files of expenses by a superuser: `cash verify` and `files verify`
 * report each of them. Changes of the table itself: `server/verification/tampering.db.test.ts`.
 */

const TABLES = [
  'expenses',
  'approvals',
  'approval_decisions',
  'cash_movements',
  'commands',
  'audit_events',
  'files',
];

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
  const shop = await createTestShop(app.owner);
  const { decide } = approvalsIn(app, shop);
  for (const person of [shop.driver, shop.manager]) await adjust(app, shop, person, 10_000);
  await ok(decide(shop.manager, await requestedExpense(app, shop, { kind: 'fuel', note: 'Full tank' })));
  await ok(decide(shop.admin, await requestedExpense(app, shop, { by: shop.manager, amount_fils: 700 })));
  const refused = await requestedExpense(app, shop, { amount_fils: 300 });
  await ok(decide(shop.manager, refused, 'refused', { reason: 'No slip' }));
  await requestedExpense(app, shop, { amount_fils: 400 });
  expect([await verifyCash(app.owner), await verifyNamedFiles(app.owner)]).toEqual([[], []]);
  const { rows } = await app.database.owner.query<{ statement: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as statement
       from pg_constraint where contype in ('f', 'c') and connamespace = 'public'::regnamespace
     union all select format('alter table %I disable trigger user', name)
       from unnest($1::text[]) as name
     union all select 'create schema kept'
     union all select format('create table kept.%1$I as table public.%1$I', name) from unnest($1::text[]) as name`,
    [TABLES],
  );
  await app.database.owner.query(rows.map(({ statement }) => statement).join(';'));
});
afterAll(() => app.drop());

const FUEL = "kind = 'fuel'";
const OF_FUEL = `source_id = (select id from expenses where ${FUEL})`;
const REQUEST = `id = (select approval_id from expenses where ${FUEL})`;
const OTHER = "(select user_id from expenses where kind <> 'fuel')";
const inRecord = (key: string, value: string) => `record = jsonb_set(record, '{${key}}', '${value}')`;

/** Tampers, restores the tables afterwards, and returns the kinds of the differences in between. */
async function found(change: string, verify: () => Promise<{ kind: string }[]>): Promise<string[]> {
  await app.database.owner.query(change);
  try {
    return [...new Set((await verify()).map(({ kind }) => kind))].sort();
  } finally {
    const restoring = TABLES.map(
      (table) => `delete from ${table}; insert into ${table} select * from kept.${table}`,
    );
    await app.database.owner.query(`begin; ${restoring.join(';')}; commit`);
  }
}

it.each<[string, string, CashDifferenceKind[]]>([
  [
    'an order without a refund',
    `update expenses set order_id = gen_random_uuid() where ${FUEL}`,
    ['wrong_order', 'wrong_record'],
  ],
  [
    'another amount of the movement',
    `update cash_movements set amount_fils = amount_fils - 1 where ${OF_FUEL}`,
    ['balance', 'shop_total', 'wrong_movement', 'wrong_record'],
  ],
  [
    'a movement to the bank',
    `update cash_movements set to_holder = 'bank', account_user_id = null where ${OF_FUEL}`,
    ['balance', 'wrong_movement'],
  ],
  [
    'an account of another person',
    `update cash_movements set account_user_id = ${OTHER} where ${OF_FUEL}`,
    ['balance', 'wrong_movement'],
  ],
  ['another requested amount', `update approvals set amount_fils = 1 where ${REQUEST}`, ['wrong_record']],
  [
    'another requested kind',
    `update approvals set ${inRecord('kind', '"toll"')} where ${REQUEST}`,
    ['wrong_record'],
  ],
  [
    'another requested time',
    `update approvals set ${inRecord('occurred_at', '"2026-01-01T00:00:00.000Z"')} where ${REQUEST}`,
    ['wrong_record'],
  ],
  [
    'another requester',
    `update approvals set requested_by = ${OTHER} where ${REQUEST}`,
    ['missing_answer', 'unexplained_answer', 'wrong_record'],
  ],
  ['a deleted request', `delete from approvals where ${REQUEST}`, ['unexplained_answer', 'wrong_record']],
  [
    'a refused request that is approved',
    "update approval_decisions set outcome = 'approved' where outcome = 'refused'",
    ['wrong_answer', 'wrong_record'],
  ],
  [
    'other changes of the decision',
    `update approval_decisions set changes = '[]' where approval_id = (select approval_id from expenses where ${FUEL})`,
    ['wrong_answer', 'wrong_record'],
  ],
  ['a deleted reply', "delete from commands where endpoint = 'request_expense'", ['missing_answer']],
])('%s is reported', async (_, change, kinds) => {
  expect(await found(change, () => verifyCash(app.owner))).toEqual(kinds);
});

it.each([
  [
    'the path of the slip',
    `update files set path = 'EX/2026-11/EX-1795174612555.jpg' where id = (select slip_file_id from expenses where ${FUEL})`,
    ['wrong_path'],
  ],
  [
    'the person of the slip',
    `update files set uploaded_by = ${OTHER} where id = (select slip_file_id from expenses where ${FUEL})`,
    ['wrong_person'],
  ],
  [
    'a slip of a pending request that is not pinned',
    `update files set pinned_at = null where id not in (select slip_file_id from expenses)`,
    ['unpinned'],
  ],
  [
    'a slip that no record names',
    `delete from approvals where ${REQUEST}; delete from expenses where ${FUEL}`,
    ['unclaimed'],
  ],
  [
    'a swapped slip',
    `update expenses set slip_url = 'EX/2026-11/EX-1795174612555.jpg' where ${FUEL}`,
    ['swapped', 'wrong_path'],
  ],
])('files verify reports %s', async (_, change, kinds) => {
  expect(await found(change, () => verifyNamedFiles(app.owner))).toEqual(kinds);
});

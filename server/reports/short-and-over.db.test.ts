import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { dayOf } from '../../contract/rules/dates/dates.ts';
import type { ReportName } from '../../contract/rules/reports/reports.ts';
import type { ReportQuery } from '../../contract/schemas/reports.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import {
  adjust,
  cashOnHand,
  prepareDeposit,
  prepareDrop,
  prepareEnd,
  prepareSettlement,
  prepareVoid,
  recorded,
} from '../../tests/support/test-handover.ts';
import { createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import { readDriverDay } from './driver-day/read-driver-day.ts';
import { readReport } from './read-report.ts';

let app: TestApp;
let shop: TestShop;
let today: string;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
  today = dayOf(new Date(), shop.time_zone);
});

const report = (name: ReportName, more: Partial<ReportQuery> = {}) =>
  inTransaction(app.owner, async (tx) => {
    const query: ReportQuery = { report: name, from: today, to: today, way: 'up', ...more };
    return readReport(tx, shop.shop_id, query, 50);
  });

async function shortOf(amount_fils: number): Promise<string> {
  const end = await prepareEnd(app, shop, { amount_fils, difference_choice: 'short_or_over' });
  await recorded(app, shop, 'end', end);
  const row = await app.owner
    .selectFrom('cash_differences')
    .select('id')
    .where('shop_id', '=', shop.shop_id)
    .executeTakeFirst();
  return row?.id ?? '';
}

it('lists a shortage and its payment, and the cash book adds up to the cash of all staff', async () => {
  await adjust(app, shop, shop.driver, 10_000);
  await recorded(app, shop, 'drop', await prepareDrop(app, shop, { amount_fils: 1_000 }));
  const difference_id = await shortOf(7_000);
  const paid = await prepareSettlement(app, shop, { difference_id, amount_fils: 500 });
  await recorded(app, shop, 'settlement', paid);

  const { rows } = await report('movements');
  expect(
    rows.map(({ reason, from_name, from_beyond, to_name, to_beyond }) => [
      reason,
      from_beyond ?? from_name,
      to_beyond ?? to_name,
    ]),
  ).toEqual([
    ['adjustment', 'adjustment', shop.driver.full_name],
    ['drop', shop.driver.full_name, shop.admin.full_name],
    ['end_handover', shop.driver.full_name, shop.admin.full_name],
    ['difference', shop.driver.full_name, 'shortage'],
    ['settlement', 'shortage', shop.manager.full_name],
  ]);
  expect(rows.at(-1)).toMatchObject({ from_name: shop.driver.full_name, source: paid.input.reference });
  const held = (
    await Promise.all([shop.driver, shop.admin, shop.manager].map((one) => cashOnHand(app, one)))
  ).reduce((a, b) => a + b);
  expect((await report('book')).rows).toMatchObject([
    { adjusted_fils: 10_000, short_fils: -1_500, over_fils: 0, closing_fils: held },
  ]);
  expect((await report('handovers', { handover_type: 'drop' })).rows).toMatchObject([
    { amount_fils: 1_000, difference_fils: null },
  ]);
  const day = await inTransaction(app.owner, (tx) =>
    readDriverDay(tx, shop.shop_id, { user_id: shop.driver.user_id, day: today }),
  );
  expect(day).toMatchObject({
    handed_in: { count: 2, amount_fils: -8_000 },
    closing_fils: 0,
    difference_fils: -2_000,
  });
});

it('lists a void as a row of its own, so that deposits and the bank agree', async () => {
  await adjust(app, shop, shop.manager, 30_000);
  const deposit = await prepareDeposit(app, shop);
  const record_id = await recorded(app, shop, 'deposit', deposit);
  await recorded(app, shop, 'deposit', await prepareDeposit(app, shop, { amount_fils: 5_000 }));
  const of = { record_type: 'deposit', record_id } as const;
  const voided = await prepareVoid(app, shop, { ...of, with: shop.manager });
  await recorded(app, shop, 'void', voided);

  const { rows, totals } = await report('deposits');
  expect(rows.map((row) => [row.reference, row.amount_fils, row.voided, row.deposit_id])).toEqual([
    [deposit.input.reference, 10_000, true, record_id],
    [expect.any(String), 5_000, false, expect.any(String)],
    [voided.input.reference, -10_000, false, record_id],
  ]);
  expect(totals?.sums).toEqual({ amount_fils: 5_000 });
  expect((await report('book')).rows).toMatchObject([{ banked_fils: 5_000, closing_fils: 25_000 }]);
  const { rows: movements } = await report('movements', { reason: 'reversal' });
  expect(movements).toMatchObject([
    { from_beyond: 'bank', to_name: shop.manager.full_name, source: voided.input.reference },
  ]);
});

it('takes the difference of a voided end of day back, so that handovers, the book and the day agree', async () => {
  await adjust(app, shop, shop.driver, 10_000);
  const wrong = await prepareEnd(app, shop, { amount_fils: 4_000, difference_choice: 'kept' });
  const record_id = await recorded(app, shop, 'end', wrong);
  const voided = await prepareVoid(app, shop, { record_type: 'handover', record_id, with: shop.driver });
  await recorded(app, shop, 'void', voided);
  await recorded(app, shop, 'end', await prepareEnd(app, shop, { amount_fils: 9_500 }));

  const { rows, totals } = await report('handovers');
  expect(rows.map((row) => [row.amount_fils, row.difference_fils])).toEqual([
    [4_000, -6_000],
    [-4_000, 6_000],
    [9_500, -500],
  ]);
  expect(totals?.sums).toEqual({ amount_fils: 9_500, difference_fils: -500 });
  const differing = await report('handovers', { differs: 'yes' });
  expect((await report('book')).rows).toMatchObject([
    { differences: differing.rows.length, difference_fils: -500, closing_fils: 10_000 },
  ]);
  const day = await inTransaction(app.owner, (tx) =>
    readDriverDay(tx, shop.shop_id, { user_id: shop.driver.user_id, day: today }),
  );
  expect(day.difference_fils).toBe(-500);
});

it('finds what happened to a record by the reference of its void', async () => {
  await adjust(app, shop, shop.driver, 10_000);
  const record_id = await recorded(app, shop, 'drop', await prepareDrop(app, shop));
  const voided = await prepareVoid(app, shop, { record_type: 'handover', record_id, with: shop.driver });
  await recorded(app, shop, 'void', voided);
  const response = await app.send('GET', `/api/desk/audit?about=${voided.input.reference.toLowerCase()}`, {
    as: shop.manager.session_id,
  });
  expect(await response.json()).toMatchObject({
    events: [{ what: 'void_record', about: { kind: 'handover', id: record_id } }],
  });
});

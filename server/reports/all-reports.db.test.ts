import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReportResponse } from '../../contract/operations/desk/reports/read-report.schema.ts';
import {
  LATE_AFTER_MS,
  REPORT_NAMES,
  REPORTS,
  type ReportName,
} from '../../contract/rules/reports/reports.ts';
import type { ReportQuery } from '../../contract/schemas/reports.ts';
import { fillBook } from '../../tests/support/full-book.ts';
import { addLaterRows } from '../../tests/support/later-rows.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { attemptOf } from '../../tests/support/test-attempt.ts';
import { cashOnHand } from '../../tests/support/test-handover.ts';
import { addOrder, createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import { sql } from '../platform/database/sql.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import { LATE } from './late.ts';
import { readReport } from './read-report.ts';

/** Compares the reports with one another, over a book with several records of each kind. */

let app: TestApp;
let shop: TestShop;
let report: (name: ReportName, filters?: string) => Promise<ReportResponse>;

const PERIOD = { from: '2020-01-01', to: '2029-12-30' };

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
  await fillBook(app, shop);
  await attemptOf(app, shop.driver, await addOrder(app.owner, shop, shop.driver));
  await addLaterRows(app, shop);
  await createTestShop(app.owner, 'Another Shop');
  await app.owner
    .updateTable('users')
    .set({ disabled_at: new Date() })
    .where('id', '=', shop.driver2.user_id)
    .execute();
  report = async (name, filters = '') => {
    const path = `/api/desk/reports?report=${name}&from=${PERIOD.from}&to=${PERIOD.to}${filters}`;
    const response = await app.send('GET', path, { as: shop.manager.session_id });
    expect({ name, status: response.status }).toEqual({ name, status: 200 });
    return response.json();
  };
});
afterAll(() => app.drop());

const sumsOf = async (name: ReportName, filters?: string) => (await report(name, filters)).totals?.sums ?? {};

test('every report returns its columns, and row-level security hides no rows', async () => {
  for (const name of REPORT_NAMES) {
    const response = await report(name);
    expect(response.rows.length).toBeGreaterThan(0);
    expect(response.totals?.rows).toBe(response.rows.length);
    const ids = REPORTS[name].columns.map(({ id }) => id);
    expect(Object.keys(response.rows[0] ?? {})).toEqual(expect.arrayContaining([...ids, 'id']));
    const query: ReportQuery = { report: name, ...PERIOD, way: 'down' };
    const unhidden = await inTransaction(app.owner, (tx) => readReport(tx, shop.shop_id, query));
    expect(response).toEqual(unhidden);
    const page = await report(name, `&after=${response.rows[0]?.id}`);
    expect(page).toMatchObject({ rows: response.rows.slice(1), next: null, totals: null });
  }
});

test('the reports agree with one another and with the balances', async () => {
  const book = await sumsOf('book');
  const people = await report('holders');
  for (const { id, closing_fils } of people.rows)
    expect(closing_fils).toBe(await cashOnHand(app, { user_id: String(id) }));
  expect((await report('book')).rows.at(0)?.closing_fils).toBe(people.totals?.sums.closing_fils);
  expect((await sumsOf('deliveries')).cash_fils).toBe(book.collected_fils);
  expect((await sumsOf('deposits')).amount_fils).toBe(book.banked_fils);
  expect(await sumsOf('floats')).toEqual({
    issued_fils: book.issued_fils,
    returned_fils: book.returned_fils,
  });
  expect(book).toMatchObject({ returned_fils: 1_500, adjusted_fils: 500, opened_fils: 0, differences: 2 });
  expect((await sumsOf('handovers')).difference_fils).toBe(book.difference_fils);
  const days = await sumsOf('days');
  expect(await sumsOf('drivers')).toEqual(days);
  expect(days).toMatchObject({ deliveries: 10, card_machine_fils: 8_700 });
  const parts = ['collections', 'handovers', 'deposits', 'floats'] as const;
  const moved = await Promise.all(parts.map((name) => sumsOf(name)));
  const apart = moved.reduce(
    (sum, { amount_fils = 0, issued_fils = 0, returned_fils = 0 }) =>
      sum + amount_fils + issued_fils + returned_fils,
    // Adjustments; both legs of the correction, of which the days count the difference; and the expenses.
    (days.cash_fils ?? 0) + 1_200 + 700 + 2 * 2_000 + 1_300,
  );
  expect((await sumsOf('movements')).amount_fils).toBe(apart);
});

test('later payments, corrections and decisions appear in the reports that count them', async () => {
  const { rows: first, totals } = await report('deliveries');
  expect(first.filter(({ outcome }) => outcome === 'payment' || outcome === 'correction')).toMatchObject([
    { outcome: 'payment', driver_name: 'Mona Manager', tender: 'cash', cash_fils: 600, owed_fils: -1_000 },
    { outcome: 'correction', tender: 'cash', collected_fils: 500, card_machine_fils: 0, owed_fils: -500 },
  ]);
  expect(totals?.sums).toMatchObject({
    link_fils: 500,
    transfer_fils: 400,
    owed_fils: 1_000,
    refund_fils: 4_000,
  });
  expect((await report('deliveries', '&tender=payment_link')).rows).toMatchObject([{ link_fils: 500 }]);
  expect((await report('deliveries', '&tender=bank_transfer')).rows).toMatchObject([{ outcome: 'payment' }]);
  const mixed = (await report('deliveries', '&tender=card_machine')).totals?.sums;
  expect(mixed?.card_machine_fils).toBe((await sumsOf('days')).card_machine_fils);
  const { user_id } = shop.manager;
  expect((await report('drivers', `&user_id=${user_id}`)).rows).toMatchObject([
    { driver_name: 'Mona Manager', driver_id: null, deliveries: 0, cash_fils: 600, transfer_fils: 400 },
  ]);
  expect((await report('days', `&user_id=${user_id}`)).rows).toMatchObject([
    { deliveries: 0, cash_fils: 600 },
  ]);

  const { rows: changes, totals: changed } = await report('order_changes');
  expect(changes.map(({ change, owed_fils, refund_fils }) => [change, owed_fils, refund_fils])).toEqual([
    ['paid_back', 0, -1_000],
    ['waiver', -200, 0],
    ['not_received', 500, 0],
    ['payment', -1_000, 0],
    ['correction', -500, 0],
  ]);
  expect(changed?.sums).toMatchObject({ pending_fils: -100, matched_fils: 0, refund_fils: -1_000 });
  expect((await report('order_changes', '&change=waiver')).rows).toMatchObject([
    { by_name: 'Mona Manager', reason_text: 'a regular customer', customer_name: 'Layla Haddad' },
  ]);
  expect((await report('expenses')).rows).toMatchObject([
    { reference: 'EX-2', expense_kind: 'customer_refund', amount_fils: 1_000, full_name: 'Amal Admin' },
    { reference: 'EX-1', expense_kind: 'parking', order_number: null, amount_fils: 300 },
  ]);
  expect((await sumsOf('book')).spent_fils).toBe(1_300);
  expect((await report('movements', '&reason=correction')).rows).toMatchObject([
    { amount_fils: 2_500, source: changes[4]?.order_number },
    { amount_fils: 2_000, to_beyond: 'customers' },
  ]);
  expect((await report('movements', '&reason=expense')).rows).toMatchObject([
    { source: 'EX-2', to_name: 'Amal Admin', to_beyond: 'expense' },
    { source: 'EX-1', order_id: null },
  ]);
});

test('server and database use the same threshold for late records', async () => {
  const { rows } = await sql<{ ms: number }>`select (extract(epoch from ${LATE}) * 1000)::int as ms`.execute(
    app.owner,
  );
  expect(rows).toEqual([{ ms: LATE_AFTER_MS }]);
});

test('filters restrict the rows, and a driver who left stays listed', async () => {
  const { user_id } = shop.driver2;
  const of_driver2 = `&user_id=${user_id}`;
  expect((await report('drivers', of_driver2)).rows).toMatchObject([
    { driver_name: 'Dina Driver', cash_fils: 8_800 },
  ]);
  expect((await report('days', of_driver2)).rows).toMatchObject([{ deliveries: 1, collected_fils: 8_800 }]);
  expect((await report('holders', of_driver2)).rows).toMatchObject([{ id: user_id, opening_fils: 0 }]);
  expect((await report('handovers', of_driver2)).totals?.rows).toBe(2);
  expect((await report('handovers', '&handover_type=end&differs=yes')).totals?.rows).toBe(2);
  expect((await report('collections', of_driver2)).totals?.rows).toBe(0);
  expect((await report('floats', `&user_id=${shop.manager.user_id}`)).totals?.rows).toBe(4);
  expect((await report('movements', '&reason=adjustment')).rows).toMatchObject([
    { source: 'lost it', from_name: 'Dina Driver', to_beyond: 'adjustment' },
    { source: 'found "it"', from_beyond: 'adjustment' },
  ]);
  for (const name of REPORT_NAMES.filter((one) =>
    (REPORTS[one].filters as readonly string[]).includes('late'),
  ))
    expect((await report(name, '&late=yes')).totals?.rows).toBe(0);

  const people = await app.send('GET', '/api/desk/report-people', { as: shop.admin.session_id });
  expect((await people.json()).people).toMatchObject([
    { full_name: 'Amal Admin', drives: false },
    { full_name: 'Dawood Driver' },
    { user_id, drives: true, disabled: true },
    { full_name: 'Mona Manager', disabled: false },
  ]);
});

test('the figures of the shop equal those of today’s reports', async () => {
  const response = await app.send('GET', '/api/desk/figures', { as: shop.manager.session_id });
  const figures = await response.json();
  expect(figures).toMatchObject({
    orders: { views: { delivered_today: 9, on_the_road: 2 }, open: { dispatching: 2, packed: 0 } },
    collected_today_fils: (await sumsOf('days')).cash_fils,
    banked_today_fils: 9_000,
    held_fils: (await sumsOf('holders')).closing_fils,
    on_the_road: { to_collect_orders: 2, to_collect_fils: 5_700 },
  });
  expect(figures.unexplained).toBeGreaterThan(0);
  for (const path of ['figures', 'report-people'])
    expect((await app.send('GET', `/api/desk/${path}`, { as: shop.driver.session_id })).status).toBe(403);
});

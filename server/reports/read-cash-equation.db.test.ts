import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CashEquation } from '../../contract/operations/desk/cash/read-cash-equation.schema.ts';
import type { Differences } from '../../contract/operations/desk/differences/list-differences.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { BEYOND_STAFF, type BeyondStaff } from '../../contract/rules/reports/reports.ts';
import { eventSequences, record, removeConstraints } from '../../tests/support/random-book.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import {
  adjust,
  issue,
  prepareDeposit,
  prepareEnd,
  prepareFloat,
  prepareSettlement,
  prepareStart,
  prepareVoid,
  recorded,
  sendCommand,
} from '../../tests/support/test-handover.ts';
import { createTestShop, type TestShop, type TestStaff } from '../../tests/support/test-shop.ts';
import { startOfDay } from '../platform/database/business-day.ts';
import { runTransaction } from '../platform/database/database.ts';
import { sql } from '../platform/database/sql.ts';
import { readCashEquation, readingOf } from './read-cash-equation.ts';
import { sumUntil } from './sums/sum-up.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const { signal } = new AbortController();

/** Reads the equation as a manager of the shop does. */
function equationOf(app: TestApp, shop: TestShop, now: Date): Promise<CashEquation> {
  return runTransaction(app.requests, async (tx) => {
    await sql`select * from begin_request(${shop.manager.session_id}::uuid)`.execute(tx);
    return readCashEquation(tx, shop.shop_id, now);
  });
}

/** Returns the sums of each holder by name; a holder without movements is absent. */
const sidesOf = (equation: CashEquation, part: 'total' | 'today') =>
  Object.fromEntries(
    equation.holders
      .map((row) => [row.holder, row[part].in_fils, row[part].out_fils] as const)
      .filter(([, in_fils, out_fils]) => in_fils !== 0 || out_fils !== 0)
      .map(([holder, in_fils, out_fils]) => [holder, [in_fils, out_fils]]),
  );

describe('the figures', () => {
  let app: TestApp;
  let shop: TestShop;
  beforeAll(async () => {
    app = await createTestApp();
    shop = await createTestShop(app.owner);
  });
  afterAll(() => app.drop());

  const post = async <T>(path: string, by: TestStaff, body: object): Promise<T> => {
    const headers = { 'idempotency-key': newId() };
    const response = await app.send('POST', path, { as: by.session_id, body, headers });
    expect([response.status, await response.clone().text()]).toEqual([200, expect.any(String)]);
    return response.json();
  };
  /** An end of day with a difference that both sign as short or over. */
  const endsAt = (driver: TestStaff, amount_fils: number) =>
    prepareEnd(app, shop, { driver, amount_fils, difference_choice: 'short_or_over' });

  test('include voids, shortages, overs, write-offs and floats', async () => {
    const { admin, manager, driver, driver2 } = shop;
    await issue(app, shop, admin, 100_000);
    const start = await recorded(app, shop, 'start', await prepareStart(app, shop, { amount_fils: 30_000 }));
    const wrong = await prepareVoid(app, shop, {
      ...{ record_type: 'handover', record_id: start, with: driver },
    });
    await recorded(app, shop, 'void', wrong);
    await adjust(app, shop, driver, 10_000);
    await adjust(app, shop, driver2, 5_000);
    await recorded(app, shop, 'end', await endsAt(driver, 8_000));
    await recorded(app, shop, 'end', await endsAt(driver2, 5_500));
    await recorded(app, shop, 'float', await prepareFloat(app, shop, { amount_fils: 7_000 }));
    await adjust(app, shop, manager, 4_000);
    const deposit = await recorded(
      app,
      shop,
      'deposit',
      await prepareDeposit(app, shop, { amount_fils: 4_000 }),
    );
    const of_deposit = { record_type: 'deposit', record_id: deposit, by: admin, with: manager } as const;
    await recorded(app, shop, 'void', await prepareVoid(app, shop, of_deposit));
    const listed = await app.send('GET', '/api/desk/differences', { as: manager.session_id });
    const { open }: Differences = await listed.json();
    const shortage = open.find(({ account }) => account === 'shortage')?.id ?? '';
    const paid = await prepareSettlement(app, shop, { difference_id: shortage, amount_fils: 500 });
    expect((await sendCommand(app, 'settlement', manager, paid)).status).toBe(200);
    const { approval_id } = await post<{ approval_id: string }>('/api/desk/approvals/write-offs', manager, {
      ...{ difference_id: shortage, amount_fils: 600, ground: 'loss', reason: 'Lost in the rain' },
    });
    await post('/api/desk/approvals/decide', admin, { approval_id, outcome: 'approved', reason: null });

    const equation = await equationOf(app, shop, new Date());
    const sides = {
      safe: [107_000, 0],
      adjustment: [10_000 + 5_000 + 4_000, 600],
      bank: [4_000, 4_000],
      // 2,000 short; 500 paid and 600 written off.
      shortage: [500 + 600, 2_000],
      over: [500, 0],
    };
    expect(sidesOf(equation, 'total')).toEqual(sides);
    expect(sidesOf(equation, 'today')).toEqual(sides);
    const staff_fils = 107_000 + 19_000 - 600 - 900 + 500;
    expect(equation).toMatchObject({
      ...{ is_equal: true, staff_fils, staff_before_today_fils: 0, waiting_fils: 0 },
      people: [
        { full_name: 'Amal Admin', cash_fils: 107_000 + 8_000 + 5_500, shortage_fils: 0, over_fils: 0 },
        { full_name: 'Dawood Driver', cash_fils: 0, shortage_fils: 900, over_fils: 0, disabled: false },
        { full_name: 'Dina Driver', cash_fils: 0, shortage_fils: 0, over_fils: 500 },
        { full_name: 'Mona Manager', cash_fils: 4_500, role: 'Manager' },
      ],
    });

    const tomorrow = await equationOf(app, shop, new Date(Date.now() + DAY_MS));
    expect(tomorrow).toMatchObject({ is_equal: true, staff_fils, staff_before_today_fils: staff_fils });
    expect(sidesOf(tomorrow, 'today')).toEqual({});

    await app.database.owner.query('update users set disabled_at = now() where id = $1', [driver.user_id]);
    const { people } = await equationOf(app, shop, new Date());
    expect(people.filter(({ disabled }) => disabled).map(({ full_name }) => full_name)).toEqual([
      'Dawood Driver',
    ]);
  });

  test('exclude movements of another shop', async () => {
    const other = await createTestShop(app.owner, 'Other Shop');
    await adjust(app, other, other.driver, 700);
    const equation = await equationOf(app, other, new Date());
    expect(equation).toMatchObject({ is_equal: true, staff_fils: 700 });
    expect(equation.people.map(({ user_id }) => user_id)).toEqual([other.driver.user_id]);
  });
});

describe('the sums', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await createTestApp();
    await removeConstraints(app);
  });
  afterAll(() => app.drop());

  /** Computes both parts by scanning all movements. */
  async function scanned(shop: TestShop, today: Date) {
    const { rows } = await app.database.owner.query<{
      from_holder: BeyondStaff | 'staff';
      to_holder: BeyondStaff | 'staff';
      amount_fils: string;
      recorded_at: Date;
    }>('select * from cash_movements where shop_id = $1', [shop.shop_id]);
    const sides = (part: 'total' | 'today') => {
      const moved = rows.filter(({ recorded_at }) => part === 'total' || recorded_at >= today);
      const sum = (is_of: (row: (typeof rows)[number]) => boolean) =>
        moved.filter(is_of).reduce((fils, { amount_fils }) => fils + Number(amount_fils), 0);
      const all = BEYOND_STAFF.map((holder) => [
        holder,
        [sum(({ from_holder }) => from_holder === holder), sum(({ to_holder }) => to_holder === holder)],
      ]);
      return Object.fromEntries(all.filter(([, fils]) => fils?.[0] !== 0 || fils[1] !== 0));
    };
    return { total: sides('total'), today: sides('today') };
  }

  test('agree with a scan of the whole book, whatever part of it is summed', async () => {
    // 23:00 on 20 November in Dubai.
    const now = new Date('2026-11-20T19:00:00Z');
    const today = new Date('2026-11-19T20:00:00Z');
    const days = 5;
    const property = fc.asyncProperty(
      eventSequences(days),
      fc.nat(days * 24 * 60),
      async (events, minutes) => {
        const shop = await createTestShop(app.owner);
        const since = new Date(now.getTime() - days * DAY_MS);
        await record(app, shop, since, events);
        await sumUntil(app.owner, signal, new Date(since.getTime() + minutes * 60_000).toISOString());
        const equation = await equationOf(app, shop, now);
        const found = { total: sidesOf(equation, 'total'), today: sidesOf(equation, 'today') };
        expect(found).toEqual(await scanned(shop, today));
      },
    );
    await fc.assert(property, { numRuns: 10 });
  });

  test('pending cash counts on both sides', async () => {
    const shop = await createTestShop(app.owner);
    // Otherwise a trigger does it.
    await app.database.owner.query(
      'update profiles set member_shop_ids = array[shop_id] where shop_id = $1',
      [shop.shop_id],
    );
    await app.database.owner.query(
      `insert into cash_movements (shop_id, id, from_holder, to_holder, to_user_id, amount_fils, reason, source_type, source_id, occurred_at)
       values ($1, gen_random_uuid(), 'customers', 'staff', $2, 700, 'delivery', 'delivery_confirmation', gen_random_uuid(), now())`,
      [shop.shop_id, shop.driver.user_id],
    );
    const pending = { staff_fils: 700, waiting_fils: 700, staff_before_today_fils: 0, is_equal: true };
    expect(await equationOf(app, shop, new Date())).toMatchObject({
      ...pending,
      people: [{ user_id: shop.driver.user_id, cash_fils: 700 }],
    });
    await app.database.owner.query(
      'update cash_movements set amount_fils = 800, posted_at = now() where shop_id = $1',
      [shop.shop_id],
    );
    // The balance was not changed with it.
    expect(await equationOf(app, shop, new Date())).toMatchObject({ staff_fils: 0, is_equal: false });
  });

  test('replace the summed movements, which are not read', async () => {
    const shop = await createTestShop(app.owner);
    await app.database.owner.query(
      `insert into cash_movements (shop_id, id, from_holder, to_holder, to_user_id, amount_fils, reason, source_type, source_id,
         leg, occurred_at, recorded_at, posted_at)
       select $1, gen_random_uuid(), 'customers', 'staff', $2, 100, 'delivery', 'delivery_confirmation', gen_random_uuid(),
         1, at, at, at
       from generate_series(1, 20000) n cross join lateral (select now() - interval '30 days' + make_interval(mins => n) as at) t`,
      [shop.shop_id, shop.driver.user_id],
    );
    await sumUntil(app.owner, signal, new Date(Date.now() - DAY_MS).toISOString());
    await app.database.owner.query('analyze');
    const plan = await runTransaction(app.requests, async (tx) => {
      await sql`select * from begin_request(${shop.manager.session_id}::uuid)`.execute(tx);
      const reading = readingOf(shop.shop_id, startOfDay(new Date(), shop.time_zone));
      return sql<{ 'QUERY PLAN': string }>`explain (analyze) ${reading}`.execute(tx);
    });
    const lines = plan.rows.map((line) => line['QUERY PLAN']);
    const scans = lines.filter((line) => line.includes('on cash_movements'));
    expect(scans.length).toBeGreaterThan(2);
    for (const scan of scans) expect(scan).toMatch(/Index.*rows=0\.00/);
    const in_vain = lines.flatMap((line) => /Rows Removed by \w+: (\d+)/.exec(line)?.[1] ?? []);
    expect(Math.max(0, ...in_vain.map(Number))).toBeLessThan(100);
    const equation = await equationOf(app, shop, new Date());
    expect(sidesOf(equation, 'total')).toEqual({ customers: [2_000_000, 0] });
  });
});

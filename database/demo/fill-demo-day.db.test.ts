import { afterAll, beforeAll, expect, it } from 'vitest';
import { ORDER_STATUSES } from '../../contract/rules/orders/order-life.ts';
import { verifyNamedFiles } from '../../server/files/verify-named-files.ts';
import { accessTokens } from '../../server/identity/sessions/access-tokens.ts';
import { machineNow } from '../../server/platform/machine.ts';
import { verifyCash } from '../../server/verification/verify-cash.ts';
import { createTestApp, TEST_SECRETS, type TestApp } from '../../tests/support/test-app.ts';
import { dayOrders } from './demo-day.ts';
import { makeDemoShop } from './demo-shop.ts';
import { fillDemoDay } from './fill-demo-day.ts';

const PASSWORD = 'mandoob-demo';
const FIXES = ['address', 'amounts', 'currency', 'customer_hidden', 'given_back', 'store'];

let app: TestApp;

beforeAll(async () => {
  const { sessionOf, tokenEnd } = accessTokens({ auth_secrets: TEST_SECRETS, now: machineNow });
  app = await createTestApp({ sessionOf, tokenEnd });
  await makeDemoShop(app.owner, { password: PASSWORD });
});
afterAll(() => app.drop());

/** Fills the day, and stops after `stopped_after` requests. */
async function fill(stopped_after = Number.POSITIVE_INFINITY): Promise<void> {
  const stopping = new AbortController();
  let asked = 0;
  const ask = (path: string, init: RequestInit) => {
    asked += 1;
    if (asked > stopped_after) stopping.abort();
    return app.app.request(path, init);
  };
  const { owner, requests, parts, database: pools } = app;
  const given = { owner, requests, parts, pools, ask, password: PASSWORD, signal: stopping.signal };
  await fillDemoDay({ ...given, history_days: 0 });
}

const countOf = async (
  table: 'orders' | 'drivers' | 'delivery_confirmations' | 'cash_movements' | 'devices' | 'shopify_orders',
) =>
  Number(
    (
      await app.owner
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  );

const counts = async () => ({
  orders: await countOf('orders'),
  drivers: await countOf('drivers'),
  deliveries: await countOf('delivery_confirmations'),
  movements: await countOf('cash_movements'),
  devices: await countOf('devices'),
  not_taken: await countOf('shopify_orders'),
});

async function dataOfTheFour() {
  const { owner } = app;
  const cash = await owner
    .selectFrom('users as u')
    .innerJoin('cash_tracking as c', 'c.user_id', 'u.id')
    .select(['u.email', 'c.cash_on_hand_fils'])
    .where(
      'u.email',
      'in',
      ['admin', 'driver', 'driver2'].map((name) => `${name}@demo.mandoob.example`),
    )
    .orderBy('u.email')
    .execute();
  const orders = await owner
    .selectFrom('orders as o')
    .leftJoin('drivers as d', 'd.id', 'o.driver_id')
    .select(['o.order_number', 'o.status', 'o.version', 'd.full_name'])
    .where('o.order_number', '<', '10300')
    .orderBy('o.order_number')
    .execute();
  return { cash, orders };
}

/** Returns the orders of which not exactly everything was taken. */
async function takenDeliveries() {
  const { rows } = await app.database.owner.query<{ owed_fils: number; unmatched_fils: number }>(`
    select b.owed_fils::int, b.unmatched_fils::int, o.payment_status,
      (select count(*)::int from delivery_lines l where l.order_id = o.id and l.handed_over < l.qty) as refused
    from order_balances b join orders o on o.id = b.order_id order by b.owed_fils, b.unmatched_fils`);
  return rows;
}

it('fills a day of twelve drivers and 180 orders once although it is aborted several times, and leaves the four accounts unchanged', {
  tags: ['documents'],
}, async () => {
  const four = await dataOfTheFour();
  for (const stopped_after of [3, 12, 40]) {
    await expect(fill(stopped_after)).rejects.toThrow('aborted');
    expect(
      await app.owner.selectFrom('installation').where('key', '=', 'demo_day').selectAll().execute(),
    ).toEqual([]);
  }
  await fill();
  const filled = await counts();
  expect(filled).toEqual({
    orders: 180,
    drivers: 12,
    deliveries: 54,
    movements: expect.any(Number),
    devices: 14,
    not_taken: 6,
  });
  await fill();
  expect(await counts()).toEqual(filled);
  expect(await dataOfTheFour()).toEqual(four);
  expect(await verifyCash(app.owner)).toEqual([]);

  const statuses = await app.owner.selectFrom('orders').select('status').distinct().execute();
  expect(statuses.map(({ status }) => status).toSorted()).toEqual([...ORDER_STATUSES].toSorted());
  const conflicts = app.owner.selectFrom('delivery_confirmations').select('id');
  expect(await conflicts.where('outcome', '=', 'recorded_with_conflict').execute()).toHaveLength(4);
  const attempts = await app.owner
    .selectFrom('delivery_attempts as a')
    .innerJoin('orders as o', 'o.id', 'a.order_id')
    .select(['a.reason', 'o.status', 'o.open_attempt_id', 'a.photo_file_id'])
    .orderBy('a.reason')
    .execute();
  expect(attempts).toEqual([
    { reason: 'asked_for_another_time', status: 'packed', open_attempt_id: null, photo_file_id: null },
    {
      reason: 'nobody_home',
      status: 'dispatched',
      open_attempt_id: expect.any(String),
      photo_file_id: expect.any(String),
    },
  ]);
  const postponed = app.owner
    .selectFrom('audit_events')
    .select('after')
    .where('what', '=', 'postpone_orders');
  const [{ after } = { after: null }] = await postponed.execute();
  expect(after).toMatchObject({ promised_at: expect.stringMatching(/T09:00:00.000Z$/) });
  const voided = app.owner
    .selectFrom('cash_voids as v')
    .innerJoin('cash_handovers as h', 'h.id', 'v.record_id')
    .select(['h.handover_type', 'v.approval_id']);
  expect(await voided.execute()).toEqual([{ handover_type: 'start', approval_id: null }]);
  const drops = app.owner.selectFrom('cash_handovers').select('amount_fils');
  expect(await drops.where('handover_type', '=', 'drop').execute()).toEqual([{ amount_fils: 5_000 }]);
  const pending = app.owner
    .selectFrom('approvals as a')
    .leftJoin('approval_decisions as d', 'd.approval_id', 'a.id')
    .select(['a.kind', 'd.outcome']);
  expect(await pending.orderBy('a.kind').execute()).toEqual([
    { kind: 'adjustment', outcome: null },
    { kind: 'expense', outcome: null },
  ]);
  expect(await takenDeliveries()).toEqual([
    { owed_fils: 0, unmatched_fils: 0, refused: 1, payment_status: 'paid' },
    { owed_fils: 0, unmatched_fils: expect.any(Number), refused: 0, payment_status: 'pending' },
    { owed_fils: 500, unmatched_fils: 0, refused: 0, payment_status: 'pending' },
  ]);
  expect(await app.owner.selectFrom('missing_goods').selectAll().execute()).toHaveLength(1);
  expect(await verifyNamedFiles(app.owner)).toEqual([]);
  const drivers = await app.owner.selectFrom('drivers').select('status').execute();
  expect(new Set(drivers.map(({ status }) => status))).toEqual(
    new Set(['available', 'delivering', 'off_duty']),
  );
  const not_taken = app.owner.selectFrom('shopify_orders').select('not_taken_detail');
  const fixes = (await not_taken.execute()).map(
    ({ not_taken_detail }) => not_taken_detail as { fix: string },
  );
  expect(fixes.map(({ fix }) => fix).toSorted()).toEqual(FIXES);
  // The four accounts have no open session that their user did not start.
  const open = await app.owner
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select('u.email')
    .where('s.revoked_at', 'is', null)
    .where(
      'u.email',
      'in',
      ['admin', 'manager', 'driver', 'driver2'].map((name) => `${name}@demo.mandoob.example`),
    )
    .execute();
  expect(open).toEqual([]);
});

it('plans the same day for the same time, with late, promised and Arabic orders of each payment method', () => {
  const began = new Date('2026-11-22T10:00:00.000Z');
  const day = dayOrders(began);
  expect(day).toEqual(dayOrders(began));
  expect(new Set(day.map(({ order }) => order.order_number)).size).toBe(156);
  const open = day.filter(({ outcome }) => outcome.kind === 'unassigned' || outcome.kind === 'with_driver');
  expect(open.some(({ order }) => order.promised_at && order.promised_at < began)).toBe(true);
  expect(open.some(({ order }) => order.promised_at && order.promised_at > began)).toBe(true);
  expect(new Set(open.map(({ order }) => order.payment_method))).toEqual(new Set(['cash', 'card', 'online']));
  expect(day.some(({ order }) => /\p{Script=Arabic}/u.test(order.customer.first_name))).toBe(true);
  for (const { order, outcome } of day) {
    expect(order.created_at.getTime()).toBeLessThan(began.getTime());
    if ('delivered_at' in outcome) {
      expect(outcome.delivered_at.getTime()).toBeLessThanOrEqual(began.getTime());
      expect(outcome.out_since.getTime()).toBeLessThan(outcome.delivered_at.getTime());
    }
  }
});

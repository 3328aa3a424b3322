import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrderPage } from '../../../contract/operations/desk/order/read-desk-order.schema.ts';
import type { DeskOrders } from '../../../contract/operations/desk/orders/list-desk-orders.schema.ts';
import { ENDPOINTS } from '../../../contract/operations/endpoints.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { ordersDone, type ViewCounts } from '../../../contract/schemas/desk-orders.ts';
import { personalValuesInAudit } from '../../../tests/support/audit.ts';
import { asRequest } from '../../../tests/support/row-security.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { prepareDelivery, sendDelivery } from '../../../tests/support/test-delivery.ts';
import {
  addOrder,
  createTestShop,
  type TestOrder,
  type TestShop,
  type TestStaff,
} from '../../../tests/support/test-shop.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
});

/** An order that was cancelled before its driver, unaware of it, delivered it. */
async function deliveredAfterCancel(): Promise<TestOrder> {
  const order = await addOrder(app.owner, shop, shop.driver);
  const prepared = await prepareDelivery(app, shop, shop.driver, order);
  const cancelling = app.owner.updateTable('orders').set({ status: 'cancelled' });
  await cancelling.where('id', '=', order.id).execute();
  expect((await sendDelivery(app, shop.driver, prepared)).status).toBe(200);
  return order;
}

async function read<Body>(path: string, as: TestStaff = shop.manager): Promise<Body> {
  return (await (await app.send('GET', path, { as: as.session_id })).json()) as Body;
}
const listed = async () =>
  (await read<DeskOrders>(`${ENDPOINTS.list_desk_orders.path}?view=conflicts`)).orders;
const counted = async () => (await read<ViewCounts>(ENDPOINTS.count_desk_views.path)).counts.conflicts;
const pageOf = ({ id }: { id: string }) =>
  read<OrderPage>(`${ENDPOINTS.read_desk_order.path}?order_id=${id}`);

async function seen(...orders: { id: string }[]) {
  const pages = await Promise.all(orders.map(pageOf));
  return pages.map(({ order: { id, version, conflict_id } }) => ({
    order_id: id,
    version,
    conflict_id: conflict_id ?? newId(),
  }));
}

async function review(
  orders: object[],
  { as = shop.manager, reason = 'She kept the goods', command_id = newId() } = {},
) {
  const headers = { 'idempotency-key': command_id };
  const body = { orders, reason };
  const response = await app.send('POST', ENDPOINTS.review_conflicts.path, {
    as: as.session_id,
    body,
    headers,
  });
  const text = await response.text();
  const outcomes = () =>
    ordersDone
      .parse(JSON.parse(text))
      .results.map((one) => (one.outcome === 'skipped' ? one.because : one.outcome));
  return { status: response.status, text, outcomes };
}

test('a reviewed conflict leaves the view; the order, its delivery and its cash stay unchanged', async () => {
  const [order, other] = [await deliveredAfterCancel(), await deliveredAfterCancel()];
  const quiet = await addOrder(app.owner, shop, shop.driver);
  expect((await listed()).map(({ id }) => id).sort()).toEqual([order.id, other.id].sort());
  expect(await counted()).toBe(2);
  const before = await pageOf(order);
  const cash = () =>
    app.owner.selectFrom('cash_movements').selectAll().where('shop_id', '=', shop.shop_id).execute();
  const movements = await cash();

  const command_id = newId();
  const orders = await seen(order, quiet);
  const first = await review(orders, { command_id });
  expect(first.outcomes()).toEqual(['done', 'unchanged']);
  expect((await review(orders, { command_id })).text).toBe(first.text);
  expect((await listed()).map(({ id }) => id)).toEqual([other.id]);
  expect(await counted()).toBe(1);
  const { order: after, deliveries, history } = await pageOf(order);
  expect(after).toEqual({ ...before.order, conflict_id: null });
  expect(deliveries).toEqual(before.deliveries);
  expect(await cash()).toEqual(movements);
  expect(history.slice(1)).toEqual(before.history);
  expect(history[0]).toMatchObject({
    kind: 'reviewed',
    by: { kind: 'staff', name: 'Mona Manager' },
    reason: 'She kept the goods',
  });
  const audited = app.owner.selectFrom('audit_events').select(['what', 'before', 'personal_fields']);
  expect(await audited.where('command_id', '=', command_id).execute()).toMatchObject([
    { what: 'review_conflicts', before: { order_ids: [order.id] }, personal_fields: ['reason'] },
  ]);
  expect((await personalValuesInAudit(app.owner)).found).toEqual([]);
  const hints = app.owner
    .selectFrom('feed')
    .select(['topic', 'audience'])
    .where('command_id', '=', command_id);
  expect(await hints.execute()).toEqual([{ topic: 'orders', audience: 'desk' }]);
});

test('a review of an older conflict, or of an order that has changed since, is skipped and stays pending', async () => {
  const order = await deliveredAfterCancel();
  const orders = await seen(order);
  // The driver's other device confirms the delivery again.
  const again = await prepareDelivery(app, shop, shop.driver, order);
  expect((await sendDelivery(app, shop.driver, again)).status).toBe(200);
  const late = await review(orders);
  expect(late.outcomes()).toEqual(['order_changed']);
  expect(JSON.parse(late.text).results[0].news).toMatchObject({ kind: 'conflict', by: 'Dawood Driver' });
  expect(await counted()).toBe(1);
  const [now] = await seen(order);
  expect((await review([{ ...now, version: 7 }])).outcomes()).toEqual(['order_changed']);
  expect((await review([now ?? {}], { as: shop.admin })).outcomes()).toEqual(['done']);
  expect(await counted()).toBe(0);
});

test('two concurrent reviews record each conflict once', async () => {
  const orders = await seen(await deliveredAfterCancel(), await deliveredAfterCancel());
  const both = await Promise.all([
    review(orders),
    review(orders.toReversed(), { as: shop.admin, reason: 'Confirmed by phone' }),
  ]);
  expect(both.flatMap(({ outcomes }) => outcomes()).sort()).toEqual([
    'done',
    'done',
    'unchanged',
    'unchanged',
  ]);
  const reviews = app.owner.selectFrom('order_events').select('order_id').where('kind', '=', 'reviewed');
  expect(await reviews.where('shop_id', '=', shop.shop_id).execute()).toHaveLength(2);
});

test('managers and admins of the shop review with a note; a driver cannot insert a review directly', async () => {
  const order = await deliveredAfterCancel();
  const orders = await seen(order);
  const other = await createTestShop(app.owner, 'Another Shop');
  expect((await review(orders, { as: shop.driver })).status).toBe(403);
  expect((await review(orders, { as: shop.stranger })).status).toBe(403);
  expect((await review(orders, { as: other.admin })).outcomes()).toEqual(['not_found']);
  for (const reason of ['', '  ', 'two\nlines']) expect((await review(orders, { reason })).status).toBe(422);
  const [one] = orders;
  const detail = JSON.stringify({ conflict_id: one?.conflict_id, reason: 'Nothing to see' });
  const faked = `insert into order_events (shop_id, id, order_id, kind, detail, actor_user_id) values ($1, $2, $3, 'reviewed', $4, $5)`;
  const writing = asRequest(app.database.request, shop.driver, (query) =>
    query(faked, [shop.shop_id, newId(), order.id, detail, shop.driver.user_id]),
  );
  await expect(writing).rejects.toThrow('row-level security');
  expect(await counted()).toBe(1);
});

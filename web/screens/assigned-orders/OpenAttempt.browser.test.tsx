import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { formatTime } from '../../../contract/rules/dates/dates.ts';
import type { OrderWithItems } from '../../../contract/schemas/orders.ts';
import { startDriverPage } from '../../../tests/support/attempt-page.tsx';
import { deliveryOrder } from '../../../tests/support/delivery-order.ts';
import { problem } from '../../../tests/support/server-double.ts';
import { orderPath } from '../../components/dashboard-paths.ts';
import { AssignedOrders } from './AssignedOrders.tsx';

const SETTINGS = 'GET /api/delivery-settings';
const SET_OUT = '/api/stops/set-out';
const ATTEMPTED_AT = new Date().toISOString();

let driver: Awaited<ReturnType<typeof startDriverPage>>;
let attempted: OrderWithItems;

beforeEach(async () => {
  driver = await startDriverPage();
  const attempt = {
    id: deliveryOrder().id,
    reason: 'nobody_home',
    reason_label: null,
    occurred_at: ATTEMPTED_AT,
  };
  attempted = deliveryOrder({ status: 'dispatched', dispatching_started_at: null, attempt });
  driver.offer(deliveryOrder({ order_number: '1000' }), attempted);
  driver.server.answers.set(SETTINGS, () => problem('unexpected'));
});
afterEach(() => driver.end());

const open = () => driver.open('/dashboard/assigned-orders', <AssignedOrders />);
const stop = () => page.getByRole('article', { name: 'Order #1001' });
const cameAfterAll = () => stop().getByRole('button', { name: 'Customer came after all' });

async function expand(): Promise<void> {
  await stop()
    .getByRole('button', { name: /#1001 ·/ })
    .click();
  await expect.element(stop().getByRole('heading')).toHaveTextContent('Order #1001');
}

test('the row of a stop with an open attempt shows its reason and time', async () => {
  await open();
  const time = formatTime(ATTEMPTED_AT, 'Asia/Dubai');
  await expect.element(stop()).toHaveTextContent(`Couldn't deliver: Nobody home, ${time}`);
  await expect.element(page.getByRole('article', { name: 'Order #1000' })).not.toHaveTextContent("Couldn't");
});

test('a reason of the shop is shown by its own label', async () => {
  driver.offer({
    ...attempted,
    attempt: attempted.attempt && { ...attempted.attempt, reason_label: 'Gate closed' },
  });
  await open();
  await expect.element(stop()).toHaveTextContent(/Couldn't deliver: Gate closed, /);
});

test('"Customer came after all" puts the stop back on the road offline, and opens it', async () => {
  const { path } = await open();
  await expand();
  driver.server.fault = () => 'lost';
  await cameAfterAll().click();
  await vi.waitFor(() => expect(path()).toBe(orderPath(attempted.id)));
  await expect.element(stop()).not.toHaveTextContent("Couldn't deliver");
  expect(await driver.entries()).toMatchObject([
    { endpoint: 'set_out', input: { order_ids: [attempted.id], after_attempt: true } },
  ]);
});

test('a refusal restores the attempt', async () => {
  driver.server.fault = ({ path }) => (path === SET_OUT ? problem('set_out_by_shop') : undefined);
  await open();
  await expand();
  await cameAfterAll().click();
  await expect.element(page.getByText('In this shop the desk sends orders out')).toBeVisible();
  await expect.element(stop()).toHaveTextContent(/Couldn't deliver: Nobody home/);
});

test('an order that must not be handed over is not put back on the road', async () => {
  driver.offer(deliveryOrder({ order_number: '1000' }), { ...attempted, waits_because: 'payment_unknown' });
  await open();
  await expand();
  expect(cameAfterAll().elements()).toEqual([]);
});

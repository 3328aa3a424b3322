import type { Page } from '@playwright/test';
import type { Database } from '../../server/platform/database/database.ts';
import { balanceOf, countsOf, recordsOf } from '../support/e2e-records.ts';
import {
  confirmButton,
  cutOff,
  documentsLoaded,
  fillDelivery,
  SAVED_OFFLINE,
  shownOrder,
  untilNoOverlay,
} from '../support/e2e-screens.ts';
import { rowButton, STOPS, stop, withAll } from '../support/e2e-stops.ts';
import { expect, test, UNTIL_RESENT } from '../support/e2e-test.ts';
import { build } from '../support/query-builder.ts';

async function expand(page: Page, number: string): Promise<void> {
  await expect(rowButton(page, number)).toBeVisible();
  if ((await rowButton(page, number).getAttribute('aria-expanded')) === 'false')
    await rowButton(page, number).click();
}

/** Returns the missing lines of the orders that the desk sees as incomplete, by order. */
async function missingGoods(owner: Database, shop_id: number) {
  return await build(owner)
    .selectFrom('missing_goods')
    .innerJoin('loading_checks', (join) =>
      join
        .onRef('loading_checks.shop_id', '=', 'missing_goods.shop_id')
        .onRef('loading_checks.id', '=', 'missing_goods.loading_check_id'),
    )
    .select(['missing_goods.order_id', 'loading_checks.missing'])
    .where('missing_goods.shop_id', '=', shop_id)
    .execute();
}

async function lineOf(owner: Database, shop_id: number, order_id: string) {
  return await build(owner)
    .selectFrom('order_line_items')
    .select(['id', 'qty', 'picked_qty'])
    .where('shop_id', '=', shop_id)
    .where('order_id', '=', order_id)
    .executeTakeFirstOrThrow();
}

test('a driver sets out with one stop, and the delivery time counts from then', {
  tag: '@journeys',
}, async ({ server, shop, signedIn }) => {
  const ready = await shop.addOrder({ status: 'dispatched' });
  const packed = await shop.addOrder({ status: 'packed', minutes_ago: 30 });
  const page = await signedIn(shop.driver);
  await page.goto('/dashboard/next-order');
  await expect(page.getByText('No Orders Available')).toBeVisible();
  await expect(page.getByText('2 stops are not on the road yet')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Assigned Orders' }).click();
  await expect(stop(page, packed.order_number)).toContainText('Waiting for the shop to hand it over');
  await expand(page, ready.order_number);
  const before = Date.now();
  await stop(page, ready.order_number).getByRole('button', { name: 'Set out', exact: true }).click();
  await expect(stop(page, ready.order_number).getByRole('link', { name: 'Deliver' })).toBeFocused();
  const statusOf = async () => (await recordsOf(server.owner, shop.shop_id, ready.id)).order;
  await expect.poll(async () => (await statusOf()).status).toBe('dispatching');
  const { dispatching_started_at } = await statusOf();
  // The device's times are in ms by its own clock.
  expect(Math.abs((dispatching_started_at?.getTime() ?? 0) - before)).toBeLessThan(60_000);
  await page.getByRole('button', { name: 'Next Order', exact: true }).click();
  await expect(shownOrder(page, ready.order_number)).toBeVisible();
});

test('offline, a driver sets out with all ready stops and delivers one; both are recorded once on reconnect', async ({
  server,
  shop,
  photo,
  signedIn,
}) => {
  const { owner } = server;
  const first = await shop.addOrder({ status: 'dispatched', minutes_ago: 90 });
  const second = await shop.addOrder({ status: 'dispatched', minutes_ago: 80 });
  const picked = await shop.addOrder({ status: 'picking', minutes_ago: 70 });
  const page = await signedIn(shop.driver);
  await page.goto('/dashboard/next-order');
  await expect(page.getByText('3 stops are not on the road yet')).toBeVisible();
  await documentsLoaded(page);
  await page.goto(STOPS);
  await expect(withAll(page)).toHaveText('Set out with all (2)');
  const connect = await cutOff(page);
  await withAll(page).click();
  await expect(page.getByText('On the road with 2 stops')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Next Order' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(shownOrder(page, first.order_number)).toBeVisible();
  await fillDelivery(page, photo);
  await confirmButton(page).click();
  await expect(shownOrder(page, second.order_number)).toBeVisible();
  await expect(page.getByText(SAVED_OFFLINE).first()).toBeVisible();
  expect((await countsOf(owner, shop.shop_id, first.id)).status).toBe('dispatched');

  await connect();
  await expect
    .poll(() => countsOf(owner, shop.shop_id, first.id), UNTIL_RESENT)
    .toEqual({ status: 'completed', confirmations: 1, movements: 1 });
  expect(await balanceOf(owner, shop.shop_id, shop.driver.user_id)).toBe(first.due_amount_fils);
  const { order, history } = await recordsOf(owner, shop.shop_id, first.id);
  expect(order.dispatching_started_at).not.toBeNull();
  expect(order.delivery_duration_seconds).not.toBeNull();
  const moves = history.filter(({ kind }) => kind === 'status').map(({ detail }) => detail);
  expect(moves).toContainEqual({ from: 'dispatched', to: 'dispatching' });
  for (const [id, status] of [
    [second.id, 'dispatching'],
    [picked.id, 'picking'],
  ] as const)
    expect((await countsOf(owner, shop.shop_id, id)).status).toBe(status);
});

test('the loading list keeps its ticks offline, and the shop learns what is missing before the driver leaves', async ({
  server,
  shop,
  signedIn,
}) => {
  const { owner } = server;
  const complete = await shop.addOrder({ status: 'dispatched', minutes_ago: 90 });
  const short = await shop.addOrder({ status: 'dispatched', minutes_ago: 80 });
  const unticked = await shop.addOrder({ status: 'dispatched', minutes_ago: 70 });
  const page = await signedIn(shop.driver);
  await page.goto(STOPS);
  await page.getByRole('link', { name: 'Loading list' }).click();
  await page.getByRole('radio', { name: 'By stop' }).check();
  const goodsOf = (number: string) => page.getByRole('region', { name: new RegExp(`^#${number} ·`) });
  const connect = await cutOff(page);
  await goodsOf(complete.order_number).getByRole('checkbox').check();
  await goodsOf(short.order_number)
    .getByRole('button', { name: /^Missing: / })
    .click();
  await expect(goodsOf(short.order_number).getByText('1 missing')).toBeVisible();
  await page.reload();
  await page.getByRole('radio', { name: 'By stop' }).check();
  await expect(goodsOf(complete.order_number).getByRole('checkbox')).toBeChecked();
  await page.getByRole('button', { name: 'Report to the shop' }).click();
  await expect(page.getByText('The shop will be notified once this is sent.')).toBeVisible();
  await connect();
  const line = await lineOf(owner, shop.shop_id, short.id);
  await expect
    .poll(() => missingGoods(owner, shop.shop_id), UNTIL_RESENT)
    .toEqual([{ order_id: short.id, missing: [{ item_id: line.id, qty: 1 }] }]);

  await withAll(page).click();
  await expect(page.getByRole('dialog', { name: /not ticked$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Set out anyway' }).click();
  await untilNoOverlay(page);
  await expect(page.getByText('On the road with 3 stops')).toBeVisible();
  const left_behind = await lineOf(owner, shop.shop_id, unticked.id);
  const qty = left_behind.picked_qty ?? left_behind.qty;
  await expect
    .poll(async () => {
      const missing = await missingGoods(owner, shop.shop_id);
      return missing.find(({ order_id }) => order_id === unticked.id)?.missing;
    })
    .toEqual([{ item_id: left_behind.id, qty }]);
  for (const { id } of [complete, short, unticked])
    await expect.poll(async () => (await countsOf(owner, shop.shop_id, id)).status).toBe('dispatching');
});

test('the shop sends orders out itself once an Admin has chosen that', {
  tag: '@journeys',
}, async ({ server, shop, signedIn, otherPhone }) => {
  const { order_number } = await shop.addOrder({ status: 'dispatched' });
  const desk = await signedIn(shop.admin);
  await desk.goto('/desk/shop');
  await desk.getByRole('link', { name: 'Deliveries' }).click();
  await desk.getByRole('checkbox', { name: /^Drivers set out themselves/ }).uncheck();
  await desk
    .getByRole('region', { name: 'Drivers', exact: true })
    .getByRole('button', { name: 'Save' })
    .click();
  const chosen = () =>
    build(server.owner)
      .selectFrom('shops')
      .select('drivers_set_out')
      .where('id', '=', shop.shop_id)
      .execute();
  await expect.poll(chosen).toEqual([{ drivers_set_out: false }]);
  const phone = await otherPhone(shop.driver);
  await phone.goto(STOPS);
  await expect(stop(phone, order_number)).toContainText('Waiting for the shop to send it out');
  await expect(withAll(phone)).toHaveCount(0);
});

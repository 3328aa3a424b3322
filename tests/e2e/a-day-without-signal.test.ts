import type { Page } from '@playwright/test';
import { balanceOf, countsOf, recordsOf } from '../support/e2e-records.ts';
import {
  confirmButton,
  cutOff,
  documentsLoaded,
  fillDelivery,
  openNextOrder,
  shownOrder,
} from '../support/e2e-screens.ts';
import { expect, test, UNTIL_RESENT } from '../support/e2e-test.ts';

const RECORDED = { status: 'completed', confirmations: 1, movements: 1 };

async function confirm(page: Page, photo: Buffer, customer_name: string): Promise<void> {
  await fillDelivery(page, photo, { customer_name });
  await confirmButton(page).click();
}

test('twelve deliveries without signal: the next stop opens at once, and all are there once, in order and at their times', async ({
  context,
  photo,
  server,
  shop,
  signedIn,
}) => {
  test.slow();
  const orders = [];
  for (let at = 0; at < 12; at += 1) {
    orders.push(await shop.addOrder({ minutes_ago: 120 - at, due_amount_fils: 1_000 + at }));
  }
  const page = await signedIn(shop.driver);
  await openNextOrder(page, orders[0]?.order_number ?? '');
  await documentsLoaded(page);
  await context.setOffline(true);
  const pressed_ms: number[] = [];
  for (const [at, order] of orders.entries()) {
    await expect(shownOrder(page, order.order_number)).toBeVisible();
    await confirm(page, photo, `Customer ${at}`);
    pressed_ms.push(Date.now());
  }
  await expect(page.getByText('No Orders Available')).toBeVisible();
  await expect(page.getByText('No connection. 12 deliveries are waiting to be sent.')).toBeVisible();
  for (const { id } of orders) {
    expect(await countsOf(server.owner, shop.shop_id, id)).toMatchObject({ confirmations: 0 });
  }

  await context.setOffline(false);
  for (const { id } of orders) {
    await expect.poll(() => countsOf(server.owner, shop.shop_id, id), UNTIL_RESENT).toEqual(RECORDED);
  }
  const recorded = [];
  for (const { id } of orders) recorded.push(await recordsOf(server.owner, shop.shop_id, id));
  expect(recorded.map(({ confirmations }) => confirmations[0]?.customer_name)).toEqual(
    orders.map((_, at) => `Customer ${at}`),
  );
  const times = recorded.map(({ order }) => order.actual_delivery_time?.getTime() ?? 0);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  for (const [at, time] of times.entries()) {
    expect(Math.abs(time - (pressed_ms[at] ?? 0))).toBeLessThan(5_000);
  }
  const cash_fils = orders.reduce((sum, { due_amount_fils }) => sum + due_amount_fils, 0);
  expect(await balanceOf(server.owner, shop.shop_id, shop.driver.user_id)).toBe(cash_fils);
  await expect(page.getByText(/waiting to be sent|still being sent/)).toHaveCount(0);
});

test('any stop can be opened and delivered without signal; then the first one comes, also after a reload', async ({
  photo,
  server,
  shop,
  signedIn,
}) => {
  const first = await shop.addOrder({ minutes_ago: 90 });
  const second = await shop.addOrder({ minutes_ago: 60 });
  const third = await shop.addOrder({ minutes_ago: 30 });
  const page = await signedIn(shop.driver);
  await openNextOrder(page, first.order_number);
  await documentsLoaded(page);
  const restore = await cutOff(page);
  await page.goto(`/dashboard/next-order?order=${second.id}`);
  await expect(shownOrder(page, second.order_number)).toBeVisible();
  await documentsLoaded(page);
  await confirm(page, photo, 'Layla Haddad');
  await expect(shownOrder(page, first.order_number)).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/next-order$/);
  await page.reload();
  await expect(shownOrder(page, first.order_number)).toBeVisible();
  await documentsLoaded(page);
  await confirm(page, photo, 'Layla Haddad');
  await expect(shownOrder(page, third.order_number)).toBeVisible();
  await restore();
  for (const { id } of [first, second]) {
    await expect.poll(() => countsOf(server.owner, shop.shop_id, id), UNTIL_RESENT).toEqual(RECORDED);
  }
});

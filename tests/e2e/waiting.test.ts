import { expectAccessibleEverywhere } from '../support/e2e-axe.ts';
import { countsOf } from '../support/e2e-records.ts';
import {
  CONNECTION_LOST_UPLOAD,
  confirmButton,
  dismissToasts,
  documentsLoaded,
  expectToasts,
  fillDelivery,
  openNextOrder,
  shownOrder,
} from '../support/e2e-screens.ts';
import { ARABIC_NAME } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';
import { PHONE } from '../support/e2e-viewports.ts';

/** Of the page and of its service worker, which sends too. */
const SERVER_CALLS = /\/(api|auth|storage|functions)\/|\/healthz$/;

test('what waits to be sent is told on a page of its own, and sent from there', async ({
  context,
  photo,
  server,
  shop,
  signedIn,
}) => {
  const order = await shop.addOrder();
  const page = await signedIn(shop.driver);
  await page.goto('/dashboard/waiting');
  await expect(page.getByText('Everything is sent')).toBeVisible();
  await expectAccessibleEverywhere(page, 'nothing waits');
  await page.setViewportSize(PHONE);

  await openNextOrder(page, order.order_number);
  await documentsLoaded(page);
  await fillDelivery(page, photo);
  await context.route(SERVER_CALLS, (route) => route.abort('internetdisconnected'));
  await confirmButton(page).click();
  await expectToasts(page, CONNECTION_LOST_UPLOAD);
  await dismissToasts(page);

  await page.getByRole('link', { name: 'See what waits' }).click();
  const heading = page.getByRole('heading', { level: 2 });
  await expect(heading).toHaveText('Waiting to be sent: 1, AED 145.00');
  await expect(heading).toBeFocused();
  const entry = page.getByRole('article', { name: `Order #${order.order_number}` });
  await expect(entry).toContainText(ARABIC_NAME);
  await expect(entry).toContainText('AED 145.00');
  await expect(entry).toContainText(/just now|1 min ago/);
  await expect(entry).toContainText('The photo is not uploaded yet');
  await expectAccessibleEverywhere(page, 'what waits');
  await page.setViewportSize(PHONE);

  for (const path of ['profile', 'assigned-orders']) {
    await page.goto(`/dashboard/${path}`);
    const line = page.getByRole('link', { name: 'AED 145.00 waiting to be sent' });
    await line.click();
    await expect(heading).toHaveText('Waiting to be sent: 1, AED 145.00');
  }

  await context.unroute(SERVER_CALLS);
  await page.getByRole('button', { name: `Send now, Order #${order.order_number}` }).click();
  await expect(page.getByText('Everything is sent')).toBeVisible();
  const recorded = { status: 'completed', confirmations: 1, movements: 1 };
  expect(await countsOf(server.owner, shop.shop_id, order.id)).toEqual(recorded);
});

const NO_CONNECTION = 'No connection. What waits is sent by itself as soon as there is one.';

test('a later one is sent from where it stands, by keyboard, after those before it', async ({
  context,
  photo,
  server,
  shop,
  signedIn,
}) => {
  const orders = [await shop.addOrder({ minutes_ago: 30 }), await shop.addOrder({ minutes_ago: 20 })];
  const [first, second] = orders.map(({ order_number }) => order_number);
  const page = await signedIn(shop.driver);
  await openNextOrder(page, first ?? '');
  await documentsLoaded(page);
  await context.route(SERVER_CALLS, (route) => route.abort('internetdisconnected'));
  for (const { order_number } of orders) {
    await expect(shownOrder(page, order_number)).toBeVisible();
    await fillDelivery(page, photo);
    await confirmButton(page).click();
    await expect(shownOrder(page, order_number)).toHaveCount(0);
  }
  await page.goto('/dashboard/waiting');
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Waiting to be sent: 2, AED 290.00');
  const [sendFirst, sendSecond, sendAll] = [
    page.getByRole('button', { name: `Send now, Order #${first}` }),
    page.getByRole('button', { name: `Send now, Order #${second}` }),
    page.getByRole('button', { name: 'Send all now' }),
  ];
  for (const button of [sendFirst, sendSecond, sendAll])
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(48);

  await sendSecond.focus();
  await page.keyboard.press('Enter');
  const second_entry = page.getByRole('article', { name: `Order #${second}` });
  await expect(second_entry.getByRole('status').filter({ hasText: NO_CONNECTION })).toBeVisible();
  await expect(page.getByText(NO_CONNECTION)).toHaveCount(1);
  await expect(sendSecond).toBeFocused();
  await expectAccessibleEverywhere(page, 'pressed without a connection');
  await page.setViewportSize(PHONE);

  await context.unroute(SERVER_CALLS);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Everything is sent')).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toBeFocused();
  const confirmed = await server.owner
    .selectFrom('delivery_confirmations')
    .select('order_id')
    .where('shop_id', '=', shop.shop_id)
    .orderBy('recorded_at')
    .execute();
  expect(confirmed.map(({ order_id }) => order_id)).toEqual(orders.map(({ id }) => id));
});

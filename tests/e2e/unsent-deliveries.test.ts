import { countsOf } from '../support/e2e-records.ts';
import {
  confirmButton,
  documentsLoaded,
  fillDelivery,
  openNextOrder,
  SAVED_OFFLINE,
  shownOrder,
} from '../support/e2e-screens.ts';
import { ARABIC_NAME } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';
import { build } from '../support/query-builder.ts';

/** The requests of the page and of its service worker, which sends too. */
const SERVER_CALLS = /\/(api|auth|storage|functions)\/|\/healthz$/;
const NO_CONNECTION = 'No connection. Unsent work is sent automatically once there is one.';

/** WaitingToBeSent.browser.test.tsx covers what the page shows of each kind of entry. */
test('unsent deliveries have a page that every screen links to; it sends the pressed one after the earlier ones', async ({
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
    await expect(page.getByText(SAVED_OFFLINE)).toBeVisible();
  }

  const heading = page.getByRole('heading', { level: 2 });
  await page.getByRole('link', { name: 'View unsent work' }).click();
  await expect(heading).toHaveText('Waiting to be sent: 2, AED 290.00');
  await expect(heading).toBeFocused();
  await page.goto('/dashboard/profile');
  await expect(page.getByText(/AED\s290\.00 waiting to be sent\.$/)).toBeVisible();
  await page.getByRole('link', { name: 'View unsent work' }).click();
  await expect(heading).toHaveText('Waiting to be sent: 2, AED 290.00');
  const entryOf = (order_number = '') => page.getByRole('article', { name: `Order #${order_number}` });
  await expect(entryOf(first)).toContainText(new RegExp(`${ARABIC_NAME}.*AED 145\\.00`, 's'));
  await expect(entryOf(first)).toContainText('Waiting to be sent');

  const [sendFirst, sendSecond, sendAll] = [
    page.getByRole('button', { name: `Send now, Order #${first}` }),
    page.getByRole('button', { name: `Send now, Order #${second}` }),
    page.getByRole('button', { name: 'Send all now' }),
  ];
  for (const button of [sendFirst, sendSecond, sendAll])
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(48);
  await sendSecond.focus();
  await page.keyboard.press('Enter');
  await expect(entryOf(second).getByRole('status').filter({ hasText: NO_CONNECTION })).toBeVisible();
  await expect(page.getByText(NO_CONNECTION)).toHaveCount(1);
  await expect(sendSecond).toBeFocused();

  await context.unroute(SERVER_CALLS);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Everything is sent')).toBeVisible();
  await expect(heading).toBeFocused();
  for (const { id } of orders) {
    const recorded = { status: 'completed', confirmations: 1, movements: 1 };
    expect(await countsOf(server.owner, shop.shop_id, id)).toEqual(recorded);
  }
  const confirmed = await build(server.owner)
    .selectFrom('delivery_confirmations')
    .select('order_id')
    .where('shop_id', '=', shop.shop_id)
    .orderBy('recorded_at')
    .execute();
  expect(confirmed.map(({ order_id }) => order_id)).toEqual(orders.map(({ id }) => id));
});

import type { Page } from '@playwright/test';
import { countsOf } from '../support/e2e-records.ts';
import {
  cashCard,
  confirmButton,
  fillDelivery,
  openNextOrder,
  pressAtOnce,
  sendNow,
} from '../support/e2e-screens.ts';
import { expect, test } from '../support/e2e-test.ts';

// A double delivery that occurs only now and then is a bug, not a flaky test.
test.describe.configure({ retries: 0 });

const ONE_OF_EACH = { status: 'completed', confirmations: 1, movements: 1 };

test('two tabs that confirm the same order concurrently deliver it once', async ({
  context,
  photo,
  server,
  shop,
  signedIn,
}) => {
  const order = await shop.addOrder();
  const first = await signedIn(shop.driver);
  await openNextOrder(first, order.order_number);
  await fillDelivery(first, photo);
  const second = await context.newPage();
  await openNextOrder(second, order.order_number);
  await expect(second.getByRole('button', { name: 'Remove' })).toBeVisible();
  await expect(confirmButton(second)).toHaveAttribute('aria-disabled', 'false');

  await pressAtOnce([first, second].map(confirmButton));
  for (const page of [first, second]) await expect(page.getByText('No Orders Available')).toBeVisible();
  await expect.poll(() => countsOf(server.owner, shop.shop_id, order.id)).toEqual(ONE_OF_EACH);
});

test('two phones of one driver that confirm the same order concurrently deliver it once and count its cash once', {
  tag: '@journeys',
}, async ({ otherPhone, photo, server, shop, signedIn }) => {
  const order = await shop.addOrder();
  const phones = [await signedIn(shop.driver), await otherPhone(shop.driver)];
  for (const page of phones) {
    await openNextOrder(page, order.order_number);
    await fillDelivery(page, photo);
  }
  await pressAtOnce(phones.map(confirmButton));
  const recorded = { status: 'completed', confirmations: 2, movements: 1 };
  await expect.poll(() => countsOf(server.owner, shop.shop_id, order.id)).toEqual(recorded);
});

test('after a double tap, a response lost after the commit and a reload, the driver sees that the delivery was recorded once', {
  tag: '@journeys',
}, async ({ photo, server, shop, signedIn }) => {
  const order = await shop.addOrder();
  const page = await signedIn(shop.driver);
  await openNextOrder(page, order.order_number);
  await fillDelivery(page, photo);
  const commands = commandIdsOf(page);
  let cut = true;
  let cuts = 0;
  await page.route('**/api/deliveries', async (route) => {
    if (!cut) return route.continue();
    const response = await route.fetch();
    expect(response.status()).toBe(200);
    cuts += 1;
    // A reload may have ended this request already.
    await route.abort('connectionreset').catch(() => undefined);
  });

  await confirmButton(page).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  const unknown = page.getByText("We don't know yet whether this was recorded");
  await expect(unknown).toBeVisible();
  expect(await countsOf(server.owner, shop.shop_id, order.id)).toEqual(ONE_OF_EACH);
  // The delivery is done: no button offers to confirm it again.
  await expect(page.getByText('No Orders Available')).toBeVisible();
  await expect(confirmButton(page)).toHaveCount(0);

  // While the server cannot be reached for the next order either, the page shows what the device stores.
  await page.route('**/api/orders/stops', (route) => route.abort('connectionreset'));
  await page.reload();
  await expect(unknown).toBeVisible();
  await expect(confirmButton(page)).toHaveCount(0);

  await page.unroute('**/api/orders/stops');
  // The server no longer lists the delivered order, but the device still shows that the outcome is unknown.
  await page.reload();
  await expect(page.getByText('No Orders Available')).toBeVisible();
  await expect(unknown).toBeVisible();

  cut = false;
  await sendNow(page);
  await expect(page.getByText('No Orders Available')).toBeVisible();
  await expect(page.getByText('Order has been successfully delivered and confirmed')).toBeVisible();
  expect(await countsOf(server.owner, shop.shop_id, order.id)).toEqual(ONE_OF_EACH);
  expect(commands.size).toBe(1);
  expect(cuts).toBeGreaterThan(0);
  await page.goto('/dashboard/profile');
  await expect(cashCard(page)).toContainText(/Cash on Hand\s*AED 145\.00/);
});

/** Collects the ids of all delivery commands that this page sends from now on. */
function commandIdsOf(page: Page): Set<string> {
  const ids = new Set<string>();
  page.on('request', (request) => {
    const id = request.headers()['idempotency-key'];
    if (id) ids.add(id);
  });
  return ids;
}

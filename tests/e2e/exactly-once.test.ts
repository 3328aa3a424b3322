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

// What happens twice once in a while is no flaky test.
test.describe.configure({ retries: 0 });

const ONE_OF_EACH = { status: 'completed', confirmations: 1, movements: 1 };

test('two tabs that confirm the same order at once deliver it once', async ({
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

test('two phones of one driver that confirm the same order at once deliver it once, and count its cash once', {
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

test('a double tap and a response lost after the commit: after a reload the driver learns that it was recorded, once', {
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
    const answer = await route.fetch();
    expect(answer.status()).toBe(200);
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
  // It is done at that door: nothing offers to confirm it once more.
  await expect(page.getByText('No Orders Available')).toBeVisible();
  await expect(confirmButton(page)).toHaveCount(0);

  // While the server cannot be asked what comes next either, what the device itself kept is what is shown.
  await page.route('**/api/orders/stops', (route) => route.abort('connectionreset'));
  await page.reload();
  await expect(unknown).toBeVisible();
  await expect(confirmButton(page)).toHaveCount(0);

  await page.unroute('**/api/orders/stops');
  // For the server it is delivered, so it no longer offers it: the device still says what it does not know.
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

/** Every command id that this page sends deliveries under, from now on. */
function commandIdsOf(page: Page): Set<string> {
  const ids = new Set<string>();
  page.on('request', (request) => {
    const id = request.headers()['idempotency-key'];
    if (id) ids.add(id);
  });
  return ids;
}

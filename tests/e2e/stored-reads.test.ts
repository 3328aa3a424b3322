import { keptOnDevice } from '../support/e2e-device-store.ts';
import { cutOff, openNextOrder, shownOrder } from '../support/e2e-screens.ts';
import { keepSession } from '../support/e2e-session.ts';
import { expect, test } from '../support/e2e-test.ts';

const AS_OF = /^As of \d\d:\d\d$/;
const OUTDATED = /^No connection\. Figures as of \d\d:\d\d\.$/;

/** web/routes.browser.test.tsx covers the same for every screen. */
test('after a reload the order and its draft are read from the device, with their time, also without a network', {
  tag: '@journeys',
}, async ({ page, shop }) => {
  const order = await shop.addOrder();
  await keepSession(page, shop.driver);
  await openNextOrder(page, order.order_number);
  await expect(page.getByText(AS_OF)).toHaveCount(0);
  await page.getByLabel('Customer Full Name').fill('Layla');
  await expect.poll(() => keptOnDevice(page, 'drafts')).toContain('Layla');

  let respond = () => {};
  const held = new Promise<void>((resolve) => {
    respond = resolve;
  });
  const stops = '**/api/orders/stops';
  await page.route(stops, async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await expect(shownOrder(page, order.order_number)).toBeVisible();
  await expect(page.getByText(AS_OF)).toBeVisible();
  respond();
  await expect(page.getByText(AS_OF)).toHaveCount(0);
  await page.unroute(stops);

  await cutOff(page);
  await page.reload();
  await expect(shownOrder(page, order.order_number)).toBeVisible();
  await expect(page.getByLabel('Customer Full Name')).toHaveValue('Layla');
  await expect(page.getByText(OUTDATED)).toBeVisible();
});

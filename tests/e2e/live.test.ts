import type { Page } from '@playwright/test';
import { runTransaction } from '../../server/platform/database/database.ts';
import { countReads } from '../support/e2e-changes.ts';
import { dismissToasts } from '../support/e2e-screens.ts';
import { rowButton, STOPS } from '../support/e2e-stops.ts';
import { expect, test } from '../support/e2e-test.ts';
import { assignOrder, cancelOrder } from '../support/operations.ts';

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' }).getByRole('listitem');

/** Counts the vibrations of the phone. */
async function withVibration(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shaken: unknown[] = [];
    Object.assign(window, { shaken });
    navigator.vibrate = (pattern) => shaken.push(pattern) > 0;
  });
  return () => page.evaluate(() => (window as unknown as { shaken: unknown[] }).shaken.length);
}

/** Opens the stops and waits until the event stream is open. */
async function openLive(page: Page): Promise<void> {
  const live = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/changes');
  await page.goto(STOPS);
  await live;
}

test("a newly assigned order appears on the phone with one toast and a vibration, keeps the driver's input, and disappears when cancelled", async ({
  server: { owner },
  shop,
  signedIn,
  otherPhone,
}) => {
  const [first, second] = [await shop.addOrder(), await shop.addOrder({ driver: shop.driver2 })];
  const { shop_id } = shop;
  const assign = (...order_ids: string[]) =>
    runTransaction(owner, async (tx) => {
      const driver_id = shop.driver.driver_id ?? 0;
      for (const order_id of order_ids) await assignOrder(tx, { shop_id, order_id, driver_id });
    });
  const page = await signedIn(shop.driver);
  const shaken = await withVibration(page);
  await openLive(page);
  await expect(rowButton(page, first.order_number)).toBeVisible();
  const other = await otherPhone(shop.driver2);
  const reads = countReads(other);
  await openLive(other);
  await expect(rowButton(other, second.order_number)).toBeVisible();

  const place = async () => (await rowButton(page, first.order_number).boundingBox())?.y;
  const before = await place();
  await assign(second.id);
  await expect(rowButton(page, second.order_number)).toBeVisible();
  await expect(toasts(page)).toContainText(`Order ${second.order_number} was added to your stops.`);
  await expect(toasts(other)).toContainText(
    `Order ${second.order_number} was cancelled or assigned to another driver.`,
  );
  await expect(rowButton(other, second.order_number)).toHaveCount(0);
  // The event stream causes no other reads: the stops, the amounts owed and the day's figures were read on
  // opening and for this change.
  expect(reads.get('/api/orders/stops')).toBe(2);
  const changed = ['/api/orders/stops', '/api/order-payments/owed', '/api/profile/statistics'];
  expect([...reads].filter(([path, count]) => count > (changed.includes(path) ? 2 : 1))).toEqual([]);
  expect(await shaken()).toBe(1);
  expect(await place()).toBe(before);

  // Several simultaneous changes cause one toast with their count.
  await dismissToasts(page);
  const more = [];
  for (let count = 0; count < 3; count += 1) more.push(await shop.addOrder({ driver: shop.driver2 }));
  await assign(...more.map(({ id }) => id));
  await expect(toasts(page)).toHaveCount(1);
  await expect(toasts(page)).toContainText('3 orders were added to your stops.');

  await runTransaction(owner, (tx) => cancelOrder(tx, { shop_id, order_id: second.id, now: new Date() }));
  await expect(rowButton(page, second.order_number)).toHaveCount(0);
  await expect(toasts(page)).toHaveCount(1);
  await expect(toasts(page)).toContainText(
    `Order ${second.order_number} was cancelled or assigned to another driver.`,
  );
});

import type { Page } from '@playwright/test';
import { countReads } from '../support/e2e-changes.ts';
import { mandoob } from '../support/e2e-cli.ts';
import { keepSession } from '../support/e2e-session.ts';
import type { E2eShop } from '../support/e2e-shop.ts';
import { rowButton, STOPS } from '../support/e2e-stops.ts';
import { expect, test } from '../support/e2e-test.ts';
import { startNetworkGate } from '../support/network-gate.ts';

const toasts = (page: Page) => page.getByRole('region', { name: 'Notifications' }).getByRole('listitem');

/** Notes how often the phone was shaken. */
async function withVibration(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shaken: unknown[] = [];
    Object.assign(window, { shaken });
    navigator.vibrate = (pattern) => shaken.push(pattern) > 0;
  });
  return () => page.evaluate(() => (window as unknown as { shaken: unknown[] }).shaken.length);
}

/** Opens the stops, and waits until what changes is heard. */
async function openLive(page: Page): Promise<void> {
  const live = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/changes');
  await page.goto(STOPS);
  await live;
}

/** The shop's operator at the command line. */
function operator(data_dir: string, shop: E2eShop) {
  return async (...args: string[]) => {
    const { code, output } = await mandoob(data_dir, 'orders', ...args, '--shop', String(shop.shop_id));
    expect(code, output).toBe(0);
  };
}

test('an order that is assigned appears on the phone with one toast and is felt, keeps what the driver does as it is, and goes again', async ({
  server,
  shop,
  signedIn,
  otherPhone,
}) => {
  const [first, second] = [await shop.addOrder(), await shop.addOrder({ driver: shop.driver2 })];
  const orders = operator(server.data_dir, shop);
  const page = await signedIn(shop.driver);
  const shaken = await withVibration(page);
  await openLive(page);
  await expect(rowButton(page, first.order_number)).toBeVisible();
  const other = await otherPhone(shop.driver2);
  const asked = countReads(other);
  await openLive(other);
  await expect(rowButton(other, second.order_number)).toBeVisible();

  const place = async () => (await rowButton(page, first.order_number).boundingBox())?.y;
  const before = await place();
  await orders('assign', second.order_number, shop.driver.email);
  await expect(rowButton(page, second.order_number)).toBeVisible();
  await expect(toasts(page)).toContainText(`Order ${second.order_number} was added to your stops.`);
  await expect(toasts(other)).toContainText(
    `Order ${second.order_number} was cancelled or given to somebody else.`,
  );
  await expect(rowButton(other, second.order_number)).toHaveCount(0);
  // To hear of changes asks for nothing again: once as the page was opened, and once for this change.
  expect(asked.get('/api/orders/stops')).toBe(2);
  expect([...asked].filter(([path, count]) => path !== '/api/orders/stops' && count > 1)).toEqual([]);
  expect(await shaken()).toBe(1);
  expect(await place()).toBe(before);

  // Several at once are one toast, that says how many.
  for (let count = 0; count < 3; count += 1) {
    const { order_number } = await shop.addOrder({ driver: shop.driver2 });
    await orders('assign', order_number, shop.driver.email);
  }
  await expect(toasts(page)).toHaveCount(1);
  await expect(toasts(page)).toContainText('4 orders were added to your stops.');

  await orders('cancel', second.order_number, '--yes');
  await expect(rowButton(page, second.order_number)).toHaveCount(0);
  await expect(toasts(page)).toHaveCount(1);
});

test('while the stream is lost a quiet line says since when, which moves nothing; once it is back nothing is missing', async ({
  browser,
  server,
  shop,
  viewport,
}) => {
  const gate = await startNetworkGate();
  try {
    gate.lead(server.url);
    const phone = await browser.newContext({ baseURL: gate.url, viewport });
    const page = await phone.newPage();
    await keepSession(page, shop.driver);
    const first = await shop.addOrder();
    await openLive(page);
    await expect(rowButton(page, first.order_number)).toBeVisible();
    gate.setOpen(false);
    const line = page.getByText(/^Live updates paused since \d\d:\d\d$/);
    await expect(line).toBeVisible();
    const room = await line.locator('..').boundingBox();
    expect(room?.height).toBe(0);
    const second = await shop.addOrder({ driver: shop.driver2 });
    await operator(server.data_dir, shop)('assign', second.order_number, shop.driver.email);
    gate.setOpen(true);
    await expect(rowButton(page, second.order_number)).toBeVisible();
    await expect(line).toHaveCount(0);
    await phone.close();
  } finally {
    await gate.close();
  }
});

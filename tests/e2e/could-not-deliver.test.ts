import type { Locator, Page } from '@playwright/test';
import type { Database } from '../../server/platform/database/database.ts';
import { untilAppStored } from '../support/e2e-app-worker.ts';
import { startKilledPhone } from '../support/e2e-killed-phone.ts';
import {
  confirmButton,
  documentsLoaded,
  fillDelivery,
  fillSignIn,
  openNextOrder,
  SAVED_OFFLINE,
  shownOrder,
  untilNoOverlay,
} from '../support/e2e-screens.ts';
import { keepSession } from '../support/e2e-session.ts';
import { type E2eShop, PASSWORD } from '../support/e2e-shop.ts';
import { rowButton, STOPS, stop } from '../support/e2e-stops.ts';
import { expect, test, UNTIL_RESENT } from '../support/e2e-test.ts';
import { startNetworkGate } from '../support/network-gate.ts';
import { build } from '../support/query-builder.ts';
import { makeTemporaryDirectory } from '../support/temporary-directory.ts';

const somethingElse = (page: Page) => page.getByRole('button', { name: 'Something else happened' });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Something else happened' });
const reason = (page: Page, name: string) => sheet(page).getByRole('radio', { name, exact: true });
const couldNotDeliver = (page: Page) =>
  sheet(page).getByRole('button', { name: "Couldn't deliver", exact: true });
const undo = (page: Page) => page.getByRole('button', { name: 'Undo' });
const cameAfterAll = (page: Page) => page.getByRole('button', { name: 'Customer came after all' });

/** Reads the rows of an order's attempts and their undos, oldest first, and the order's state. */
async function attemptsOf(owner: Database, { shop_id }: E2eShop, order_id: string) {
  const order = await build(owner)
    .selectFrom('orders')
    .select(['status', 'dispatching_started_at', 'open_attempt_id'])
    .where('shop_id', '=', shop_id)
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow();
  const attempts = await build(owner)
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('shop_id', '=', shop_id)
    .where('order_id', '=', order_id)
    .orderBy('number')
    .execute();
  const ids = attempts.map(({ id }) => id);
  const undos = await build(owner)
    .selectFrom('attempt_undos')
    .select(['attempt_id', 'has_conflict'])
    .where('shop_id', '=', shop_id)
    .where('attempt_id', 'in', ids.length > 0 ? ids : [order_id])
    .execute();
  return { order, attempts, undos };
}

test('an attempt takes four taps besides camera and typing, and the next stop opens', async ({
  page,
  photo,
  shop,
  server: { owner },
}) => {
  const [first, second] = [
    await shop.addOrder({ minutes_ago: 90 }),
    await shop.addOrder({ minutes_ago: 50 }),
  ];
  await keepSession(page, shop.driver);
  await openNextOrder(page, first.order_number);
  let taps = 0;
  const tap = async (control: Locator) => {
    taps += 1;
    await control.tap();
  };
  await tap(somethingElse(page));
  await tap(reason(page, 'Nobody home'));
  const chooser = page.waitForEvent('filechooser');
  await tap(sheet(page).getByLabel('Take photo'));
  await (await chooser).setFiles({ name: 'door.jpg', mimeType: 'image/jpeg', buffer: photo });
  await expect(sheet(page).getByRole('button', { name: 'Remove' })).toBeVisible();
  await tap(couldNotDeliver(page));
  expect(taps).toBe(4);
  await expect(shownOrder(page, second.order_number)).toBeVisible();
  await untilNoOverlay(page);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);

  const read = () => attemptsOf(owner, shop, first.id);
  await expect.poll(async () => (await read()).attempts.length).toBe(1);
  const { order, attempts, undos } = await read();
  const [attempt] = attempts;
  expect(order).toEqual({ status: 'dispatched', dispatching_started_at: null, open_attempt_id: attempt?.id });
  expect(attempt).toMatchObject({
    reason: 'nobody_home',
    number: 1,
    conflict: null,
    latitude: null,
    photo_url: expect.stringContaining(`/${first.order_number}/attempt-`),
    driver_id: shop.driver.driver_id,
  });
  expect(undos).toEqual([]);
});

test('an attempt is undone, made again, and the customer came after all', async ({
  page,
  photo,
  shop,
  server: { owner },
}) => {
  const [first, second] = [
    await shop.addOrder({ minutes_ago: 90 }),
    await shop.addOrder({ minutes_ago: 50 }),
  ];
  const before = (await attemptsOf(owner, shop, first.id)).order;
  await keepSession(page, shop.driver);
  await openNextOrder(page, first.order_number);
  const attempt = async () => {
    await somethingElse(page).tap();
    await reason(page, 'Unreachable').tap();
    await couldNotDeliver(page).tap();
    await expect(shownOrder(page, second.order_number)).toBeVisible();
  };
  await attempt();
  // By keyboard, which does not wait for the toast to stop moving: Undo is shown for ten seconds only.
  await undo(page).press('Enter');
  await expect(shownOrder(page, first.order_number)).toBeVisible();
  const read = () => attemptsOf(owner, shop, first.id);
  await expect.poll(async () => (await read()).undos.length).toBe(1);
  expect((await read()).order).toEqual(before);

  await attempt();
  await expect.poll(async () => (await read()).attempts.length).toBe(2);
  await page.goto(STOPS);
  await expect(stop(page, first.order_number)).toContainText("Couldn't deliver: Unreachable, ");
  if (!(await cameAfterAll(page).isVisible())) await rowButton(page, first.order_number).tap();
  await cameAfterAll(page).tap();
  await expect(shownOrder(page, first.order_number)).toBeVisible();
  await fillDelivery(page, photo);
  await confirmButton(page).tap();
  await expect.poll(async () => (await read()).order.status).toBe('completed');
  const { attempts, undos, order } = await read();
  expect(order.open_attempt_id).toBeNull();
  expect(attempts.map(({ number, conflict }) => [number, conflict])).toEqual([
    [1, null],
    [2, null],
  ]);
  expect(undos).toEqual([{ attempt_id: attempts[0]?.id, has_conflict: false }]);
});

test('attempts without signal in a browser that is killed are recorded once, with their photo, time and undo', {
  tag: '@journeys',
}, async ({ photo, shop, server: { url, owner } }) => {
  test.slow();
  const [kept, undone, last] = [
    await shop.addOrder({ minutes_ago: 90 }),
    await shop.addOrder({ minutes_ago: 60 }),
    await shop.addOrder({ minutes_ago: 30 }),
  ];
  const gate = await startNetworkGate();
  gate.lead(url);
  const profile = await makeTemporaryDirectory();
  const start = () => startKilledPhone({ profile_dir: profile.path, gate, ahead_ms: 3 * 3_600_000 });
  const open = (page: Page) => page.goto(`${gate.url}/dashboard/next-order`);
  let phone = await start();
  await phone.setSignal(true);
  await phone.page.goto(`${gate.url}/login`);
  await fillSignIn(phone.page, shop.driver.email, PASSWORD);
  await phone.page.waitForURL('**/dashboard/profile');
  await open(phone.page);
  await documentsLoaded(phone.page);
  await untilAppStored(phone.page);
  await phone.setSignal(false);

  await expect(shownOrder(phone.page, kept.order_number)).toBeVisible();
  await somethingElse(phone.page).click();
  await reason(phone.page, 'Damaged').click();
  await sheet(phone.page)
    .getByLabel('Choose file')
    .setInputFiles({ name: 'door.jpg', mimeType: 'image/jpeg', buffer: photo });
  await expect(sheet(phone.page).getByRole('button', { name: 'Remove' })).toBeVisible();
  const pressed_ms = Date.now();
  await couldNotDeliver(phone.page).click();
  await expect(shownOrder(phone.page, undone.order_number)).toBeVisible();
  await somethingElse(phone.page).click();
  await reason(phone.page, 'No money').click();
  await couldNotDeliver(phone.page).click();
  await expect(shownOrder(phone.page, last.order_number)).toBeVisible();
  await undo(phone.page).click();
  await expect(shownOrder(phone.page, undone.order_number)).toBeVisible();

  await phone.kill();
  phone = await start();
  await open(phone.page);
  await expect(shownOrder(phone.page, undone.order_number)).toBeVisible();
  await expect(phone.page.getByText(SAVED_OFFLINE)).toBeVisible();
  for (const { id } of [kept, undone]) expect((await attemptsOf(owner, shop, id)).attempts).toEqual([]);

  await phone.setSignal(true);
  await expect
    .poll(async () => (await attemptsOf(owner, shop, undone.id)).undos.length, UNTIL_RESENT)
    .toBe(1);
  const first = await attemptsOf(owner, shop, kept.id);
  expect(first.order.status).toBe('dispatched');
  expect(first.attempts).toMatchObject([{ reason: 'damaged', photo_file_id: expect.any(String) }]);
  const off_ms = Math.abs((first.attempts[0]?.occurred_at.getTime() ?? 0) - pressed_ms);
  expect(off_ms).toBeLessThan(5_000);
  const second = await attemptsOf(owner, shop, undone.id);
  expect(second.attempts).toMatchObject([{ reason: 'no_money' }]);
  expect(second.order).toMatchObject({ status: 'dispatching', open_attempt_id: null });
  await phone.kill();
  await gate.close();
  await profile.remove();
});

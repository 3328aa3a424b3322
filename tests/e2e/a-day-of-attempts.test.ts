import type { Locator, Page } from '@playwright/test';
import type { Database } from '../../server/platform/database/database.ts';
import { untilAppStored } from '../support/e2e-app-worker.ts';
import { attemptOnPage } from '../support/e2e-attempt.ts';
import { mandoob } from '../support/e2e-cli.ts';
import {
  completeButton,
  fillHandover,
  handoversOf,
  openHandover,
  storedBytes,
} from '../support/e2e-handovers.ts';
import { startKilledPhone } from '../support/e2e-killed-phone.ts';
import { readPdf } from '../support/e2e-pdf.ts';
import { balanceOf } from '../support/e2e-records.ts';
import {
  confirmButton,
  documentsLoaded,
  expectToasts,
  fillDelivery,
  fillSignIn,
  SAVED_OFFLINE,
  shownOrder,
} from '../support/e2e-screens.ts';
import { type E2eShop, PASSWORD } from '../support/e2e-shop.ts';
import { rowButton, STOPS, stop } from '../support/e2e-stops.ts';
import { expect, test, UNTIL_RESENT } from '../support/e2e-test.ts';
import { DESKTOP } from '../support/e2e-viewports.ts';
import { startNetworkGate } from '../support/network-gate.ts';
import { build } from '../support/query-builder.ts';
import { makeTemporaryDirectory } from '../support/temporary-directory.ts';
import type { TestOrder } from '../support/test-shop.ts';

// The fixture's page is the desk's; the driver has a browser that can be killed.
test.use({ viewport: DESKTOP, isMobile: false, hasTouch: false });

const ASKED = { day: '2098-11-21', from: '10:00', to: '12:00' };

const row = (desk: Page, { order_number }: TestOrder) =>
  desk.getByRole('grid', { name: 'Orders' }).getByRole('row').filter({ hasText: order_number });
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

async function deliver(page: Page, photo: Buffer): Promise<void> {
  await fillDelivery(page, photo);
  await confirmButton(page).click();
}

/** Opens the stop's row on Assigned Orders. */
async function openRow(page: Page, order: TestOrder): Promise<Locator> {
  await page.goto(new URL(STOPS, page.url()).href);
  await rowButton(page, order.order_number).click();
  return stop(page, order.order_number);
}

/** The driver's commands about stops as the orders' histories list them, oldest first. */
async function driverEvents(owner: Database, { shop_id, driver }: E2eShop, names: Map<string, string>) {
  const events = await build(owner)
    .selectFrom('order_events')
    .select(['order_id', 'kind', 'detail'])
    .where('shop_id', '=', shop_id)
    .where('actor_user_id', '=', driver.user_id)
    .orderBy('recorded_at')
    .execute();
  return events.map(({ order_id, kind }) => `${names.get(order_id)} ${kind}`);
}

test('a day with every case of attempts, half of it without signal, is recorded once and closes correctly', {
  tag: '@journeys',
}, async ({ browser, context, photo, server: { data_dir, owner, url }, shop, signedIn }) => {
  test.slow();
  const orders = {
    delivered: await shop.addOrder({ status: 'dispatched', minutes_ago: 90 }),
    nobody: await shop.addOrder({ status: 'dispatched', minutes_ago: 80 }),
    no_money: await shop.addOrder({ status: 'dispatched', minutes_ago: 70 }),
    asked: await shop.addOrder({ status: 'dispatched', minutes_ago: 60 }),
    came: await shop.addOrder({ status: 'dispatched', minutes_ago: 50 }),
  };
  const names = new Map(Object.entries(orders).map(([name, { id }]) => [id, name]));
  const { delivered, nobody, no_money, asked, came } = orders;
  const gate = await startNetworkGate();
  gate.lead(url);
  const profile = await makeTemporaryDirectory();
  const start = () => startKilledPhone({ profile_dir: profile.path, gate, ahead_ms: 3 * 3_600_000 });
  let phone = await start();
  const shows = ({ order_number }: TestOrder) => expect(shownOrder(phone.page, order_number)).toBeVisible();
  const desk = await signedIn(shop.admin);

  await test.step('the driver ticks the loading list, reports a missing line, and sets out with all', async () => {
    const { page } = phone;
    await phone.setSignal(true);
    await page.goto(`${gate.url}/login`);
    await fillSignIn(page, shop.driver.email, PASSWORD);
    await page.waitForURL('**/dashboard/profile');
    await page.goto(`${gate.url}${STOPS}`);
    await page.getByRole('link', { name: 'Loading list' }).click();
    await page.getByRole('radio', { name: 'By stop' }).check();
    const goods = page.getByRole('region', { name: new RegExp(`^#${nobody.order_number} ·`) });
    await goods.getByRole('button', { name: /^Missing: / }).click();
    await page.getByRole('button', { name: 'All loaded' }).click();
    await page.getByRole('button', { name: 'Report to the shop' }).click();
    await expect(page.getByText('The shop has been notified.')).toBeVisible();
    await desk.goto('/desk?view=missing_goods');
    await expect(row(desk, nobody)).toContainText('Dawood Driver');
    await page.getByRole('button', { name: 'Set out with all (5)' }).click();
    await expect(page.getByText('On the road with 5 stops')).toBeVisible();
  });
  const late = await shop.addOrder({ status: 'dispatched', minutes_ago: 40 });
  names.set(late.id, 'late');

  await test.step('online: one delivery, one attempt undone, and one with a photo in four taps', async () => {
    const { page } = phone;
    await page.goto(`${gate.url}/dashboard/next-order`);
    await shows(delivered);
    await documentsLoaded(page);
    await untilAppStored(page);
    await deliver(page, photo);
    await shows(nobody);
    expect(await attemptOnPage(page, 'Unreachable')).toBe(3);
    // By keyboard, which does not wait for the toast to stop moving: Undo is shown for ten seconds only.
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await shows(nobody);
    expect(await attemptOnPage(page, 'Nobody home', { photo })).toBe(4);
    await shows(no_money);
    const tries = async () =>
      (await driverEvents(owner, shop, names)).filter((event) => event === 'nobody attempted');
    await expect.poll(async () => (await tries()).length, UNTIL_RESENT).toBe(2);
    await page.goto(`${gate.url}${STOPS}`);
    await expect(stop(page, late.order_number)).toBeVisible();
  });

  await test.step('without signal: three attempts, a customer who came after all, a late stop, and a killed browser', async () => {
    const { page } = phone;
    await phone.setSignal(false);
    await page.goto(`${gate.url}/dashboard/next-order`);
    await shows(no_money);
    await attemptOnPage(page, 'No money');
    await shows(asked);
    await attemptOnPage(page, 'Asked for another time', { next: ASKED });
    await shows(came);
    await attemptOnPage(page, 'Unreachable');
    await expect(page.getByText('No Orders Available')).toBeVisible();
    const came_row = await openRow(page, came);
    await came_row.getByRole('button', { name: 'Customer came after all' }).click();
    await shows(came);
    await deliver(page, photo);
    await expect(page.getByText('No Orders Available')).toBeVisible();
    const late_row = await openRow(page, late);
    await late_row.getByRole('button', { name: 'Set out', exact: true }).click();
    await expect(late_row.getByRole('link', { name: 'Deliver' })).toBeVisible();
    await phone.kill();
    phone = await start();
    await phone.page.goto(`${gate.url}/dashboard/next-order`);
    await shows(late);
    await expect(phone.page.getByText(SAVED_OFFLINE)).toBeVisible();
  });

  await test.step('online again, everything is recorded once, in order', async () => {
    const online = await driverEvents(owner, shop, names);
    await phone.setSignal(true);
    const sent = [
      'no_money attempted',
      'asked attempted',
      'came attempted',
      'came status',
      'came delivered',
      'late status',
    ];
    await expect
      .poll(async () => (await driverEvents(owner, shop, names)).slice(online.length), UNTIL_RESENT)
      .toEqual(sent);
    const attempts = await build(owner)
      .selectFrom('delivery_attempts')
      .select(['order_id', 'number', 'reason', 'conflict', 'photo_file_id'])
      .where('shop_id', '=', shop.shop_id)
      .orderBy('recorded_at')
      .execute();
    const row = (order: TestOrder, number: number, reason: string, photo_file_id: unknown = null) => ({
      ...{ order_id: order.id, number, reason, conflict: null, photo_file_id },
    });
    expect(attempts).toEqual([
      row(nobody, 1, 'unreachable'),
      row(nobody, 2, 'nobody_home', expect.any(String)),
      row(no_money, 1, 'no_money'),
      row(asked, 1, 'asked_for_another_time'),
      row(came, 1, 'unreachable'),
    ]);
    const cash = delivered.due_amount_fils + came.due_amount_fils;
    expect(await balanceOf(owner, shop.shop_id, shop.driver.user_id)).toBe(cash);
  });

  await test.step("a message has the customer's number in digits only", async () => {
    const message = (await openRow(phone.page, asked)).getByRole('button', { name: 'Message', exact: true });
    await message.click();
    const link = phone.page.getByRole('link', { name: 'WhatsApp' });
    await expect(link).toHaveAttribute('href', /^https:\/\/wa\.me\/971501234567\?text=/);
  });

  await test.step('the desk sees the attempts with their photo, and decides about them by keyboard', async () => {
    await press(desk, '0');
    await expect(desk.getByRole('grid', { name: 'Orders' })).toHaveAttribute('aria-rowcount', '4');
    await expect(row(desk, nobody)).toContainText(/Nobody home.*1Dawood Driver/);
    await press(desk, 'j', 'Home', 'o');
    await desk.getByRole('button', { name: 'Show the photo' }).click();
    const shown = desk.getByRole('img', { name: `Order #${nobody.order_number} at attempt 2` });
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(100);
    await press(desk, 'Escape', 'd');
    await expect(desk.getByText('1 order dispatched').first()).toBeAttached();
    await expect(row(desk, nobody)).toHaveCount(0);
    await press(desk, 'j', 'Home', 'p');
    await expect(desk.getByText('1 order returned to packed').first()).toBeAttached();
    await expect(row(desk, no_money)).toHaveCount(0);
    await press(desk, 'j', 'Home', 't');
    await expect(desk.getByLabel('Day')).toHaveValue(ASKED.day);
    await press(desk, 'Enter');
    await expect(desk.getByText('No attempt waits for your decision')).toBeVisible();
  });

  await test.step('the driver tries the first order again, and delivers the late one', async () => {
    const { page } = phone;
    await page.goto(`${gate.url}/dashboard/next-order`);
    await shows(nobody);
    await attemptOnPage(page, 'Unreachable');
    await shows(late);
    await deliver(page, photo);
    const cash = delivered.due_amount_fils + came.due_amount_fils + late.due_amount_fils;
    const held = () => balanceOf(owner, shop.shop_id, shop.driver.user_id);
    await expect.poll(held, UNTIL_RESENT).toBe(cash);
  });

  await test.step('the end of day decides about the goods, its receipt lists them, and the cash book is correct', async () => {
    await openHandover(desk, 'end');
    await desk.getByLabel('Driver', { exact: true }).selectOption({ label: shop.driver.full_name });
    const list = desk.getByRole('region', { name: 'Goods still with the driver' });
    const decide = ({ order_number }: TestOrder, name: string) =>
      list
        .getByRole('group', { name: `Goods of order #${order_number}` })
        .getByRole('radio', { name, exact: true })
        .check();
    await expect(list.getByRole('group')).toHaveCount(3);
    await decide(nobody, 'Missing');
    await decide(no_money, 'Returned');
    await decide(asked, 'Kept overnight');
    await fillHandover(desk, shop.driver.full_name, '435');
    await completeButton(desk).click();
    await expectToasts(desk, ['Handover Complete', 'Successfully processed handover for AED 435.00']);
    const opened = context.waitForEvent('page');
    await desk.getByRole('button', { name: 'Open receipt', exact: true }).click();
    await (await opened).close();
    const [handover] = (await handoversOf(owner, shop.shop_id)).handovers;
    const receipt = await readPdf(
      browser,
      await storedBytes(data_dir, owner, handover?.receipt_file_id ?? ''),
    );
    const listed = [nobody, no_money, asked].map(({ order_number }) => `#${order_number}`);
    const outcomes = ['Returned', 'Kept overnight', 'Missing', `Responsible: ${shop.driver.full_name}`];
    for (const text of ['435.00', ...listed, ...outcomes]) expect(receipt.text).toContain(text);
    for (const { order_number } of [delivered, came, late])
      expect(receipt.text).not.toContain(`#${order_number}`);
    expect(await balanceOf(owner, shop.shop_id, shop.driver.user_id)).toBe(0);
    const verified = await mandoob(data_dir, 'cash', 'verify');
    expect(verified).toEqual({ code: 0, output: expect.stringContaining('The cash book is correct.\n') });
  });
  await phone.kill();
  await gate.close();
  await profile.remove();
});

import type { Page } from '@playwright/test';
import type { Database } from '../../server/platform/database/database.ts';
import { attemptOnDevice } from '../support/e2e-attempt.ts';
import { signInDevice } from '../support/e2e-device.ts';
import { ARABIC_NAME } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';
import { DESKTOP } from '../support/e2e-viewports.ts';
import { build } from '../support/query-builder.ts';
import type { TestOrder } from '../support/test-shop.ts';

// A keyboard, as on a desk.
test.use({ viewport: DESKTOP, isMobile: false, hasTouch: false });

const grid = (page: Page) => page.getByRole('grid', { name: 'Orders' });
const row = (page: Page, { order_number }: TestOrder) =>
  grid(page).getByRole('row').filter({ hasText: order_number });
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name });
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};

function stateOf(owner: Database, { id }: TestOrder) {
  return build(owner)
    .selectFrom('orders')
    .select(['status', 'driver_id', 'open_attempt_id', 'promised_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

const NEXT = { day: '2098-11-21', from: '10:00', to: '12:00' };

test('the desk sees attempts as they happen and decides about them by keyboard: again today, another day, back to the shop, cancel', {
  tag: '@journeys',
}, async ({ server: { owner, url }, shop, photo, signedIn }) => {
  const added: TestOrder[] = [];
  for (let at = 0; at < 6; at++)
    added.push(await shop.addOrder({ customer: { first_name: ARABIC_NAME, last_name: `${at}` } }));
  const [first, second, third, fourth, fifth, sixth] = added as [
    TestOrder,
    TestOrder,
    TestOrder,
    TestOrder,
    TestOrder,
    TestOrder,
  ];
  const device = await signInDevice(url, shop, shop.driver);
  // The attempts are in the view from the oldest to the newest.
  let age_min = 60;
  const attempt = (order: TestOrder, changes: Parameters<typeof attemptOnDevice>[2] = {}) => {
    age_min -= 5;
    const occurred_at = new Date(Date.now() - age_min * 60_000).toISOString();
    return attemptOnDevice(device, order, { occurred_at, ...changes });
  };
  await attempt(first, { reason: 'nobody_home', note: 'The guard took my number', picture: photo });

  const page = await signedIn(shop.manager);
  const live = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/changes');
  await page.goto('/desk?view=all');
  await expect(grid(page).getByRole('row').nth(1)).toBeVisible();
  await live;
  await expect(tab(page, "Couldn't deliver")).toContainText('1');

  await test.step('the view shows reason and age, and an attempt appears in it as it is recorded', async () => {
    await press(page, '0');
    await expect(row(page, first)).toContainText(/Nobody home.*5\d min ago.*Dawood Driver/);
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '2');
    for (const order of [second, third])
      await attempt(order, { reason: 'asked_for_another_time', next: NEXT });
    for (const order of [fourth, fifth, sixth]) await attempt(order);
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '7');
    await expect(tab(page, "Couldn't deliver")).toContainText('6');
  });

  await test.step('the details show the photo, the note and the attempts so far', async () => {
    await press(page, 'j', 'o');
    const details = page.getByRole('complementary', { name: `Order #${first.order_number}` });
    const attempts = details.getByRole('region', { name: "Couldn't deliver" });
    await expect(attempts).toContainText('Waits for your decision');
    await expect(attempts).toContainText('The guard took my number');
    await attempts.getByRole('button', { name: 'Show the photo' }).focus();
    await press(page, 'Enter');
    const shown = page.getByRole('img', { name: `Order #${first.order_number} at attempt 1` });
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(100);
    await press(page, 'Escape');
    await expect(details).toHaveCount(0);
  });

  await test.step('again today sends the order out, and a second attempt is counted', async () => {
    await press(page, 'd');
    await expect(page.getByText('1 order dispatched').first()).toBeAttached();
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '6');
    expect(await stateOf(owner, first)).toMatchObject({ status: 'dispatching', open_attempt_id: null });
    const attempt_id = await attempt(first, { reason: 'no_money', occurred_at: new Date().toISOString() });
    await expect(row(page, first)).toContainText(/No money.*2Dawood Driver/);
    expect(await stateOf(owner, first)).toMatchObject({ status: 'dispatched', open_attempt_id: attempt_id });
  });

  await test.step('another day promises many orders for the time that their customers asked for; undo opens the attempts again', async () => {
    const before = await Promise.all([second, third].map((order) => stateOf(owner, order)));
    // The first order came back last, so the second one is at the top.
    await press(page, 'j', 'Home', 'x', 'j', 'x', 't');
    await expect(page.getByRole('dialog', { name: 'Postpone 2 orders' })).toBeVisible();
    await expect(page.getByLabel('Day')).toBeFocused();
    await expect(page.getByLabel('Day')).toHaveValue(NEXT.day);
    await press(page, 'Enter');
    await expect(page.getByText('2 orders postponed to 21 Nov 2098, until 12:00').first()).toBeAttached();
    await expect(row(page, second)).toHaveCount(0);
    const promised_at = new Date('2098-11-21T08:00:00Z');
    for (const order of [second, third]) {
      const state = {
        status: 'packed',
        driver_id: shop.driver.driver_id,
        open_attempt_id: null,
        promised_at,
      };
      expect(await stateOf(owner, order)).toEqual(state);
    }
    await press(page, 'z');
    await expect(page.getByText('Undone.').first()).toBeAttached();
    await expect(row(page, second)).toBeVisible();
    expect(await Promise.all([second, third].map((order) => stateOf(owner, order)))).toEqual(before);
  });

  await test.step('back to the shop and cancel apply to several orders at once', async () => {
    await press(page, 'j', 'Home', 'j', 'j', 'x', 'j', 'x', 'p');
    await expect(page.getByText('2 orders returned to packed').first()).toBeAttached();
    await expect(row(page, fourth)).toHaveCount(0);
    for (const order of [fourth, fifth])
      expect(await stateOf(owner, order)).toMatchObject({ status: 'packed', open_attempt_id: null });
    await press(page, 'Control+a', 'l');
    await expect(page.getByText('4 orders cancelled').first()).toBeAttached();
    await expect(page.getByText('No attempt waits for your decision')).toBeVisible();
    for (const order of [first, second, third, sixth])
      expect(await stateOf(owner, order)).toMatchObject({ status: 'cancelled', open_attempt_id: null });
  });
});

import type { Page } from '@playwright/test';
import { newId } from '../../contract/rules/ids.ts';
import type { Database } from '../../server/platform/database/database.ts';
import { countReads } from '../support/e2e-changes.ts';
import { accessToken } from '../support/e2e-device.ts';
import { ARABIC_NAME, type E2eShop, type Person } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';
import { DESKTOP } from '../support/e2e-viewports.ts';
import { build } from '../support/query-builder.ts';

// A keyboard and a pointer that hovers, as on a desk; desk-by-touch.test.ts covers a phone.
test.use({ viewport: DESKTOP, isMobile: false, hasTouch: false });

const grid = (page: Page) => page.getByRole('grid', { name: 'Orders' });
const row = (page: Page, order_number: string) =>
  grid(page).getByRole('row').filter({ hasText: order_number });
const selected = (page: Page) => grid(page).getByRole('row', { selected: true });
const view = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name });

/** Adds packed orders without a driver; returns their numbers, oldest first. */
async function addUnassigned(shop: E2eShop, count: number): Promise<string[]> {
  const numbers: string[] = [];
  for (let n = 0; n < count; n += 1) {
    // An order of an admin is unassigned, because only drivers have orders.
    const added = await shop.addOrder({
      driver: shop.admin,
      status: 'packed',
      minutes_ago: 100 - n,
      ...(n === 1 && { customer: { first_name: ARABIC_NAME, last_name: '' } }),
    });
    numbers.push(added.order_number);
  }
  return numbers;
}

/** Waits for the rows and for the event stream, so that the list handles keys and shows changes by others. */
async function openLiveList(page: Page): Promise<void> {
  const live = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/changes');
  await page.goto('/desk');
  await expect(grid(page).getByRole('row').nth(1)).toBeVisible();
  await live;
}

/** Another user of the desk. */
function dispatcher(url: string, access_token: string, owner: Database) {
  const send = async (path: string, body: object) => {
    const headers = {
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
      'idempotency-key': newId(),
    };
    const response = await fetch(`${url}/api/desk/orders/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
  };
  return {
    async assign({ driver_id }: Person, numbers: readonly string[]): Promise<void> {
      const rows = await build(owner)
        .selectFrom('orders')
        .select(['id as order_id', 'version'])
        .where('order_number', 'in', numbers)
        .execute();
      await send('assign', { driver_id, orders: rows });
    },
    add: (order_number: string) =>
      send('add', {
        order_number,
        customer_name: 'Omar Saleh',
        phone: null,
        delivery_address: 'Gate 2',
        area: null,
        promised_at: null,
        notes: null,
        payment_method: 'cash',
        lines: [{ name: 'Dates', sku: null, qty: 1, unit_price_fils: 1_000 }],
        discount_fils: 0,
        shipping_fils: 0,
        paid_amount_fils: 0,
        driver_id: null,
      }),
  };
}

test('a change by another dispatcher moves neither list nor focus nor the search text, and a command that conflicts with it names it', {
  tag: '@journeys',
}, async ({ server: { owner, url }, signedIn, shop }) => {
  const numbers = await addUnassigned(shop, 30);
  const other = dispatcher(url, await accessToken(url, shop.admin), owner);
  const page = await signedIn(shop.manager);
  const reads = countReads(page);
  await openLiveList(page);

  await test.step('rows appear and disappear without moving the list', async () => {
    for (const key of ['j', 'End', 'k', 'x', 'k', 'k', 'x']) await page.keyboard.press(key);
    const focused = row(page, numbers[26] ?? '');
    await expect(focused).toBeFocused();
    const place = async () => (await focused.boundingBox())?.y;
    const before = await place();
    const reads_before = new Map(reads);
    await other.assign(shop.driver, numbers.slice(0, 3));
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '28');
    // One read for the hint, and another if the database was still busy with older work as the list opened.
    const since = [...reads].map(([path, count]) => ({ path, count: count - (reads_before.get(path) ?? 0) }));
    expect(since.filter(({ count }) => count > 2)).toEqual([]);
    const profile_reads = reads.get('/api/profile');
    await other.add('ADDED-1');
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '29');
    await other.assign(shop.driver, [numbers[28] ?? '']);
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '28');
    // One of the two selected orders has been assigned, so it left the view.
    await expect(selected(page)).toHaveCount(1);
    await expect(focused).toBeFocused();
    // Hints about orders do not concern the profile.
    expect(reads.get('/api/profile')).toBe(profile_reads);
    expect(await focused.getAttribute('aria-selected')).toBe('true');
    expect(Math.abs(((await place()) ?? 0) - (before ?? 0))).toBeLessThan(1);
  });

  await test.step('a search keeps its text and its caret while the user types', async () => {
    const search = page.getByRole('searchbox', { name: 'Search all orders' });
    await page.keyboard.press('/');
    await page.keyboard.type('layla');
    await expect(row(page, 'ADDED-1')).toHaveCount(0);
    for (const key of ['Home', 'ArrowRight']) await page.keyboard.press(key);
    const [found = ''] = numbers.slice(-3);
    await other.assign(shop.driver2, [found]);
    await expect(row(page, found)).toContainText('Dina Driver');
    await expect(search).toBeFocused();
    await page.keyboard.type('x');
    await expect(search).toHaveValue('lxayla');
    await page.keyboard.press('Escape');
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '27');
  });

  await test.step('six keys assign all orders to a driver, and one takes them back', async () => {
    for (const key of ['Control+a', 'a']) await page.keyboard.press(key);
    await expect(page.getByRole('combobox', { name: 'Assign 26 orders to' })).toBeFocused();
    await expect(page.getByRole('option', { name: /^Dina Driver/ })).toContainText('1 stop');
    for (const key of ['d', 'i', 'Enter']) await page.keyboard.press(key);
    await expect(page.getByText('26 orders assigned to Dina Driver').first()).toBeAttached();
    await expect(page.getByText('Every order has a driver')).toBeVisible();
    await page.keyboard.press('z');
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '27');
    // No other command starts before its outcome is shown.
    await expect(page.getByText('Undone.').first()).toBeAttached();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Shortcuts' })).toContainText('Select to here');
    await page.keyboard.press('Escape');
    for (const key of ['j', 'x', 'd']) await page.keyboard.press(key);
    await expect(
      page
        .getByText('Only open orders that have a driver and are not waiting or out can be dispatched.')
        .first(),
    ).toBeAttached();
  });

  await test.step('the second of two dispatchers is shown who was first, and the rest of the command succeeds', async () => {
    const [first = '', second = ''] = numbers.slice(3);
    // Until the routes are removed, this page neither receives changes nor reloads its list.
    await page.route('**/api/desk/orders?*', () => {});
    await page.route('**/api/changes*', (route) => route.abort());
    await page.keyboard.press('Escape');
    for (const number of [first, second]) await row(page, number).click({ modifiers: ['Control'] });
    await expect(selected(page)).toHaveCount(2);
    await other.assign(shop.driver, [first]);
    await page.keyboard.press('a');
    await expect(page.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('dina');
    await page.keyboard.press('Enter');
    await page.unroute('**/api/desk/orders?*');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Assign: 1 order was not changed');
    await expect(alert).toContainText(`${first}: Amal Admin assigned it to Dawood Driver at`);
    await view(page, 'To dispatch').click();
    await expect(row(page, first)).toContainText('Dawood Driver');
    await expect(row(page, second)).toContainText('Dina Driver');
  });
});

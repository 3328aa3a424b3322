import type { Page } from '@playwright/test';
import { newId } from '../../contract/rules/ids.ts';
import type { Database } from '../../server/platform/database/database.ts';
import { expectAccessible } from '../support/e2e-axe.ts';
import { countReads } from '../support/e2e-changes.ts';
import { accessToken } from '../support/e2e-device.ts';
import { expectNothingSideways } from '../support/e2e-fit.ts';
import { ARABIC_NAME, type E2eShop, type Person } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';
import { DESKTOP, PHONE } from '../support/e2e-viewports.ts';

// A keyboard and a pointer that hovers, as on a desk; a phone's part has a test of its own.
test.use({ viewport: DESKTOP, isMobile: false, hasTouch: false });

const grid = (page: Page) => page.getByRole('grid', { name: 'Orders' });
const row = (page: Page, order_number: string) =>
  grid(page).getByRole('row').filter({ hasText: order_number });
const selected = (page: Page) => grid(page).getByRole('row', { selected: true });
const view = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name });

/** Packed orders that nobody has; their numbers, oldest first. */
async function addUnassigned(shop: E2eShop, count: number): Promise<string[]> {
  const numbers: string[] = [];
  for (let n = 0; n < count; n += 1) {
    // Whoever is no driver has no orders: they are nobody's.
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

/** What is pressed has to reach the list, not the page behind a heading that is still read out. */
async function openList(page: Page, address = '/desk'): Promise<void> {
  await page.goto(address);
  await expect(grid(page).getByRole('row').nth(1)).toBeVisible();
}

/** As openList, and what changes is heard. */
async function openLiveList(page: Page): Promise<void> {
  const live = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/changes');
  await openList(page);
  await live;
}

/** Somebody else at a desk of their own. */
function dispatcher(url: string, access_token: string, owner: Database) {
  const send = async (path: string, body: object) => {
    const headers = {
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
      'idempotency-key': newId(),
    };
    const answer = await fetch(`${url}/api/desk/orders/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(200);
  };
  return {
    async assign({ driver_id }: Person, numbers: readonly string[]): Promise<void> {
      const rows = await owner
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

test('thirty orders go to a driver in six keys, and come back by one', async ({ signedIn, shop }) => {
  await addUnassigned(shop, 30);
  const page = await signedIn(shop.manager);
  await openList(page);
  await expect(view(page, 'Unassigned')).toContainText('30');
  for (const key of ['Control+a', 'a']) await page.keyboard.press(key);
  await expect(page.getByRole('combobox', { name: 'Give 30 orders to' })).toBeFocused();
  await expect(page.getByRole('option', { name: /^Dina Driver/ })).toContainText('no stops');
  for (const key of ['d', 'i', 'Enter']) await page.keyboard.press(key);
  await expect(page.getByText('30 orders given to Dina Driver').first()).toBeAttached();
  await expect(page.getByText('Every order has a driver')).toBeVisible();
  await expect(view(page, 'To dispatch')).toContainText('30');
  await page.keyboard.press('z');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '31');
  await expect(view(page, 'To dispatch')).toContainText('0');
  // Nothing else is begun before it is told.
  await expect(page.getByText('It is as it was.').first()).toBeAttached();

  // The keys for one row and for a range, and what the bar below says of them.
  for (const key of ['j', 'x', 'j', 'j', 'Shift+X']) await page.keyboard.press(key);
  await expect(selected(page)).toHaveCount(3);
  await page.keyboard.press('d');
  await expect(page.getByText('Only open orders with a driver are dispatched, once.').first()).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(selected(page)).toHaveCount(0);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Select to here');
  await expectAccessible(page, 'keys', [DESKTOP]);
  await page.keyboard.press('Escape');
  await expectAccessible(page, 'orders', [DESKTOP]);
});

test('of two dispatchers the second is told what changed and by whom, and what he had selected stays', async ({
  signedIn,
  otherPhone,
  shop,
}) => {
  const numbers = await addUnassigned(shop, 3);
  const [first = '', second = ''] = numbers;
  const page = await signedIn(shop.manager);
  const other = await otherPhone(shop.admin);
  await openList(page);
  await openList(other);
  // The first one sees nothing new for now.
  await page.route('**/api/desk/orders?*', () => {});
  await page.route('**/api/changes*', (route) => route.abort());
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
  await row(other, first).click({ modifiers: ['Control'] });
  await other.keyboard.press('a');
  await expect(other.getByRole('combobox')).toBeFocused();
  await other.keyboard.type('dawood');
  await other.keyboard.press('Enter');
  await expect(row(other, first)).toHaveCount(0);

  await page.keyboard.press('a');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('dina');
  await page.keyboard.press('Enter');
  await page.unroute('**/api/desk/orders?*');
  const told = page.getByRole('alert');
  await expect(told).toContainText('Assign: 1 order was left as it is');
  await expect(told).toContainText(`${first}: Amal Admin gave it to Dawood Driver at`);
  await openList(page, '/desk?view=to_dispatch');
  await expect(row(page, first)).toContainText('Dawood Driver');
  await expect(row(page, second)).toContainText('Dina Driver');
});

test('what others change moves neither the list nor what one is at in it, and asks for nothing twice', async ({
  server: { owner, url },
  signedIn,
  shop,
}) => {
  const numbers = await addUnassigned(shop, 60);
  const other = dispatcher(url, await accessToken(url, shop.admin), owner);
  const page = await signedIn(shop.manager);
  await openLiveList(page);
  const asked = countReads(page);
  await openLiveList(page);
  for (const key of ['j', 'End', 'k', 'x', 'k', 'k', 'x']) await page.keyboard.press(key);
  const focused = row(page, numbers[56] ?? '');
  await expect(focused).toBeFocused();
  const place = async () => (await focused.boundingBox())?.y;
  const before = await place();
  await other.assign(shop.driver, numbers.slice(0, 3));
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '58');
  // As it opens, for the hint, and once more where the database still worked on something older as it opened.
  expect([...asked].filter(([, count]) => count > 3)).toEqual([]);
  expect(asked.get('/api/profile')).toBe(1);
  await other.add('ADDED-1');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '59');
  await other.assign(shop.driver, [numbers[58] ?? '']);
  await expect(grid(page)).toHaveAttribute('aria-rowcount', '58');
  // One of the two that were selected is somebody's by now.
  await expect(selected(page)).toHaveCount(1);
  await expect(focused).toBeFocused();
  expect(await focused.getAttribute('aria-selected')).toBe('true');
  expect(Math.abs(((await place()) ?? 0) - (before ?? 0))).toBeLessThan(1);

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
});

test('no answer is no failure: the same is sent again and counts once', async ({ signedIn, shop }) => {
  await addUnassigned(shop, 2);
  const page = await signedIn(shop.admin);
  await openList(page);
  const keys: (string | null)[] = [];
  await page.route('**/api/desk/orders/assign', async (route) => {
    keys.push(await route.request().headerValue('idempotency-key'));
    // Recorded, and the answer is lost.
    await route.fetch();
    await route.abort('connectionreset');
  });
  for (const key of ['Control+a', 'a']) await page.keyboard.press(key);
  await expect(page.getByRole('combobox')).toBeFocused();
  for (const key of ['d', 'i', 'Enter']) await page.keyboard.press(key);
  await expect(page.getByText("We don't know yet whether this was recorded")).toBeVisible();
  await page.unroute('**/api/desk/orders/assign');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('2 orders given to Dina Driver').first()).toBeAttached();
  expect(new Set(keys).size).toBe(1);
  await expect(view(page, 'To dispatch')).toContainText('2');
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, isMobile: true, hasTouch: true });

  test('orders are selected by touch, found, and dispatched from the bar below', async ({
    signedIn,
    shop,
  }) => {
    const [first = '', second = ''] = await addUnassigned(shop, 2);
    const packed = await shop.addOrder({ driver: shop.driver, status: 'packed' });
    const page = await signedIn(shop.manager);
    await openList(page, '/desk?view=to_dispatch');
    const box = row(page, packed.order_number).getByRole('checkbox');
    await box.tap();
    await expect(box).toBeChecked();
    await page.getByRole('button', { name: 'Dispatch' }).tap();
    await expect(page.getByText('1 order dispatched').first()).toBeAttached();
    await page.getByRole('button', { name: 'Undo' }).tap();
    await expect(row(page, packed.order_number)).toContainText('Packed');
    await page.getByRole('searchbox', { name: 'Search all orders' }).fill(ARABIC_NAME);
    await expect(row(page, second)).toBeVisible();
    await expect(row(page, first)).toHaveCount(0);
    await expectAccessible(page, 'orders', [PHONE]);
    await expectNothingSideways(page, 'orders on a phone');
  });
});

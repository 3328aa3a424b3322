import type { Page, Route } from '@playwright/test';
import { PROBLEMS, type ProblemCode } from '../../contract/rules/problems.ts';
import { expectAccessible } from '../support/e2e-axe.ts';
import { withoutChanges } from '../support/e2e-changes.ts';
import { expectNothingSideways } from '../support/e2e-fit.ts';
import { tabTo } from '../support/e2e-keys.ts';
import { fillDelivery, fillSignIn, openNextOrder, pressAsItLooks, signIn } from '../support/e2e-screens.ts';
import { keepSession } from '../support/e2e-session.ts';
import { PASSWORD } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';
import { DESKTOP, NARROW, PHONE } from '../support/e2e-viewports.ts';

const MIN_TARGET_PX = 44;
const hold = () => {};

/** Controls smaller than a thumb needs. A label is part of its control; a link in a sentence may be as high as its line. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((min) => {
    const controls = document.querySelectorAll<HTMLElement>('a[href], button, input:not([type=hidden])');
    return [...controls].flatMap((control) => {
      const target = control.closest('label') ?? control;
      const { width, height } = target.getBoundingClientRect();
      const hidden = width <= 1 || height <= 1 || getComputedStyle(control).visibility === 'hidden';
      if (hidden || (width >= min && height >= min)) return [];
      return [`${control.outerHTML.slice(0, 80)} ${Math.round(width)}x${Math.round(height)}`];
    });
  }, MIN_TARGET_PX - 0.5);
}

async function expectFits(page: Page, what: string): Promise<void> {
  expect.soft(await smallTargets(page), `${what}: targets`).toEqual([]);
  await expectNothingSideways(page, what);
}

test('every page fits 360 px with targets for a thumb, also at twice the text', async ({
  page,
  photo,
  shop,
}) => {
  await page.setViewportSize(NARROW);
  await page.goto('/');
  await expect(page.getByText('Driver Management System')).toBeVisible();
  await expectFits(page, 'landing');
  await page.goto('/nowhere');
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await expectFits(page, 'unknown address');
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expectFits(page, 'login');
  const order = await shop.addOrder({ customer: { first_name: 'Muhammad', last_name: 'Al-Abdulrahmani' } });
  await signIn(page, shop.driver);
  await expect(page.getByText('Pending Deliveries')).toBeVisible();
  await expectFits(page, 'profile');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectFits(page, 'menu');
  for (const [address, text] of [
    ['/dashboard/password', 'Repeat New Password'],
    ['/dashboard/assigned-orders', `Order #${order.order_number}`],
    ['/dashboard/cash-handovers', "You don't have access to this page"],
  ] as const) {
    await page.goto(address);
    await expect(page.getByText(text).first()).toBeVisible();
    await expectFits(page, address);
  }
  await openNextOrder(page, order.order_number);
  await pressAsItLooks(page.getByRole('button', { name: 'Confirm Delivery' }));
  await expect(page.getByText('Missing Information')).toBeVisible();
  await expectFits(page, 'a toast');
  await fillDelivery(page, photo);
  await expectFits(page, 'filled confirmation');
});

test('toasts leave the primary button and the menu free', async ({ page, shop }) => {
  const order = await shop.addOrder();
  await keepSession(page, shop.driver);
  await page.setViewportSize(NARROW);
  await openNextOrder(page, order.order_number);
  const button = page.getByRole('button', { name: 'Confirm Delivery' });
  await pressAsItLooks(button);
  const toast = await page.locator('[data-toast]').boundingBox();
  const primary = await button.boundingBox();
  const menu = await page.getByRole('button', { name: 'Menu' }).boundingBox();
  if (!toast || !primary || !menu) throw new Error('not all of them are shown');
  expect(toast.y + toast.height).toBeLessThan(primary.y);
  expect(toast.y).toBeGreaterThanOrEqual(menu.y + menu.height);
  expect(primary.y + primary.height).toBeLessThanOrEqual(NARROW.height);
  expect(primary.height).toBeGreaterThanOrEqual(48);
});

type State = { what: string; path: string; text: string; prepare(page: Page): Promise<unknown> };
const held = (what: string, path: string, read: string, text: string): State => ({
  what,
  path,
  text,
  prepare: (page) => page.route(read, hold),
});

const STATES: State[] = [
  held('loading profile', '/dashboard/profile', '**/api/profile/statistics', 'Loading profile data...'),
  held('loading orders', '/dashboard/assigned-orders', '**/api/orders/stops', 'Loading assigned orders...'),
  held('loading order', '/dashboard/next-order', '**/api/orders/stops', 'Loading next order...'),
  {
    what: 'no figures',
    path: '/dashboard/profile',
    text: 'Your figures could not be loaded',
    // The orders of a driver are looked at on every page, and kept.
    prepare: cutOffOnly(/\/api\/(profile\/statistics|orders\/stops)/),
  },
  {
    what: 'no orders',
    path: '/dashboard/assigned-orders',
    text: 'Your orders could not be loaded',
    prepare: cutOffOnly('**/api/orders/stops'),
  },
  {
    what: 'no order',
    path: '/dashboard/next-order',
    text: 'Your next order could not be loaded',
    prepare: cutOffOnly('**/api/orders/stops'),
  },
  { what: 'password', path: '/dashboard/password', text: 'Repeat New Password', prepare: async () => {} },
  { what: 'shut', path: '/dashboard/bank-deposits', text: "You don't have access", prepare: async () => {} },
];

/** Before there is a profile: what the server does to the read of it. */
const UNREAD: State[] = [
  {
    what: 'a page that does not load',
    path: '/',
    text: 'This page could not be opened',
    prepare: cutOffOnly('**/assets/Landing-*.js'),
  },
  withoutProfile('form that waits', '/login', 'Loading...', hold),
  withoutProfile('dashboard that waits', '/dashboard', 'Loading dashboard...', hold),
  withoutProfile('no connection', '/dashboard', 'No connection', (route) => route.abort()),
  withoutProfile('profile unread', '/dashboard', 'Your profile could not be loaded', answers('unavailable')),
  withoutProfile('no profile', '/login', 'Sign Out', answers('no_profile')),
];

function withoutProfile(what: string, path: string, text: string, read: (route: Route) => unknown): State {
  const prepare = async (page: Page) => {
    await page.route('**/api/profile', read);
    await page.evaluate(() => localStorage.removeItem('mandoob.profile'));
  };
  return { what, path, text, prepare };
}

function answers(code: ProblemCode) {
  const { status } = PROBLEMS[code];
  const body = JSON.stringify({ type: 'about:blank', ...PROBLEMS[code], code, request_id: 'x' });
  return (route: Route) => route.fulfill({ status, contentType: 'application/problem+json', body });
}

function cutOffOnly(read: string | RegExp) {
  return (page: Page) => page.route(read, (route: Route) => route.abort());
}

async function expectAccessibleStates(page: Page, states: readonly State[]): Promise<void> {
  for (const { what, path, text, prepare } of states) {
    // Away from the app, which would go on with what was held up.
    await page.goto('/healthz');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await withoutChanges(page);
    await prepare(page);
    await page.goto(path);
    await expect(page.getByText(text).first()).toBeVisible();
    await expectAccessible(page, what, [PHONE]);
  }
}

test('axe finds nothing in states of waiting and failing', async ({ page, shop }) => {
  await cutOffOnly('**/api/orders/stops')(page);
  await signIn(page, shop.driver);
  await expectAccessibleStates(page, STATES);
});

test('axe finds nothing while there is no profile', async ({ page, shop }) => {
  await signIn(page, shop.driver);
  await expectAccessibleStates(page, UNREAD);
});

test('axe finds nothing while somebody signs in', async ({ page, server, shop }) => {
  const { email, user_id } = shop.driver;
  await page.goto('/login');
  await fillSignIn(page, email, 'not the password');
  await expect(page.getByText('Invalid login credentials')).toBeVisible();
  await expectAccessible(page, 'refused', [PHONE]);
  await page.route('**/auth/v1/token*', hold);
  await fillSignIn(page, email, PASSWORD);
  await expect(page.getByText('Signing in...')).toBeVisible();
  await expectAccessible(page, 'busy', [PHONE]);
  // Leaving takes the held attempt back: let go, it might sign in after all.
  await page.goto('about:blank');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  const first = server.owner.updateTable('users').set({ must_change_password: true });
  await first.where('id', '=', user_id).execute();
  await page.goto('/login');
  await fillSignIn(page, email, PASSWORD);
  await expect(page.getByRole('heading', { name: 'Choose Your Own Password' })).toBeVisible();
  await expectAccessible(page, 'password first', [PHONE]);
});

test('axe finds nothing around a delivery, its menu, its toasts and its questions', async ({
  page,
  photo,
  shop,
}) => {
  const order = await shop.addOrder();
  await keepSession(page, shop.driver);
  await openNextOrder(page, order.order_number);
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'menu', [PHONE]);
  await page.keyboard.press('Escape');
  await pressAsItLooks(page.getByRole('button', { name: 'Confirm Delivery' }));
  await expect(page.getByText('Missing Information')).toBeVisible();
  await expectAccessible(page, 'a toast', [PHONE]);
  await fillDelivery(page, photo);
  await page.route('**/api/deliveries', (route) => route.abort());
  await pressAsItLooks(page.getByRole('button', { name: 'Confirm Delivery' }));
  await expect(page.getByText("We don't know yet whether this was recorded")).toBeVisible();
  await expectAccessible(page, 'unknown', [PHONE]);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page.getByText('Sign out with unsent work?')).toBeVisible();
  await expectAccessible(page, 'question', [PHONE]);
});

test('signed in, found, filled in and confirmed without a pointer', async ({ page, photo, shop }) => {
  await page.setViewportSize(DESKTOP);
  const order = await shop.addOrder();
  await page.goto('/login');
  await tabTo(page.getByPlaceholder('Enter your email'));
  await page.keyboard.type(shop.driver.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type('correct horse battery');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard/profile');
  const link = page.getByRole('navigation').getByRole('link', { name: 'Next Order' });
  await tabTo(link);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Next Order' })).toBeFocused();
  const confirm = page.getByRole('button', { name: 'Confirm Delivery' });
  await tabTo(confirm);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Missing Information')).toBeVisible();
  await tabTo(page.getByRole('button', { name: 'Dismiss: Missing Information' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Missing Information')).toHaveCount(0);
  await tabTo(page.getByLabel('Choose file'));
  await page
    .getByLabel('Choose file')
    .setInputFiles({ name: 'door.jpg', mimeType: 'image/jpeg', buffer: photo });
  await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible();
  await tabTo(page.getByLabel('Customer Full Name'));
  await page.keyboard.type('Layla Haddad');
  for (const label of ['I confirm receipt of the following items', 'Received Payment']) {
    await tabTo(page.getByLabel(label));
    await page.keyboard.press('Space');
  }
  await tabTo(confirm);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Delivery Confirmed')).toBeVisible();
  await expect(page.getByText(`#${order.order_number}`, { exact: true })).toHaveCount(0);
});

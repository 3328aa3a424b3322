import { newId } from '../../contract/rules/ids.ts';
import { hashPassword } from '../../server/identity/passwords.ts';
import { withoutChanges } from '../support/e2e-changes.ts';
import { loseColumn, loseTable } from '../support/e2e-faults.ts';
import { cashCard, cutOff, expectToasts, fillSignIn, signIn, toastsOn } from '../support/e2e-screens.ts';
import { keepSession } from '../support/e2e-session.ts';
import { PASSWORD } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';

const NO_DRIVER = 'No driver record found for this user. Please contact support.';
const UNEXPECTED = 'An unexpected error occurred';

test('a wrong password and an unknown e-mail are told in the same words', async ({ page, shop }) => {
  await page.goto('/login');
  await fillSignIn(page, shop.driver.email, 'not the password');
  await expectToasts(page, ['Login failed', 'Invalid login credentials']);
  await expect(page.getByPlaceholder('Enter your email')).toHaveValue(shop.driver.email);
  await page.reload();
  await fillSignIn(page, `nobody-${shop.driver.email}`, PASSWORD);
  await expectToasts(page, ['Login failed', 'Invalid login credentials']);
  await expect(page).toHaveURL(/\/login$/);
});

test('signing in without a connection says so', async ({ page, shop }) => {
  await page.goto('/login');
  const restore = await cutOff(page);
  await fillSignIn(page, shop.driver.email, PASSWORD);
  await expectToasts(page, ['Login failed', 'No connection']);
  await restore();
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/dashboard/profile');
});

test('a profile that the server cannot read, and one that it cannot be asked for', async ({
  page,
  server,
  shop,
}) => {
  const mend = await loseColumn(server.owner, 'shops', 'name');
  try {
    await page.goto('/login');
    await fillSignIn(page, shop.driver.email, PASSWORD);
    await expectToasts(page, ['Profile Error', `Failed to fetch user profile: ${UNEXPECTED}`]);
    await expect(page.getByText('Your profile could not be loaded')).toBeVisible();
  } finally {
    await mend();
  }
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText(`Welcome back, ${shop.driver.full_name}`)).toBeVisible();

  await page.evaluate(() => localStorage.removeItem('mandoob.profile'));
  const restore = await cutOff(page);
  await page.reload();
  await expectToasts(page, ['Profile Error', 'Failed to fetch user profile: No connection']);
  await expect(page.getByRole('main').getByText('No connection', { exact: true })).toBeVisible();
  await expect(page).not.toHaveURL(/\/login$/);
  await restore();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText(`Welcome back, ${shop.driver.full_name}`)).toBeVisible();
});

test('one whose profile cannot be read can sign out all the same', async ({ page, server, shop }) => {
  const mend = await loseColumn(server.owner, 'shops', 'name');
  try {
    await page.goto('/login');
    await fillSignIn(page, shop.driver.email, PASSWORD);
    await expect(page.getByText('Your profile could not be loaded')).toBeVisible();
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
    await page.waitForURL('**/login');
  } finally {
    await mend();
  }
  await page.goto('/dashboard/profile');
  await expect(page).toHaveURL(/\/login$/);
});

test('a user without a profile stays at the form, which says so', async ({ page, server }) => {
  const email = `${newId()}@example.com`;
  const password_hash = await hashPassword(PASSWORD);
  await server.owner.insertInto('users').values({ id: newId(), email, password_hash }).execute();
  await page.goto('/login');
  await fillSignIn(page, email, PASSWORD);
  const text = 'Failed to fetch user profile: No profile found for this user';
  await expectToasts(page, ['Profile Error', text]);
  await expect(page.getByRole('main').getByText(text)).toBeVisible();
  await expect(page.getByRole('main').getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible();
  await page.goto('/dashboard/profile');
  await expect(page).toHaveURL(/\/login$/);
});

test('figures of the profile that fail', async ({ page, server, shop }) => {
  const mend = await loseTable(server.owner, 'delivery_confirmations');
  try {
    await signIn(page, shop.driver);
    await expectToasts(page, ['Error', 'Failed to load profile data']);
    await expect(page.getByText('Your figures could not be loaded')).toBeVisible();
    await expect(page.getByText('AED 0.00')).toHaveCount(0);
  } finally {
    await mend();
  }
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(cashCard(page)).toContainText(/Cash on Hand\s*AED 0\.00/);
});

test('a balance that cannot be read is a dash, never an invented zero, and no toast', async ({
  page,
  server,
  shop,
}) => {
  const mend = await loseTable(server.owner, 'cash_tracking');
  try {
    const initialised = page.waitForResponse('**/api/cash/initialise');
    await signIn(page, shop.driver);
    await expect(cashCard(page)).toContainText(/Cash on Hand\s*—\s*Your balance could not be read\./);
    expect((await initialised).status()).toBe(500);
    await expect(cashCard(page)).toContainText(/Cash on Hand\s*—/);
    expect(await toastsOn(page)).toEqual([]);
  } finally {
    await mend();
  }
});

test('nobody with a driver record: what the two order screens say', async ({ page, shop }) => {
  await keepSession(page, shop.manager);
  await page.goto('/dashboard/assigned-orders');
  await expectToasts(page, ['Driver not found', NO_DRIVER]);
  await expect(page.getByText('No Orders Assigned')).toBeVisible();
  await page.goto('/dashboard/next-order');
  await expectToasts(page, ['Driver Error', `Failed to get driver information: ${NO_DRIVER}`]);
  await expect(page.getByText('No Orders Available')).toBeVisible();
});

test('orders that the server fails to read', async ({ page, server, shop }) => {
  const order = await shop.addOrder();
  await withoutChanges(page);
  await signIn(page, shop.driver);
  const mend = await loseTable(server.owner, 'customers');
  try {
    await page.goto('/dashboard/assigned-orders');
    await expectToasts(page, ['Error', 'Failed to load assigned orders']);
    await expect(page.getByText('No Orders Assigned')).toHaveCount(0);
    await page.goto('/dashboard/next-order');
    await expectToasts(page, ['Order Fetch Error', `Failed to fetch next order: ${UNEXPECTED}`]);
    await expect(page.getByText('No Orders Available')).toHaveCount(0);
  } finally {
    await mend();
  }
  // A driver's orders are looked at by themselves too, and the button then goes.
  const retry = page.getByRole('button', { name: 'Retry' });
  await retry.click({ timeout: 5_000 }).catch(() => expect(retry).toHaveCount(0));
  await expect(page.getByText(`#${order.order_number}`, { exact: true })).toBeVisible();
});

test('orders that cannot be asked for, and the ones already seen', async ({ page, shop }) => {
  const order = await shop.addOrder();
  await signIn(page, shop.driver);
  const restore = await cutOff(page);
  await page.goto('/dashboard/assigned-orders');
  await expectToasts(page, ['Error', 'Failed to load assigned orders']);
  await page.goto('/dashboard/next-order');
  await expectToasts(page, ['Order Fetch Error', 'Failed to fetch next order: No connection']);
  await restore();
  await page.goto('/dashboard/assigned-orders');
  await expect(page.getByRole('article', { name: `Order #${order.order_number}` })).toBeVisible();

  await cutOff(page);
  await page.reload();
  await expectToasts(page, ['Error', 'Failed to load assigned orders']);
  await expect(page.getByRole('article', { name: `Order #${order.order_number}` })).toBeVisible();
});

import { newId } from '../../contract/rules/ids.ts';
import { hashPassword } from '../../server/identity/passwords/passwords.ts';
import { loseColumn } from '../support/e2e-faults.ts';
import { cutOff, expectToasts, fillSignIn } from '../support/e2e-screens.ts';
import { keepSession } from '../support/e2e-session.ts';
import { PASSWORD } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';
import { build } from '../support/query-builder.ts';

test('the sign-in form shows each outcome: no connection, wrong, unknown, no profile, profile unread, signed in', async ({
  page,
  server,
  shop,
}) => {
  const { email, full_name } = shop.driver;
  const restore = await cutOff(page);
  await page.goto('/login');
  await fillSignIn(page, email, PASSWORD);
  await expectToasts(page, ['Login failed', 'No connection']);
  await restore();

  // A wrong password and an unknown e-mail address get the same message.
  for (const [name, password] of [
    [email, 'not the password'],
    [`nobody-${email}`, PASSWORD],
  ] as const) {
    const responded = page.waitForResponse('**/auth/v1/token*');
    await fillSignIn(page, name, password);
    expect((await responded).status()).toBe(400);
    await expectToasts(page, ['Login failed', 'Invalid login credentials']);
    await expect(page.getByPlaceholder('Enter your email')).toHaveValue(name);
    await expect(page).toHaveURL(/\/login$/);
  }

  const without_profile = `${newId()}@example.com`;
  const password_hash = await hashPassword(PASSWORD);
  await build(server.owner)
    .insertInto('users')
    .values({ id: newId(), email: without_profile, password_hash })
    .execute();
  await fillSignIn(page, without_profile, PASSWORD);
  const text = 'Failed to fetch user profile: No profile found for this user';
  await expectToasts(page, ['Profile Error', text]);
  await expect(page.getByRole('main').getByText(text)).toBeVisible();
  await page.goto('/dashboard/profile');
  await expect(page).toHaveURL(/\/login$/);
  await page.getByRole('main').getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page.getByRole('main').getByText(text)).toHaveCount(0);

  // The toast of a failing profile is shown once until the profile has been read.
  await page.reload();
  const restoreColumn = await loseColumn(server.owner, 'shops', 'name');
  try {
    await fillSignIn(page, email, PASSWORD);
    await expectToasts(page, ['Profile Error', 'Failed to fetch user profile: An unexpected error occurred']);
    await expect(page.getByText('Your profile could not be loaded')).toBeVisible();
  } finally {
    await restoreColumn();
  }
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText(`Welcome back, ${full_name}`)).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard\/profile$/);
});

/**
 * web/routes.browser.test.tsx covers each role and area, row-security.db.test.ts and attack.test.ts the
 * server's refusals.
 */
test('an unauthenticated user is led to the sign-in form, and a driver is refused an area of another role', async ({
  page,
  shop,
}) => {
  await page.goto('/');
  await page.goto('/dashboard/next-order');
  await expect(page).toHaveURL(/\/login$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);

  await keepSession(page, shop.driver);
  await page.goto('/dashboard/bank%2Ddeposits');
  await expect(page.getByRole('heading', { name: 'Bank Deposits' })).toBeVisible();
  await expect(page.getByText("You don't have access to this page")).toBeVisible();
  await expect(page.getByText(`Welcome back, ${shop.driver.full_name}`)).toBeVisible();
  await page.getByRole('link', { name: 'Go to Profile' }).click();
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible();
});

test('an unknown address, also one like a file, shows its own page, is logged, and links to the start page', async ({
  page,
}) => {
  await page.goto('/dashboard/old.html');
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  const reported = page.waitForRequest('**/api/not-found');
  await page.goto('/dashbord/profile');
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  expect(logged.some((text) => text.includes('/dashbord/profile'))).toBe(true);
  expect((await reported).method()).toBe('POST');
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page.getByText('Driver Management System')).toBeVisible();
});

import { accessToken } from '../support/e2e-device.ts';
import { expectToasts, fillSignIn, signIn } from '../support/e2e-screens.ts';
import { PASSWORD, type Person } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';
import { build } from '../support/query-builder.ts';

const OWN = 'my own good password';
const CHANGED: [string, string] = ['Password changed', 'Your other devices have been signed out'];

async function fillPasswords(page: import('@playwright/test').Page, ...passwords: string[]): Promise<void> {
  const labels = ['Current Password', 'New Password', 'Repeat New Password'];
  for (const [at, password] of passwords.entries()) {
    await page.getByLabel(labels[at] ?? '', { exact: true }).fill(password);
  }
  await page.getByRole('button', { name: 'Change Password' }).click();
}

test('a user changes their own password on the profile page, and every other device is signed out', {
  tag: '@journeys',
}, async ({ page, otherPhone, shop }) => {
  const other = await otherPhone(shop.driver);
  await other.goto('/dashboard/profile');
  await expect(other.getByText('Cash on Hand')).toBeVisible();
  await signIn(page, shop.driver);
  await page.getByRole('link', { name: 'Change Password' }).click();
  await expect(page).toHaveURL(/\/dashboard\/password$/);

  await fillPasswords(page, 'not the password', OWN, OWN);
  await expectToasts(page, ['Password not changed', 'Your current password is incorrect']);
  await fillPasswords(page, PASSWORD, OWN, OWN);
  await expect(page.getByText(CHANGED[0])).toBeVisible();
  await expect(page.getByLabel('Current Password')).toHaveValue('');

  await page.goto('/dashboard/profile');
  await expect(page.getByText('Cash on Hand')).toBeVisible();
  await other.goto('/dashboard/profile');
  await expect(other).toHaveURL(/\/login$/);
  await expect(other.getByText('Your password was changed. Sign in with the new one.')).toBeVisible();
  await signIn(other, shop.driver, OWN);

  const devices = page.getByRole('region', { name: 'Signed-in Devices' });
  await page.reload();
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await devices.getByRole('button', { name: 'Sign out there' }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await other.reload();
  await expect(other).toHaveURL(/\/login$/);
  await expect(other.getByText('This device was signed out from another one.')).toBeVisible();
  await signIn(other, shop.driver, OWN);
  await expect(other.getByText('You have been signed out')).toHaveCount(0);
});

test('a password set by another user has to be changed before any page opens', async ({
  page,
  server,
  shop,
}) => {
  const person: Person = shop.driver;
  await build(server.owner)
    .updateTable('users')
    .set({ must_change_password: true })
    .where('id', '=', person.user_id)
    .execute();
  await page.goto('/login');
  await fillSignIn(page, person.email, PASSWORD);
  await expect(page.getByRole('heading', { name: 'Choose Your Own Password' })).toBeVisible();
  await page.goto('/dashboard/next-order');
  await expect(page.getByRole('heading', { name: 'Choose Your Own Password' })).toBeVisible();
  await expect(page.getByText('Driver Dashboard')).toBeVisible();
  const token = await accessToken(server.url, person);
  const response = await fetch(`${server.url}/api/orders/assigned`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([
    403,
    'password_change_required',
  ]);

  await fillPasswords(page, PASSWORD, OWN, OWN);
  await expectToasts(page, CHANGED);
  await expect(page.getByText('No Orders Available')).toBeVisible();
});

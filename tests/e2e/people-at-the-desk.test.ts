import type { Page } from '@playwright/test';
import { newId } from '../../contract/rules/ids.ts';
import type { Database } from '../../server/platform/database/database.ts';
import { giveCash } from '../support/e2e-cash.ts';
import { dismissToasts, expectToasts, fillSignIn, untilNoOverlay } from '../support/e2e-screens.ts';
import { type E2eShop, PASSWORD } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';
import { DESKTOP, PHONE } from '../support/e2e-viewports.ts';
import { build } from '../support/query-builder.ts';

const OWN = 'my own good password';

/** Opens a page by the keys of the desk's menu, without reloading the app. */
async function openPlace(page: Page, key: string): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press(key);
}

test('an Admin adds a person, changes the role of a signed-in user, manages a card machine, resets a password and disables a user; a Manager reads, and explains missing numbers', {
  tag: '@journeys',
}, async ({ browser, server, shop, signedIn }) => {
  const { owner } = server;
  await giveCash(owner, shop.shop_id, shop.driver, 14_500);
  await shop.addOrder();
  await addPhoneWithGap(owner, shop);
  const page = await signedIn(shop.admin);
  await page.setViewportSize(DESKTOP);
  await page.goto('/desk/staff');
  const list = page.getByRole('table', { name: 'People' });
  await expect(list.getByRole('row')).toHaveCount(5);

  await test.step('an admin cannot change their own role', async () => {
    await list.getByRole('link', { name: 'Amal Admin' }).click();
    const own = page.getByRole('complementary', { name: 'Amal Admin' });
    await expect(own.getByRole('button', { name: 'Disable' })).toHaveAttribute('aria-disabled', 'true');
    await own.getByRole('button', { name: 'Change' }).click();
    await expect(page.getByText('You cannot change your own role or access')).toBeVisible();
    for (const _ of ['the dialog', 'the details']) {
      await page.keyboard.press('Escape');
      await untilNoOverlay(page);
    }
    await expect(own).toBeHidden();
  });

  await page.keyboard.press('n');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByLabel('Full name')).toBeFocused();
  await page.getByLabel('Full name').fill('Nadia Newcomer');
  await page.getByLabel('E-mail').fill(shop.driver.email);
  await page.getByLabel('Role').selectOption('Driver');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expectToasts(page, ['Not added', 'This e-mail address is already in use.']);
  const email = `nadia.${shop.driver.email}`;
  await page.getByLabel('E-mail').fill(email);
  await page.keyboard.press('Enter');
  const password = (await page.getByRole('note', { name: 'One-time password' }).textContent()) ?? '';
  expect(password).toMatch(/^[a-z2-9-]{19}$/);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(list.getByRole('row')).toHaveCount(6);

  // The new user chooses a password first.
  const theirs = await (await browser.newContext({ baseURL: server.url, viewport: PHONE })).newPage();
  await theirs.goto('/login');
  await fillSignIn(theirs, email, password);
  await expect(theirs.getByText('Another user set your password.')).toBeVisible();
  await theirs.getByLabel('Current Password', { exact: true }).fill(password);
  for (const label of ['New Password', 'Repeat New Password'])
    await theirs.getByLabel(label, { exact: true }).fill(OWN);
  await theirs.getByRole('button', { name: 'Change Password' }).click();
  await expect(theirs.getByText('Cash on Hand')).toBeVisible();

  await list.getByRole('link', { name: 'Nadia Newcomer' }).click();
  const details = page.getByRole('complementary', { name: 'Nadia Newcomer' });
  await expect(details.getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('e');
  await page.getByLabel('Role').selectOption('Manager');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToasts(page, ['Changed', 'Nadia Newcomer']);
  await dismissToasts(page);
  await untilNoOverlay(page);
  await expect(details.getByText('Manager', { exact: true })).toBeVisible();
  // The open page shows the new role at once, and offers the actions of a Manager.
  await expect(theirs.getByRole('main').getByText('Manager', { exact: true }).first()).toBeVisible();

  await test.step('a card machine is assigned and returned', async () => {
    await openPlace(page, 'm');
    await expect(page.getByText('There is no card machine yet')).toBeVisible();
    await page.keyboard.press('n');
    await page.getByLabel('Number').fill('POS-01');
    await page.keyboard.press('Enter');
    await expectToasts(page, ['Added', 'POS-01']);
    await dismissToasts(page);
    await untilNoOverlay(page);
    const { id } = await build(owner)
      .selectFrom('card_machines')
      .select('id')
      .where('shop_id', '=', shop.shop_id)
      .executeTakeFirstOrThrow();
    const given = { holder_driver_id: shop.driver.driver_id };
    await build(owner).updateTable('card_machines').set(given).where('id', '=', id).execute();
    await openPlace(page, 'h');
    await expect(page.getByRole('table', { name: 'Devices' })).toBeVisible();
    await openPlace(page, 'm');
    await page.getByRole('link', { name: 'POS-01' }).click();
    const machine = page.getByRole('complementary', { name: 'POS-01' });
    const retire = machine.getByRole('button', { name: 'Retire' });
    await expect(retire).toHaveAttribute('aria-disabled', 'true');
    await machine.getByRole('button', { name: 'Put back into the shop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Put back' }).click();
    await expectToasts(page, ['Put back into the shop', 'POS-01']);
    await dismissToasts(page);
    await untilNoOverlay(page);
    await retire.click();
    await expectToasts(page, ['Retired', 'POS-01']);
    await dismissToasts(page);
    await machine.getByRole('button', { name: 'Reactivate' }).click();
    await expect(machine.getByRole('listitem').first()).toContainText('Reactivated');
    await expect(machine.getByRole('listitem')).toHaveCount(4);
  });

  await test.step('a Manager can only read, and explains missing numbers of a device', async () => {
    await openPlace(page, 'h');
    await page.getByRole('table', { name: 'Devices' }).getByRole('link', { name: 'Dawood Driver' }).click();
    await expect(
      page.getByText('Only a manager who has not used this device can explain its gaps.'),
    ).toBeVisible();
    await theirs.goto('/desk/staff');
    await expect(theirs.getByRole('link', { name: 'Amal Admin' })).toBeVisible();
    await expect(theirs.getByRole('button', { name: 'Add a person' })).toHaveCount(0);
    await openPlace(theirs, 'm');
    await theirs.getByRole('link', { name: 'POS-01' }).click();
    await expect(theirs.getByText('In the shop').last()).toBeVisible();
    await expect(theirs.getByRole('button', { name: 'Retire' })).toHaveCount(0);
    await openPlace(theirs, 'h');
    await theirs.getByRole('link', { name: 'Dawood Driver' }).click();
    await theirs.getByRole('button', { name: 'Explain' }).click();
    await theirs.getByLabel('What happened to them').fill('It fell into the sea');
    await theirs.getByRole('dialog').getByRole('button', { name: 'Explain' }).click();
    await expectToasts(theirs, ['Explained', '#2']);
    await expect(theirs.getByRole('main').getByRole('button', { name: 'Explain' })).toHaveCount(0);
  });

  // The reset ends the session there; the next sign-in shows who reset the password.
  await openPlace(page, 'p');
  await list.getByRole('link', { name: 'Nadia Newcomer' }).click();
  await page.keyboard.press('p');
  await page.getByRole('dialog').getByRole('button', { name: 'Reset password' }).click();
  const second = (await page.getByRole('note', { name: 'One-time password' }).textContent()) ?? '';
  expect(second).not.toBe(password);
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(details.getByText('Not signed in on any device')).toBeVisible();
  await theirs.waitForURL(/\/login$/);
  await fillSignIn(theirs, email, second);
  await expect(theirs.getByText(/^Amal Admin reset your password on /)).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await list.getByRole('link', { name: 'Nadia Newcomer' }).click();
  await details.getByRole('button', { name: 'Sign out there' }).click();
  await expectToasts(page, ['Signed out there', expect.any(String) as unknown as string]);
  await dismissToasts(page);
  // A user who must still replace a reset password receives no hints: only the next request shows that the
  // session has ended.
  await theirs.reload();
  await theirs.waitForURL(/\/login$/);

  await list.getByRole('link', { name: 'Dawood Driver' }).click();
  await page.keyboard.press('o');
  await expectToasts(page, ['Off duty', 'Dawood Driver']);
  await dismissToasts(page);
  await expect(page.getByText(/^Driver \d+, off duty$/)).toBeVisible();
  await page.keyboard.press('b');
  const question = page.getByRole('dialog', { name: 'Disable Dawood Driver?' });
  await expect(question).toContainText('AED 145.00 of the shop');
  await expect(question).toContainText('1 open order: reassign to another driver');
  await question.getByRole('button', { name: 'Disable' }).click();
  await expectToasts(page, ['Disabled', 'Dawood Driver']);
  const refused = await page.request.post('/auth/v1/token?grant_type=password', {
    data: { email: shop.driver.email, password: PASSWORD },
  });
  expect([refused.status(), (await refused.json()).msg]).toEqual([400, 'Invalid login credentials']);
  await theirs.context().close();
});

/** Adds a phone that has lacked the second command of a driver for an hour. */
async function addPhoneWithGap(owner: Database, shop: E2eShop): Promise<void> {
  const phone_id = newId();
  const seen = new Date();
  await build(owner)
    .insertInto('devices')
    .values({
      shop_id: shop.shop_id,
      id: phone_id,
      name: 'Chrome on Android',
      first_seen_at: seen,
      last_seen_at: seen,
      last_user_id: shop.driver.user_id,
      user_ids: [shop.driver.user_id],
      highest: 3,
      known_until: 3,
      unnumbered_count: 0,
      unnumbered_fils: 0,
      report_hash: Buffer.alloc(32),
    })
    .execute();
  await build(owner)
    .insertInto('device_numbers')
    .values({
      shop_id: shop.shop_id,
      device_id: phone_id,
      number: 2,
      state: 'missing',
      known_since: new Date(seen.getTime() - 3_600_000),
    })
    .execute();
}

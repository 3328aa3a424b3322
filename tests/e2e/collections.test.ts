import type { Page } from '@playwright/test';
import { expectAccessibleEverywhere } from '../support/e2e-axe.ts';
import {
  addPerson,
  collectionsOf,
  confirmCollection,
  drawSignature,
  giveCash,
  openCashHandovers,
  prepareCollection,
  signCollection,
} from '../support/e2e-cash.ts';
import { refuseWrites } from '../support/e2e-faults.ts';
import { balanceOf } from '../support/e2e-records.ts';
import { dismissToasts, expectToasts, sendNow } from '../support/e2e-screens.ts';
import type { Person } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';
import { DESKTOP } from '../support/e2e-viewports.ts';
import { limitMs } from '../support/time-limits.ts';

const FAILED: [string, string] = [
  'Collection Failed',
  'Failed to process cash collection. Please try again.',
];
const successful = (amount: string, name: string): [string, string] => [
  'Cash Collection Successful',
  `Successfully collected ${amount} from ${name}`,
];
const available = (page: Page) => page.getByRole('definition').filter({ hasText: /^AED/ }).first();
const figure = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('an evening: everybody in turn, both signatures each, until only the manager holds cash', async ({
  server: { owner },
  shop,
  signedIn,
}) => {
  await giveCash(owner, shop.shop_id, shop.driver, 14_500);
  await giveCash(owner, shop.shop_id, shop.driver2, 25_000);
  const page = await signedIn(shop.manager);
  await openCashHandovers(page);
  await expect(figure(page, 'Total Outstanding')).toContainText('AED 395.00');
  await expect(figure(page, 'Users with Cash')).toContainText('2');
  await expect(figure(page, 'Collection Status')).toContainText('Pending');
  await expect(
    page.getByRole('img', { name: 'Dina Driver holds AED 250.00, Dawood Driver holds AED 145.00' }),
  ).toBeVisible();

  await page.getByRole('button', { name: 'Start Collection Process' }).click();
  await expect(page.getByRole('dialog')).toContainText(
    /From\s*Dina Driver\s*Driver\s*To\s*Mona Manager\s*Manager/,
  );
  await expect(available(page)).toHaveText('AED 250.00');
  await signCollection(page, '250');
  await confirmCollection(page).click();
  await expectToasts(page, successful('AED 250.00', 'Dina Driver'));
  await dismissToasts(page);

  await expect(page.getByRole('dialog')).toContainText(/Next\s*Dawood Driver/);
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await signCollection(page, '145.00');
  await confirmCollection(page).click();
  await expectToasts(page, successful('AED 145.00', 'Dawood Driver'));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Cash Handovers' })).toBeFocused();

  await expect(figure(page, 'Users with Cash')).toContainText('1');
  await expect(page.getByRole('button', { name: 'Collect Cash from Mona Manager' })).toBeDisabled();
  await expect(page.getByText('You hold this: record a bank deposit')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start Collection Process' })).toBeDisabled();

  await page.setViewportSize(DESKTOP);
  for (const cash of ['Cash on Hand', 'AED 395.00'])
    await expect(page.locator('th, td').filter({ hasText: cash })).toHaveCSS('text-align', 'end');
  for (const staff of ['Staff Member', 'Mona Manager'])
    await expect(page.locator('th').filter({ hasText: staff })).toHaveCSS('text-align', 'start');

  const { handovers, movements } = await collectionsOf(owner, shop.shop_id);
  expect(handovers).toMatchObject([
    {
      staff_user_id: shop.driver2.user_id,
      driver_id: shop.driver2.driver_id,
      admin_id: shop.manager.user_id,
      amount_fils: 25_000,
      status: 'completed',
      cash_received: true,
      notes: 'Cash collected from Dina Driver to Mona Manager',
      driver_signature_url: expect.stringMatching(signaturePath('user', shop.driver2, shop.manager)),
      admin_signature_url: expect.stringMatching(signaturePath('manager', shop.driver2, shop.manager)),
    },
    { staff_user_id: shop.driver.user_id, amount_fils: 14_500 },
  ]);
  expect(
    movements.map(({ from_user_id, to_user_id, amount_fils }) => [from_user_id, to_user_id, amount_fils]),
  ).toEqual([
    [shop.driver2.user_id, shop.manager.user_id, 25_000],
    [shop.driver.user_id, shop.manager.user_id, 14_500],
  ]);
  expect(await balanceOf(owner, shop.shop_id, shop.manager.user_id)).toBe(39_500);
});

test('each rule has its toast; Back keeps what was typed and drawn, another amount clears the pads, closing forgets', async ({
  server: { owner },
  shop,
  signedIn,
}) => {
  await giveCash(owner, shop.shop_id, shop.driver, 14_500);
  const page = await signedIn(shop.manager);
  await openCashHandovers(page);
  await page.getByRole('button', { name: 'Collect Cash from Dawood Driver' }).click();
  const amount = page.getByLabel('Amount to Collect (AED)');
  const next = page.getByRole('button', { name: 'Continue to Signatures' });
  for (const wrong of ['', '0', '-5', '1e1', '12.345']) {
    await amount.fill(wrong);
    await next.click();
    await expectToasts(page, ['Invalid Amount', 'Please enter a valid amount greater than 0']);
    await dismissToasts(page);
  }
  await amount.fill('145.01');
  await next.click();
  await expectToasts(page, ['Amount Too High', 'Amount cannot exceed AED 145.00']);
  await dismissToasts(page);

  await amount.fill('100');
  await next.click();
  await drawSignature(page, 'Manager Signature');
  await page.getByRole('button', { name: 'Review & Confirm' }).click();
  await expectToasts(page, ['Missing Signatures', 'Both manager and user signatures are required']);
  await dismissToasts(page);
  await drawSignature(page, 'Staff Member Signature');
  await page.getByRole('button', { name: 'Review & Confirm' }).click();
  await expect(page.getByText('This action will update cash balances immediately.')).toBeVisible();

  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByRole('img', { name: 'Manager Signature, signed' })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(amount).toHaveValue('100');
  await next.click();
  await expect(page.getByRole('img', { name: 'Staff Member Signature, signed' })).toBeVisible();

  await page.getByRole('button', { name: 'Back' }).click();
  await amount.fill('90');
  await next.click();
  await expect(
    page.getByText('The signatures were cleared because what is being signed has changed.'),
  ).toBeVisible();
  await expect(page.getByRole('img', { name: 'Manager Signature, not signed' })).toBeVisible();

  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Collect Cash from Dawood Driver' }).click();
  await expect(page.getByText('Step 1 of 3: Amount')).toBeVisible();
  await expect(amount).toHaveValue('');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await collectionsOf(owner, shop.shop_id)).handovers).toEqual([]);
});

test('two managers collect from one driver at once: one gets it, the other begins anew with what is left', async ({
  otherPhone,
  server: { owner },
  shop,
  signedIn,
}) => {
  await giveCash(owner, shop.shop_id, shop.driver, 14_500);
  const second = await addPerson(owner, shop, {
    login: 'manager2',
    full_name: 'Maya Manager',
    role: 'Manager',
  });
  const pages = [await signedIn(shop.manager), await otherPhone(second)];
  for (const page of pages) {
    await openCashHandovers(page);
    await prepareCollection(page, 'Dawood Driver', '100');
  }
  await Promise.all(pages.map((page) => confirmCollection(page).click()));
  const tooHigh = (page: Page) => page.getByText('Amount cannot exceed AED 45.00');
  const done = (page: Page) => page.getByText('Successfully collected AED 100.00 from Dawood Driver');
  for (const page of pages) await expect(tooHigh(page).or(done(page))).toBeVisible();
  const [loser, ...others] = (
    await Promise.all(pages.map(async (page) => ((await tooHigh(page).isVisible()) ? page : null)))
  ).filter((page) => page !== null);
  expect(others).toEqual([]);
  if (!loser) throw new Error('Both collected');
  await expectToasts(loser, ['Amount Too High', 'Amount cannot exceed AED 45.00']);
  await dismissToasts(loser);

  await expect(loser.getByText('The cash on hand has changed')).toBeVisible();
  await expect(available(loser)).toHaveText('AED 45.00');
  await expect(loser.getByLabel('Amount to Collect (AED)')).toHaveValue('100');
  await loser.getByLabel('Amount to Collect (AED)').fill('45');
  await loser.getByRole('button', { name: 'Continue to Signatures' }).click();
  await expect(loser.getByRole('img', { name: 'Manager Signature, not signed' })).toBeVisible();
  await drawSignature(loser, 'Manager Signature');
  await drawSignature(loser, 'Staff Member Signature');
  await loser.getByRole('button', { name: 'Review & Confirm' }).click();
  await confirmCollection(loser).click();
  await expectToasts(loser, successful('AED 45.00', 'Dawood Driver'));

  const { movements } = await collectionsOf(owner, shop.shop_id);
  expect(movements.map(({ amount_fils }) => amount_fils)).toEqual([10_000, 4_500]);
  expect(await balanceOf(owner, shop.shop_id, shop.driver.user_id)).toBe(0);
});

test('a failure keeps the third step; pressing again sends the same command, which collects once', async ({
  server: { owner },
  shop,
  signedIn,
}) => {
  await giveCash(owner, shop.shop_id, shop.driver, 14_500);
  const page = await signedIn(shop.manager);
  const commands = new Set<string>();
  page.on('request', (request) => {
    const id = request.headers()['idempotency-key'];
    if (id) commands.add(id);
  });
  await openCashHandovers(page);
  await prepareCollection(page, 'Dawood Driver', '145');

  await page.route('**/storage/v1/object/**', (route) => route.abort('connectionreset'));
  await confirmCollection(page).click();
  await expectToasts(page, FAILED);
  await dismissToasts(page);
  await page.unroute('**/storage/v1/object/**');

  const mend = await refuseWrites(owner, {
    table: 'cash_handovers',
    event: 'insert',
    when: `new.shop_id = ${shop.shop_id}`,
  });
  try {
    await confirmCollection(page).click();
    await expectToasts(page, FAILED);
    await dismissToasts(page);
  } finally {
    await mend();
  }
  await expect(page.getByText('Both signatures have been captured.')).toBeVisible();
  await confirmCollection(page).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await expectToasts(page, successful('AED 145.00', 'Dawood Driver'));
  expect(commands.size).toBe(1);
  expect((await collectionsOf(owner, shop.shop_id)).movements).toHaveLength(1);
});

test('an answer that is lost leaves a read-only form, also after a reload, and one collection', async ({
  server: { owner },
  shop,
  signedIn,
}) => {
  await giveCash(owner, shop.shop_id, shop.driver, 14_500);
  const page = await signedIn(shop.manager);
  await openCashHandovers(page);
  await prepareCollection(page, 'Dawood Driver', '145');
  let cut = true;
  await page.route('**/api/collections', async (route) => {
    if (!cut) return route.continue();
    await route.fetch();
    // A reload may have ended this request already.
    await route.abort('connectionreset').catch(() => undefined);
  });
  await confirmCollection(page).click();
  const unknown = page.getByText("We don't know yet whether this was recorded");
  await expect(unknown).toBeVisible();
  await expect(confirmCollection(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Back' })).toHaveCount(0);
  await page.reload();
  await expect(unknown).toBeVisible();
  await expect(page.getByText(/AED 145\.00 from Dawood Driver/)).toBeVisible();
  cut = false;
  await sendNow(page);
  await expectToasts(page, successful('AED 145.00', 'Dawood Driver'));
  await expect(unknown).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Collect Cash from Dawood Driver' })).toHaveCount(0);
  expect((await collectionsOf(owner, shop.shop_id)).movements).toHaveLength(1);
});

test('a driver without a driver record cannot be collected from', async ({
  server: { owner },
  shop,
  signedIn,
}) => {
  await giveCash(owner, shop.shop_id, shop.driver, 14_500);
  await owner
    .deleteFrom('drivers')
    .where('shop_id', '=', shop.shop_id)
    .where('user_id', '=', shop.driver.user_id)
    .execute();
  const page = await signedIn(shop.manager);
  await openCashHandovers(page);
  await prepareCollection(page, 'Dawood Driver', '145');
  await confirmCollection(page).click();
  await expectToasts(page, FAILED);
  expect(await balanceOf(owner, shop.shop_id, shop.driver.user_id)).toBe(14_500);
});

test('a list that cannot be read says so once, and keeps its figures', async ({ page, shop, signedIn }) => {
  await signedIn(shop.manager);
  await openCashHandovers(page);
  await expect(page.getByText('No outstanding cash balances')).toBeVisible();
  await expect(page.getByText('All users have zero cash on hand')).toBeVisible();
  await expect(figure(page, 'Collection Status')).toContainText('Complete');
  await page.route('**/api/cash/outstanding', (route) => route.fulfill({ status: 502, body: 'bad gateway' }));
  await page.getByRole('button', { name: 'Refresh Data' }).click();
  await expectToasts(page, ['Error', 'Failed to fetch cash tracking data']);
  await expect(figure(page, 'Total Outstanding')).toContainText('AED 0.00');
  await page.unroute('**/api/cash/outstanding');
  await page.getByRole('button', { name: 'Refresh Data' }).click();
  await expect(page.getByText('Refreshing...')).toBeVisible();
  await expect(page.getByText(/^Updated \d\d:\d\d$/)).toBeVisible();
});

test('an Arabic and a very long name, in the list, the dialog and the paths', async ({
  server: { owner },
  shop,
  signedIn,
}) => {
  const arabic = await addPerson(owner, shop, {
    login: 'a',
    full_name: 'عبد الرحمن السويدي',
    role: 'Driver',
  });
  const long_name = `${'Maximilian-Alexander '.repeat(6)}von Hohenzollern`;
  const long = await addPerson(owner, shop, { login: 'b', full_name: long_name, role: 'Driver' });
  await giveCash(owner, shop.shop_id, arabic, 30_000);
  await giveCash(owner, shop.shop_id, long, 20_000);
  const page = await signedIn(shop.manager);
  await openCashHandovers(page);
  await prepareCollection(page, arabic.full_name, '300');
  await confirmCollection(page).click();
  await expectToasts(page, successful('AED 300.00', arabic.full_name));
  await dismissToasts(page);
  await prepareCollection(page, long_name, '200');
  await confirmCollection(page).click();
  await expectToasts(page, successful('AED 200.00', long_name));
  const { handovers } = await collectionsOf(owner, shop.shop_id);
  expect(handovers.map(({ notes }) => notes)).toEqual([
    `Cash collected from ${arabic.full_name} to Mona Manager`,
    `Cash collected from ${long_name} to Mona Manager`,
  ]);
});

test('page and dialog are accessible everywhere', async ({ server: { owner }, shop, signedIn }) => {
  test.setTimeout(limitMs(300_000));
  await giveCash(owner, shop.shop_id, shop.driver, 14_500);
  await giveCash(owner, shop.shop_id, shop.manager, 1_000_000_000);
  const long = await addPerson(owner, shop, {
    login: 'b',
    full_name: `${'Maximilian-Alexander '.repeat(5)}von Hohenzollern`,
    role: 'Driver',
  });
  await giveCash(owner, shop.shop_id, long, 999_999_999);
  const page = await signedIn(shop.manager);
  await openCashHandovers(page);
  await expectAccessibleEverywhere(page, 'cash handovers');
  await page.getByRole('button', { name: 'Collect Cash from Dawood Driver' }).click();
  await expectAccessibleEverywhere(page, 'first step');
  await page.getByLabel('Amount to Collect (AED)').fill('145');
  await page.getByRole('button', { name: 'Continue to Signatures' }).click();
  await expect(page.getByRole('img', { name: /^Manager Signature/ })).toHaveAttribute('aria-busy', 'false');
  await expectAccessibleEverywhere(page, 'second step');
  await drawSignature(page, 'Manager Signature');
  await drawSignature(page, 'Staff Member Signature');
  await page.getByRole('button', { name: 'Review & Confirm' }).click();
  await expectAccessibleEverywhere(page, 'third step');
  // The focus stays inside.
  for (let tab = 0; tab < 8; tab += 1) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('dialog').locator(':focus')).toHaveCount(1);
  }
});

/** `signatures/user_<staff id>_<manager id>_2026-11-20T113733878Z.png` */
function signaturePath(signer: 'user' | 'manager', staff: Person, manager: Person): RegExp {
  const time = String.raw`\d{4}-\d\d-\d\dT\d{9}Z`;
  return new RegExp(String.raw`^signatures/${signer}_${staff.user_id}_${manager.user_id}_${time}\.png$`);
}

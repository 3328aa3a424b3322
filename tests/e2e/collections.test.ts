import type { Page } from '@playwright/test';
import {
  addPerson,
  collectionsOf,
  confirmCollection,
  giveCash,
  openCashHandovers,
  prepareCollection,
  signCollection,
} from '../support/e2e-cash.ts';
import { balanceOf } from '../support/e2e-records.ts';
import { dismissToasts, expectToasts, pressAtOnce } from '../support/e2e-screens.ts';
import type { Person } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';
import { DESKTOP } from '../support/e2e-viewports.ts';

const successful = (amount: string, name: string): [string, string] => [
  'Cash Collection Successful',
  `Successfully collected ${amount} from ${name}`,
];
const available = (page: Page) => page.getByRole('definition').filter({ hasText: /^AED/ }).first();
const figure = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('cash is collected from one person after the other, with both signatures, until only the manager holds cash', async ({
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

test('two managers collect from one driver concurrently: one succeeds, the other starts again with the rest', {
  tag: '@journeys',
}, async ({ otherPhone, server: { owner }, shop, signedIn }) => {
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
  await pressAtOnce(pages.map(confirmCollection));
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

  const { movements } = await collectionsOf(owner, shop.shop_id);
  expect(movements.map(({ amount_fils }) => amount_fils)).toEqual([10_000]);
  expect(await balanceOf(owner, shop.shop_id, shop.driver.user_id)).toBe(4_500);
});

/** Matches `signatures/user_<staff id>_<manager id>_2026-11-20T113733878Z.png`. */
function signaturePath(signer: 'user' | 'manager', staff: Person, manager: Person): RegExp {
  const time = String.raw`\d{4}-\d\d-\d\dT\d{9}Z`;
  return new RegExp(String.raw`^signatures/${signer}_${staff.user_id}_${manager.user_id}_${time}\.png$`);
}

import type { Page } from '@playwright/test';
import { drawSignature, giveCash } from '../support/e2e-cash.ts';
import { fillHandover, openHandover } from '../support/e2e-handovers.ts';
import { signByKeys } from '../support/e2e-keys.ts';
import { countsOf } from '../support/e2e-records.ts';
import {
  confirmButton,
  cutOff,
  documentsLoaded,
  fillDelivery,
  SAVED_OFFLINE,
  shownOrder,
} from '../support/e2e-screens.ts';
import {
  accountsInBook,
  cashOf,
  completeHandover,
  documentText,
  expectVerified,
  fillDifference,
  openDifference,
} from '../support/e2e-second-person.ts';
import { STOPS, withAll } from '../support/e2e-stops.ts';
import { expect, test, UNTIL_RESENT } from '../support/e2e-test.ts';
import { DESKTOP } from '../support/e2e-viewports.ts';

test.use({ viewport: DESKTOP, isMobile: false, hasTouch: false });

/** Records a payment of the open shortage, by keyboard except for the payer's signature. */
async function pay(page: Page, amount: string, by: string): Promise<void> {
  await page.keyboard.press('p');
  const dialog = page.getByRole('dialog', { name: 'Record a payment' });
  await expect(dialog.getByLabel('Amount (AED)')).toBeFocused();
  await page.keyboard.type(amount);
  await signByKeys(page, 'Your signature', by);
  await drawSignature(page, "Payer's signature");
  await dialog.getByRole('button', { name: 'Record payment' }).press('Enter');
  await expect(dialog).toBeHidden();
}

test('a shortage that both signed is paid back in two parts, each with a receipt, and is settled', {
  tag: '@journeys',
}, async ({ browser, server: { owner }, shop, signedIn }) => {
  const { full_name } = shop.driver;
  await giveCash(owner, shop.shop_id, shop.driver, 10_000);
  const page = await signedIn(shop.admin);
  await openHandover(page, 'end');
  await fillDifference(page, { full_name, amount: '70', choice: 'Short' });
  await fillHandover(page, full_name, '70');
  const end = await completeHandover(page, owner, shop, '70.00');
  expect(await cashOf(owner, shop)).toEqual({ driver: 0, admin: 7_000 });
  expect(await accountsInBook(page, full_name)).toEqual(['—', '30.00', '—']);

  await page.goto('/desk/differences');
  const details = await openDifference(page, 'Open', full_name);
  await expect(details).toContainText(end.handover_reference);
  const receipt = (index: number) => details.getByRole('button', { name: /^ST-/ }).nth(index);
  await pay(page, '12.50', shop.admin.full_name);
  const first = await documentText(browser, receipt(0));
  for (const part of ['12.50', 'AED 17.50 is left to settle', end.handover_reference, full_name])
    expect(first).toContain(part);
  await pay(page, '17.50', shop.admin.full_name);
  await expect(page.getByRole('table', { name: 'Settled' })).toContainText(full_name);
  const second = await documentText(browser, receipt(1));
  for (const part of ['17.50', 'The shortage is settled.']) expect(second).toContain(part);

  expect(await cashOf(owner, shop)).toEqual({ driver: 0, admin: 10_000 });
  expect(await accountsInBook(page, full_name)).toEqual([]);
  await expectVerified(owner, shop);
});

test('an over of an end of day is cancelled by a delivery of an offline driver, and shows the order', {
  tag: '@journeys',
}, async ({ otherPhone, photo, server: { owner }, shop, signedIn }) => {
  const { full_name } = shop.driver;
  const order = await shop.addOrder({ status: 'dispatched' });
  const phone = await otherPhone(shop.driver);
  await phone.goto('/dashboard/next-order');
  await documentsLoaded(phone);
  await phone.goto(STOPS);
  await expect(withAll(phone)).toBeVisible();
  const connect = await cutOff(phone);
  await withAll(phone).click();
  await expect(phone.getByRole('main').getByRole('link', { name: 'Next Order' })).toBeFocused();
  await phone.keyboard.press('Enter');
  await expect(shownOrder(phone, order.order_number)).toBeVisible();
  await fillDelivery(phone, photo);
  await confirmButton(phone).click();
  await expect(phone.getByText(SAVED_OFFLINE).first()).toBeVisible();
  const delivered_ms = Date.now();

  const page = await signedIn(shop.admin);
  await openHandover(page, 'end');
  await fillDifference(page, { full_name, amount: '145', choice: 'Over' });
  await page.getByRole('radio', { name: 'Kept overnight' }).check();
  await fillHandover(page, full_name, '145');
  const end = await completeHandover(page, owner, shop, '145.00');
  expect(end).toMatchObject({ difference_fils: 14_500, difference_choice: 'short_or_over' });
  expect(await accountsInBook(page, full_name)).toEqual(['—', '—', '145.00']);
  await page.goto('/desk/differences');
  const details = await openDifference(page, 'Open', full_name);
  await expect(details).toContainText('Nothing is settled yet.');

  // The server cancels an over only for a delivery that it records more than 5 s later.
  await expect.poll(() => Date.now() - delivered_ms).toBeGreaterThan(5_000);
  await connect();
  await expect
    .poll(() => countsOf(owner, shop.shop_id, order.id), UNTIL_RESENT)
    .toEqual({ status: 'completed', confirmations: 1, movements: 1 });
  // The list follows without a reload.
  await expect(page.getByRole('table', { name: 'Settled' })).toContainText(full_name);
  await expect(details).toContainText(`Late delivery, #${order.order_number}`);
  expect(await cashOf(owner, shop)).toEqual({ driver: 0, admin: 14_500 });
  expect(await accountsInBook(page, full_name)).toEqual([]);
  await expectVerified(owner, shop);
});

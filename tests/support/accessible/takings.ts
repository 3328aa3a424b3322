import { expect } from '@playwright/test';
import { confirmButton, dismissToasts, fillDelivery, shownOrder, untilNoOverlay } from '../e2e-screens.ts';
import { notEverythingTaken, otherPayment } from '../e2e-takings.ts';
import { setParts } from '../taken-delivery.ts';
import { type Given, go, leaveForm, type State, shows } from './walk.ts';

/** AED 60.00 for three items, less a discount of AED 6.00. */
export const THREE_ITEMS = {
  lines: [
    { qty: 1, unit_price_fils: 3_000 },
    { qty: 2, unit_price_fils: 1_500 },
  ],
  discount_fils: 600,
};

/** A driver delivers a part for less than is due, and opens what may follow: correction, payment, expense. */
export async function* takings({ page, photo, server, shop }: Given): AsyncGenerator<State | string> {
  const order = await setParts(server.owner, shop, await shop.addOrder(), THREE_ITEMS);
  const { order_number } = order;
  // Inserted directly into the database, so that no page is notified.
  await page.goto('/dashboard/next-order');
  await expect(shownOrder(page, order_number)).toBeVisible();
  await notEverythingTaken(page).click();
  const sheet = page.getByRole('dialog', { name: 'Not everything taken' });
  const one_less = sheet
    .getByRole('group', { name: 'Handed over: Goods 2' })
    .getByRole('button', { name: 'One less' });
  await one_less.click();
  await sheet.getByRole('button', { name: 'Done' }).press('Enter');
  await shows(page, 'Select why this was refused');
  yield 'refused goods without a reason';
  await dismissToasts(page);
  await sheet.getByRole('radio', { name: 'Damaged' }).check();
  await sheet.getByRole('button', { name: 'Done' }).click();
  await untilNoOverlay(page);
  await otherPayment(page).click();
  await page.getByRole('button', { name: 'Add another payment' }).click();
  await page.getByLabel('Received', { exact: true }).fill('30');
  await page.getByLabel('Payment link', { exact: true }).fill('5');
  await page.getByLabel('Reference of: Payment link').fill('LINK 7');
  await page.getByLabel('Why was less taken?').fill('No more cash');
  await shows(page, 'AED 5.50 stays owed on this order');
  yield 'a delivery with several payments and an amount owed';
  await fillDelivery(page, photo);
  await confirmButton(page).click();
  await shows(page, 'No Orders Available');
  await dismissToasts(page);

  await go(page, '/dashboard/owed', `#${order_number}`);
  yield 'the amounts owed at the door';
  await page.getByRole('button', { name: `Collect from order #${order_number}` }).click();
  const payment = page.getByRole('dialog', { name: 'Collect what is owed' });
  await payment.getByRole('radio', { name: 'Payment link' }).check();
  await payment.getByLabel('Amount (AED)').fill('7');
  yield 'an amount owed being collected';
  await leaveForm(page);

  await go(page, '/dashboard/history', 'Owed at the door: 1 order');
  const today = page.getByRole('region', { name: /^Today/ });
  await today.getByRole('button', { name: `#${order_number}` }).click();
  yield 'a part delivery in the history';
  await today.getByRole('button', { name: `Correct delivery #${order_number}` }).click();
  const correction = page.getByRole('dialog', { name: `Correct delivery #${order_number}` });
  await correction.getByLabel('Cash taken (AED)').fill('25');
  await correction.getByLabel('Why less was taken').fill('');
  await correction.getByRole('button', { name: 'Request correction' }).click();
  await shows(page, 'Enter why less was taken');
  yield 'a rejected correction';
  await dismissToasts(page);
  await correction.getByLabel('Why less was taken').fill('No more cash');
  await correction.getByRole('button', { name: 'Request correction' }).click();
  await expect(today.getByRole('list', { name: 'Corrections' })).toContainText('Waiting for approval');
  await untilNoOverlay(page);
  await dismissToasts(page);
  yield 'a correction that waits for approval';

  await go(page, '/dashboard/expenses', 'No expenses in the last 60 days');
  await page.getByRole('button', { name: 'Record an expense' }).click();
  const expense = page.getByRole('dialog', { name: 'Record an expense' });
  await expense.getByRole('button', { name: 'Record expense' }).click();
  await expect(page.locator('[data-toast]')).toHaveCount(1);
  yield 'a rejected expense';
  await dismissToasts(page);
  await expense.getByLabel('Kind').selectOption('Other');
  await expense.getByLabel('Amount (AED)').fill('45.50');
  await expense.getByLabel('Note', { exact: true }).fill('Ice for the fish '.repeat(8));
  await expense
    .getByLabel('Choose file')
    .setInputFiles({ name: 'slip.jpg', mimeType: 'image/jpeg', buffer: photo });
  await expect(expense.getByRole('img', { name: 'The slip' })).toBeVisible();
  yield 'a filled expense';
  await expense.getByRole('button', { name: 'Record expense' }).click();
  await expect(page.getByRole('list', { name: 'Recorded expenses' })).toContainText('Waiting for approval');
  await untilNoOverlay(page);
  await dismissToasts(page);
  yield 'expenses';
}

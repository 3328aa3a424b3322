import type { Page } from '@playwright/test';
import { prepare, send, signInDevice } from '../support/e2e-device.ts';
import { dismissToasts, expectToasts, openNextOrder } from '../support/e2e-screens.ts';
import { ARABIC_NAME } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';
import { DESKTOP } from '../support/e2e-viewports.ts';

test('two users correct an order while its driver is on the road; once delivered it shows its proofs, and the audit shows each change', {
  tag: '@journeys',
}, async ({ photo, server, shop, signedIn, otherPhone }) => {
  const order = await shop.addOrder({
    order_number: '3090',
    customer: { first_name: ARABIC_NAME, last_name: 'عبد الرحمن' },
  });
  const [page, other, road] = await Promise.all([
    signedIn(shop.manager),
    otherPhone(shop.admin),
    otherPhone(shop.driver),
  ]);
  const openDesk = async (desk: Page) => {
    await desk.setViewportSize(DESKTOP);
    await desk.goto(`/desk/orders/${order.id}`);
    // The list also contains the number, before the order's details have loaded.
    await expect(desk.getByRole('button', { name: 'Correct' })).toBeEnabled();
    await desk.keyboard.press('e');
    await expect(desk.getByLabel('Customer *')).toHaveValue(`${ARABIC_NAME} عبد الرحمن`);
  };
  // Opened one after the other: three pages that load at once exceed the time limit of one.
  await openNextOrder(road, order.order_number);
  await openDesk(page);
  await openDesk(other);
  await expect(road.getByText('AED 145.00').first()).toBeVisible();

  await other.getByLabel('Notes').fill('Ring twice');
  await other.getByLabel('Reason *').fill('They asked for it');

  await page.getByLabel('Shipping (AED)').fill('10');
  await expect(page.getByRole('dialog').getByText('AED 155.00')).toHaveCount(2);
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToasts(page, ['Missing Information', 'Enter a reason.']);
  await page.getByLabel('Reason *').fill('Delivery was\nforgotten');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToasts(page, ['Order corrected', 'Its driver sees it now.']);
  await dismissToasts(page);
  // Entered in two lines, stored as one.
  expect(await page.getByText('Delivery was forgotten').textContent()).toBe('Delivery was forgotten');

  // The open page of the driver updates automatically.
  await expect(road.getByRole('region', { name: 'Order Details' })).toContainText('AED 155.00');

  // A user who corrects it concurrently is shown what changed and by whom, and keeps the entered text.
  const dialog = other.getByRole('dialog');
  await expect(dialog.getByText('This order has changed meanwhile')).toBeVisible();
  await expect(dialog.getByText('Shipping: AED 0.00 → AED 10.00')).toBeVisible();
  await expect(dialog.getByText('Mona Manager')).toBeVisible();
  await other.getByRole('button', { name: 'Save' }).click();
  await expectToasts(other, [
    'Not corrected',
    'This order has changed meanwhile. Review the changes, then save again.',
  ]);
  await other.getByRole('button', { name: 'Keep what I typed and continue' }).click();
  await expect(dialog.getByLabel('Shipping (AED)')).toHaveValue('10.00');
  await expect(dialog.getByLabel('Notes')).toHaveValue('Ring twice');
  await other.getByRole('button', { name: 'Save' }).click();
  await expectToasts(other, ['Order corrected', 'Its driver sees it now.']);
  await expect(page.getByText('Ring twice')).toBeVisible();

  const device = await signInDevice(server.url, shop, shop.driver);
  await send(prepare(device, { ...order, due_amount_fils: 15_500 }, photo));
  await expect(page.getByText('Delivered, AED 155.00 by Cash')).toBeVisible();
  await expect(page.getByText('AED 145.00 was due until')).toBeVisible();
  await page.getByRole('button', { name: 'Show the photo' }).click();
  const shown = page.getByRole('img', { name: `Order #${order.order_number} as it was delivered` });
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100);
  const tab = page.waitForEvent('popup');
  await page.getByRole('button', { name: /Delivery note/ }).click();
  await (await tab).waitForURL(/\/storage\/v1\/object\/signed\//);

  await page.getByRole('link', { name: 'All changes' }).click();
  await expect(page.getByText('Subject: Order #3090')).toBeVisible();
  const rows = page.getByRole('table', { name: 'Audit' }).getByRole('row');
  await expect(
    rows.filter({ hasText: 'Mona Manager' }).filter({ hasText: 'Photo of order #3090' }),
  ).toContainText('Viewed a proof');
  await expect(rows.filter({ hasText: 'Dawood Driver' })).toContainText('Delivered an orderOrder #3090');
  await expect(rows.filter({ hasText: 'Corrected an order' })).toHaveCount(2);
  await page.getByRole('link', { name: 'Delivered an order' }).click();
  const details = page.getByRole('complementary', { name: 'Delivered an order' });
  await expect(details.getByRole('row', { name: 'Status Dispatching Completed' })).toBeVisible();
  await expect(details.getByRole('row', { name: 'Collected AED 155.00' })).toBeVisible();
  await expect(
    details.getByText("Also changed: customer's name. The audit does not contain these values."),
  ).toBeVisible();
  await expect(details.getByText('Command (for support)')).toBeVisible();
});

test('an order is added, assigned, cancelled, and delivered nevertheless: the conflict shows both sides until it is reviewed', async ({
  server: { url },
  shop,
  photo,
  signedIn,
}) => {
  const first = await shop.addOrder({ order_number: '2041' });
  const page = await signedIn(shop.admin);
  await page.setViewportSize(DESKTOP);
  await page.goto('/desk');
  await expect(page.getByRole('button', { name: 'Add order' })).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByLabel('Order number *')).toHaveValue('2042');
  await page.getByLabel('Order number *').fill(`#${first.order_number}`);
  await page.getByRole('button', { name: 'Add order' }).last().click();
  await expectToasts(page, ['Missing Information', "Enter the customer's name"]);
  await page.getByLabel('Customer *').fill(`${ARABIC_NAME} عبد الرحمن`);
  await page.getByLabel('Address *').fill('Villa 9, Al Barsha');
  await page.getByLabel('Driver').selectOption('Dina Driver');
  const item = page.getByRole('group', { name: 'Item 1' });
  await item.getByLabel('Item', { exact: true }).fill('Dates');
  await item.getByLabel('Quantity').fill('3');
  await item.getByLabel('Price of one').fill('12.50');
  await page.getByRole('button', { name: 'Add an item' }).click();
  const second = page.getByRole('group', { name: 'Item 2' });
  await expect(second.getByLabel('Item', { exact: true })).toBeFocused();
  await second.getByLabel('Item', { exact: true }).fill('Water');
  await second.getByLabel('Price of one').fill('2');
  await page.getByLabel('Discount (AED)').fill('1.50');
  await expect(page.getByRole('dialog').getByText('AED 38.00')).toHaveCount(2);
  await page.getByRole('button', { name: 'Add order' }).last().click();
  await expectToasts(page, ['Not added', 'This number is already in use']);
  await page.getByLabel('Order number *').fill('2042');
  await page.getByRole('button', { name: 'Add order' }).last().click();
  await expectToasts(page, ['Order added', 'Order #2042']);
  await expect(page.getByRole('heading', { name: 'Order #2042' })).toBeVisible();
  await expect(page).toHaveTitle(/^Order #2042 /);
  await expect(page.getByText('Added by hand')).toBeVisible();
  await expect(page.getByText('Assigned to Dina Driver')).toBeVisible();

  // The bulk actions of the list apply to this order, by key and by button.
  const details = page.getByRole('complementary', { name: 'Order #2042' });
  await expect(details.getByRole('button', { name: 'Cancel', exact: true })).toContainText('Shift C');
  await page.keyboard.press('Shift+C');
  await expect(details.getByText('Cancelled').first()).toBeVisible();
  // The history shows a change before the command's reply; until then the desk starts no other command.
  await expect(page.getByText('1 order cancelled').first()).toBeAttached();
  await details.getByRole('button', { name: 'Reopen' }).click();
  await page.getByLabel('Reason').fill('They called again');
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click();
  await expect(details.getByText('They called again')).toBeVisible();
  await expect(page.getByText('1 order reopened').first()).toBeAttached();
  await page.keyboard.press('Shift+A');
  await expect(page.getByRole('combobox', { name: 'Assign 1 order to' })).toBeFocused();
  await page.keyboard.type('daw');
  await page.keyboard.press('Enter');
  await expect(details.getByText('Assigned to Dawood Driver')).toBeVisible();
  await expect(page.getByText('1 order assigned to Dawood Driver').first()).toBeAttached();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const device = await signInDevice(url, shop, shop.driver);
  const delivery = prepare(device, { ...first, id, order_number: '2042', due_amount_fils: 3_800 }, photo);
  await details.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(details.getByText('Cancelled', { exact: true }).first()).toBeVisible();

  // The driver, without signal, did not know of the cancellation.
  await send(delivery);
  const notice = details.getByRole('status').filter({ hasText: 'Delivery conflict' });
  await expect(notice).toContainText('Conflict: delivered though it was cancelled, AED 38.00 by Cash');
  await expect(notice).toContainText('The order is Cancelled now, with Dawood Driver.');
  await page.getByRole('link', { name: /^Conflicts\s*1/ }).click();
  const line = page.getByRole('grid', { name: 'Orders' }).getByRole('row').filter({ hasText: '2042' });
  await expect(line).toContainText('Delivery conflict');
  for (const key of ['j', 'o']) await page.keyboard.press(key);
  await expect(notice).toBeVisible();
  await page.keyboard.press('Shift+V');
  const note = page.getByLabel('Describe what really happened');
  await note.press('Control+Enter');
  await expectToasts(page, ['Missing Information', 'Enter a reason.']);
  await note.fill('She kept the goods and paid');
  await note.press('Control+Enter');
  await expect(page.getByText('1 order reviewed').first()).toBeVisible();
  await expect(details.getByText('She kept the goods and paid')).toBeVisible();
  await expect(notice).toBeHidden();
  await expect(line).toBeHidden();
  await expect(page.getByText('No conflicts')).toBeVisible();
});

import { expectAccessible } from '../support/e2e-axe.ts';
import { prepare, send, signInDevice } from '../support/e2e-device.ts';
import { expect, test } from '../support/e2e-test.ts';
import { DESKTOP, PHONE } from '../support/e2e-viewports.ts';

test('who delivered an order and who looked at its photo is found from its page, with what became what', async ({
  server,
  shop,
  photo,
  signedIn,
}) => {
  const order = await shop.addOrder({ order_number: '3090' });
  const device = await signInDevice(server.url, shop, shop.driver);
  await send(prepare(device, order, photo));
  const page = await signedIn(shop.manager);
  await page.setViewportSize(DESKTOP);
  await page.goto(`/desk/orders/${order.id}`);
  await page.getByRole('button', { name: 'Show the photo' }).click();
  await expect(page.getByRole('img', { name: 'Order #3090 as it was delivered' })).toBeVisible();
  await page.getByRole('link', { name: 'All changes' }).click();

  const rows = page.getByRole('table', { name: 'Audit' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(page.getByText('About: Order #3090')).toBeVisible();
  await expect(rows.nth(1)).toContainText('Mona ManagerLooked at a proofPhoto of order #3090');
  await expect(rows.nth(2)).toContainText('Dawood DriverDelivered an orderOrder #3090');
  await page.getByRole('link', { name: 'Delivered an order' }).click();
  const details = page.getByRole('complementary', { name: 'Delivered an order' });
  await expect(details.getByRole('row', { name: 'Status Dispatching Completed' })).toBeVisible();
  await expect(details.getByRole('row', { name: 'Collected AED 145.00' })).toBeVisible();
  await expect(
    details.getByText("Also written, and kept with the record only: customer's name."),
  ).toBeVisible();
  await expect(details.getByText('Command, for support')).toBeVisible();
  await expectAccessible(page, 'one event', [DESKTOP, PHONE]);
  await page.setViewportSize(DESKTOP);

  // Another one by keys; narrowed further the one that is open stays.
  await page.keyboard.press('k');
  await expect(page.getByRole('complementary', { name: 'Looked at a proof' })).toBeVisible();
  await page.getByLabel('Who').selectOption('Dawood Driver');
  await expect(rows).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary', { name: 'Looked at a proof' })).toBeHidden();
  await page.getByLabel('Kind').selectOption('Cash');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Kind')).toHaveValue('cash');
  await page.keyboard.press('/');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('BD-404');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Nothing of the shop is called so.')).toBeVisible();
  // A press right from the field opens what was pressed; what was typed is looked for behind it.
  await page.goto('/desk/audit');
  await page.getByLabel('What it is about').fill('3090');
  await page.getByRole('link', { name: 'Delivered an order' }).click();
  await expect(page.getByRole('complementary', { name: 'Delivered an order' })).toBeVisible();
  await expect(page.getByText('About: Order #3090')).toBeVisible();
  await page.keyboard.press('Escape');
  // One that leads elsewhere stays there.
  await page.getByLabel('What it is about').fill('3091');
  await page.getByRole('link', { name: 'Reports', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Deliveries' })).toBeVisible();
  await expect(page).toHaveURL(/\/desk\/reports/);
  await page.goBack();
  // Typed dates are one step of the history: Back leads to before other days were chosen.
  await page.getByLabel('Days').selectOption('Today');
  await page.getByLabel('Days').selectOption('Other days');
  for (const day of ['2026-01-01', '2026-01-02', '2026-01-03'])
    await page.getByLabel('From', { exact: true }).fill(day);
  await expect(page).toHaveURL(/from=2026-01-03/);
  await page.goBack();
  await expect(page.getByLabel('Days')).toHaveValue('today');
  await page.goto('/desk/audit?from=2026-02-02&to=2026-02-01');
  await expect(page.getByText('The last day is before the first one')).toBeVisible();
  await page.getByLabel('Days').selectOption('All days');
  await expect(rows.filter({ hasText: 'Signed in' }).first()).toBeVisible();
  await expectAccessible(page, 'the audit', [PHONE, DESKTOP]);
});

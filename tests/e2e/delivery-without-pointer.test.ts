import { tabTo } from '../support/e2e-keys.ts';
import { expect, test } from '../support/e2e-test.ts';
import { DESKTOP } from '../support/e2e-viewports.ts';

test('a driver signs in, finds, fills in and confirms an order without a pointer', {
  tag: '@journeys',
}, async ({ page, photo, shop }) => {
  await page.setViewportSize(DESKTOP);
  const order = await shop.addOrder();
  await page.goto('/login');
  await tabTo(page.getByPlaceholder('Enter your email'));
  await page.keyboard.type(shop.driver.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type('correct horse battery');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard/profile');
  const link = page.getByRole('navigation').getByRole('link', { name: 'Next Order' });
  await tabTo(link);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Next Order' })).toBeFocused();
  const confirm = page.getByRole('button', { name: 'Confirm Delivery' });
  await tabTo(confirm);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Missing Information')).toBeVisible();
  await tabTo(page.getByRole('button', { name: 'Dismiss: Missing Information' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Missing Information')).toHaveCount(0);
  await tabTo(page.getByLabel('Choose file'));
  await page
    .getByLabel('Choose file')
    .setInputFiles({ name: 'door.jpg', mimeType: 'image/jpeg', buffer: photo });
  await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible();
  await tabTo(page.getByLabel('Customer Full Name'));
  await page.keyboard.type('Layla Haddad');
  for (const label of ['I confirm receipt of the following items', 'Received Payment']) {
    await tabTo(page.getByLabel(label));
    await page.keyboard.press('Space');
  }
  await tabTo(confirm);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Delivery Confirmed')).toBeVisible();
  await expect(page.getByText(`#${order.order_number}`, { exact: true })).toHaveCount(0);
});

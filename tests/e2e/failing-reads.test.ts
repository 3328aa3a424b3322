import { withoutChanges } from '../support/e2e-changes.ts';
import { loseTable } from '../support/e2e-faults.ts';
import { cashCard, expectToasts, toastsOn } from '../support/e2e-screens.ts';
import { keepSession } from '../support/e2e-session.ts';
import { expect, test } from '../support/e2e-test.ts';

/** web/routes.browser.test.tsx, and component tests next to the screens, cover all other failing reads. */
test('a table that is missing in the database: the screens show an error, never an invented zero, and recover', {
  tag: '@journeys',
}, async ({ page, server, shop }) => {
  const order = await shop.addOrder();
  await withoutChanges(page);
  await keepSession(page, shop.driver);
  const restoreCustomers = await loseTable(server.owner, 'customers');
  try {
    await page.goto('/dashboard/next-order');
    await expectToasts(page, [
      'Order Fetch Error',
      'Failed to fetch next order: An unexpected error occurred',
    ]);
    await expect(page.getByText('Your next order could not be loaded')).toBeVisible();
  } finally {
    await restoreCustomers();
  }
  // The stops are also read again automatically, which removes the button: a reload works in both cases.
  await page.reload();
  await expect(page.getByText(`#${order.order_number}`, { exact: true })).toBeVisible();

  const restoreCash = await loseTable(server.owner, 'cash_tracking');
  try {
    const initialised = page.waitForResponse('**/api/cash/initialise');
    await page.goto('/dashboard/profile');
    await expect(cashCard(page)).toContainText(/Cash on Hand\s*—\s*Your balance could not be read\./);
    expect((await initialised).status()).toBe(500);
    await expect(cashCard(page)).toContainText(/Cash on Hand\s*—/);
    expect(await toastsOn(page)).toEqual([]);
  } finally {
    await restoreCash();
  }
});

import { giveCash } from '../support/e2e-cash.ts';
import { loseTable } from '../support/e2e-faults.ts';
import {
  amountField,
  completeButton,
  fillHandover,
  handoversOf,
  openHandover,
  signHandover,
} from '../support/e2e-handovers.ts';
import { balanceOf } from '../support/e2e-records.ts';
import { dismissToasts, expectToasts } from '../support/e2e-screens.ts';
import { expect, test } from '../support/e2e-test.ts';
import { TABLET } from '../support/e2e-viewports.ts';

test.use({ viewport: TABLET, isMobile: false });

test('drivers that the server cannot read are said, and read again on wish', async ({
  server,
  shop,
  signedIn,
}) => {
  const page = await signedIn(shop.admin);
  const mend = await loseTable(server.owner, 'card_machines');
  try {
    await page.goto('/dashboard/start-of-day-handover');
    await expectToasts(page, ['Error', 'Failed to fetch drivers']);
  } finally {
    await mend();
  }
  await page.getByRole('button', { name: 'Retry' }).first().click();
  await expect(page.getByLabel('Driver', { exact: true })).toContainText(shop.driver.full_name);
});

test('a driver whose record is gone is said not to be found, with the form kept', async ({
  server,
  shop,
  signedIn,
}) => {
  const page = await signedIn(shop.admin);
  await openHandover(page, 'start');
  await fillHandover(page, shop.driver2.full_name, '50');
  await server.owner
    .deleteFrom('drivers')
    .where('shop_id', '=', shop.shop_id)
    .where('id', '=', shop.driver2.driver_id ?? 0)
    .execute();
  await completeButton(page).click();
  await expectToasts(page, ['Error', 'Driver not found']);
  await expect(amountField(page)).toHaveValue('50');
  expect(await handoversOf(server.owner, shop.shop_id)).toEqual({ handovers: [], movements: [] });
});

test('signatures of which the browser gives no picture are said, and nothing is sent', async ({
  page,
  server,
  shop,
  signedIn,
}) => {
  // What a browser answers that has no memory left for a canvas.
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.toDataURL = () => 'data:,';
  });
  await signedIn(shop.admin);
  await openHandover(page, 'start');
  await fillHandover(page, shop.driver.full_name, '50');
  await completeButton(page).click();
  await expectToasts(page, ['Error', 'Failed to capture signatures']);
  await expect(amountField(page)).toHaveValue('50');
  await expect(completeButton(page)).toBeEnabled();
  expect((await handoversOf(server.owner, shop.shop_id)).handovers).toEqual([]);
});

test('a balance that cannot be read is 0.00 without a difference, until it can be', async ({
  server,
  shop,
  signedIn,
}) => {
  await giveCash(server.owner, shop.shop_id, shop.driver, 14_500);
  const page = await signedIn(shop.admin);
  await openHandover(page, 'end');
  const estimate = page.getByLabel('Estimated Receivables (AED)');
  const mend = await loseTable(server.owner, 'cash_tracking');
  try {
    await page.getByLabel('Driver', { exact: true }).selectOption({ label: shop.driver.full_name });
    await expect(estimate).toHaveValue('0.00');
    await expect(page.getByText('Balance could not be loaded')).toBeVisible();
    await amountField(page).fill('140');
    await expect(page.getByText(/short by|over by/)).toHaveCount(0);
  } finally {
    await mend();
  }
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(estimate).toHaveValue('145.00');
  await expect(page.getByText('short by AED 5.00')).toBeVisible();
  await dismissToasts(page);

  await signHandover(page);
  await completeButton(page).click();
  await expectToasts(page, ['Handover Complete', 'Successfully processed handover for AED 140.00']);
  expect(await balanceOf(server.owner, shop.shop_id, shop.driver.user_id)).toBe(500);
});

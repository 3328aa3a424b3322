import { addMachine } from '../support/accessible/seeds.ts';
import { giveCash } from '../support/e2e-cash.ts';
import { fillHandover, openHandover } from '../support/e2e-handovers.ts';
import {
  cashOf,
  completeHandover,
  documentText,
  expectVerified,
  machineHolder,
} from '../support/e2e-second-person.ts';
import { STOPS, withAll } from '../support/e2e-stops.ts';
import { expect, test } from '../support/e2e-test.ts';
import { TABLET } from '../support/e2e-viewports.ts';

test.use({ viewport: TABLET, isMobile: false });

test('a driver who is out is listed below the available ones, hands in part of the cash, and keeps the card machine', {
  tag: '@journeys',
}, async ({ browser, otherPhone, server: { owner }, shop, signedIn }) => {
  const { driver, driver2 } = shop;
  const machine = await addMachine(owner, shop.shop_id, {
    number: 'POS 7',
    holder_driver_id: driver.driver_id,
  });
  await giveCash(owner, shop.shop_id, driver, 10_000);
  await shop.addOrder({ status: 'dispatched' });
  const phone = await otherPhone(driver);
  await phone.goto(STOPS);
  const page = await signedIn(shop.admin);
  await openHandover(page, 'end');
  const drivers = page.getByLabel('Driver', { exact: true });
  const available = drivers.locator(':scope > option');
  await expect(available).toHaveText(['Choose a driver...', driver.full_name, driver2.full_name]);

  await withAll(phone).click();
  // The form follows without a reload.
  await expect(available).toHaveText(['Choose a driver...', driver2.full_name]);
  const out = `${driver.full_name} · 1 order out`;
  await expect(drivers.locator('optgroup[label="Out"] > option')).toHaveText([out]);
  await drivers.selectOption({ label: out });
  await expect(page.getByText('This driver is out')).toBeVisible();
  await expect(page.getByLabel('Card machine received from driver')).toHaveCount(0);
  await expect(page.getByLabel('Estimated Receivables (AED)')).toHaveCount(0);
  await fillHandover(page, out, '60');
  const drop = await completeHandover(page, owner, shop, '60.00');
  expect(drop).toMatchObject({ handover_type: 'drop', amount_fils: 6_000, difference_fils: null });
  expect(await cashOf(owner, shop)).toEqual({ driver: 4_000, admin: 6_000 });
  expect(await machineHolder(owner, machine)).toBe(driver.driver_id);

  const today = page.getByRole('region', { name: 'Cash taken during the day' });
  const receipt = today.getByRole('button', { name: `Open receipt ${drop.handover_reference}` });
  const text = await documentText(browser, receipt);
  for (const part of [drop.handover_reference, driver.full_name, shop.admin.full_name, '60.00'])
    expect(text).toContain(part);
  await expectVerified(owner, shop);
});

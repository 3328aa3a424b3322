import type { Page } from '@playwright/test';
import { depositsOf } from '../support/e2e-cash.ts';
import {
  chooseByKeys,
  giveFile,
  press,
  signByKeys,
  tabTo,
  takeFileChoosers,
  typeInto,
} from '../support/e2e-keys.ts';
import { readPdf } from '../support/e2e-pdf.ts';
import { balanceOf } from '../support/e2e-records.ts';
import { confirmButton, expectToasts, shownOrder } from '../support/e2e-screens.ts';
import { PASSWORD, type Person } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';
import { DESKTOP, PHONE } from '../support/e2e-viewports.ts';
import { limitMs } from '../support/time-limits.ts';

test.use({ viewport: DESKTOP, isMobile: false, hasTouch: false });

/** 145.50 and 60.25 are collected in cash, 80.00 by card. */
const ORDERS = `Order number,Customer name,Phone,Address,Total,Payment method
D-1,Layla Haddad,0501234567,"Villa 9, Al Barsha",145.50,Cash
D-2,Omar Saleh,0501112223,Gate 2,80.00,Card
D-3,سارة العلي,0509998887,Gate 3,60.25,Cash
`;
const grid = (page: Page) => page.getByRole('grid', { name: 'Orders' });
const row = (page: Page, number: string) => grid(page).getByRole('row').filter({ hasText: number });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 2 });

async function signInByKeys(page: Page, { email }: Person): Promise<void> {
  await takeFileChoosers(page);
  await page.goto('/login');
  await typeInto(page.getByPlaceholder('Enter your email'), email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard/profile');
}

/** Goes from the dashboard to the desk, whose list accepts keyboard input immediately. */
async function toDesk(page: Page): Promise<void> {
  await press(page.getByRole('link', { name: 'Shop desk' }));
  await expect(page.getByRole('searchbox', { name: 'Search all orders' })).toBeVisible();
}

/** Goes from the desk to one of the screens under /dashboard. */
async function toScreen(page: Page, name: string): Promise<void> {
  if (page.url().includes('/desk')) await press(page.getByRole('link', { name: 'Driver Dashboard' }));
  await press(page.getByRole('navigation').getByRole('link', { name }));
  await expect(heading(page, name)).toBeFocused();
}

async function importOrders(page: Page): Promise<void> {
  await page.keyboard.press('g');
  await page.keyboard.press('i');
  await expect(heading(page, 'Import')).toBeFocused();
  const file = { name: 'orders of today.csv', mimeType: 'text/csv', buffer: Buffer.from(ORDERS) };
  await giveFile(page, file, () => page.keyboard.press('c'));
  await expect(page.getByRole('heading', { name: file.name })).toBeFocused();
  // The columns are recognized by their headers.
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('radio', { name: 'New 3' })).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('3 orders were added')).toBeVisible();
}

/** Assigns all orders of the list to a driver, with five keys. */
async function assignAll(page: Page): Promise<void> {
  for (const key of ['g', 'o']) await page.keyboard.press(key);
  await expect(row(page, 'D-3')).toBeVisible();
  for (const key of ['Control+a', 'a']) await page.keyboard.press(key);
  await expect(page.getByRole('combobox', { name: 'Assign 3 orders to' })).toBeFocused();
  for (const key of ['d', 'a', 'Enter']) await page.keyboard.press(key);
  await expect(page.getByText('3 orders assigned to Dawood Driver').first()).toBeAttached();
}

async function takeFloat(page: Page, amount: string, { manager, admin }: { manager: Person; admin: Person }) {
  for (const key of ['g', 'f']) await page.keyboard.press(key);
  await expect(page.getByText('No floats yet')).toBeVisible();
  await page.keyboard.press('n');
  await typeInto(page.getByLabel('Amount (AED)'), amount);
  await signByKeys(page, 'Admin Signature', admin.full_name);
  await signByKeys(page, 'Manager Signature', manager.full_name);
  await press(page.getByRole('button', { name: 'Record Float' }));
  await expect(page.getByRole('table', { name: 'Floats' }).getByRole('row')).toHaveCount(2);
}

async function handOver(page: Page, amount: string, { driver, admin }: { driver: Person; admin: Person }) {
  await chooseByKeys(page.getByLabel('Driver', { exact: true }), driver.full_name);
  await typeInto(page.getByLabel(/^Amount (Given|Received) \(AED\)$/), amount);
  await signByKeys(page, 'Driver Signature', driver.full_name);
  await signByKeys(page, 'Admin Signature', admin.full_name);
  await press(page.getByRole('button', { name: 'Complete Handover' }));
  await expectToasts(page, ['Handover Complete', `Successfully processed handover for AED ${amount}`]);
  // The focus returns to the first field, ready for the next handover.
  await expect(page.getByLabel('Driver', { exact: true })).toBeFocused();
  await press(page.getByRole('button', { name: 'Dismiss: Handover Complete' }));
}

/** Dispatches the selected orders of the list. */
async function dispatchAll(page: Page): Promise<void> {
  await page.keyboard.press('2');
  await expect(row(page, 'D-3')).toBeVisible();
  for (const key of ['Control+a', 'd']) await page.keyboard.press(key);
  await expect(page.getByText('3 orders dispatched').first()).toBeAttached();
}

/** Delivers the next order. */
async function deliver(page: Page, photo: Buffer, number: string, name: string): Promise<void> {
  await expect(shownOrder(page, number)).toBeVisible();
  const file = { name: 'door.jpg', mimeType: 'image/jpeg', buffer: photo };
  await tabTo(page.getByLabel('Choose file'));
  await giveFile(page, file, () => page.keyboard.press('Enter'));
  await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible();
  await typeInto(page.getByLabel('Customer Full Name'), name);
  await press(page.getByLabel('I confirm receipt of the following items'), 'Space');
  await press(page.getByLabel('Received Payment'), 'Space');
  await press(confirmButton(page));
  await expect(shownOrder(page, number)).toHaveCount(0);
}

/** The manager collects all of the admin's cash; both sign. */
async function collect(page: Page, amount: string, { manager, admin }: { manager: Person; admin: Person }) {
  await press(page.getByRole('button', { name: `Collect Cash from ${admin.full_name}` }));
  await typeInto(page.getByLabel('Amount to Collect (AED)'), amount);
  await press(page.getByRole('button', { name: 'Continue to Signatures' }));
  await signByKeys(page, 'Manager Signature', manager.full_name);
  await signByKeys(page, 'Staff Member Signature', admin.full_name);
  await press(page.getByRole('button', { name: 'Review & Confirm' }));
  await expect(page.getByText('Both signatures have been captured.')).toBeVisible();
  await press(page.getByRole('button', { name: 'Confirm Collection' }));
  await expectToasts(page, [
    'Cash Collection Successful',
    `Successfully collected AED ${amount} from ${admin.full_name}`,
  ]);
  await press(page.getByRole('button', { name: 'Dismiss: Cash Collection Successful' }));
}

/** Deposits all of the manager's cash at the bank; the receipt is a PDF. */
async function bank(page: Page, slip: Buffer, amount: string, { full_name }: Person): Promise<string> {
  await press(page.getByRole('button', { name: 'New Deposit' }));
  await typeInto(page.getByLabel('Deposit Amount (AED) *'), amount);
  await tabTo(page.getByLabel('Choose file'));
  const file = { name: 'slip.jpg', mimeType: 'image/jpeg', buffer: slip };
  await giveFile(page, file, () => page.keyboard.press('Enter'));
  await expect(page.getByText(file.name)).toBeVisible();
  await expect(page.getByLabel('Take photo')).toBeFocused();
  await signByKeys(page, 'Manager Signature *', full_name);
  await press(page.getByRole('button', { name: 'Record Deposit' }));
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const opened = page.context().waitForEvent('page');
  await press(page.getByRole('button', { name: 'View Document' }));
  const tab = await opened;
  await expect.poll(() => tab.url()).toContain('/storage/v1/object/signed/');
  const url = tab.url();
  await tab.close();
  return url;
}

/** Checks the cash holders that the desk shows, opened by its keyboard shortcut. */
async function expectHoldings(page: Page, holdings: Record<string, string>): Promise<void> {
  await page.keyboard.press('w');
  const details = page.getByRole('complementary', { name: 'Cash holdings' });
  await expect(details.getByText('Unexplained').locator('..')).toContainText('AED 0.00');
  for (const [name, amount] of Object.entries(holdings)) {
    await expect(details.getByText(name, { exact: true }).locator('..')).toContainText(`AED ${amount}`);
  }
  await page.keyboard.press('Escape');
  await expect(details).toHaveCount(0);
}

test('a day by keyboard imports, assigns, delivers, hands over, collects and deposits, and leaves no cash', {
  tag: '@journeys',
}, async ({ browser, page, photo, server: { owner }, shop }) => {
  // The whole day of three people, key by key.
  test.setTimeout(limitMs(120_000));
  const { admin, manager, driver } = shop;
  await signInByKeys(page, admin);
  await toDesk(page);
  await importOrders(page);
  await assignAll(page);
  await takeFloat(page, '200', shop);
  await toScreen(page, 'Start Of Day Handover');
  await handOver(page, '100.00', shop);
  await toDesk(page);
  await dispatchAll(page);

  const phone = await browser.newContext({ baseURL: page.url().replace(/\/desk.*/, ''), viewport: PHONE });
  const road = await phone.newPage();
  await signInByKeys(road, driver);
  await road.keyboard.press('Tab');
  await press(road.getByRole('navigation').getByRole('link', { name: 'Next Order' }));
  await deliver(road, photo, 'D-1', 'Layla Haddad');
  await deliver(road, photo, 'D-2', 'Omar Saleh');
  await deliver(road, photo, 'D-3', 'سارة العلي');
  // 100.00 from the morning, 145.50 and 60.25 from deliveries; the 80.00 paid by card are no cash.
  await expectHoldings(page, { Held: '405.75', 'Held by drivers': '305.75', 'Collected today': '205.75' });
  await phone.close();

  await toScreen(page, 'End Of Day Handover');
  await handOver(page, '305.75', shop);
  const evening = await browser.newContext({
    baseURL: page.url().replace(/\/dashboard.*/, ''),
    viewport: DESKTOP,
  });
  const desk = await evening.newPage();
  await signInByKeys(desk, manager);
  await toScreen(desk, 'Cash Handovers');
  await collect(desk, '405.75', shop);
  await toScreen(desk, 'Bank Deposits');
  const receipt = await bank(desk, photo, '405.75', manager);
  const { text } = await readPdf(browser, Buffer.from(await (await fetch(receipt)).arrayBuffer()));
  for (const part of ['Bank Deposit Receipt', '405.75', 'signed by typed name']) expect(text).toContain(part);
  await toDesk(desk);
  await expectHoldings(desk, { Held: '0.00', 'Held by drivers': '0.00', 'Banked today': '405.75' });
  await expect(desk.getByRole('link', { name: 'Delivered today' })).toContainText('3');
  for (const { user_id } of [admin, manager, driver])
    expect(await balanceOf(owner, shop.shop_id, user_id)).toBe(0);
  const { deposits } = await depositsOf(owner, shop.shop_id);
  expect(deposits).toMatchObject([{ amount_fils: 40_575, manager_id: manager.user_id }]);
  await evening.close();
});

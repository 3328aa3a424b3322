import type { Page } from '@playwright/test';
import { mandoob } from '../support/e2e-cli.ts';
import {
  completeButton,
  fillHandover,
  handoversOf,
  openHandover,
  storedBytes,
} from '../support/e2e-handovers.ts';
import { readPdf } from '../support/e2e-pdf.ts';
import { dismissToasts, expectToasts } from '../support/e2e-screens.ts';
import type { E2eShop } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';
import { TABLET } from '../support/e2e-viewports.ts';

test.use({ viewport: TABLET, isMobile: false });

const GIVEN = 'Card machine given to driver';
const RECEIVED = 'Card machine received from driver';

test('a card machine goes out with a driver in the morning and comes back in the evening', async ({
  browser,
  server,
  shop,
  signedIn,
}) => {
  await register(server.data_dir, shop, 'POS 7');
  const page = await signedIn(shop.admin);
  await openHandover(page, 'start');
  await page.getByLabel(GIVEN).check();
  // The only one is chosen without asking.
  await expect(page.getByRole('main')).toContainText('Card machine: POS 7');
  await complete(page, shop.driver.full_name, '100');
  expect(await machines(server.data_dir, shop)).toMatchObject([
    { number: 'POS 7', holder: shop.driver.full_name },
  ]);
  const { handovers } = await handoversOf(server.owner, shop.shop_id);
  const receipt = await storedBytes(server.data_dir, server.owner, handovers[0]?.receipt_file_id ?? '');
  expect((await readPdf(browser, receipt)).text).toContain('Yes, POS 7');
  await expect(page.getByLabel(GIVEN)).toBeDisabled();
  await expect(page.getByText('All card machines are out.')).toBeVisible();

  await openHandover(page, 'end');
  await page.getByLabel('Driver', { exact: true }).selectOption({ label: shop.driver.full_name });
  await expect(page.getByText('Out with this driver: POS 7')).toBeVisible();
  await page.getByLabel(RECEIVED).check();
  await complete(page, shop.driver.full_name, '100');
  expect(await machines(server.data_dir, shop)).toMatchObject([{ number: 'POS 7', holder: null }]);
  await page.getByRole('button', { name: /^View EOD-/ }).click();
  await expect(page.getByRole('dialog', { name: 'End Of Day Handover' })).toContainText('Yes, POS 7');
});

test('one that stays out, and one that was never given, are asked about first', async ({
  server,
  shop,
  signedIn,
}) => {
  await register(server.data_dir, shop, 'POS 1', 'POS 2');
  const page = await signedIn(shop.admin);
  await openHandover(page, 'start');
  await page.getByLabel(GIVEN).check();
  await page.getByLabel('Card machine', { exact: true }).selectOption('POS 1');
  await complete(page, shop.driver.full_name, '0');

  await openHandover(page, 'end');
  await fillHandover(page, shop.driver.full_name, '0');
  await completeButton(page).click();
  const stays = page.getByRole('dialog', { name: `POS 1 stays out with ${shop.driver.full_name}` });
  await stays.getByRole('button', { name: 'Go back' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect((await handoversOf(server.owner, shop.shop_id)).handovers).toHaveLength(1);

  await page.getByLabel(RECEIVED).check();
  await page.getByLabel('Card machine', { exact: true }).selectOption('POS 2 (in the shop)');
  await fillHandover(page, shop.driver.full_name, '0');
  await completeButton(page).click();
  const never = page.getByRole('dialog', { name: `POS 2 was not given to ${shop.driver.full_name}` });
  await expect(never).toContainText('POS 1 stays out');
  await never.getByRole('button', { name: 'Complete all the same' }).click();
  await expectToasts(page, done('0'));
  expect((await handoversOf(server.owner, shop.shop_id)).handovers).toMatchObject([
    { handover_type: 'start', card_machine_given: true },
    { handover_type: 'end', card_machine_received: true },
  ]);
  expect(await machines(server.data_dir, shop)).toMatchObject([
    { number: 'POS 1', holder: shop.driver.full_name },
    { number: 'POS 2', holder: null },
  ]);
});

const done = (amount: string): [string, string] => [
  'Handover Complete',
  `Successfully processed handover for AED ${amount}.00`,
];

async function complete(page: Page, full_name: string, amount: string): Promise<void> {
  await fillHandover(page, full_name, amount);
  await completeButton(page).click();
  await expectToasts(page, done(amount));
  await dismissToasts(page);
}

async function register(data_dir: string, { shop_id }: E2eShop, ...numbers: string[]): Promise<void> {
  for (const number of numbers) {
    const { code, output } = await mandoob(data_dir, 'machine', 'add', number, '--shop', String(shop_id));
    expect(output).toContain(`Added card machine ${number}`);
    expect(code).toBe(0);
  }
}

async function machines(
  data_dir: string,
  { shop_id }: E2eShop,
): Promise<{ number: string; holder: string | null }[]> {
  return JSON.parse((await mandoob(data_dir, 'machine', 'list', '--shop', String(shop_id), '--json')).output);
}

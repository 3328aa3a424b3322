import { type Browser, expect, type Locator, type Page } from '@playwright/test';
import type { Database } from '../../server/platform/database/database.ts';
import { verifyCash } from '../../server/verification/verify-cash.ts';
import { amountField, completeButton, fillHandover, handoversOf, openHandover } from './e2e-handovers.ts';
import { readPdf } from './e2e-pdf.ts';
import { balanceOf } from './e2e-records.ts';
import { dismissToasts, expectToasts } from './e2e-screens.ts';
import type { E2eShop } from './e2e-shop.ts';
import { build } from './query-builder.ts';

/** Verifies the cash book of a shop, as `mandoob cash verify` does. */
export async function expectVerified(owner: Database, { shop_id }: E2eShop): Promise<void> {
  const found = await verifyCash(owner);
  expect(found.filter((one) => one.shop_id === shop_id)).toEqual([]);
}

/** Opens a document with its button and returns its text, which a reader outside the product reads. */
export async function documentText(browser: Browser, button: Locator): Promise<string> {
  const [tab] = await Promise.all([button.page().context().waitForEvent('page'), button.click()]);
  await expect.poll(() => tab.url()).toMatch(/\/storage\//);
  const bytes = Buffer.from(await (await fetch(tab.url())).arrayBuffer());
  await tab.close();
  return (await readPdf(browser, bytes)).text;
}

/** Returns the id of the driver who has a card machine; null if it is in the shop. */
export async function machineHolder(owner: Database, id: string): Promise<number | null> {
  const machine = build(owner).selectFrom('card_machines').select('holder_driver_id').where('id', '=', id);
  return (await machine.executeTakeFirstOrThrow()).holder_driver_id;
}

/** Returns the cash of the driver and of the admin, in fils. */
export async function cashOf(owner: Database, { shop_id, driver, admin }: E2eShop) {
  return {
    driver: await balanceOf(owner, shop_id, driver.user_id),
    admin: await balanceOf(owner, shop_id, admin.user_id),
  };
}

/** Presses Complete Handover and returns the recorded handover. */
export async function completeHandover(page: Page, owner: Database, { shop_id }: E2eShop, amount: string) {
  await completeButton(page).click();
  await expectToasts(page, ['Handover Complete', `Successfully processed handover for AED ${amount}`]);
  await dismissToasts(page);
  const recorded = (await handoversOf(owner, shop_id)).handovers.at(-1);
  if (!recorded) throw new Error('No handover was recorded');
  return recorded;
}

/** Records a start of day of AED 200.00, with the shop's only card machine. */
export async function startDay(page: Page, owner: Database, shop: E2eShop) {
  await openHandover(page, 'start');
  await page.getByLabel('Card machine given to driver').check();
  await fillHandover(page, shop.driver.full_name, '200');
  return completeHandover(page, owner, shop, '200.00');
}

/** Chooses a driver, the amount received, and the meaning of its difference to the driver's cash. */
export async function fillDifference(
  page: Page,
  { full_name, amount, choice }: { full_name: string; amount: string; choice: 'Short' | 'Over' },
): Promise<void> {
  await page.getByLabel('Driver', { exact: true }).selectOption({ label: full_name });
  await amountField(page).fill(amount);
  await page.getByRole('radio', { name: new RegExp(`^${choice}`) }).press('Space');
}

/** Opens a person's difference from this section of the list, and returns its details. */
export async function openDifference(page: Page, section: 'Open' | 'Settled', full_name: string) {
  const list = page.getByRole('table', { name: section });
  await list.getByRole('link', { name: full_name }).click();
  return page.getByRole('complementary', { name: full_name });
}

/** Opens a pending request. Returns its details. */
export async function openRequest(page: Page, kind: 'Adjustment' | 'Void' | 'Correction') {
  await page.getByRole('table', { name: 'Pending' }).getByRole('link', { name: kind }).click();
  return page.getByRole('complementary', { name: kind });
}

/** Approves the open request. */
export async function approve(details: Locator): Promise<void> {
  await details.getByRole('button', { name: 'Approve' }).click();
  const question = details.page().getByRole('dialog', { name: 'Approve this request?' });
  await question.getByRole('button', { name: 'Approve' }).click();
  await expect(question).toBeHidden();
}

/** Returns the row of a person in the cash book: name, cash, shortage and over; both sides must be equal. */
export async function accountsInBook(page: Page, full_name: string): Promise<string[]> {
  await page.goto('/desk/cash-book');
  await expect(page.getByRole('status').getByText('Equal', { exact: true })).toBeVisible();
  const row = page.getByRole('table', { name: 'People' }).getByRole('row').filter({ hasText: full_name });
  return row.getByRole('cell').allTextContents();
}

import { expect, type Page } from '@playwright/test';
import { newId } from '../../contract/rules/ids.ts';
import type { Role } from '../../contract/rules/roles.ts';
import { bookIssue } from '../../server/cash/operator-bookings.ts';
import { type Database, runTransaction } from '../../server/platform/database/database.ts';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import { type E2eShop, PASSWORD, type Person } from './e2e-shop.ts';
import { addStaff } from './operations.ts';
import { build } from './query-builder.ts';

/** Adds another user to the shop, who can sign in. */
export async function addPerson(
  owner: Database,
  { shop_id, manager }: E2eShop,
  { login, full_name, role }: { login: string; full_name: string; role: Role },
): Promise<Person> {
  const email = manager.email.replace(/^manager/, login);
  const added = await runTransaction(owner, (tx) =>
    addStaff(tx, { shop_id, email, full_name, role, password: PASSWORD }),
  );
  return { email, full_name, ...added };
}

/** Issues cash from the safe. */
export async function giveCash(
  owner: Database,
  shop_id: number,
  { user_id }: Pick<Person, 'user_id'>,
  amount_fils: number,
): Promise<void> {
  await inTransaction(owner, (tx) =>
    bookIssue(tx, { id: newId(), shop_id, user_id, amount_fils, occurred_at: new Date() }),
  );
}

/** Reads the shop's collections and the cash movements that belong to them. */
export async function collectionsOf(owner: Database, shop_id: number) {
  const handovers = await build(owner)
    .selectFrom('cash_handovers')
    .selectAll()
    .where('shop_id', '=', shop_id)
    .where('handover_type', '=', 'collection')
    .orderBy('recorded_at')
    .execute();
  return { handovers, movements: await movementsOf(owner, shop_id, 'collection') };
}

/** Reads the shop's deposits and the cash movements that belong to them. */
export async function depositsOf(owner: Database, shop_id: number) {
  const deposits = await build(owner)
    .selectFrom('bank_deposits')
    .selectAll()
    .where('shop_id', '=', shop_id)
    .orderBy('created_at')
    .execute();
  return { deposits, movements: await movementsOf(owner, shop_id, 'bank_deposit') };
}

function movementsOf(owner: Database, shop_id: number, reason: 'collection' | 'bank_deposit') {
  return build(owner)
    .selectFrom('cash_movements')
    .selectAll()
    .where('shop_id', '=', shop_id)
    .where('reason', '=', reason)
    .orderBy('recorded_at')
    .execute();
}

const pad = (page: Page, label: string) => page.getByRole('img', { name: new RegExp(`^${label}`) });

/** Draws a signature with the mouse. */
export async function drawSignature(page: Page, label: string): Promise<void> {
  const canvas = pad(page, label.replace('*', '\\*'));
  await expect(canvas).toHaveAttribute('aria-busy', 'false');
  await canvas.scrollIntoViewIfNeeded();
  const box = await canvas.boundingBox();
  if (!box) throw new Error(`${label} is not on the page`);
  const at = (step: number) => [box.x + 30 + step * 22, box.y + 55 + 25 * Math.sin(step)] as const;
  await page.mouse.move(...at(0));
  await page.mouse.down();
  for (let step = 1; step <= 8; step += 1) await page.mouse.move(...at(step));
  await page.mouse.up();
  // Matches every language in which screenshots are taken, including the accents and direction marks of
  // pseudo-locales.
  await expect(canvas).toHaveAccessibleName(/, [\u2067\u202e]*[sš]+i*î*g+[nñ]+[eé]+[dð]+[\u202c\u2069]*$/);
}

export async function openCashHandovers(page: Page): Promise<void> {
  await page.goto('/dashboard/cash-handovers');
  await expect(page.getByRole('region', { name: 'Total Outstanding' })).toBeVisible();
}

/** Goes from the list to the third step. */
export async function prepareCollection(page: Page, from: string, amount: string): Promise<void> {
  await page.getByRole('button', { name: `Collect Cash from ${from}` }).click();
  await signCollection(page, amount);
}

/** Goes from the first step of an open dialog to the third. */
export async function signCollection(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Amount to Collect (AED)').fill(amount);
  await page.getByRole('button', { name: 'Continue to Signatures' }).click();
  await drawSignature(page, 'Manager Signature');
  await drawSignature(page, 'Staff Member Signature');
  await page.getByRole('button', { name: 'Review & Confirm' }).click();
  await expect(page.getByText('Both signatures have been captured.')).toBeVisible();
}

export const confirmCollection = (page: Page) => page.getByRole('button', { name: 'Confirm Collection' });

export async function openBankDeposits(page: Page): Promise<void> {
  await page.goto('/dashboard/bank-deposits');
  await expect(page.getByRole('button', { name: 'New Deposit' })).toBeVisible();
  await expect(page.getByText('Loading bank deposits...')).toHaveCount(0);
}

/** Confirms an unusual amount, if the form requires it. */
export async function confirmUnusual(page: Page): Promise<void> {
  const look = page.getByLabel('I have checked this amount');
  if ((await look.count()) > 0) await look.check();
}

/** Fills in and signs the open form of a new deposit. */
export async function fillDeposit(
  page: Page,
  slip: Buffer,
  { amount, notes = '' }: { amount: string; notes?: string },
): Promise<void> {
  await page.getByLabel('Deposit Amount (AED) *').fill(amount);
  await confirmUnusual(page);
  await page.getByLabel('Notes (Optional)').fill(notes);
  await page
    .getByLabel('Choose file')
    .setInputFiles({ name: 'slip of the bank.jpg', mimeType: 'image/jpeg', buffer: slip });
  await expect(page.getByText('slip of the bank.jpg')).toBeVisible();
  await drawSignature(page, 'Manager Signature *');
}

import { expect } from '@playwright/test';
import { sql } from '../../../server/platform/database/sql.ts';
import { inTransaction } from '../../../server/platform/database/transactions.ts';
import { drawSignature, giveCash } from '../e2e-cash.ts';
import { dismissToasts, untilNoOverlay } from '../e2e-screens.ts';
import { type Given, go, type State, shows } from './walk.ts';

/** Voids the newest float; then shows a driver above the ceiling, the cash book and a large float. */
export async function* voidAtDesk({ page, server: { owner }, shop }: Given): AsyncGenerator<State | string> {
  const { shop_id } = shop;
  await go(page, '/desk/floats', 'Safe to admin');
  await page.getByRole('table', { name: 'Floats' }).getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'Float from the safe' })).toBeVisible();
  await page.getByRole('button', { name: /^Void/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Void this record' });
  await dialog.getByLabel('Reason').fill('Counted twice');
  await drawSignature(page, 'Your Signature');
  await drawSignature(page, 'The other signer signs here');
  yield 'a cash record being voided';
  await dialog.getByRole('button', { name: 'Void record' }).click();
  await expect(page.getByRole('region', { name: 'Void' })).toBeVisible();
  await untilNoOverlay(page);
  await dismissToasts(page);
  yield 'a void record';

  await giveCash(owner, shop_id, shop.driver, 300_000);
  await inTransaction(owner, (tx) =>
    sql`update shops set cash_ceiling_fils = 200000, float_limit_fils = 10000 where id = ${shop_id}`.execute(
      tx,
    ),
  );
  await go(page, '/desk/cash', 'Above the ceiling');
  yield 'a driver above the ceiling';
  await go(page, '/desk/cash-book', 'Both sides of the cash book are equal.');
  yield 'the cash book';
  await go(page, '/desk/floats', 'Safe to admin');
  await page.keyboard.press('n');
  await page.getByLabel('Amount (AED)').fill('300');
  await shows(page, 'This float needs an approval');
  yield 'a float above the limit';
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await untilNoOverlay(page);
}

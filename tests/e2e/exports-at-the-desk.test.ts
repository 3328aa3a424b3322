import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readSheet } from 'read-excel-file/universal';
import { EXPORT_ROWS_HEADER } from '../../contract/rules/exports.ts';
import { expectAccessible } from '../support/e2e-axe.ts';
import { giveCash } from '../support/e2e-cash.ts';
import { expect, test } from '../support/e2e-test.ts';
import { DESKTOP, PHONE } from '../support/e2e-viewports.ts';

const line = (page: Page) => page.getByRole('region', { name: 'Your export' });

/** What the browser saves once the dialog is answered. */
async function exported(page: Page, format: 'CSV' | 'Excel') {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Export/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: new RegExp(format) }).check();
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const saved = await saving;
  return { name: saved.suggestedFilename(), bytes: await readFile(await saved.path()) };
}

test('a report is saved as CSV and as Excel with its rows and its sum; what breaks off is not called done, and is tried again', async ({
  server: { owner },
  shop,
  signedIn,
}) => {
  await giveCash(owner, shop.shop_id, shop.admin, 60_000);
  await giveCash(owner, shop.shop_id, shop.driver, 14_550);
  const page = await signedIn(shop.manager);
  await page.setViewportSize(DESKTOP);
  await page.goto('/desk/reports/movements?from=2026-01-01&to=2029-12-31');
  await expect(page.getByRole('row', { name: /^Total/ })).toContainText('AED 745.50');

  await page.keyboard.press('Shift+E');
  await expect(page.getByRole('dialog', { name: 'Export Cash book' })).toContainText(
    '2 rows, with the totals.',
  );
  await expectAccessible(page, 'the export dialog', [DESKTOP, PHONE]);
  await page.setViewportSize(DESKTOP);
  await page.keyboard.press('Escape');
  const csv = await exported(page, 'CSV');
  expect(csv.name).toBe('movements 2026-01-01 to 2029-12-31.csv');
  const lines = csv.bytes.toString().trimEnd().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines.at(-1)).toMatch(/^Total,.*,745\.50,/);
  await expect(line(page)).toContainText('movements 2026-01-01 to 2029-12-31.csv is saved: 2 rows');
  await expectAccessible(page, 'the line of an export', [DESKTOP, PHONE]);
  await page.setViewportSize(DESKTOP);

  const xlsx = await exported(page, 'Excel');
  const sheet = await readSheet(new Blob([new Uint8Array(xlsx.bytes)]));
  expect([sheet.length, sheet.at(-1)?.includes(745.5)]).toEqual([4, true]);
  await expect(line(page)).toContainText('.xlsx is saved');

  // Without its last line, as behind a proxy that hides what broke off.
  const cut = {
    body: csv.bytes.subarray(0, csv.bytes.lastIndexOf('Total')),
    contentType: 'text/csv; charset=utf-8',
  };
  await page.route('**/api/desk/exports', (route) =>
    route.fulfill({ ...cut, headers: { [EXPORT_ROWS_HEADER]: '2' } }),
  );
  await page.getByRole('button', { name: /^Export/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
  await expect(line(page)).toContainText('Cash book was not exported. The file did not arrive whole.');
  await page.unroute('**/api/desk/exports');
  const again = page.waitForEvent('download');
  await line(page).getByRole('button', { name: 'Try again' }).click();
  expect((await again).suggestedFilename()).toBe(csv.name);
  await line(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(line(page)).toBeHidden();
});

test('an export goes on elsewhere at the desk, and is cancelled there: nothing is saved', async ({
  shop,
  signedIn,
}) => {
  const page = await signedIn(shop.manager);
  await page.setViewportSize(DESKTOP);
  const saved: string[] = [];
  page.on('download', (download) => saved.push(download.suggestedFilename()));
  // The server is as slow as it likes.
  await page.route('**/api/desk/exports', () => undefined);
  await page.goto('/desk');
  await page.getByRole('button', { name: /^Export/ }).click();
  await expect(page.getByRole('dialog', { name: 'Export Orders: Unassigned' })).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();
  await expect(line(page)).toContainText('Exporting Orders: Unassigned');
  await page.getByRole('link', { name: /People/ }).click();
  await expect(page.getByRole('heading', { name: 'People' })).toBeVisible();
  await line(page).getByRole('button', { name: 'Cancel export' }).click();
  await expect(line(page)).toContainText('was cancelled. Nothing was saved.');
  expect(saved).toEqual([]);
});

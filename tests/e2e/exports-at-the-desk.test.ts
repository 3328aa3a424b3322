import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readSheet } from 'read-excel-file/universal';
import { frame } from '../../contract/rules/export-frames.ts';
import { COUNTED_TYPE, EXPORT_ROWS_HEADER } from '../../contract/rules/exports.ts';
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

  // The last piece is held back: how far a workbook is, is told in rows too.
  await page.evaluate(() => {
    const real = window.fetch;
    window.fetch = async (input, init) => {
      const answer = await real(input, init);
      if (!String(input).includes('/api/desk/exports')) return answer;
      window.fetch = real;
      const bytes = new Uint8Array(await answer.arrayBuffer());
      const held = new Promise<void>((goOn) => Object.assign(window, { goOn }));
      const body = new ReadableStream({
        async start(to) {
          to.enqueue(bytes.slice(0, -8));
          await held;
          to.enqueue(bytes.slice(-8));
          to.close();
        },
      });
      return new Response(body, answer);
    };
  });
  const saving = exported(page, 'Excel');
  await expect(line(page)).toContainText('Exporting Cash book: 2 of 2 rows');
  await page.evaluate(() => (window as unknown as { goOn(): void }).goOn());
  const xlsx = await saving;
  const sheet = await readSheet(new Blob([new Uint8Array(xlsx.bytes)]));
  expect([sheet.length, sheet.at(-1)?.includes(745.5)]).toEqual([4, true]);
  await expect(line(page)).toContainText('.xlsx is saved');

  // Without its end, as behind a proxy that hides what broke off.
  const cut = { body: Buffer.from(frame(2, csv.bytes)), contentType: COUNTED_TYPE };
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

test('what is too much for Excel is offered as CSV, goes straight into a file that one chooses, and leaves none where it breaks off', async ({
  server: { owner },
  shop,
  signedIn,
}) => {
  await giveCash(owner, shop.shop_id, shop.admin, 60_000);
  const page = await signedIn(shop.manager);
  await page.setViewportSize(DESKTOP);
  // Instead of the window in which the system asks where: files of the page's own, which it writes the same way.
  await page.addInitScript(() => {
    const pick = async ({ suggestedName }: { suggestedName: string }) =>
      (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true });
    Object.assign(window, { showSaveFilePicker: pick });
  });
  await page.route('**/api/desk/reports?*', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    await route.fulfill({ response: answer, json: { ...body, totals: { ...body.totals, rows: 100_001 } } });
  });
  const FILE = 'movements 2026-01-01 to 2029-12-31.csv';
  const files = () =>
    page.evaluate(async (FILE) => {
      const found: Record<string, string> = {};
      const directory = await navigator.storage.getDirectory();
      for await (const [name, handle] of directory.entries())
        if (name === FILE) found[name] = await (await (handle as FileSystemFileHandle).getFile()).text();
      return found;
    }, FILE);
  await page.goto('/desk/reports/movements?from=2026-01-01&to=2029-12-31');
  const dialog = page.getByRole('dialog', { name: 'Export Cash book' });
  const begin = async () => {
    await page.getByRole('button', { name: /^Export/ }).click();
    await expect(dialog).toContainText('Excel takes 100,000 rows at most. CSV takes them all.');
    await expect(dialog.getByRole('radio')).toHaveCount(1);
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  };
  const half = { body: Buffer.from(frame(1, Buffer.from('Recorded'))), contentType: COUNTED_TYPE };
  await page.route('**/api/desk/exports', (route) => route.fulfill(half));
  await begin();
  await expect(line(page)).toContainText('Cash book was not exported.');
  expect(await files()).toEqual({});
  await page.unroute('**/api/desk/exports');
  await line(page).getByRole('button', { name: 'Try again' }).click();
  await expect(line(page)).toContainText(`${FILE} is saved: 1 row`);
  expect((await files())[FILE]).toMatch(/^Recorded.*\r\nTotal,.*,600\.00,.*\r\n$/s);
});

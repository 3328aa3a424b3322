import type { Page } from '@playwright/test';
import { formatAmount } from '../../contract/rules/money.ts';
import { expectAccessible } from '../support/e2e-axe.ts';
import { giveCash } from '../support/e2e-cash.ts';
import { readPdf } from '../support/e2e-pdf.ts';
import { expect, test } from '../support/e2e-test.ts';
import { DESKTOP, PHONE } from '../support/e2e-viewports.ts';

const total = (page: Page) => page.getByRole('row', { name: /^Total/ });
const addressOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;

test('a figure opens the movements that it counts, over the same days, and Back leads to where one was', async ({
  server: { owner },
  shop,
  signedIn,
}) => {
  await giveCash(owner, shop.shop_id, shop.admin, 60_000);
  await giveCash(owner, shop.shop_id, shop.driver, 14_500);
  const page = await signedIn(shop.manager);
  await page.setViewportSize(DESKTOP);
  await page.goto('/desk/today');
  await expect(page.getByRole('link', { name: /^Held\b/ }).first()).toContainText('AED 745.00');
  await expectAccessible(page, 'today', [DESKTOP, PHONE]);
  await page.setViewportSize(DESKTOP);
  await page.getByRole('link', { name: /^Collected today/ }).click();
  await expect(page.getByText('Choose other days, or narrow the report less.')).toBeVisible();
  await page.keyboard.press('7');
  await expect(total(page)).toContainText('AED 745.00');
  const admin = page.getByRole('row', { name: /Amal Admin/ });
  await expectAccessible(page, 'who held what', [DESKTOP, PHONE]);
  await page.setViewportSize(DESKTOP);

  // In, which is the second of the row's figures that are not zero.
  await admin.getByRole('link', { name: 'AED 600.00' }).first().click();
  await expect(page.getByRole('heading', { name: 'Cash book' })).toBeVisible();
  await expect(total(page)).toContainText('AED 600.00');
  expect(addressOf(page)).toBe(`/desk/reports/movements?period=today&user_id=${shop.admin.user_id}&flow=in`);
  await expect(page.getByLabel('Person')).toHaveValue(shop.admin.user_id);
  await expectAccessible(page, 'the cash book', [DESKTOP, PHONE]);
  await page.setViewportSize(DESKTOP);

  // Narrowed, and other days; the address has it all.
  await page.getByLabel('Person').selectOption('Everybody');
  await expect(total(page)).toContainText('AED 745.00');
  await page.getByLabel('What for').selectOption('Delivery');
  await expect(page.getByText('Choose other days, or narrow the report less.')).toBeVisible();
  await page.goBack();
  await expect(total(page)).toContainText('AED 745.00');
  await page.getByLabel('From', { exact: true }).fill('2026-01-01');
  await expect(page.getByLabel('Days')).toHaveValue('other');
  await page.reload();
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('2026-01-01');
  await expect(page.getByLabel('Way')).toHaveValue('in');
  await expect(total(page)).toContainText('AED 745.00');
  for (let step = 0; step < 3; step += 1) await page.goBack();
  await expect(page.getByRole('heading', { name: 'Who held what' })).toBeVisible();
  expect(addressOf(page)).toBe('/desk/reports/holders?period=today');
});

test('a report is printed whole: each row once, its headings and the number on every page, nothing to press', async ({
  server: { owner },
  shop,
  signedIn,
  browser,
}) => {
  const AMOUNTS = Array.from({ length: 101 }, (_, at) => 10_001 + at);
  for (const amount_fils of AMOUNTS) await giveCash(owner, shop.shop_id, shop.admin, amount_fils);
  const page = await signedIn(shop.manager);
  await page.setViewportSize(DESKTOP);
  await page.goto('/desk/reports/movements?period=today&reason=issue');
  await expect(page.getByText('101 rows · 100 shown')).toBeVisible();
  // What a person would see in the browser's own dialog is made while it is open.
  await page.evaluate(() => {
    window.print = () => {
      // As browsers do, which take what then stands there.
      dispatchEvent(new Event('beforeprint'));
      document.title = document.querySelector('.printed-table') ? 'printing' : 'nothing to print';
    };
  });
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page).toHaveTitle('printing');
  const { pages, text } = await readPdf(browser, await page.pdf({ preferCSSPageSize: true }));
  expect(pages).toBeGreaterThan(2);
  const times = (words: string) => text.split(words).length - 1;
  expect(times('What for:')).toBe(1);
  expect(times('Belongs to')).toBe(pages);
  for (let number = 1; number <= pages; number += 1) expect(times(`${number} / ${pages}`)).toBe(1);
  for (const fils of AMOUNTS) expect(times(formatAmount(fils))).toBe(1);
  expect(text).toContain('Mona Manager');
  expect(times('Print')).toBe(0);
});

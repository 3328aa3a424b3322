import type { Locator, Page } from '@playwright/test';
import { dayOf } from '../../contract/rules/dates.ts';
import { formatAmount } from '../../contract/rules/money.ts';
import { daysLater } from '../../contract/rules/report-period.ts';
import { expectAccessible } from '../support/e2e-axe.ts';
import { giveCash } from '../support/e2e-cash.ts';
import { prepare, send, signInDevice } from '../support/e2e-device.ts';
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
  // Where one was is where one comes back to.
  const list = page.getByRole('table', { name: 'Cash book' });
  await list.evaluate(
    ({ parentElement: box }) =>
      new Promise((scrolled) => {
        box?.addEventListener('scroll', scrolled, { once: true });
        box?.scrollTo({ top: 1_500 });
      }),
  );
  const expectThere = () =>
    expect
      .poll(() => list.evaluate((element) => element.parentElement?.scrollTop).catch(() => null))
      .toBe(1_500);
  // A press of the page's own: a drawn row may be out of sight, and a real one would move the list to it.
  const link = list.getByRole('link', { name: 'Amal Admin' }).first();
  await link.evaluate((element: HTMLElement) => element.click());
  await expect(page.getByRole('complementary', { name: 'Amal Admin' })).toBeVisible();
  await page.goBack();
  await expectThere();
  await page.getByRole('link', { name: /^Who held what/ }).click();
  await expect(page.getByRole('table', { name: 'Who held what' })).toBeVisible();
  await page.goBack();
  await expectThere();
  await page.setViewportSize({ ...DESKTOP, width: 820 });
  await expect(page.getByText(/^There is no room here for: .*Happened/)).toBeVisible();
  await page.setViewportSize(DESKTOP);
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

test('a chart tells its figures to eyes, keys and paper, and leaves the rows their room on a phone', async ({
  server: { owner, url },
  shop,
  signedIn,
  browser,
}) => {
  const device = await signInDevice(url, shop, shop.driver);
  await send(prepare(device, await shop.addOrder({})));
  await giveCash(owner, shop.shop_id, shop.admin, 60_000);
  const page = await signedIn(shop.manager);
  const figure = page.getByRole('figure');
  const rows = page.getByRole('table', { name: 'Deliveries', exact: true });
  await page.setViewportSize(DESKTOP);
  await page.goto('/desk/reports/deliveries?period=this_month');
  await expect(total(page)).toContainText('AED 145.00');
  const loaded: number[] = [];
  page.on('response', (response) => {
    if (/\/ReportChart-.*\.js$/.test(response.url()))
      loaded.push(Number(response.headers()['content-length']));
  });
  await page.keyboard.press('c');
  await expect(figure).toContainText('Deliveries by hour of the day');
  // Loaded where it is drawn, and little.
  const bytes = loaded.reduce((sum, one) => sum + one, 0);
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(30 * 1024);
  await expect(figure.getByRole('row', { name: /^Total 1 0 AED 145\.00/ })).toBeVisible();
  const hours = figure.getByRole('listitem');
  await hours.first().focus();
  await page.keyboard.press('End');
  await expect(hours.last()).toBeFocused();
  await expect(hours.last()).toContainText('23:00 to 24:00');
  await expectAccessible(page, 'deliveries by hour', [DESKTOP, PHONE]);
  // The page scrolls: neither the chart nor the rows are squeezed.
  const height = (part: Locator) => part.evaluate((element) => element.clientHeight);
  expect(await height(rows.locator('..'))).toBeGreaterThan(PHONE.height / 2);
  expect(await figure.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);

  await page.setViewportSize(DESKTOP);
  const today = dayOf(new Date(), shop.time_zone);
  const from = daysLater(today, -9);
  await page.goto(`/desk/reports/holders?from=${from}&to=${today}`);
  await expect(total(page)).toContainText('AED 745.00');
  await page.keyboard.press('c');
  await expect(figure).toContainText('at the end of each day');
  const [admin, driver] = [figure.getByRole('link').first(), figure.getByRole('link').last()];
  await expect(admin).toHaveAccessibleName(/^Amal Admin, .*: AED 600\.00$/);
  await expect(figure.getByRole('row').last()).toContainText('AED 745.00');
  await admin.focus();
  await page.keyboard.press('ArrowDown');
  await expect(driver).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(figure.getByRole('status')).toHaveText(/^Dawood Driver, .*: AED 0\.00$/);
  await page.keyboard.press('ArrowRight');
  await expect(driver).toHaveAccessibleName(/: AED 145\.00$/);
  await expectAccessible(page, 'cash by holder over time', [PHONE]);
  const { text } = await readPdf(browser, await page.pdf({ preferCSSPageSize: true }));
  for (const told of ['Cash by holder over time', 'Together', '745.00']) expect(text).toContain(told);
  await page.setViewportSize(DESKTOP);
  await driver.press('Enter');
  await expect(page.getByRole('heading', { name: 'Cash book' })).toBeVisible();
  await expect(total(page)).toContainText('AED 145.00');

  await page.goto(`/desk/reports/drivers?from=${from}&to=${today}`);
  await expect(total(page)).toContainText('AED 145.00');
  await page.keyboard.press('c');
  await expectAccessible(page, 'takings by driver', [DESKTOP]);
  await figure.getByRole('link').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Deliveries' })).toBeVisible();
});

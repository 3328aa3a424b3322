import { readFile } from 'node:fs/promises';
import type { Browser, Locator, Page } from '@playwright/test';
import { readSheet } from 'read-excel-file/universal';
import type { DriverDay } from '../../contract/operations/screens/read-driver-day.schema.ts';
import { formatAmount } from '../../contract/rules/amounts/money.ts';
import { dayOf } from '../../contract/rules/dates/dates.ts';
import { newId } from '../../contract/rules/ids.ts';
import { daysLater } from '../../contract/rules/reports/report-period.ts';
import { giveCash } from '../support/e2e-cash.ts';
import { readPdf } from '../support/e2e-pdf.ts';
import { untilNoOverlay } from '../support/e2e-screens.ts';
import { expect, test } from '../support/e2e-test.ts';
import { DESKTOP, PHONE } from '../support/e2e-viewports.ts';

const total = (page: Page) => page.getByRole('row', { name: /^Total/ });
const addressOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;
const line = (page: Page) => page.getByRole('region', { name: 'Your export' });

/** Returns the file that the browser saves after the dialog is confirmed. */
async function exported(page: Page, format: 'CSV' | 'Excel') {
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: /^Export/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('2 rows, with the totals.');
  await dialog.getByRole('radio', { name: new RegExp(format) }).check();
  await dialog.getByRole('button', { name: 'Export', exact: true }).click();
  const saved = await saving;
  return { name: saved.suggestedFilename(), bytes: await readFile(await saved.path()) };
}

test('a figure opens the movements that it counts, in the same days; they can be exported, and Back leads to the previous page', {
  tag: '@journeys',
}, async ({ server: { owner }, shop, signedIn }) => {
  await giveCash(owner, shop.shop_id, shop.admin, 60_000);
  await giveCash(owner, shop.shop_id, shop.driver, 14_500);
  const page = await signedIn(shop.manager);
  await page.setViewportSize(DESKTOP);
  await page.goto('/desk/today');
  await expect(page.getByRole('link', { name: /^Held\b/ }).first()).toContainText('AED 745.00');
  await page.getByRole('link', { name: /^Collected today/ }).click();
  await expect(page.getByText('Choose other days or remove filters.')).toBeVisible();
  await page.keyboard.press('7');
  await expect(total(page)).toContainText('AED 745.00');
  const admin = page.getByRole('row', { name: /Amal Admin/ });

  // "In" is the second non-zero figure of the row.
  await admin.getByRole('link', { name: 'AED 600.00' }).first().click();
  await expect(page.getByRole('heading', { name: 'Cash book' })).toBeVisible();
  await expect(total(page)).toContainText('AED 600.00');
  expect(addressOf(page)).toBe(`/desk/reports/movements?period=today&user_id=${shop.admin.user_id}&flow=in`);
  await expect(page.getByLabel('Person')).toHaveValue(shop.admin.user_id);

  // The address contains the filter and the changed days.
  await page.getByLabel('Person').selectOption('Everyone');
  await expect(total(page)).toContainText('AED 745.00');
  await page.getByLabel('Reason', { exact: true }).selectOption('Delivery');
  await expect(page.getByText('Choose other days or remove filters.')).toBeVisible();
  await page.goBack();
  await expect(total(page)).toContainText('AED 745.00');
  await page.getByLabel('From', { exact: true }).fill('2026-01-01');
  await expect(page.getByLabel('Days')).toHaveValue('other');
  await expect(total(page)).toContainText('AED 745.00');
  const today = dayOf(new Date(), shop.time_zone);
  expect(addressOf(page)).toBe(`/desk/reports/movements?from=2026-01-01&to=${today}&flow=in`);

  const csv = await exported(page, 'CSV');
  expect(csv.name).toBe(`movements 2026-01-01 to ${today}.csv`);
  const lines = csv.bytes.toString().trimEnd().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines.at(-1)).toMatch(/^Total,.*,745\.00,/);
  await expect(line(page)).toContainText(`${csv.name} is saved: 2 rows`);
  const xlsx = await exported(page, 'Excel');
  const sheet = await readSheet(new Blob([new Uint8Array(xlsx.bytes)]));
  expect([sheet.length, sheet.at(-1)?.includes(745)]).toEqual([4, true]);
  await expect(line(page)).toContainText('.xlsx is saved');
  await line(page).getByRole('button', { name: 'Dismiss' }).click();

  await untilNoOverlay(page);
  for (let step = 0; step < 3; step += 1) await page.goBack();
  await expect(page.getByRole('heading', { name: 'Cash by holder' })).toBeVisible();
  expect(addressOf(page)).toBe('/desk/reports/holders?period=today');
});

const LONG = 'Abdulrahman bin Mohammed Al Mansouri عبد الرحمن بن محمد المنصوري '.repeat(3).trim();
const sum = (rows: readonly { collected_fils: number }[]) =>
  rows.reduce((all, { collected_fils }) => all + collected_fils, 0);

/** Returns a day with more deliveries and handovers than fit on a page. */
function fullDay(of: DriverDay): DriverDay {
  const at = new Date(Date.parse(of.starts_at) + 3_600_000).toISOString();
  const deliveries = Array.from({ length: 83 }, (_, index) => ({
    ...{ id: newId(), order_id: newId(), order_number: `DXB-2026-${1000 + index}`, delivered_at: at },
    ...{ tender: 'cash' as const, collected_fils: 14_500 + index, late: index % 9 === 0 },
    ...{ pending_fils: 0, owed_fils: 0, partial: index % 8 === 0 },
  }));
  const handovers = Array.from({ length: 8 }, (_, index) => ({
    ...{ id: newId(), amount_fils: 100_000_00, difference_fils: null },
    handover_type: index === 7 ? ('end' as const) : ('collection' as const),
    ...{
      reference: `${newId()}_${newId()}_2026-11-23T10:00:0${index}.000Z`,
      with_name: LONG,
      completed_at: at,
    },
    voided: false,
    card_machine: index === 7 ? 'POS'.repeat(33) : null,
  }));
  const others = Array.from({ length: 9 }, () => ({
    ...{ id: newId(), reason: 'adjustment' as const, amount_fils: -5_000, source: LONG, recorded_at: at },
    with: { holder: 'adjustment' as const, user_id: null, full_name: null },
  }));
  const amount_fils = sum(deliveries);
  const none = { count: 0, amount_fils: 0 };
  const other = { count: 9, amount_fils: -45_000 };
  const some = { count: 2, amount_fils: 29_000 };
  return {
    ...{ ...of, shop_name: LONG, driver_name: LONG, deliveries, handovers, handed: 8, others, other },
    taken: { count: 83, amount_fils },
    delivered: {
      cash: { count: 83, amount_fils },
      card_machine: none,
      pending: none,
      none,
      all: { count: 83, amount_fils },
    },
    ...{ from_before: some, recorded_later: some, difference_fils: -500 },
  };
}

test('a printed report is complete, with headings and a number on every page; a chart has its figures, and a full day of a driver fits on one page', {
  tag: '@journeys',
}, async ({ server: { owner }, shop, signedIn, browser }) => {
  const AMOUNTS = Array.from({ length: 100 }, (_, at) => 10_001 + at);
  for (const amount_fils of AMOUNTS) await giveCash(owner, shop.shop_id, shop.admin, amount_fils);
  await giveCash(owner, shop.shop_id, shop.driver, 14_500);
  const page = await signedIn(shop.manager);
  await page.setViewportSize(DESKTOP);
  await page.goto('/desk/reports/movements?period=today&reason=issue');
  await expect(page.getByText('101 rows · 100 shown')).toBeVisible();
  // The list keeps its scroll position when the user comes back.
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
  // Clicked from within the page: a rendered row may be out of view, and a real click would scroll the list
  // to it.
  const link = list.getByRole('link', { name: 'Amal Admin' }).first();
  await link.evaluate((element: HTMLElement) => element.click());
  await expect(page.getByRole('complementary', { name: 'Amal Admin' })).toBeVisible();
  await page.goBack();
  await expectThere();
  await page.getByRole('link', { name: /^Cash by holder/ }).click();
  await expect(page.getByRole('table', { name: 'Cash by holder' })).toBeVisible();
  await page.goBack();
  await expectThere();
  await page.setViewportSize({ ...DESKTOP, width: 820 });
  await expect(page.getByText(/^These columns do not fit: .*Happened/)).toBeVisible();
  await page.setViewportSize(DESKTOP);
  // The printed page is built while the browser's print dialog is open.
  await page.evaluate(() => {
    window.print = () => {
      // Browsers dispatch this event, then print the page as it is at that time.
      dispatchEvent(new Event('beforeprint'));
      document.title = document.querySelector('.printed-table') ? 'printing' : 'nothing to print';
    };
  });
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page).toHaveTitle('printing');
  await test.step('the report', () => expectWhole(browser, page, [...AMOUNTS, 14_500]));

  await page.getByRole('link', { name: /^Cash by holder/ }).click();
  const statement = page.getByRole('link', { name: "Day's statement" });
  await expect(statement).toBeVisible();
  await test.step('a chart', async () => {
    const loaded = countBytes(page, /\/ReportChart-.*\.js$/);
    await page.getByLabel('From', { exact: true }).fill(daysLater(dayOf(new Date(), shop.time_zone), -9));
    await page.getByRole('button', { name: /^Chart/ }).click();
    const figure = page.getByRole('figure');
    await expect(figure).toContainText('at the end of each day');
    // The chart is loaded only when it is drawn, and is small.
    expect(loaded()).toBeGreaterThan(0);
    expect(loaded()).toBeLessThanOrEqual(30 * 1024);
    // On a phone the page scrolls: neither the chart nor the rows are compressed.
    await page.setViewportSize(PHONE);
    const rows = page.getByRole('table', { name: 'Cash by holder', exact: true }).locator('..');
    await expect.poll(() => rows.evaluate((box) => box.clientHeight)).toBeGreaterThan(PHONE.height / 2);
    expect(await figure.evaluate((element) => element.scrollHeight - element.clientHeight)).toBe(0);
    await page.setViewportSize(DESKTOP);
    const { text } = await printed(browser, page);
    for (const part of ['Cash by holder over time', 'Total', '10,195.50']) expect(text).toContain(part);
  });

  await test.step('a statement with more rows than fit on a page', async () => {
    await page.getByRole('combobox', { name: 'Days' }).selectOption('Today');
    const full = await showFullDay(page, statement);
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    const { pages, text } = await printed(browser, page);
    expect(pages).toBe(1);
    expect(text).toContain('1 / 1');
    const shown = text.match(/DXB-2026-\d{4}/g) ?? [];
    expect(shown.length).toBeGreaterThanOrEqual(8);
    // The listed rows and the summary of the rest add up to the sum.
    const rest = full.deliveries.slice(shown.length);
    expect(text.replace(/\s+/g, ' ')).toContain(`and ${rest.length} more, AED ${formatAmount(sum(rest))}`);
    // The balances and the two signature fields are always printed.
    const ALWAYS = ['End of day', 'Opening', 'Closing'];
    const SIGNATURES = ['Driver: name and signature', 'Admin: name and signature'];
    for (const part of [...ALWAYS, ...SIGNATURES]) expect(text).toContain(part);
    expect(text).not.toContain('Print');
  });
});

/** Returns the page as the browser prints it. */
const printed = async (browser: Browser, page: Page) =>
  await readPdf(browser, await page.pdf({ preferCSSPageSize: true }));

/** Checks that each row is printed once, with headings and a number on every page, and without controls. */
async function expectWhole(browser: Browser, page: Page, amounts: readonly number[]): Promise<void> {
  const { pages, text } = await printed(browser, page);
  expect(pages).toBeGreaterThan(2);
  const times = (part: string) => text.split(part).length - 1;
  expect(times('Reason:')).toBe(1);
  expect(times('Belongs to')).toBe(pages);
  for (let number = 1; number <= pages; number += 1) expect(times(`${number} / ${pages}`)).toBe(1);
  for (const fils of amounts) expect(times(formatAmount(fils))).toBe(1);
  expect(text).toContain('Mona Manager');
  expect(times('Print')).toBe(0);
}

/** Returns a function that counts the bytes of these files that the page has loaded since. */
function countBytes(page: Page, file: RegExp): () => number {
  let bytes = 0;
  page.on('response', (response) => {
    if (file.test(response.url())) bytes += Number(response.headers()['content-length']);
  });
  return () => bytes;
}

/** Opens the statement with a response of more rows than fit on a page. */
async function showFullDay(page: Page, statement: Locator): Promise<DriverDay> {
  let full: DriverDay | undefined;
  await page.route(/\/api\/desk\/driver-day/, async (route) => {
    const response = await route.fetch();
    full = fullDay(await response.json());
    await route.fulfill({ response, json: full });
  });
  await statement.click();
  await expect(page.getByText('DXB-2026-1082')).toBeVisible();
  if (!full) throw new Error('The statement was not read.');
  return full;
}

import { dayOf } from '../../contract/rules/dates.ts';
import { newId } from '../../contract/rules/ids.ts';
import { formatAmount } from '../../contract/rules/money.ts';
import type { DriverDay } from '../../contract/schemas/driver-day.ts';
import { expectAccessible } from '../support/e2e-axe.ts';
import { giveCash } from '../support/e2e-cash.ts';
import { readPdf } from '../support/e2e-pdf.ts';
import { expect, test } from '../support/e2e-test.ts';
import { DESKTOP, PHONE } from '../support/e2e-viewports.ts';

const LONG = 'Abdulrahman bin Mohammed Al Mansouri عبد الرحمن بن محمد المنصوري '.repeat(3).trim();
const sum = (rows: readonly { collected_fils: number }[]) =>
  rows.reduce((all, { collected_fils }) => all + collected_fils, 0);

/** A day with more of everything than a page has room for. */
function fullDay(of: DriverDay): DriverDay {
  const at = new Date(Date.parse(of.starts_at) + 3_600_000).toISOString();
  const deliveries = Array.from({ length: 83 }, (_, index) => ({
    ...{ id: newId(), order_id: newId(), order_number: `DXB-2026-${1000 + index}`, delivered_at: at },
    ...{ tender: 'cash' as const, collected_fils: 14_500 + index, late: index % 9 === 0 },
  }));
  const handovers = Array.from({ length: 8 }, (_, index) => ({
    ...{ id: newId(), amount_fils: 100_000_00, difference_fils: null },
    handover_type: index === 7 ? ('end' as const) : ('collection' as const),
    ...{
      reference: `${newId()}_${newId()}_2026-11-23T10:00:0${index}.000Z`,
      with_name: LONG,
      completed_at: at,
    },
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
    delivered: { cash: { count: 83, amount_fils }, card_machine: none, none },
    ...{ from_before: some, recorded_later: some, difference_fils: -500 },
  };
}

test("a driver's day is one page of paper that ties, however much there was of it", async ({
  server: { owner },
  shop,
  signedIn,
  browser,
}) => {
  await giveCash(owner, shop.shop_id, shop.driver, 14_500);
  const page = await signedIn(shop.manager);
  await page.setViewportSize(DESKTOP);
  await page.goto('/desk/reports/holders?period=today');
  await page.getByRole('link', { name: "Day's statement" }).click();
  await expect(page.getByRole('row', { name: /^Closing/ })).toContainText('AED 145.00');
  await expect(page.getByRole('table', { name: 'Other movements' })).toContainText('Out of the safe');
  await expect(page.getByText('No deliveries were recorded.')).toBeVisible();
  const day = page.getByLabel('Day', { exact: true });
  await day.fill('2026-01-02');
  await expect(page.getByRole('row', { name: /^Closing/ })).toContainText('AED 0.00');
  // Each key leads to another day, and the next one goes on from there.
  await day.press('ArrowUp');
  await expect(page).not.toHaveURL(/day=2026-01-02/);
  await page.keyboard.press('ArrowUp');
  await expect(page).toHaveURL(/day=2026-03-02/);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Who held what' })).toBeVisible();

  await page.route(/\/api\/desk\/driver-day/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: fullDay(await answer.json()) });
  });
  await page.getByRole('link', { name: "Day's statement" }).click();
  await expect(page.getByText('DXB-2026-1082')).toBeVisible();
  await expectAccessible(page, "a driver's day", [DESKTOP, PHONE]);
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const { pages, text } = await readPdf(browser, await page.pdf({ preferCSSPageSize: true }));
  expect(pages).toBe(1);
  expect(text).toContain('1 / 1');
  const shown = text.match(/DXB-2026-\d{4}/g) ?? [];
  expect(shown.length).toBeGreaterThanOrEqual(8);
  // What is listed, and what is not, come to what was taken.
  const all = fullDay({ starts_at: new Date().toISOString() } as DriverDay).deliveries;
  const rest = all.slice(shown.length);
  expect(text.replace(/\s+/g, ' ')).toContain(`and ${rest.length} more, AED ${formatAmount(sum(rest))}`);
  // The end of the day, which the two sign for, is not among those that have no room.
  for (const words of [
    'End of day',
    'Opening',
    'Closing',
    'Driver: name and signature',
    'Admin: name and signature',
  ])
    expect(text).toContain(words);
  expect(text).not.toContain('Print');
});

test('a statement says in words what it cannot be of', async ({ shop, signedIn }) => {
  const page = await signedIn(shop.admin);
  const day = dayOf(new Date(), 'Asia/Dubai');
  for (const [address, words] of [
    [`${shop.driver.user_id}?day=2026-02-30`, 'There is no such day'],
    [`${shop.admin.user_id}?day=${day}`, 'There is no such driver'],
    [`somebody?day=${day}`, 'There is no such driver'],
  ]) {
    await page.goto(`/desk/reports/driver-day/${address}`);
    await expect(page.getByText(words ?? '')).toBeVisible();
  }
});

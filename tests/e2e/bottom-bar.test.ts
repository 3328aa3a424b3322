import type { Page } from '@playwright/test';
import { openNextOrder, signIn } from '../support/e2e-screens.ts';
import { keepSession } from '../support/e2e-session.ts';
import { expect, test } from '../support/e2e-test.ts';
import { DESKTOP, NARROW, PHONE } from '../support/e2e-viewports.ts';

/** Beside each other five words need the room of the narrowest phone. */
const SMALL = { width: 360, height: 640 };
const MIN_TARGET_PX = 48;

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main pages' });

async function boxOf(part: ReturnType<Page['locator']>) {
  const box = await part.boundingBox();
  if (!box) throw new Error(`not shown: ${part}`);
  return { ...box, bottom: box.y + box.height, right: box.x + box.width };
}

/** The words in the part that need more room than they have. */
function cutIn(part: ReturnType<Page['locator']>): Promise<string[]> {
  return part.evaluate((element) =>
    [element, ...element.querySelectorAll('*')].flatMap((one) => {
      const isCut = one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== 'inline';
      return isCut ? [`${one.tagName} ${one.textContent}`] : [];
    }),
  );
}

function enlargeText(page: Page, size: string): Promise<void> {
  return page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);
}

test('each role finds its pages under the thumb, the current one marked', async ({ page, shop }) => {
  await page.setViewportSize(SMALL);
  for (const [person, items] of [
    [shop.driver, ['Next Order', 'Assigned Orders', 'Profile']],
    [shop.manager, ['Next Order', 'Assigned Orders', 'Cash Handovers', 'Bank Deposits', 'Profile']],
    [shop.admin, ['Start Of Day Handover', 'End Of Day Handover', 'Profile']],
  ] as const) {
    await signIn(page, person);
    await expect(bar(page).getByRole('link')).toHaveText([...items]);
    await expect(bar(page).locator('[aria-current=page]')).toHaveText(['Profile']);
    for (const size of ['100%', '200%']) {
      await enlargeText(page, size);
      expect(await cutIn(bar(page))).toEqual([]);
      const { bottom, width } = await boxOf(bar(page));
      expect([bottom, width]).toEqual([SMALL.height, SMALL.width]);
      for (const link of await bar(page).getByRole('link').all()) {
        const box = await boxOf(link);
        expect(box.height).toBeGreaterThanOrEqual(MIN_TARGET_PX);
        expect(box.width).toBeGreaterThanOrEqual(MIN_TARGET_PX);
      }
    }
    await enlargeText(page, '100%');
    await bar(page).getByRole('link', { name: items[0] }).click();
    await expect(page.getByRole('heading', { level: 2, name: items[0] })).toBeFocused();
    await expect(bar(page).locator('[aria-current=page]')).toHaveText([items[0]]);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign Out', exact: true }).click();
    await expect(page).toHaveURL(/\/login$/);
  }
});

test('it is there on phones only, and stands aside while somebody types', async ({ page, shop }) => {
  const order = await shop.addOrder();
  await keepSession(page, shop.driver);
  await openNextOrder(page, order.order_number);
  const confirm = page.getByRole('button', { name: 'Confirm Delivery' });
  const aboveBar = async () => (await boxOf(confirm)).bottom < (await boxOf(bar(page))).y;
  expect(await aboveBar()).toBe(true);
  await page.getByLabel('Customer Full Name').tap();
  await expect(bar(page)).toHaveCount(0);
  await expect.poll(async () => PHONE.height - (await boxOf(confirm)).bottom).toBeLessThan(30);
  await page.getByLabel('I confirm receipt of the following items').tap();
  await expect(bar(page)).toBeVisible();
  await expect.poll(aboveBar).toBe(true);
  await page.setViewportSize({ width: 768, height: 1024 });
  await expect(bar(page)).toHaveCount(0);
  await page.setViewportSize(DESKTOP);
  await expect(bar(page)).toHaveCount(0);
});

test('what stands at the end of a page can be scrolled clear of the bar', async ({ page, shop }) => {
  for (let at = 0; at < 4; at += 1) await shop.addOrder({ minutes_ago: at });
  await keepSession(page, shop.driver);
  await page.goto('/dashboard/assigned-orders');
  const last = page.getByRole('article').last();
  await expect(last).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  expect((await boxOf(last)).bottom).toBeLessThanOrEqual((await boxOf(bar(page))).y);
});

test('the header is one line on phones, and its words are whole at twice the text', async ({
  page,
  shop,
}) => {
  await signIn(page, shop.driver);
  const title = page.getByRole('heading', { name: 'Driver Dashboard' });
  const greeting = page.getByText(`Welcome back, ${shop.driver.full_name}`);
  for (const viewport of [PHONE, NARROW, SMALL]) {
    await page.setViewportSize(viewport);
    for (const size of ['100%', '200%']) {
      await enlargeText(page, size);
      const [menu, words, header] = await Promise.all(
        [page.getByRole('button', { name: 'Menu' }), title, page.getByRole('banner')].map(boxOf),
      );
      if (!menu || !words || !header) throw new Error('not shown');
      expect(header.height).toBeLessThanOrEqual(64);
      expect(words.y).toBeGreaterThanOrEqual(header.y);
      expect(words.bottom).toBeLessThanOrEqual(header.bottom);
      expect(words.x).toBeGreaterThanOrEqual(menu.right);
      expect(words.right).toBeLessThanOrEqual(viewport.width);
      expect(await cutIn(title)).toEqual([]);
      expect(await cutIn(page.getByRole('button', { name: 'Menu' }))).toEqual([]);
    }
    await enlargeText(page, '100%');
    const [greeted, header] = [await boxOf(greeting), await boxOf(page.getByRole('banner'))];
    expect(greeted.bottom).toBeLessThanOrEqual(header.bottom);
    expect(greeted.right).toBeLessThanOrEqual(viewport.width);
  }
});

test('a page opens at its top, however far the one before was scrolled', async ({ page, shop }) => {
  for (let at = 0; at < 8; at += 1) await shop.addOrder({ minutes_ago: at });
  await page.setViewportSize(SMALL);
  await signIn(page, shop.driver);
  await bar(page).getByRole('link', { name: 'Assigned Orders' }).click();
  await expect(page.getByRole('article').last()).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(200);
  await bar(page).getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Profile' })).toBeFocused();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

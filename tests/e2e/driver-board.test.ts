import type { Locator, Page } from '@playwright/test';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import { expectAccessible } from '../support/e2e-axe.ts';
import { ARABIC_NAME, type E2eShop, type Person } from '../support/e2e-shop.ts';
import { addStops, STOPS, shownStops, stop } from '../support/e2e-stops.ts';
import { expect, test } from '../support/e2e-test.ts';
import { fingerOn } from '../support/e2e-touch.ts';
import { DESKTOP, PHONE } from '../support/e2e-viewports.ts';
import { arrangeStops } from '../support/operations.ts';

const BOARD = '/desk/drivers';
/** A second, and what a machine that runs many tests at once takes beside it. */
const FOLLOWS_MS = 3_000;

const column = (page: Page, { full_name }: Person) => page.getByRole('region', { name: full_name });
const row = (page: Page, number = '') => page.getByRole('link', { name: number });
const handle = (page: Page, number = '') => page.getByRole('button', { name: `Move Order #${number}` });

/** The numbers of a driver's stops as they stand. */
async function shown(page: Page, driver: Person): Promise<string[]> {
  const links = await column(page, driver).getByRole('listitem').getByRole('link').allInnerTexts();
  return links.map((text) => /\d+/.exec(text)?.[0] ?? '');
}

const stops = (page: Page, driver: Person) => expect.poll(() => shown(page, driver));

async function middleOf(element: Locator) {
  const box = await element.boundingBox();
  if (!box) throw new Error('It is not shown');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function openBoard(page: Page, shop: E2eShop) {
  const [a = '', b = '', c = ''] = await addStops(shop, 3);
  const x = await shop.addOrder({
    driver: shop.driver2,
    customer: { first_name: ARABIC_NAME, last_name: '' },
  });
  await page.goto(BOARD);
  await stops(page, shop.driver).toEqual([a, b, c]);
  return { a, b, c, x: x.order_number };
}

test.describe('at a desk', () => {
  test.use({ viewport: DESKTOP, hasTouch: false, isMobile: false });

  test('stops are moved by keys, from a list and by dragging, within and between drivers', async ({
    signedIn,
    shop,
    server,
  }) => {
    const page = await signedIn(shop.manager);
    const { a, b, c, x } = await openBoard(page, shop);
    await expect(page.getByText('0 of 2 drivers out · 4 stops left')).toBeVisible();

    await row(page, a).focus();
    await page.keyboard.press('Alt+ArrowDown');
    await stops(page, shop.driver).toEqual([b, a, c]);
    await expect(page.getByText(`Moved. Order #${a}: stop 2 of 3 of Dawood Driver`)).toBeAttached();
    await expect(row(page, a)).toBeFocused();
    await page.keyboard.down('Alt');
    await page.keyboard.press('ArrowRight');
    await stops(page, shop.driver2).toEqual([x, a]);
    await page.keyboard.press('Escape');
    await page.keyboard.up('Alt');
    await stops(page, shop.driver).toEqual([b, a, c]);
    await page.keyboard.down('Alt');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.up('Alt');
    await stops(page, shop.driver2).toEqual([a, x]);
    await stops(page, shop.driver).toEqual([b, c]);
    await expect(row(page, a)).toBeFocused();

    await page.keyboard.press('m');
    await page.getByRole('combobox').fill('daw');
    await page.keyboard.press('Enter');
    await stops(page, shop.driver).toEqual([b, c, a]);

    const from = await middleOf(handle(page, a));
    const to = await middleOf(row(page, x));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y - 12, { steps: 8 });
    // What changes by itself meanwhile moves nothing under the hand.
    const late = await shop.addOrder({ driver: shop.driver2, minutes_ago: 700 });
    await page.mouse.move(to.x, to.y - 11);
    await page.mouse.up();
    await expect(page.getByText(`Moved. Order #${a}: stop 1 of 2 of Dina Driver`)).toBeAttached();
    await stops(page, shop.driver2).toEqual([a, x, late.order_number]);
    await page.reload();
    await stops(page, shop.driver).toEqual([b, c]);
    await stops(page, shop.driver2).toEqual([a, x, late.order_number]);
    const { count } = await server.owner
      .selectFrom('stop_arrangements')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('shop_id', '=', shop.shop_id)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(4);
    await expectAccessible(page, 'the driver board', [PHONE, DESKTOP]);
  });

  test('the phone follows what the desk does to its stops', async ({ signedIn, otherPhone, shop }) => {
    const page = await signedIn(shop.manager);
    const { a, b, c } = await openBoard(page, shop);
    const phone = await otherPhone(shop.driver);
    await phone.goto(STOPS);
    await expect.poll(() => shownStops(phone)).toEqual([a, b, c]);
    await row(page, c).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(() => shownStops(phone), { timeout: FOLLOWS_MS }).toEqual([a, c, b]);
    await page.keyboard.press('Alt+ArrowRight');
    await expect(stop(phone, c)).toHaveCount(0, { timeout: FOLLOWS_MS });
  });

  test('who is second of two at the desk is told who came first, and overwrites nothing', async ({
    signedIn,
    shop,
    server,
  }) => {
    const page = await signedIn(shop.admin);
    const { a, b, c } = await openBoard(page, shop);
    await row(page, c).focus();
    await page.keyboard.down('Alt');
    await page.keyboard.press('ArrowUp');
    await stops(page, shop.driver).toEqual([a, c, b]);
    const driver_id = shop.driver.driver_id ?? 0;
    const rows = await server.owner
      .selectFrom('orders')
      .select(['id', 'order_number'])
      .where('order_number', 'in', [a, b, c])
      .where('shop_id', '=', shop.shop_id)
      .execute();
    const ids = [b, a, c].map((number) => rows.find(({ order_number }) => order_number === number)?.id ?? '');
    await inTransaction(server.owner, (tx) => arrangeStops(tx, shop.shop_id, { driver_id, order_ids: ids }));
    await page.keyboard.up('Alt');
    await expect(page.getByText('desk arranged the stops of Dawood Driver meanwhile')).toBeVisible();
    await stops(page, shop.driver).toEqual([b, a, c]);
  });
});

test('on a phone a driver is opened, and a stop is given by a finger to one who stays closed', async ({
  signedIn,
  shop,
}) => {
  const page = await signedIn(shop.manager);
  const [a = '', b = ''] = await addStops(shop, 2);
  await page.goto(BOARD);
  await page.getByRole('button', { name: /Dawood Driver/ }).click();
  await stops(page, shop.driver).toEqual([a, b]);
  const finger = await fingerOn(page, await middleOf(handle(page, a)));
  await finger.moveTo(await middleOf(page.getByRole('button', { name: /Dina Driver/ })));
  await finger.lift();
  const lifted_at = await page.evaluate(() => performance.now());
  await stops(page, shop.driver).toEqual([b]);
  await page.getByRole('button', { name: /Dina Driver/ }).click();
  await stops(page, shop.driver2).toEqual([a]);
  // Without dragging: by a tap. The browser takes none that follows a drag by less than a fifth of a second, quicker than a hand.
  await page.waitForFunction((since) => performance.now() > since + 400, lifted_at);
  await handle(page, a).tap();
  await page.getByRole('option', { name: /Dawood Driver/ }).tap();
  await stops(page, shop.driver).toEqual([b, a]);
});

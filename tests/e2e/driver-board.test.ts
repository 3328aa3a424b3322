import type { Locator, Page } from '@playwright/test';
import type { Database } from '../../server/platform/database/database.ts';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import { ARABIC_NAME, type E2eShop, type Person } from '../support/e2e-shop.ts';
import { addStops, STOPS, shownStops } from '../support/e2e-stops.ts';
import { expect, test, UNTIL_RESENT } from '../support/e2e-test.ts';
import { DESKTOP } from '../support/e2e-viewports.ts';
import { arrangeStops } from '../support/operations.ts';
import { build } from '../support/query-builder.ts';

const BOARD = '/desk/drivers';

test.use({ viewport: DESKTOP, hasTouch: false, isMobile: false });
const column = (page: Page, { full_name }: Person) => page.getByRole('region', { name: full_name });
const row = (page: Page, number = '') => page.getByRole('link', { name: number });
const handle = (page: Page, number = '') => page.getByRole('button', { name: `Move Order #${number}` });

/** Returns the order numbers of a driver's stops, in the shown order. */
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

test("stops are moved by keys, from a list and by dragging, and the driver's phone shows it; a concurrent change is not overwritten", {
  tag: '@journeys',
}, async ({ signedIn, otherPhone, shop, server: { owner } }) => {
  const page = await signedIn(shop.manager);
  const { a, b, c, x } = await openBoard(page, shop);
  await expect(page.getByText('0 of 2 drivers out · 4 stops left')).toBeVisible();
  const phone = await otherPhone(shop.driver);
  await phone.goto(STOPS);
  // A phone whose event stream has just broken reads again within half a minute.
  const onPhone = () => expect.poll(() => shownStops(phone), UNTIL_RESENT);
  await onPhone().toEqual([a, b, c]);

  await test.step('another user of the desk arranges the stops during a move', async () => {
    await row(page, c).focus();
    await page.keyboard.down('Alt');
    await page.keyboard.press('ArrowUp');
    await stops(page, shop.driver).toEqual([a, c, b]);
    await arrangeElsewhere(owner, shop, [b, a, c]);
    await page.keyboard.up('Alt');
    await expect(page.getByText('desk arranged the stops of Dawood Driver meanwhile')).toBeVisible();
    await stops(page, shop.driver).toEqual([b, a, c]);
    await onPhone().toEqual([b, a, c]);
  });

  await test.step('by keys', async () => {
    await row(page, a).focus();
    await page.keyboard.press('Alt+ArrowDown');
    await stops(page, shop.driver).toEqual([b, c, a]);
    await expect(page.getByText(`Moved. Order #${a}: stop 3 of 3 of Dawood Driver`)).toBeAttached();
    await onPhone().toEqual([b, c, a]);
    await expect(row(page, a)).toBeFocused();
    await page.keyboard.down('Alt');
    await page.keyboard.press('ArrowRight');
    await stops(page, shop.driver2).toEqual([x, a]);
    await page.keyboard.press('Escape');
    await page.keyboard.up('Alt');
    await stops(page, shop.driver).toEqual([b, c, a]);
    await page.keyboard.down('Alt');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.up('Alt');
    await stops(page, shop.driver2).toEqual([a, x]);
    await stops(page, shop.driver).toEqual([b, c]);
    await onPhone().toEqual([b, c]);
    await expect(row(page, a)).toBeFocused();
  });

  await test.step('from a list', async () => {
    await page.keyboard.press('m');
    await page.getByRole('combobox').fill('daw');
    await page.keyboard.press('Enter');
    await stops(page, shop.driver).toEqual([b, c, a]);
    await onPhone().toEqual([b, c, a]);
  });

  await test.step('by dragging', async () => {
    const from = await middleOf(handle(page, a));
    const to = await middleOf(row(page, x));
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y - 12, { steps: 8 });
    // A concurrent change moves nothing while the user drags.
    const late = await shop.addOrder({ driver: shop.driver2, minutes_ago: 700 });
    await page.mouse.move(to.x, to.y - 11);
    await page.mouse.up();
    await expect(page.getByText(`Moved. Order #${a}: stop 1 of 2 of Dina Driver`)).toBeAttached();
    await stops(page, shop.driver2).toEqual([a, x, late.order_number]);
    await onPhone().toEqual([b, c]);
  });
  expect(await arrangementsOf(owner, shop)).toBe(5);
});

/** Arranges the first driver's stops as another user of the desk. */
async function arrangeElsewhere(owner: Database, shop: E2eShop, numbers: readonly string[]): Promise<void> {
  const rows = await build(owner)
    .selectFrom('orders')
    .select(['id', 'order_number'])
    .where('order_number', 'in', numbers)
    .where('shop_id', '=', shop.shop_id)
    .execute();
  const order_ids = numbers.map((number) => rows.find((one) => one.order_number === number)?.id ?? '');
  const driver_id = shop.driver.driver_id ?? 0;
  await inTransaction(owner, (tx) => arrangeStops(tx, shop.shop_id, { driver_id, order_ids }));
}

async function arrangementsOf(owner: Database, { shop_id }: E2eShop): Promise<number> {
  const { count } = await build(owner)
    .selectFrom('stop_arrangements')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('shop_id', '=', shop_id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

import type { Page } from '@playwright/test';
import { runTransaction } from '../../server/platform/database/database.ts';
import { addPerson, openCashHandovers } from '../support/e2e-cash.ts';
import { openHandover } from '../support/e2e-handovers.ts';
import { countsOf } from '../support/e2e-records.ts';
import {
  confirmButton,
  documentsLoaded,
  expectToasts,
  fillDelivery,
  fillSignIn,
  openNextOrder,
} from '../support/e2e-screens.ts';
import { type E2eShop, PASSWORD } from '../support/e2e-shop.ts';
import { expect, test, UNTIL_RESENT } from '../support/e2e-test.ts';
import { assignOrder } from '../support/operations.ts';
import { build } from '../support/query-builder.ts';

type Owner = Parameters<typeof runTransaction>[0];

const phones = (page: Page) => page.getByRole('region', { name: 'Devices' });
const explain = (page: Page) => page.getByRole('button', { name: /^Explain missing numbers/ });

/** Confirms the order while delivery requests fail and all others succeed. */
async function deliverUnsent(page: Page, photo: Buffer, order_number: string): Promise<() => Promise<void>> {
  await openNextOrder(page, order_number);
  await documentsLoaded(page);
  await fillDelivery(page, photo);
  const lose = (url: URL) => url.pathname === '/api/deliveries';
  await page.route(lose, (route) => route.abort());
  await confirmButton(page).click();
  return () => page.unroute(lose);
}

/** Reads the shop's missing numbers from the server. */
function numbersOf(owner: Owner, { shop_id }: E2eShop) {
  return build(owner)
    .selectFrom('device_numbers')
    .select(['number', 'state', 'how', 'amount_fils', 'reason'])
    .where('shop_id', '=', shop_id)
    .orderBy('number')
    .execute();
}

/** Reads from the server who has used one of the shop's devices. */
async function usersOf(owner: Owner, { shop_id }: E2eShop): Promise<string[]> {
  const devices = await build(owner)
    .selectFrom('devices')
    .select('user_ids')
    .where('shop_id', '=', shop_id)
    .execute();
  return devices.flatMap(({ user_ids }) => user_ids);
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Sign out with unsent work?' });
  await question.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page).toHaveURL(/\/login$/);
}

test('an unsent delivery is shown before cash is counted, counts as missing after 15 minutes, and is explained by a user who never used the device', {
  tag: '@journeys',
}, async ({ photo, server: { owner }, shop, signedIn, otherPhone }) => {
  test.slow();
  const { shop_id } = shop;
  const order = await shop.addOrder();
  const page = await signedIn(shop.driver);
  const letThrough = await deliverUnsent(page, photo, order.order_number);
  const open = { number: 1, state: 'open', how: null, amount_fils: 14_500, reason: null };
  await expect.poll(() => numbersOf(owner, shop), UNTIL_RESENT).toEqual([open]);

  // The order moves to another driver, so that this driver has none left and can be selected for an end of
  // day.
  const move = { shop_id, order_id: order.id, driver_id: shop.driver2.driver_id ?? 0 };
  await runTransaction(owner, (tx) => assignOrder(tx, move));
  const admin = await otherPhone(shop.admin);
  await openHandover(admin, 'end');
  await admin.getByLabel('Driver', { exact: true }).selectOption({ label: shop.driver.full_name });
  await expect(admin.getByText('1 not yet sent, AED 145.00')).toBeVisible();

  const second = await addPerson(owner, shop, {
    login: 'second',
    full_name: 'Salem Second',
    role: 'Manager',
  });
  const manager = await otherPhone(second);
  await openCashHandovers(manager);
  await expect(manager.getByRole('region', { name: 'Not Yet Sent' })).toContainText(
    '1 not yet sent, AED 145.00',
  );
  await expect(phones(manager)).toHaveCount(0);
  const known_since = new Date(Date.now() - 16 * 60_000);
  await build(owner)
    .updateTable('device_numbers')
    .set({ known_since })
    .where('shop_id', '=', shop_id)
    .execute();
  await manager.reload();
  await expect(phones(manager)).toContainText(
    `Device of ${shop.driver.full_name}: 1 not arrived, #1, last seen`,
  );
  await expect(phones(manager)).toContainText(`${shop.driver.full_name}: 1, AED 145.00`);

  await page.goto('/dashboard/profile');
  await expect(page.getByText(`Device of ${shop.driver.full_name}: 1 not arrived, #1`)).toBeVisible();
  await signOut(page);
  await fillSignIn(page, shop.manager.email, PASSWORD);
  await expect(page).toHaveURL(/\/dashboard\//);
  await expect.poll(() => usersOf(owner, shop), UNTIL_RESENT).toContain(shop.manager.user_id);
  await openCashHandovers(page);
  await expect(phones(page)).toContainText('on a device you used');
  await expect(explain(page)).toHaveCount(0);

  await explain(manager).click();
  const dialog = manager.getByRole('dialog');
  await dialog.getByLabel('What happened to them').fill('The phone fell into the sea');
  await dialog.getByRole('button', { name: 'Explain', exact: true }).click();
  await expectToasts(manager, ['Explained', '#1']);
  await expect(phones(manager)).toHaveCount(0);
  expect(await numbersOf(owner, shop)).toMatchObject([
    { state: 'explained', reason: 'The phone fell into the sea' },
  ]);

  // A delivery that arrives later is recorded nevertheless.
  await letThrough();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await fillSignIn(page, shop.driver.email, PASSWORD);
  await expect
    .poll(async () => (await countsOf(owner, shop_id, order.id)).confirmations, UNTIL_RESENT)
    .toBe(1);
});

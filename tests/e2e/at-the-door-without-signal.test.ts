import { mandoob } from '../support/e2e-cli.ts';
import { keptOnDevice } from '../support/e2e-device-store.ts';
import { balanceOf, countsOf, recordsOf } from '../support/e2e-records.ts';
import {
  CONNECTION_LOST_UPLOAD,
  cashCard,
  confirmButton,
  cutOff,
  DELIVERED,
  documentsLoaded,
  expectToasts,
  fillDelivery,
  fillSignIn,
  openNextOrder,
  shownOrder,
} from '../support/e2e-screens.ts';
import { ARABIC_NAME, PASSWORD } from '../support/e2e-shop.ts';
import { expect, test, UNTIL_RESENT } from '../support/e2e-test.ts';

const CASH_145 = 'Cash tracking updated. New total: AED 145.00';

test('an order cancelled while its driver was offline: the delivery and its cash are recorded, the order stays cancelled', async ({
  context,
  photo,
  server,
  shop,
  signedIn,
}) => {
  const order = await shop.addOrder();
  const page = await signedIn(shop.driver);
  await openNextOrder(page, order.order_number);
  await documentsLoaded(page);
  await fillDelivery(page, photo);

  await context.setOffline(true);
  await expect(page.getByText('No connection. What you see may be out of date.')).toBeVisible();
  await confirmButton(page).click();
  await expectToasts(page, CONNECTION_LOST_UPLOAD);
  await expect(page.getByText('The photo is not uploaded yet')).toBeVisible();

  const of_shop = ['--shop', String(shop.shop_id)];
  const cancelled = await mandoob(
    server.data_dir,
    'orders',
    'cancel',
    order.order_number,
    '--yes',
    ...of_shop,
  );
  expect(cancelled).toEqual({ code: 0, output: `Order ${order.order_number} is cancelled\n` });
  expect(await countsOf(server.owner, shop.shop_id, order.id)).toMatchObject({ confirmations: 0 });

  await context.setOffline(false);
  const conflict =
    `Order #${order.order_number} was cancelled before your delivery arrived here. ` +
    'Your delivery, its photo and AED 145.00 cash are recorded. Please tell your manager.';
  await expectToasts(page, CASH_145);
  const notice = page.getByRole('alert').filter({ hasText: 'Delivery recorded with a conflict' });
  await expect(notice).toContainText(conflict);
  // Said where it stays until it is acknowledged, and not once more by a toast over it.
  await expect(page.getByText(conflict)).toHaveCount(1);

  const records = await recordsOf(server.owner, shop.shop_id, order.id);
  expect(records.order).toMatchObject({ status: 'cancelled', payment_status: 'pending' });
  expect(records.confirmations).toMatchObject([{ outcome: 'recorded_with_conflict', conflict: 'cancelled' }]);
  expect(records.movements).toMatchObject([{ amount_fils: 14_500 }]);
  expect(await balanceOf(server.owner, shop.shop_id, shop.driver.user_id)).toBe(14_500);
  const story = await mandoob(server.data_dir, 'orders', 'show', order.order_number, ...of_shop);
  expect(story.code).toBe(0);
  expect(story.output).toContain(
    `CONFLICT (cancelled): ${shop.driver.full_name} to ${ARABIC_NAME}, AED 145.00 by cash`,
  );
  await notice.getByRole('button', { name: 'Continue' }).click();
  await expect(notice).toHaveCount(0);
  await page.goto('/dashboard/profile');
  await expect(cashCard(page)).toContainText(/Cash on Hand\s*AED 145\.00/);
});

test('without a connection at the door the delivery is kept, survives a reload and is sent by itself', async ({
  photo,
  server,
  shop,
  signedIn,
}) => {
  const order = await shop.addOrder();
  const page = await signedIn(shop.driver);
  await openNextOrder(page, order.order_number);
  await documentsLoaded(page);
  await fillDelivery(page, photo);
  const restore = await cutOff(page);
  await confirmButton(page).click();
  await expectToasts(page, CONNECTION_LOST_UPLOAD);
  const kept = page.getByText('The photo is not uploaded yet');
  await expect(kept).toBeVisible();
  await expect(page.getByText('1 delivery is still being sent.')).toBeVisible();

  await page.reload();
  await expect(kept).toBeVisible();
  await expect(page.getByText(`Delivered to ${ARABIC_NAME}`)).toBeVisible();
  await expect(page.getByText('No Orders Available')).toBeVisible();
  await expect(confirmButton(page)).toHaveCount(0);
  expect(await countsOf(server.owner, shop.shop_id, order.id)).toMatchObject({ confirmations: 0 });

  await restore();
  const recorded = { status: 'completed', confirmations: 1, movements: 1 };
  await expect.poll(() => countsOf(server.owner, shop.shop_id, order.id), UNTIL_RESENT).toEqual(recorded);
  await expect(page.getByText('1 delivery is still being sent.')).toHaveCount(0);
});

test('what was filled in survives a reload, and stays on its order', async ({ photo, shop, signedIn }) => {
  const older = await shop.addOrder({ minutes_ago: 90 });
  const page = await signedIn(shop.driver);
  await openNextOrder(page, older.order_number);
  await fillDelivery(page, photo, { customer_name: 'Layla Haddad' });
  await page.getByRole('radio', { name: 'Card machine' }).check();
  await shop.addOrder({ minutes_ago: 300 });
  await expect.poll(() => keptOnDevice(page, 'drafts')).toContain('"tender":"card_machine"');

  await page.reload();
  await expect(shownOrder(page, older.order_number)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove' })).toBeVisible();
  await expect(page.getByLabel('Customer Full Name')).toHaveValue('Layla Haddad');
  await expect(page.getByLabel('I confirm receipt of the following items')).toBeChecked();
  await expect(page.getByLabel('Received Payment')).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Card machine' })).toBeChecked();
  await expect(page.getByText('Does not change your cash on hand')).toBeVisible();
  await expect(confirmButton(page)).toHaveAttribute('aria-disabled', 'false');
});

test('a draft whose order was cancelled says so and goes on with the next order', async ({
  server,
  shop,
  signedIn,
}) => {
  const drafted = await shop.addOrder({ minutes_ago: 90 });
  const next = await shop.addOrder({ minutes_ago: 30 });
  const page = await signedIn(shop.driver);
  await openNextOrder(page, drafted.order_number);
  await page.getByLabel('Customer Full Name').fill('Layla Haddad');
  await expect.poll(() => keptOnDevice(page, 'drafts')).toContain('Layla Haddad');
  const of_shop = ['--shop', String(shop.shop_id)];
  await mandoob(server.data_dir, 'orders', 'cancel', drafted.order_number, '--yes', ...of_shop);

  await page.reload();
  await expect(page.getByText('The order you were filling in was cancelled')).toBeVisible();
  await expect(shownOrder(page, next.order_number)).toBeVisible();
  await page.getByRole('button', { name: 'Discard what I entered' }).click();
  await expect(page.getByText('The order you were filling in was cancelled')).toHaveCount(0);
  await page.reload();
  await expect(shownOrder(page, next.order_number)).toBeVisible();
  await expect(page.getByText('The order you were filling in was cancelled')).toHaveCount(0);
});

test('signing out with unsent work asks first, keeps the work, and sends it after the next sign-in', async ({
  photo,
  server,
  shop,
  signedIn,
}) => {
  const order = await shop.addOrder();
  const page = await signedIn(shop.driver);
  await openNextOrder(page, order.order_number);
  await documentsLoaded(page);
  await fillDelivery(page, photo);
  const restore = await cutOff(page);
  await confirmButton(page).click();
  await expectToasts(page, CONNECTION_LOST_UPLOAD);

  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Sign out with unsent work?' });
  await expect(question).toContainText('One delivery has not been sent yet.');
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(question).toHaveCount(0);
  await expect(page).toHaveURL(/\/dashboard\/next-order$/);

  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await question.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page).toHaveURL(/\/login$/);
  await restore();
  expect(await countsOf(server.owner, shop.shop_id, order.id)).toMatchObject({ confirmations: 0 });

  await fillSignIn(page, shop.driver.email, PASSWORD);
  const recorded = { status: 'completed', confirmations: 1, movements: 1 };
  await expect.poll(() => countsOf(server.owner, shop.shop_id, order.id), UNTIL_RESENT).toEqual(recorded);
  await expect(page.getByText(DELIVERED[1])).toBeVisible();
});

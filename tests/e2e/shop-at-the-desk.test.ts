import { newId } from '../../contract/rules/ids.ts';
import { sql } from '../../server/platform/database/sql.ts';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import { silentLog } from '../../server/platform/logging/log.ts';
import { eraseCustomers } from '../../server/retention/erase-customers.ts';
import { prepare, send, signInDevice } from '../support/e2e-device.ts';
import { expectToasts } from '../support/e2e-screens.ts';
import { expect, test } from '../support/e2e-test.ts';
import { DESKTOP } from '../support/e2e-viewports.ts';
import { build } from '../support/query-builder.ts';

test('an Admin changes the shop and confirms how many customers are erased; afterwards the page lists the erased data, and the order shows the date', {
  tag: '@journeys',
}, async ({ server: { owner, url }, shop, signedIn }) => {
  const order = await shop.addOrder();
  await send(prepare(await signInDevice(url, shop, shop.driver), order));
  const cancelled = await shop.addOrder({ status: 'cancelled' });
  await shop.addOrder();
  await inTransaction(owner, async (tx) => {
    // Moves the order's times back by a hundred days.
    await sql`alter table orders disable trigger orders_touch`.execute(tx);
    const ago = sql`interval '100 days'`;
    await sql`update orders set created_at = created_at - ${ago}, updated_at = updated_at - ${ago} where shop_id = ${shop.shop_id}`.execute(
      tx,
    );
    await sql`update order_events set recorded_at = recorded_at - ${ago} where shop_id = ${shop.shop_id}`.execute(
      tx,
    );
    await sql`alter table orders enable trigger orders_touch`.execute(tx);
  });
  const page = await signedIn(shop.admin);
  await page.setViewportSize(DESKTOP);
  await page.goto('/desk/shop');
  await page.getByLabel('Name').fill('Al Noor Flowers');
  await page.getByLabel('Time zone').fill('Europe/Berlin');
  await page.getByLabel('Promised after (hours)').fill('4');
  await page.getByLabel('Erase customers after (days)').fill('90');
  await page.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('dialog', { name: 'Erase customers after 90 days?' });
  await expect(question).toContainText('This cannot be undone.');
  await expect(question).toContainText('The first run erases the customers of 2 orders.');
  await expect(question).toContainText('Kept for now: 1 order still open.');
  await question.getByRole('button', { name: 'Save and erase' }).click();
  await expectToasts(page, ['Saved', 'Al Noor Flowers']);
  await expect(question).toBeHidden();
  const kept = build(owner).selectFrom('shops').select(['name', 'time_zone', 'promise_hours']);
  expect(await kept.where('id', '=', shop.shop_id).executeTakeFirst()).toEqual({
    name: 'Al Noor Flowers',
    time_zone: 'Europe/Berlin',
    promise_hours: 4,
  });

  await page.getByRole('link', { name: 'Retention periods' }).click();
  await expect(page.getByRole('heading', { name: 'Data retention', exact: true })).toBeVisible();
  await expect(page.getByText('Nothing has been erased yet')).toBeVisible();
  await expect(page.getByText('90 days after the last activity of the order').first()).toBeVisible();
  await build(owner)
    .insertInto('backups')
    .values({ id: newId(), path: '/var/backups/monday.backup' })
    .execute();
  const store = { setAside: async () => null } as never;
  const erased = await eraseCustomers({
    owner,
    store,
    auth_secrets: ['of this test'],
    now: () => new Date(),
    log: silentLog,
  });
  expect(erased).toBe(2);
  for (const key of ['g', 's']) await page.keyboard.press(key);
  await page.getByRole('link', { name: 'Retention periods' }).click();
  await expect(page.getByText('2 orders, 2 files')).toBeVisible();
  await expect(page.getByText('monday.backup')).toBeVisible();

  for (const key of ['g', 'r']) await page.keyboard.press(key);
  await page.getByRole('link', { name: 'Deliveries', exact: true }).click();
  await page.getByLabel('Days').selectOption('This month');
  const row = page.getByRole('row', { name: new RegExp(`${order.order_number} Erased`) });
  await row.getByRole('link', { name: order.order_number }).click();
  await expect(page.getByText(/^Erased on \d\d \w+ \d{4}$/)).toHaveCount(3);
  await expect(page.getByText(/^Photo and delivery note: erased on/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Delivery note' })).toBeHidden();
  // An order without an address cannot be delivered, so it cannot be reopened.
  await page.goto(`/desk/orders/${cancelled.id}`);
  await expect(page.getByText(/^Erased on /)).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Correct' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reopen' })).toBeHidden();
});

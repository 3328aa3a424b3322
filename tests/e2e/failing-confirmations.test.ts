import { postWaitingMovements } from '../../server/cash/post-waiting-movements.ts';
import { silentLog } from '../../server/platform/logging/log.ts';
import { blockFiles, refuseWrites } from '../support/e2e-faults.ts';
import { balanceOf, countsOf, recordsOf } from '../support/e2e-records.ts';
import {
  CONNECTION_LOST_UPLOAD,
  cashCard,
  confirmButton,
  DELIVERED,
  expectToasts,
  fillDelivery,
  openNextOrder,
} from '../support/e2e-screens.ts';
import { expect, test, UNTIL_RESENT } from '../support/e2e-test.ts';

test('a photo that cannot be stored delays the delivery, cash that cannot be posted stays pending; both are reported and recorded once', async ({
  photo,
  server,
  shop,
  signedIn,
}) => {
  const { owner } = server;
  const { shop_id } = shop;
  const order = await shop.addOrder();
  const page = await signedIn(shop.driver);
  await openNextOrder(page, order.order_number);
  await fillDelivery(page, photo);
  const balances = { table: 'cash_tracking_parts', event: 'insert or update' } as const;
  const freed = await refuseWrites(
    owner,
    { ...balances, when: `new.shop_id = ${shop_id}` },
    { errcode: 'P0001', message: 'This balance is frozen' },
  );
  try {
    const unblocked = await blockFiles(server.data_dir, shop_id);
    try {
      await confirmButton(page).click();
      await expectToasts(page, CONNECTION_LOST_UPLOAD);
      const notice = 'The delivery is kept on this device with its photo and is sent again automatically.';
      await expect(page.getByText(notice)).toBeVisible();
      const nothing = { status: 'dispatching', confirmations: 0, movements: 0 };
      expect(await countsOf(owner, shop_id, order.id)).toEqual(nothing);
    } finally {
      await unblocked();
    }
    // The notice of the failed upload disappears after the upload has succeeded.
    await expect(page.getByText(DELIVERED[1])).toBeVisible(UNTIL_RESENT);
    await expectToasts(page, ['Warning', 'Cash tracking failed: This balance is frozen'], DELIVERED);
    const records = await recordsOf(owner, shop_id, order.id);
    expect(records.order).toMatchObject({ status: 'completed', payment_status: 'paid' });
    expect(records.movements).toMatchObject([{ posted_at: null }]);
    await page.goto('/dashboard/profile');
    await expect(cashCard(page)).toContainText(
      /Cash on Hand\s*AED 145\.00\s*AED 145\.00 waiting to be posted/,
    );
    await expect(cashCard(page)).toContainText(/Collected Today\s*AED 145\.00/);
  } finally {
    await freed();
  }
  // The server does this every minute.
  await postWaitingMovements(owner, silentLog);
  expect(await balanceOf(owner, shop_id, shop.driver.user_id)).toBe(14_500);
  const recorded = { status: 'completed', confirmations: 1, movements: 1 };
  expect(await countsOf(owner, shop_id, order.id)).toEqual(recorded);
});

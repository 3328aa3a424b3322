import { mandoob } from '../support/e2e-cli.ts';
import { refuseWrites } from '../support/e2e-faults.ts';
import { balanceOf, recordsOf } from '../support/e2e-records.ts';
import {
  cashCard,
  confirmButton,
  DELIVERED,
  dismissToasts,
  expectToasts,
  fillDelivery,
  openNextOrder,
  shownOrder,
} from '../support/e2e-screens.ts';
import { expect, test } from '../support/e2e-test.ts';
import { limitMs } from '../support/time-limits.ts';

test('a cash update that fails leaves the order completed, says so, and is posted later exactly once', async ({
  photo,
  server,
  shop,
  signedIn,
}) => {
  test.setTimeout(limitMs(180_000));
  const { owner } = server;
  const first = await shop.addOrder({ minutes_ago: 90 });
  const second = await shop.addOrder({ minutes_ago: 60, due_amount_fils: 5_050 });
  const page = await signedIn(shop.driver);
  const failWith = (errcode: string, message: string) =>
    refuseWrites(
      owner,
      { table: 'cash_tracking_parts', event: 'insert or update', when: `new.shop_id = ${shop.shop_id}` },
      { errcode, message },
    );
  let mend = await failWith('XX000', 'a page is damaged');
  try {
    await openNextOrder(page, first.order_number);
    await fillDelivery(page, photo);
    await confirmButton(page).click();
    const failed = 'Order completed but failed to update cash tracking. Please contact support.';
    await expectToasts(page, ['Warning', failed], DELIVERED);
    await dismissToasts(page);

    mend = await failWith('P0001', 'This balance is frozen');
    await expect(shownOrder(page, second.order_number)).toBeVisible();
    await fillDelivery(page, photo);
    await confirmButton(page).click();
    await expectToasts(page, ['Warning', 'Cash tracking failed: This balance is frozen'], DELIVERED);

    for (const { id } of [first, second]) {
      const records = await recordsOf(owner, shop.shop_id, id);
      expect(records.order).toMatchObject({ status: 'completed', payment_status: 'paid' });
      expect(records.movements).toMatchObject([{ posted_at: null }]);
    }
    await page.goto('/dashboard/profile');
    await expect(cashCard(page)).toContainText(
      /Cash on Hand\s*AED 195\.50\s*AED 195\.50 waiting to be posted/,
    );
    await expect(cashCard(page)).toContainText(/Collected Today\s*AED 195\.50/);
  } finally {
    await mend();
  }

  const balance = () => balanceOf(owner, shop.shop_id, shop.driver.user_id);
  await expect.poll(balance, { timeout: limitMs(75_000), intervals: [250] }).toBe(19_550);
  for (const { id } of [first, second]) {
    const { movements } = await recordsOf(owner, shop.shop_id, id);
    expect(movements).toHaveLength(1);
    expect(movements[0]?.posted_at).not.toBeNull();
  }
  await page.reload();
  await expect(cashCard(page)).toContainText(/Cash on Hand\s*AED 195\.50/);
  await expect(page.getByText('waiting to be posted')).toHaveCount(0);
  expect(await mandoob(server.data_dir, 'cash', 'verify')).toEqual({
    code: 0,
    output: expect.stringContaining('The cash book is right.\n'),
  });
});

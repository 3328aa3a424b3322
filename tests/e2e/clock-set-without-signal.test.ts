import type { Page } from '@playwright/test';
import { recordsOf } from '../support/e2e-records.ts';
import {
  confirmButton,
  cutOff,
  documentsLoaded,
  fillDelivery,
  openNextOrder,
  sendNow,
} from '../support/e2e-screens.ts';
import { expect, test } from '../support/e2e-test.ts';

const THREE_HOURS_MS = 3 * 3_600_000;
/** Between pressing and what was measured right before and after it. */
const NEAR_MS = 2_000;

/** As when somebody sets it in the phone's settings: what no one can set goes on as it did. */
function setClock(page: Page, by_ms: number): Promise<void> {
  return page.evaluate((by) => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + by;
  }, by_ms);
}

for (const [what, by_ms] of [
  ['back', -THREE_HOURS_MS],
  ['ahead', THREE_HOURS_MS],
] as const) {
  test(`a clock that is set three hours ${what} while the page stands open without signal`, async ({
    photo,
    server: { owner },
    shop,
    signedIn,
  }) => {
    const order = await shop.addOrder({ minutes_ago: 600 });
    const page = await signedIn(shop.driver);
    await openNextOrder(page, order.order_number);
    await documentsLoaded(page);
    await fillDelivery(page, photo);
    const restore = await cutOff(page);
    await setClock(page, by_ms);
    const before_ms = Date.now();
    await confirmButton(page).click();
    await expect(page.getByRole('button', { name: 'Send now' })).toBeVisible();
    const after_ms = Date.now();
    await restore();
    await sendNow(page);
    await expect(page.getByText('Order has been successfully delivered and confirmed')).toBeVisible();
    const [confirmation] = (await recordsOf(owner, shop.shop_id, order.id)).confirmations;
    const delivered_ms = confirmation?.delivered_at.getTime();
    expect(delivered_ms).toBeGreaterThan(before_ms - NEAR_MS);
    // Set ahead, it may as well have slept: then it counts as delivered when it arrived, at the latest.
    expect(delivered_ms).toBeLessThan((by_ms < 0 ? after_ms : Date.now()) + NEAR_MS);
  });
}

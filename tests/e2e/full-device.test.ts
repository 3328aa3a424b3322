import type { Page } from '@playwright/test';
import { countsOf } from '../support/e2e-records.ts';
import {
  confirmButton,
  documentsLoaded,
  fillDelivery,
  openNextOrder,
  pressAllPresent,
  toastsOn,
} from '../support/e2e-screens.ts';
import { keepSession } from '../support/e2e-session.ts';
import { expect, test, UNTIL_RESENT } from '../support/e2e-test.ts';

const ROOM_BYTES = 200 * 1024;

/**
 * Limits the storage of the app's origin to `quotaSize` bytes; returns a function that lifts the limit. Call
 * before anything is stored: Chromium caches the available space for a while.
 */
async function withRoom(page: Page, quotaSize: number): Promise<() => Promise<void>> {
  await page.goto('/healthz');
  const { origin } = new URL(page.url());
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize });
  return async () => void (await cdp.send('Storage.overrideQuotaForOrigin', { origin }));
}

const notice = (page: Page, hasText: string) => page.getByRole('status').filter({ hasText });
const toastTexts = async (page: Page) => (await toastsOn(page)).map(({ description }) => description);

test('without free space no input is lost and no success is shown, and with space again the same form is delivered once', {
  tag: '@journeys',
}, async ({ page, photo, server, shop }) => {
  const order = await shop.addOrder();
  const lift = await withRoom(page, ROOM_BYTES);
  await keepSession(page, shop.driver);
  await openNextOrder(page, order.order_number);
  await documentsLoaded(page);
  await expect(notice(page, 'No storage left on this device')).toContainText(
    'The next photo cannot be saved.',
  );
  await fillDelivery(page, photo);
  await expect
    .poll(() => toastTexts(page))
    .toContain('This device has no storage left for your draft. Your input is lost when this page closes.');
  await confirmButton(page).click();
  await expect
    .poll(() => toastTexts(page))
    .toContain('This device has no storage left for the delivery. Free some space and try again.');
  expect(await countsOf(server.owner, shop.shop_id, order.id)).toMatchObject({ confirmations: 0 });

  await lift();
  // Chromium may report a full disk for a while: the test presses the button until the delivery is accepted.
  await expect(async () => {
    await pressAllPresent(confirmButton(page));
    await expect(page.getByText('No Orders Available')).toBeVisible({ timeout: 2_000 });
  }).toPass(UNTIL_RESENT);
  const recorded = { status: 'completed', confirmations: 1, movements: 1 };
  await expect.poll(() => countsOf(server.owner, shop.shop_id, order.id)).toEqual(recorded);
});

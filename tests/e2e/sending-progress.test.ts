import type { CDPSession, Page } from '@playwright/test';
import { expectAccessible } from '../support/e2e-axe.ts';
import {
  confirmButton,
  DELIVERED,
  documentsLoaded,
  expectToasts,
  fillDelivery,
  openNextOrder,
} from '../support/e2e-screens.ts';
import { keepSession } from '../support/e2e-session.ts';
import { expect, test } from '../support/e2e-test.ts';
import { PHONE } from '../support/e2e-viewports.ts';

/** As on a bad line: a photo of 100 KB takes some ten seconds. */
const BYTES_A_SECOND = 12_000;

async function slowLine(page: Page): Promise<CDPSession> {
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  await emulate(line, BYTES_A_SECOND);
  return line;
}

async function emulate(line: CDPSession, bytes_a_second: number): Promise<void> {
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytes_a_second,
  });
}

test('while the photo goes it is told how much of it has left', async ({ page, photo, shop }) => {
  const order = await shop.addOrder();
  await keepSession(page, shop.driver);
  await openNextOrder(page, order.order_number);
  await documentsLoaded(page);
  await fillDelivery(page, photo);
  const line = await slowLine(page);
  await confirmButton(page).click();
  const bar = page.getByRole('progressbar', { name: /^Sending photo \d+ %$/ }).first();
  await expect(bar).toBeVisible();
  await expectAccessible(page, 'sending', [PHONE]);
  const first = Number(await bar.getAttribute('aria-valuenow'));
  await expect
    .poll(async () => Number(await bar.getAttribute('aria-valuenow', { timeout: 2_000 })))
    .toBeGreaterThan(first);
  await page.getByRole('link', { name: 'See what waits' }).click();
  await expect(page.getByRole('article').getByRole('progressbar', { name: /^Sending photo/ })).toBeVisible();
  await emulate(line, -1);
  await expectToasts(page, 'Cash tracking updated. New total: AED 145.00', DELIVERED);
  await expect(bar).toHaveCount(0);
});

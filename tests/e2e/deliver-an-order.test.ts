import type { Locator, Page } from '@playwright/test';
import { MAX_PHOTO_BYTES, MAX_SIDE_PX } from '../../web/components/photo/photo-limits.ts';
import { accessToken } from '../support/e2e-device.ts';
import { readPdf } from '../support/e2e-pdf.ts';
import { readJpeg } from '../support/e2e-photo.ts';
import { balanceOf, recordsOf } from '../support/e2e-records.ts';
import {
  cashCard,
  confirmButton,
  DELIVERED,
  expectToasts,
  fillDelivery,
  openNextOrder,
  shownOrder,
} from '../support/e2e-screens.ts';
import { ARABIC_NAME, type Person } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';

/** Checks that no amount next to the order's headline is larger than the headline. */
async function expectNothingLarger(page: Page, headline: string): Promise<void> {
  const card = page.getByRole('region', { name: 'Order Details' });
  const text = card.getByText(headline, { exact: true });
  await expect(text).toBeVisible();
  await expect(card).toContainText(/Amount\s*AED 99\.00/);
  const sizes = await Promise.all((await card.locator('.amount').all()).map(fontSize));
  expect(Math.max(...sizes)).toBeLessThan(await fontSize(text));
}

const fontSize = (text: Locator) =>
  text.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));

/** Reads the stored file with the permissions of its driver. */
async function readStored(url: string, person: Person, path: string): Promise<Buffer> {
  const authorization = `Bearer ${await accessToken(url, person)}`;
  const signed = await fetch(`${url}/storage/v1/object/sign`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ bucket: 'order-deliveries', path }),
  });
  const { signed_url } = (await signed.json()) as { signed_url: string };
  const response = await fetch(url + signed_url);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

test('a cash order is recorded with proof, payment, cash, history and note; the paid order after it has nothing to collect', async ({
  browser,
  photo,
  server,
  shop,
  signedIn,
}) => {
  const customer = { first_name: 'فاطمة', last_name: 'الزهراء' };
  const order = await shop.addOrder({ due_amount_fils: 14_500, customer });
  const paid = await shop.addOrder({ due_amount_fils: 0, minutes_ago: 10 });
  const page = await signedIn(shop.driver);
  await openNextOrder(page, order.order_number);
  await expect(page.getByText('Adds AED 145.00 to your cash on hand')).toBeVisible();
  await fillDelivery(page, photo);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await confirmButton(page).click();
  await expectToasts(page, 'Cash tracking updated. New total: AED 145.00', DELIVERED);
  const named = page.locator('[data-names]');
  await expect(named).toHaveText(`#${order.order_number} delivered · AED 145.00`);
  // One request carries the command and its files.
  const carried = sent.filter((one) => /^(PUT|POST \/api\/deliveries)/.test(one));
  expect(carried).toEqual(['POST /api/deliveries']);
  await expect(shownOrder(page, paid.order_number)).toBeVisible();
  await expectNothingLarger(page, 'Nothing to collect · paid online');

  const records = await recordsOf(server.owner, shop.shop_id, order.id);
  expect(records.order).toMatchObject({ status: 'completed', payment_status: 'paid' });
  expect(records.order.actual_delivery_time).not.toBeNull();
  expect(records.order.delivery_duration_seconds).toBeGreaterThanOrEqual(3600);
  const folder = new RegExp(`^${shop.shop_id}/${shop.driver.driver_id}/\\d{4}-\\d{2}/${order.order_number}/`);
  expect(records.confirmations).toMatchObject([
    {
      driver_id: shop.driver.driver_id,
      user_id: shop.driver.user_id,
      customer_name: ARABIC_NAME,
      tender: 'cash',
      collected_fils: 14_500,
      cash_fils: 14_500,
      outcome: 'delivered',
      conflict: null,
      delivery_image_url: expect.stringMatching(folder),
      customer_signature_url: expect.stringMatching(folder),
    },
  ]);
  expect(records.movements).toMatchObject([
    { from_holder: 'customers', to_user_id: shop.driver.user_id, amount_fils: 14_500, reason: 'delivery' },
  ]);
  expect(records.movements[0]?.posted_at).not.toBeNull();
  expect(records.history.map(({ kind }) => kind)).toEqual(['delivered']);
  expect(await balanceOf(server.owner, shop.shop_id, shop.driver.user_id)).toBe(14_500);

  const { delivery_image_url = '', customer_signature_url = '' } = records.confirmations[0] ?? {};
  const image = await readStored(server.url, shop.driver, delivery_image_url);
  expect(image.length).toBeLessThanOrEqual(MAX_PHOTO_BYTES);
  const { width, height, blocks } = readJpeg(image);
  expect(height).toBe(MAX_SIDE_PX);
  expect(Math.abs(width - (MAX_SIDE_PX * 2) / 3)).toBeLessThan(2);
  expect(blocks).not.toContain('APP1');
  expect(image.includes('Exif')).toBe(false);

  const note = await readStored(server.url, shop.driver, customer_signature_url);
  expect(note.length).toBeLessThan(150 * 1024);
  const { text, pieces, pages, ink } = await readPdf(browser, note);
  expect(pages).toBe(1);
  for (const part of [order.order_number, 'AED 145.00', 'Marina Gate 1, Apt 1204', 'Cash', 'Paid']) {
    expect(text).toContain(part);
  }
  expect(text.replace(/\s+/g, ' ')).toContain(ARABIC_NAME);
  expect(ink).toBeGreaterThan(5_000);
  const names = pieces.filter(({ text }) => /[\u0600-\u06ff]/.test(text));
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) expect(name.ink).toBeGreaterThan(50);

  await page.goto('/dashboard/profile');
  await expect(cashCard(page)).toContainText(/Cash on Hand\s*AED 145\.00/);
  await expect(cashCard(page)).toContainText(/Collected Today\s*AED 145\.00/);
  await expect(page.getByRole('region', { name: 'Daily Statistics' })).toContainText(
    /Deliveries Today\s*1\s*Pending Deliveries\s*1/,
  );
});

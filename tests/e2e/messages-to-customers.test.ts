import type { Locator, Page } from '@playwright/test';
import { newId } from '../../contract/rules/ids.ts';
import type { Database } from '../../server/platform/database/database.ts';
import { accessToken, prepare, send, signInDevice } from '../support/e2e-device.ts';
import { openNextOrder } from '../support/e2e-screens.ts';
import { ARABIC_NAME, type E2eShop } from '../support/e2e-shop.ts';
import { rowButton, STOPS, stop } from '../support/e2e-stops.ts';
import { expect, test } from '../support/e2e-test.ts';
import { DESKTOP } from '../support/e2e-viewports.ts';
import { build } from '../support/query-builder.ts';

/** Gives the customer of an order this telephone text, which older versions stored without its numbers. */
async function givePhone(owner: Database, order_id: string, phone: string | null): Promise<void> {
  const order = await build(owner)
    .selectFrom('orders')
    .select('customer_id')
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow();
  await build(owner)
    .updateTable('customers')
    .set({ phone, phones: null })
    .where('id', '=', order.customer_id)
    .execute();
}

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Message to the customer' });
const messageButton = (within: Page | Locator) =>
  within.getByRole('button', { name: 'Message', exact: true });
const preview = (page: Page) => sheet(page).locator('p[lang]');

/** Returns the address of a link of the sheet, and its text. */
async function linkOf(page: Page, name: 'WhatsApp' | 'SMS') {
  const href = (await sheet(page).getByRole('link', { name }).getAttribute('href')) ?? '';
  return { href, text: new URL(href).searchParams.get(name === 'SMS' ? 'body' : 'text') };
}

/** Collects what a page sends besides reads. */
function changesSentBy(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET' && !/\/auth\/|devices/.test(request.url())) sent.push(request.url());
  });
  return sent;
}

/** Records an attempt by the driver, with the day and window of the next one. */
async function attempt(url: string, shop: E2eShop, order_id: string): Promise<void> {
  const response = await fetch(`${url}/api/attempts`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await accessToken(url, shop.driver)}`,
      'content-type': 'application/json',
      'idempotency-key': newId(),
    },
    body: JSON.stringify({
      ...{ attempt_id: newId(), order_id, reason: 'asked_for_another_time', note: null, photo: null },
      ...{ next: { day: '2030-01-31', from: '14:00', to: '16:00' }, position: null },
      ...{ occurred_at: new Date().toISOString(), clock_offset_ms: 0 },
    }),
  });
  expect(response.status).toBe(200);
}

test('a driver opens WhatsApp with the filled message, without signal too; nothing is recorded', async ({
  context,
  server,
  shop,
  signedIn,
}) => {
  const order = await shop.addOrder({ due_amount_fils: 14_500 });
  await givePhone(server.owner, order.id, '050 123 4567 (wife), 04 234 5678');
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'WhatsApp' }));
  const page = await signedIn(shop.driver);
  const sent = changesSentBy(page);
  const templates = page.waitForResponse('**/api/delivery-settings');
  await openNextOrder(page, order.order_number);
  // The code of the sheet is loaded before the templates.
  await (await templates).finished();
  await context.setOffline(true);
  await messageButton(page).click();
  const text = `Hello Layla Haddad, your order #${order.order_number} from ${shop.name} is on the way. Payment: AED 145.00. Please have the cash ready.`;
  await expect(preview(page)).toHaveText(text);
  const whatsapp = await linkOf(page, 'WhatsApp');
  expect(whatsapp.href).toMatch(/^https:\/\/wa\.me\/971501234567\?text=[^&#]+$/);
  expect(whatsapp.text).toBe(text);
  const sms = await linkOf(page, 'SMS');
  expect(sms.href).toMatch(/^sms:\+971501234567\?&body=[^&#]+$/);
  expect(sms.text).toBe(text);
  // The landline has a call only.
  await expect(sheet(page).getByRole('listitem')).toHaveCount(2);
  const landline = sheet(page).getByRole('listitem').filter({ hasText: '+97142345678' });
  await expect(landline.getByRole('link')).toHaveCount(1);
  await expect(landline.getByRole('link')).toHaveAttribute('href', 'tel:+97142345678');

  await context.setOffline(false);
  const opened = context.waitForEvent('page');
  await sheet(page).getByRole('link', { name: 'WhatsApp' }).click();
  const tab = await opened;
  await tab.waitForURL(whatsapp.href);
  expect(await tab.evaluate(() => window.opener)).toBe(null);
  await tab.close();
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toBeHidden();
  expect(sent).toEqual([]);
});

test("after an attempt the message has the time of the next one, in the customer's language and the shop's words", {
  tag: '@journeys',
}, async ({ otherPhone, server, shop, signedIn }) => {
  const admin = await otherPhone(shop.admin);
  await admin.setViewportSize(DESKTOP);
  await admin.goto('/desk/shop');
  await admin.getByRole('link', { name: 'Deliveries' }).click();
  await admin.getByRole('radio', { name: 'العربية' }).check();
  await admin.getByLabel(/^Couldn't deliver/).fill('عذراً {customer}: {reason}. {next}');
  await admin
    .getByRole('region', { name: 'Messages to customers' })
    .getByRole('button', { name: 'Save' })
    .click();
  await expect(admin.getByText('Saved', { exact: true })).toBeVisible();

  const customer = { first_name: ARABIC_NAME, last_name: 'المهيري' };
  const order = await shop.addOrder({ customer });
  await attempt(server.url, shop, order.id);
  const page = await signedIn(shop.driver);
  await page.goto(STOPS);
  const button = rowButton(page, order.order_number);
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
  await messageButton(stop(page, order.order_number)).click();
  await expect(preview(page)).toHaveText(
    `عذراً ${ARABIC_NAME} المهيري: تم طلب موعد آخر. سنعود إليك يوم 31 يناير 2030 بين الساعة 14:00 والساعة 16:00.`,
  );
  await expect(preview(page)).toHaveCSS('direction', 'rtl');
  expect((await linkOf(page, 'WhatsApp')).text).toBe(await preview(page).textContent());
});

test('a landline is only called, and a customer without a number gets the specified text', async ({
  server,
  shop,
  signedIn,
}) => {
  const landline = await shop.addOrder({ minutes_ago: 90 });
  await givePhone(server.owner, landline.id, '04 234 5678');
  const none = await shop.addOrder({ minutes_ago: 80 });
  await givePhone(server.owner, none.id, null);
  const page = await signedIn(shop.driver);
  await openNextOrder(page, landline.order_number);
  const details = page.getByRole('region', { name: 'Order Details' });
  await expect(details.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+97142345678');
  await expect(messageButton(details)).toHaveCount(0);
  await page.goto(`/dashboard/next-order?order=${none.id}`);
  await expect(details.getByText('No phone number available')).toBeVisible();
  await expect(details.getByRole('link', { name: 'Call' })).toHaveCount(0);
  await expect(messageButton(details)).toHaveCount(0);
});

test('a driver shares the delivery note of a delivery as a file', async ({ server, shop, signedIn }) => {
  const order = await shop.addOrder();
  await send(prepare(await signInDevice(server.url, shop, shop.driver), order));
  const page = await signedIn(shop.driver);
  await page.addInitScript(() => {
    const shared: unknown[] = [];
    Object.assign(window, { shared });
    Object.defineProperty(navigator, 'canShare', { value: () => true });
    Object.defineProperty(navigator, 'share', {
      value: async ({ files }: { files: File[] }) => {
        for (const file of files) shared.push([file.name, file.type, (await file.text()).slice(0, 8)]);
        throw new DOMException('cancelled', 'AbortError');
      },
    });
  });
  await page.goto('/dashboard/history');
  await page.getByRole('button', { name: `#${order.order_number}` }).click();
  await page.getByRole('button', { name: `Share Delivery note ${order.order_number}` }).click();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shared: unknown[] }).shared))
    .toEqual([[`Delivery note ${order.order_number}.pdf`, 'application/pdf', '%PDF-1.4']]);
  await expect(page.locator('[data-toast]')).toHaveCount(0);
});

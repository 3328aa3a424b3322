import type { Page } from '@playwright/test';
import type { Database } from '../../server/platform/database/database.ts';
import { factsOf, mapsLink } from '../support/e2e-facts.ts';
import { setText, untilStill } from '../support/e2e-fit.ts';
import { cashCard, openNextOrder } from '../support/e2e-screens.ts';
import { keepSession } from '../support/e2e-session.ts';
import type { E2eShop } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';
import { LANDSCAPE } from '../support/e2e-viewports.ts';
import { build } from '../support/query-builder.ts';

const ADDRESS = 'Marina Gate 1, Apt 1204';

/**
 * Adds an order with a value in every field, to be paid by card and partly paid, with goods of AED 10.00 that
 * the store sends separately; ordered at 09:04 in Dubai.
 */
async function addFullOrder(owner: Database, shop: E2eShop) {
  const order = await shop.addOrder({ due_amount_fils: 125_050, payment_method: 'card' });
  await build(owner)
    .updateTable('orders')
    .set({
      subtotal_fils: 126_050,
      discount_fils: 2_500,
      shipping_fils: 1_500,
      paid_amount_fils: 25_000,
      due_amount_fils: 100_050,
      latitude: 25.1012,
      longitude: 55.2011,
      created_at: new Date('2026-11-05T05:04:00Z'),
    })
    .where('id', '=', order.id)
    .execute();
  return order;
}

/** Component tests next to the screens cover empty, failing and partial states. */
test("a driver's screens show the day and all details of an order as stored on the server", async ({
  page,
  server,
  shop,
}) => {
  const { order_number } = await addFullOrder(server.owner, shop);
  await shop.addOrder({ status: 'picking' });
  await keepSession(page, shop.driver);
  await page.goto('/dashboard/profile');
  await expect(page.getByText('View your personal information and daily statistics')).toBeVisible();
  await expect
    .poll(() => factsOf(page.getByRole('region', { name: 'Personal Information' })))
    .toEqual({
      'Full Name': shop.driver.full_name,
      Role: 'Driver',
      'Shop Location': `Shop #${shop.shop_id}`,
    });
  await expect
    .poll(() => factsOf(page.getByRole('region', { name: 'Daily Statistics' })))
    .toEqual({ 'Deliveries Today': '0', 'Pending Deliveries': '2' });
  await expect
    .poll(() => factsOf(cashCard(page)))
    .toEqual({ 'Cash on Hand': 'AED 0.00', 'Collected Today': 'AED 0.00' });

  await page.goto('/dashboard/assigned-orders');
  await expect(page.getByText('Manage your assigned delivery orders')).toBeVisible();
  const stop = page.getByRole('article', { name: `Order #${order_number}` });
  await stop.getByRole('button', { expanded: false }).click();
  await expect(stop.getByRole('heading')).toHaveText(`Order #${order_number}`);
  await expect(stop).toContainText('Dispatching');
  await expect(stop).toContainText('AED 1,250.50');
  await expect(stop).toContainText('CardPending');
  await expect
    .poll(() => factsOf(stop))
    .toEqual({
      Customer: 'Layla Haddad +971501234567 Call Message',
      Items: expect.stringMatching(/^1 × Dates \d+$/),
      'Delivery Address': `${ADDRESS} Location 25.1012, 55.2011 Navigate (opens in maps)`,
      'Order Date': '05 Nov 2026',
      'Order Time': '09:04',
    });
  await expect(stop.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+971501234567');
  await expect(stop.getByRole('link', { name: ADDRESS })).toHaveAttribute(
    'href',
    mapsLink('25.1012,55.2011'),
  );

  await openNextOrder(page, order_number);
  await expect(page.getByText('Complete your delivery confirmation')).toBeVisible();
  const card = page.getByRole('region', { name: 'Order Details' });
  await expect
    .poll(() => factsOf(card))
    .toEqual({
      'Order Number': `#${order_number}`,
      Ordered: 'Nov 05, 2026 09:04',
      Customer: 'Layla Haddad +971501234567 Call Message',
      Address: `${ADDRESS} Location 25.1012, 55.2011 Navigate (opens in maps)`,
      'Amount due': 'AED 1,000.50 of AED 1,250.50 in all',
      Payment: 'Card Pending',
    });
  await expect(card.getByText('Charge AED 1,000.50 · Card machine')).toBeVisible();
  await expect(card.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+971501234567');
  await expect(card.getByRole('link', { name: 'Navigate' })).toHaveAttribute(
    'href',
    mapsLink('25.1012,55.2011'),
  );
  await expect
    .poll(() => factsOf(page.getByRole('form', { name: 'Delivery Confirmation' })))
    .toMatchObject({
      Items: 'AED 1,250.50',
      'Sent separately': 'AED 10.00',
      Discount: '-AED 25.00',
      Shipping: 'AED 15.00',
      Total: 'AED 1,250.50',
      'Already paid': '-AED 250.00',
      'Amount due': 'AED 1,000.50',
    });
});

/** The smallest phone in use; the size in CSS px. */
const SMALLEST = { width: 320, height: 568 };

/** Returns the share of the page's height that the bars at its lower edge cover, and their top, in px. */
async function barsOf(page: Page): Promise<{ share: number; top: number }> {
  await untilStill(page);
  return await page.evaluate(() => {
    const { innerHeight, innerWidth } = window;
    const bars = [...document.querySelectorAll('body *')]
      .filter((element) => ['sticky', 'fixed'].includes(getComputedStyle(element).position))
      .map((element) => element.getBoundingClientRect())
      .filter(
        ({ width, height, bottom }) => width > innerWidth / 2 && height > 0 && bottom > innerHeight / 2,
      );
    const top = Math.min(innerHeight, ...bars.map((bar) => bar.top));
    return { share: (innerHeight - top) / innerHeight, top };
  });
}

test('Next Order shows the order and the form, not only bars, on a low and on a small screen', async ({
  page,
  shop,
}) => {
  const order = await shop.addOrder();
  await keepSession(page, shop.driver);
  const headline = page.getByRole('region', { name: 'Order Details' }).getByText(/^Collect/);
  const name = page.getByLabel('Customer Full Name');
  const bottomOf = async (part: typeof name) => {
    const box = await part.boundingBox();
    return box ? box.y + box.height : Number.NaN;
  };
  for (const size of [LANDSCAPE, SMALLEST]) {
    await page.setViewportSize(size);
    await openNextOrder(page, order.order_number);
    const at_top = await barsOf(page);
    expect(at_top.share, `${size.width} px`).toBeGreaterThan(0.1);
    expect(at_top.share, `${size.width} px`).toBeLessThan(0.3);
    expect(await bottomOf(headline)).toBeLessThanOrEqual(at_top.top);
    // In landscape the form is next to the order; on the smallest phone it is below.
    if (size === SMALLEST) await name.scrollIntoViewIfNeeded();
    await expect(name).toBeInViewport({ ratio: 1 });
    expect(await bottomOf(name)).toBeLessThanOrEqual((await barsOf(page)).top);

    await setText(page, '200%');
    expect((await barsOf(page)).share, `${size.width} px, 200 % text`).toBeLessThan(0.4);
    await page.getByLabel('I confirm receipt of the following items').scrollIntoViewIfNeeded();
    expect((await barsOf(page)).share, `${size.width} px, 200 % text, at the form`).toBeLessThan(0.4);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);
  }
});

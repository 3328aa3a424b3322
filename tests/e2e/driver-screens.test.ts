import { newId } from '../../contract/rules/ids.ts';
import { bookAdjustment } from '../../server/cash/operator-bookings.ts';
import type { Database } from '../../server/platform/database/database.ts';
import { inTransaction } from '../../server/platform/database/transactions.ts';
import { factsOf, mapsLink } from '../support/e2e-facts.ts';
import { cashCard, openNextOrder, signIn } from '../support/e2e-screens.ts';
import { keepSession } from '../support/e2e-session.ts';
import type { E2eShop, Person } from '../support/e2e-shop.ts';
import { expect, test } from '../support/e2e-test.ts';

const ADDRESS = 'Marina Gate 1, Apt 1204';

/** An order to be paid by card, part-paid, with everything that an order can have; ordered at 09:04 in Dubai. */
async function addFullOrder(owner: Database, shop: E2eShop) {
  const order = await shop.addOrder({ due_amount_fils: 125_050, payment_method: 'card' });
  await owner
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

/** The same without a phone number and a place, paid online before. */
async function addBareOrder(owner: Database, shop: E2eShop) {
  const order = await shop.addOrder({ due_amount_fils: 0 });
  await owner.updateTable('customers').set({ phone: null }).where('shop_id', '=', shop.shop_id).execute();
  return order;
}

async function correctCash(owner: Database, shop: E2eShop, { user_id }: Person, amount_fils: number) {
  const { shop_id } = shop;
  await inTransaction(owner, (tx) =>
    bookAdjustment(tx, {
      id: newId(),
      shop_id,
      user_id,
      amount_fils,
      reason: 'counted again',
      occurred_at: new Date(),
    }),
  );
}

test('the landing page names the product and leads to the form', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByText('Driver Management System')).toBeVisible();
  await page.getByRole('link', { name: 'Sign In to Dashboard' }).click();
  await expect(page.getByText('Sign in to access your driver dashboard')).toBeVisible();
});

test.describe('Assigned Orders', () => {
  test('without orders says so', async ({ page, shop }) => {
    await keepSession(page, shop.driver);
    await page.goto('/dashboard/assigned-orders');
    await expect(page.getByText('Manage your assigned delivery orders')).toBeVisible();
    await expect(page.getByText('No Orders Assigned')).toBeVisible();
    await expect(page.getByText("You don't have any orders assigned at the moment.")).toBeVisible();
  });

  test('shows all of an order', async ({ page, server, shop }) => {
    const { order_number } = await addFullOrder(server.owner, shop);
    await keepSession(page, shop.driver);
    await page.goto('/dashboard/assigned-orders');
    const card = page.getByRole('article', { name: `Order #${order_number}` });
    await expect(card.getByRole('heading')).toHaveText(`Order #${order_number}`);
    await expect(card).toContainText('Dispatching');
    await expect(card).toContainText('AED 1,250.50');
    await expect(card).toContainText('CardPending');
    await expect
      .poll(() => factsOf(card))
      .toEqual({
        Customer: 'Layla Haddad +971501234567 Call',
        'Delivery Address': `${ADDRESS} Location 25.1012, 55.2011 Navigate (opens in maps)`,
        'Order Date': '05 Nov 2026',
        'Order Time': '09:04',
      });
    await expect(card.getByRole('link', { name: 'Call' })).toHaveAttribute('href', 'tel:+971501234567');
    await expect(card.getByRole('link', { name: ADDRESS })).toHaveAttribute(
      'href',
      mapsLink('25.1012,55.2011'),
    );
  });

  test('shows an order without phone and place', async ({ page, server, shop }) => {
    const { order_number } = await addBareOrder(server.owner, shop);
    await keepSession(page, shop.driver);
    await page.goto('/dashboard/assigned-orders');
    const card = page.getByRole('article', { name: `Order #${order_number}` });
    await expect(card).toContainText('AED 99.00');
    await expect(card).toContainText('OnlinePaid');
    await expect
      .poll(() => factsOf(card))
      .toMatchObject({ Customer: 'Layla Haddad No phone number available' });
    await expect(card.getByRole('link', { name: 'Call' })).toHaveCount(0);
    await expect(card.getByRole('link', { name: ADDRESS })).toHaveAttribute('href', mapsLink(ADDRESS));
  });
});

test.describe('Next Order', () => {
  test('without orders says so', async ({ page, shop }) => {
    await keepSession(page, shop.driver);
    await page.goto('/dashboard/next-order');
    await expect(page.getByText('Complete your delivery confirmation')).toBeVisible();
    await expect(page.getByText('No Orders Available')).toBeVisible();
    await expect(page.getByText("You don't have any assigned orders at the moment.")).toBeVisible();
  });

  test('shows all of an order, and what is left to pay of one that was paid in part', async ({
    page,
    server,
    shop,
  }) => {
    const { order_number } = await addFullOrder(server.owner, shop);
    await keepSession(page, shop.driver);
    await openNextOrder(page, order_number);
    const card = page.getByRole('region', { name: 'Order Details' });
    await expect(card).toContainText(/Amount due\s*AED 1,000\.50/);
    await expect(card).toContainText('of AED 1,250.50 in all');
    await expect(card).toContainText('CardPending');
    await expect
      .poll(() => factsOf(card))
      .toEqual({
        'Order Number': `#${order_number}`,
        Ordered: 'Nov 05, 2026 09:04',
        Customer: 'Layla Haddad +971501234567 Call',
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
        Items: 'AED 1,260.50',
        Discount: '-AED 25.00',
        Shipping: 'AED 15.00',
        Total: 'AED 1,250.50',
        'Already paid': '-AED 250.00',
        'Amount due': 'AED 1,000.50',
      });
  });

  test('shows a paid order without phone and place', async ({ page, server, shop }) => {
    const { order_number } = await addBareOrder(server.owner, shop);
    await keepSession(page, shop.driver);
    await openNextOrder(page, order_number);
    const card = page.getByRole('region', { name: 'Order Details' });
    await expect(card).toContainText(/Amount\s*AED 99\.00/);
    await expect(card).toContainText('OnlinePaid');
    const facts = await factsOf(card);
    expect(facts).toMatchObject({
      Customer: 'Layla Haddad No phone number available',
      Address: `${ADDRESS} Navigate (opens in maps)`,
    });
    await expect(card.getByRole('link', { name: 'Call' })).toHaveCount(0);
    await expect(card.getByRole('link', { name: 'Navigate' })).toHaveAttribute('href', mapsLink(ADDRESS));
    await expect(page.getByRole('row', { name: /Dates/ })).toContainText('—');
    await expect(page.getByText('Received Payment (Auto-confirmed)')).toBeVisible();
  });
});

test.describe('Profile', () => {
  test('shows a driver and his day', async ({ page, shop }) => {
    await shop.addOrder();
    await shop.addOrder({ status: 'picking' });
    await signIn(page, shop.driver);
    await expect(page.getByText('View your personal information and daily statistics')).toBeVisible();
    await expect
      .poll(() => factsOf(page.getByRole('region', { name: 'Personal Information' })))
      .toEqual({
        'Full Name': shop.driver.full_name,
        Role: 'Driver',
        'Shop Location': `Shop #${shop.shop_id}`,
      });
    const day = page.getByRole('region', { name: 'Daily Statistics' });
    await expect(day).toBeVisible();
    await expect.poll(() => factsOf(day)).toEqual({ 'Deliveries Today': '0', 'Pending Deliveries': '2' });
    await expect
      .poll(() => factsOf(cashCard(page)))
      .toEqual({
        'Cash on Hand': 'AED 0.00',
        'Collected Today': 'AED 0.00',
      });
  });

  test('says of a negative balance that the driver is short, in words', async ({ page, server, shop }) => {
    await correctCash(server.owner, shop, shop.driver, -5_025);
    await signIn(page, shop.driver);
    await expect(cashCard(page)).toContainText(/-AED 50\.25\s*Short by AED 50\.25/);
  });

  test('says of an admin’s negative balance where it was drawn from', async ({ page, server, shop }) => {
    await correctCash(server.owner, shop, shop.admin, -20_000);
    await signIn(page, shop.admin);
    await expect(cashCard(page)).toContainText(/-AED 200\.00\s*AED 200\.00 drawn from the safe, not booked/);
  });

  test('initialises the cash of a driver whose balance could not be read, and shows the real total', async ({
    page,
    server,
    shop,
  }) => {
    await page.route('**/api/profile/statistics', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), cash_on_hand_fils: null } });
    });
    await signIn(page, shop.driver);
    await expect(cashCard(page)).toContainText(/Cash on Hand\s*AED 0\.00/);
    const rows = await server.owner
      .selectFrom('cash_tracking')
      .select('cash_on_hand_fils')
      .where('user_id', '=', shop.driver.user_id)
      .execute();
    expect(rows).toEqual([{ cash_on_hand_fils: 0 }]);
    // The page asks again by itself.
    await page.unrouteAll({ behavior: 'wait' });
  });

  for (const [role, badge] of [
    ['Baker', 'Baker'],
    [null, 'No role'],
  ] as const) {
    test(`is all that somebody with the role ${badge} sees`, async ({ page, server, shop }) => {
      const { user_id } = shop.driver2;
      await server.owner.updateTable('profiles').set({ role }).where('id', '=', user_id).execute();
      await signIn(page, shop.driver2);
      const personal = page.getByRole('region', { name: 'Personal Information' });
      await expect(personal).toBeVisible();
      await expect.poll(() => factsOf(personal)).toMatchObject({ Role: badge });
      await expect(page.getByRole('region', { name: 'Daily Statistics' })).toHaveCount(0);
      await page.getByRole('button', { name: 'Menu' }).click();
      await expect(page.getByRole('navigation').getByRole('link')).toHaveText(['Profile']);
      for (const area of ['next-order', 'cash-handovers', 'end-of-day-handover']) {
        await page.goto(`/dashboard/${area}`);
        await expect(page.getByText("You don't have access to this page")).toBeVisible();
      }
    });
  }
});

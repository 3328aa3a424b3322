import { expect } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { deliverTaken, partOf, setParts } from './taken-delivery.ts';
import type { TestApp } from './test-app.ts';
import { addOrder, addStaff, type TestShop, type TestStaff } from './test-shop.ts';

const PARTS = {
  lines: [
    { qty: 1, unit_price_fils: 5_000 },
    { qty: 2, unit_price_fils: 3_013 },
  ],
  discount_fils: 500,
  shipping_fils: 1_500,
};

/**
 * Adds to a filled book deliveries as taken, of an own driver: a part with too little cash and one that was
 * paid before, with a link, rounded, with both tenders and too much, and without any payment.
 */
export async function addTakings(app: TestApp, shop: TestShop): Promise<void> {
  const driver = await addStaff(app.owner, shop.shop_id, 'Driver', 'Tariq Taken', true);
  const add = (paid_amount_fils = 0) => orderWith(app, shop, driver, paid_amount_fils);
  const deliver = (order: Awaited<ReturnType<typeof add>>, changes: Parameters<typeof deliverTaken>[4]) =>
    deliverTaken(app, shop, driver, order, changes);
  const of_shop = app.owner.updateTable('shops').where('id', '=', shop.shop_id);
  await of_shop.set({ rounds_cash: true }).execute();

  const short = await add();
  await deliver(short, {
    part: partOf(short, [0, 1], 'damaged'),
    taken: { cash_fils: 8_000, received_fils: 10_000 },
    short_reason: 'No more cash',
  });
  const paid = await add(12_026);
  await deliver(paid, { part: partOf(paid, [1, 0]) });
  await deliver(await add(), { taken: { link: { amount_fils: 12_026, reference: 'PL-1' } } });
  await deliver(await add(), { taken: { cash_fils: 12_025, rounding_fils: 1 } });
  await deliver(await add(), { taken: { cash_fils: 6_000, card_fils: 7_000 } });
  const unpaid = await add();
  const consent_id = await consentTo(app, shop, driver, unpaid.id);
  await deliver(unpaid, { short_reason: 'Pays later', consent_id });
}

async function orderWith(app: TestApp, shop: TestShop, driver: TestStaff, paid_amount_fils: number) {
  const order = await addOrder(app.owner, shop, driver);
  return setParts(app.owner, shop, order, { ...PARTS, paid_amount_fils });
}

async function consentTo(app: TestApp, shop: TestShop, driver: TestStaff, order_id: string): Promise<string> {
  const post = async (path: string, by: TestStaff, body: object) => {
    const headers = { 'idempotency-key': newId() };
    const response = await app.send('POST', path, { as: by.session_id, body, headers });
    expect(response.status, await response.clone().text()).toBe(200);
    return response.json();
  };
  const request = { order_id, reason: 'Pays later' };
  const { approval_id } = await post('/api/deliveries/unpaid-requests', driver, request);
  const decision = { approval_id, outcome: 'approved', reason: null };
  await post('/api/desk/approvals/decide', shop.manager, decision);
  return approval_id;
}

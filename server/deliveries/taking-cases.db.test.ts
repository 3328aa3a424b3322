import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DeliverAsTaken } from '../../contract/operations/dashboard/deliveries/deliver-as-taken.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { deliverTaken, partOf, setParts } from '../../tests/support/taken-delivery.ts';
import { TAKING_CASES, type TakingCase, takenOf } from '../../tests/support/taking-cases.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { addOrder, createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import { verifyCash } from '../verification/verify-cash.ts';

let app: TestApp;
let shops: { rounding: TestShop; exact: TestShop };

beforeAll(async () => {
  app = await createTestApp();
  shops = {
    rounding: await createTestShop(app.owner, 'Rounding Shop'),
    exact: await createTestShop(app.owner, 'Exact Shop'),
  };
  await app.owner
    .updateTable('shops')
    .set({ rounds_cash: true })
    .where('id', '=', shops.rounding.shop_id)
    .execute();
});
afterAll(async () => {
  expect(await verifyCash(app.owner)).toEqual([]);
  await app.drop();
});

async function cashOnHand(user_id: string): Promise<number> {
  const row = await app.owner
    .selectFrom('cash_tracking')
    .select('cash_on_hand_fils')
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return row?.cash_on_hand_fils ?? 0;
}

/** Requests the consent to a delivery without payment and approves it. */
async function consentTo(shop: TestShop, order_id: string): Promise<string> {
  const send = async (path: string, by: TestShop['driver'], body: object) => {
    const headers = { 'idempotency-key': newId() };
    const response = await app.send('POST', path, { as: by.session_id, body, headers });
    expect(response.status, await response.clone().text()).toBe(200);
    return response.json();
  };
  const reason = 'The customer pays later';
  const { approval_id } = await send('/api/deliveries/unpaid-requests', shop.driver, { order_id, reason });
  await send('/api/desk/approvals/decide', shop.manager, { approval_id, outcome: 'approved', reason: null });
  return approval_id;
}

async function deliveryOf(one: TakingCase, shop: TestShop) {
  const { lines, sent, discount, shipping, tax, paid } = one.order;
  const order = await setParts(app.owner, shop, await addOrder(app.owner, shop, shop.driver), {
    lines: lines.map(([qty, unit_price_fils, , tax_fils]) => ({
      ...{ qty, unit_price_fils, ...(tax_fils !== undefined && { tax_fils }) },
    })),
    ...{ sent_fils: sent ?? 0, discount_fils: discount ?? 0, shipping_fils: shipping ?? 0 },
    ...{ tax_fils: tax ?? 0, paid_amount_fils: paid ?? 0 },
  });
  const refused = lines.map(([, , pieces = 0]) => pieces);
  const is_part = refused.some((pieces) => pieces > 0);
  const { collected, pending, owed } = one.amounts;
  const needs_consent = collected + pending === 0 && owed > 0;
  const input: Partial<DeliverAsTaken> = {
    part: is_part ? partOf(order, refused) : null,
    taken: takenOf(one),
    short_reason: owed > 0 ? 'No more with the customer' : null,
    consent_id: needs_consent ? await consentTo(shop, order.id) : null,
  };
  return { order, input };
}

it.each(TAKING_CASES)('$name', async (one) => {
  const shop = one.taken.rounds ? shops.rounding : shops.exact;
  const { due, booked, collected, rounding, owed, pending, extra, refund } = one.amounts;
  const { order, input } = await deliveryOf(one, shop);
  const before_fils = await cashOnHand(shop.driver.user_id);
  const reply = await deliverTaken(app, shop, shop.driver, order, input);

  const payment_status = owed + pending === 0 ? 'paid' : 'pending';
  const open = { owed_fils: owed, unmatched_fils: pending, refund_fils: refund + extra };
  expect(reply).toMatchObject({
    ...{ outcome: 'delivered', conflict: null, due_fils: due, rounding_fils: rounding, ...open },
    order: { status: 'completed', payment_status },
    cash: booked > 0 ? { success: true, amount_fils: booked, new_total_fils: before_fils + booked } : null,
  });
  expect(await cashOnHand(shop.driver.user_id)).toBe(before_fils + booked);

  const of_order = (table: 'delivery_confirmations' | 'order_balances') =>
    app.owner.selectFrom(table).selectAll().where('order_id', '=', order.id).execute();
  const [row] = await of_order('delivery_confirmations');
  const { cash_fils, card_fils, link, transfer, received_fils } = takenOf(one);
  const tender =
    cash_fils === 0 ? (card_fils === 0 ? null : 'card_machine') : card_fils ? 'cash_and_card' : 'cash';
  expect(row).toMatchObject({
    ...{ due_fils: due, rounding_fils: rounding, refund_fils: refund, tender, received_fils },
    ...{ collected_fils: collected, cash_fils: booked },
    ...{ link_fils: link?.amount_fils ?? 0, link_reference: link?.reference ?? null },
    ...{ transfer_fils: transfer?.amount_fils ?? 0, transfer_reference: transfer?.reference ?? null },
  });
  expect(await of_order('order_balances')).toMatchObject([open]);
  const stored = await app.owner
    .selectFrom('delivery_lines')
    .select(['qty', 'handed_over', 'amount_fils'])
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute();
  const goods = one.order.lines.map(([qty, , pieces = 0], at) => ({
    ...{ qty, handed_over: qty - pieces, amount_fils: one.line_fils[at] },
  }));
  expect(stored).toEqual(input.part ? goods : []);
  const movements = await app.owner
    .selectFrom('cash_movements')
    .select(['amount_fils', 'reason', 'to_user_id'])
    .where('source_id', '=', reply.confirmation_id)
    .execute();
  const moved = { amount_fils: booked, reason: 'delivery', to_user_id: shop.driver.user_id };
  expect(movements).toEqual(booked > 0 ? [moved] : []);
  const placed = await app.owner
    .selectFrom('orders')
    .select(['status', 'payment_status'])
    .where('id', '=', order.id)
    .execute();
  expect(placed).toEqual([{ status: 'completed', payment_status }]);
});

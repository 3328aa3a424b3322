import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../contract/rules/ids.ts';
import { leftBy } from '../../../tests/support/audit.ts';
import {
  collected,
  openOf,
  owedOrder,
  preparePayment,
  sendPayment,
} from '../../../tests/support/owed-order.ts';
import { setParts } from '../../../tests/support/taken-delivery.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { ok } from '../../../tests/support/test-approvals.ts';
import { correctOwn, deliver as deliverConflict } from '../../../tests/support/test-corrections.ts';
import { prepareDelivery, sendDelivery } from '../../../tests/support/test-delivery.ts';
import { cashOnHand, problemOf, whileBalances } from '../../../tests/support/test-handover.ts';
import { addOrder, addStaff, createTestShop, type TestShop } from '../../../tests/support/test-shop.ts';
import { postWaitingMovements } from '../../cash/post-waiting-movements.ts';
import { verifyNamedFiles } from '../../files/verify-named-files.ts';
import { sql } from '../../platform/database/sql.ts';
import { silentLog } from '../../platform/logging/log.ts';
import { verifyCash } from '../../verification/verify-cash.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(async () => {
  expect(await verifyCash(app.owner)).toEqual([]);
  expect(await verifyNamedFiles(app.owner)).toEqual([]);
  await app.drop();
});
beforeEach(async () => {
  shop = await createTestShop(app.owner);
});

const link = { amount_fils: 200, reference: 'LINK-1' };
const payments = async (order_id: string) => {
  const { rows } = await app.database.owner.query('select * from order_payments where order_id = $1', [
    order_id,
  ]);
  return rows;
};

describe('a payment of an amount owed', () => {
  it('by the driver of the delivery adds its cash, and the order is paid', async () => {
    const order = await owedOrder(app, shop);
    expect(await openOf(app, order)).toMatchObject({ owed_fils: 500, payment_status: 'pending' });
    const { driver } = shop;
    const prepared = await preparePayment(app, shop, driver, order);
    const left = await leftBy(app.owner, async () => {
      expect(await ok(sendPayment(app, driver, prepared))).toMatchObject({
        reference: prepared.input.reference,
        order_id: order.id,
        order_number: order.order_number,
        payment_status: 'paid',
        owed_fils: 0,
        unmatched_fils: 0,
        refund_fils: 0,
        excess_fils: 0,
        cash: { success: true, new_total_fils: 14_500, amount_fils: 500 },
      });
    });
    expect(left.audit).toMatchObject([
      {
        what: 'collect_owed',
        user_id: driver.user_id,
        subject_id: order.id,
        before: { payment_status: 'pending', owed_fils: 500 },
        after: { payment_status: 'paid', owed_fils: 0, cash_fils: 500, cash_posted: true },
        personal_fields: ['customer_name'],
      },
    ]);
    expect(await openOf(app, order)).toEqual({
      owed_fils: 0,
      unmatched_fils: 0,
      refund_fils: 0,
      payment_status: 'paid',
    });
    expect(await cashOnHand(app, driver)).toBe(14_500);
    expect(await payments(order.id)).toMatchObject([
      { user_id: driver.user_id, driver_id: driver.driver_id, confirmation_id: order.confirmation_id },
    ]);
  });

  it('by a Manager at the desk adds to the Manager’s cash, and the driver reads that nothing is owed', async () => {
    const order = await owedOrder(app, shop);
    const { manager, driver } = shop;
    await collected(app, shop, manager, order, { driver });
    expect(await cashOnHand(app, manager)).toBe(500);
    expect(await cashOnHand(app, driver)).toBe(14_000);
    expect(await ok(app.send('GET', '/api/order-payments/owed', { as: driver.session_id }))).toEqual({
      orders: [],
    });
  });

  it('in parts, by several tenders, leaves the rest owed and the references to match', async () => {
    const order = await owedOrder(app, shop);
    const taken = { cash_fils: 50, card_fils: 100, link };
    expect(await collected(app, shop, shop.driver, order, { taken })).toMatchObject({
      payment_status: 'pending',
      owed_fils: 150,
      unmatched_fils: 200,
      cash: { amount_fils: 50 },
    });
    const transfer = { amount_fils: 150, reference: 'AANI 7' };
    const reply = await collected(app, shop, shop.driver, order, { taken: { cash_fils: 0, transfer } });
    expect(reply).toMatchObject({ owed_fils: 0, unmatched_fils: 350, payment_status: 'pending', cash: null });
    expect(await cashOnHand(app, shop.driver)).toBe(14_050);
  });

  it('above what is owed is recorded, and the excess is owed to the customer', async () => {
    const order = await owedOrder(app, shop);
    const reply = await collected(app, shop, shop.driver, order, { taken: { cash_fils: 700 } });
    expect(reply).toMatchObject({ payment_status: 'paid', owed_fils: 0, refund_fils: 200, excess_fils: 200 });
    const again = await collected(app, shop, shop.driver, order);
    expect(again).toMatchObject({ refund_fils: 700, excess_fils: 500 });
    expect(await cashOnHand(app, shop.driver)).toBe(15_200);
  });

  it('for an order of which all was taken is recorded too, and is owed to the customer', async () => {
    const order = await owedOrder(app, shop, { cash_fils: 14_500 });
    expect(await collected(app, shop, shop.driver, order)).toMatchObject({
      excess_fils: 500,
      refund_fils: 500,
    });
  });

  it('is recorded once if it is sent again, and both are recorded if two are sent at once', async () => {
    const order = await owedOrder(app, shop);
    const { driver, manager } = shop;
    const prepared = await preparePayment(app, shop, driver, order);
    const first = await (await sendPayment(app, driver, prepared)).text();
    expect(await (await sendPayment(app, driver, prepared)).text()).toBe(first);
    const other = await owedOrder(app, shop);
    const both = await Promise.all([
      sendPayment(app, driver, await preparePayment(app, shop, driver, other)),
      sendPayment(app, manager, await preparePayment(app, shop, manager, other, { driver })),
    ]);
    const replies = await Promise.all(both.map((one) => ok<{ excess_fils: number }>(one)));
    expect(replies.map(({ excess_fils }) => excess_fils).sort()).toEqual([0, 500]);
    expect(await openOf(app, other)).toMatchObject({ owed_fils: 0, refund_fils: 500 });
    expect(await payments(order.id)).toHaveLength(1);
  });

  it('is recorded with its movement pending if the balance cannot be updated', async () => {
    const order = await owedOrder(app, shop);
    const reply = await whileBalances(app, "raise exception 'no balance today';", () =>
      collected(app, shop, shop.driver, order),
    );
    expect(reply).toMatchObject({ owed_fils: 0, cash: { success: false, new_total_fils: null } });
    await postWaitingMovements(app.owner, silentLog);
    expect(await cashOnHand(app, shop.driver)).toBe(14_500);
  });
});

describe('a payment of an order that is delivered later', () => {
  it('is owed to the customer after a delivery of all that was due by another driver', async () => {
    const former = await deliverConflict(app, shop, { cancelled: true });
    await collected(app, shop, shop.driver, former.order);
    const other = shop.driver2;
    await sql`update order_assignments set ended_at = now() where order_id = ${former.order.id}::uuid`.execute(
      app.owner,
    );
    await sql`insert into order_assignments (shop_id, id, order_id, driver_id)
      values (${shop.shop_id}::int, ${newId()}::uuid, ${former.order.id}::uuid, ${other.driver_id}::int)`.execute(
      app.owner,
    );
    await app.owner
      .updateTable('orders')
      .set({ status: 'delivering', driver_id: other.driver_id })
      .where('id', '=', former.order.id)
      .execute();
    const again = await prepareDelivery(app, shop, other, former.order);
    await ok(sendDelivery(app, other, again));
    const balance = await app.owner
      .selectFrom('order_balances')
      .selectAll()
      .where('order_id', '=', former.order.id)
      .executeTakeFirstOrThrow();
    expect(balance).toMatchObject({ driver_id: other.driver_id, owed_fils: 0, refund_fils: 500 });
  });

  it('covers an amount that became due while its driver saw nothing due', async () => {
    const order = await addOrder(app.owner, shop, shop.driver, { due_amount_fils: 0 });
    const seen = await prepareDelivery(app, shop, shop.driver, order);
    await setParts(app.owner, shop, order, { lines: [{ qty: 1, unit_price_fils: 500 }] });
    await sql`insert into order_amounts (shop_id, order_id, due_amount_fils) values (${shop.shop_id}::int, ${order.id}::uuid, 0)`.execute(
      app.owner,
    );
    const detail = { changed: 'amounts, lines', due_from_fils: 0, due_to_fils: 500 };
    await sql`insert into order_events (shop_id, id, order_id, kind, detail, system)
      values (${shop.shop_id}::int, ${newId()}::uuid, ${order.id}::uuid, 'updated', ${JSON.stringify(detail)}::jsonb, 'store')`.execute(
      app.owner,
    );
    const delivered = await ok(sendDelivery(app, shop.driver, seen));
    expect(delivered).toMatchObject({ conflict: 'amount_changed', order: { payment_status: 'pending' } });
    const of = {
      order,
      driver: shop.driver,
      command_id: seen.command_id,
      confirmation_id: '',
      customer_name: 'Layla H',
    };
    await correctOwn(app, shop, of, { cash_fils: 0, photo: true });
    expect(await openOf(app, order)).toMatchObject({ owed_fils: 500, payment_status: 'pending' });
    await collected(app, shop, shop.driver, order);
    expect(await openOf(app, order)).toMatchObject({ owed_fils: 0, refund_fils: 0, payment_status: 'paid' });
  });
});

describe('a payment is refused', () => {
  const refused = async (...given: Parameters<typeof preparePayment>) => {
    const [to, , by] = given;
    return problemOf(await sendPayment(to, by, await preparePayment(...given)));
  };

  it('without any amount', async () => {
    const order = await owedOrder(app, shop);
    expect(await refused(app, shop, shop.driver, order, { taken: { cash_fils: 0 } })).toEqual({
      status: 422,
      code: 'invalid_amount',
    });
  });

  it('by another driver, an Admin, a user without a driver record, and another shop', async () => {
    const order = await owedOrder(app, shop);
    expect(await refused(app, shop, shop.driver2, order)).toEqual({
      status: 404,
      code: 'not_found',
    });
    const prepared = await preparePayment(app, shop, shop.driver, order);
    expect(await problemOf(await sendPayment(app, shop.admin, prepared))).toEqual({
      status: 403,
      code: 'no_access',
    });
    const bare = await addStaff(app.owner, shop.shop_id, 'Driver', 'Bilal Bare', false);
    expect(await problemOf(await sendPayment(app, bare, prepared))).toEqual({
      status: 404,
      code: 'driver_not_found',
    });
    const elsewhere = await createTestShop(app.owner, 'Elsewhere');
    for (const by of [elsewhere.driver, elsewhere.manager]) {
      expect(await problemOf(await sendPayment(app, by, prepared))).toEqual({
        status: 404,
        code: 'not_found',
      });
    }
    expect(await payments(order.id)).toEqual([]);
  });

  it('for an order that is not delivered', async () => {
    const { manager, driver } = shop;
    const order = await addOrder(app.owner, shop, driver);
    expect(await refused(app, shop, manager, order, { driver })).toEqual({
      status: 409,
      code: 'order_not_completed',
    });
    expect(await refused(app, shop, driver, order)).toEqual({ status: 403, code: 'order_not_assigned' });
  });

  it('with a receipt in another folder, a wrong reference, a wrong clock, and a reference that is used', async () => {
    const order = await owedOrder(app, shop);
    const { driver, manager } = shop;
    const other = await owedOrder(app, shop);
    const elsewhere = await preparePayment(app, shop, driver, other);
    const there = { receipt: elsewhere.input.receipt };
    expect(await refused(app, shop, driver, order, there)).toMatchObject({ code: 'invalid_input' });
    expect(await refused(app, shop, driver, order, { reference: 'OP-17' })).toMatchObject({
      code: 'invalid_input',
    });
    const at = new Date(Date.now() - 3 * 86_400_000);
    const occurred_at = new Date().toISOString();
    expect(await refused(app, shop, driver, order, { at, occurred_at })).toMatchObject({
      code: 'device_time_off',
    });
    const now = new Date();
    await collected(app, shop, driver, order, { at: now });
    expect(await refused(app, shop, manager, other, { at: now, driver })).toEqual({
      status: 409,
      code: 'reference_taken',
    });
  });

  it('without its receipt', async () => {
    const order = await owedOrder(app, shop);
    const { input } = await preparePayment(app, shop, shop.driver, order);
    const receipt = { ...input.receipt, sha256: '0'.repeat(64) };
    const sent = sendPayment(app, shop.driver, { command_id: newId(), input: { ...input, receipt } });
    expect(await problemOf(await sent)).toMatchObject({ code: 'file_missing' });
  });
});

describe('the receipt of a payment', () => {
  it('is uploaded to another driver’s folder by a Manager only, and under no other name', async () => {
    const order = await owedOrder(app, shop);
    const { input } = await preparePayment(app, shop, shop.manager, order, { driver: shop.driver });
    const put = (by: { session_id: string }, path: string) =>
      app.send('PUT', `/storage/v1/object/order-deliveries/${path}`, {
        as: by.session_id,
        bytes: new TextEncoder().encode('%PDF-1.4\n'),
      });
    expect((await put(shop.driver2, input.receipt.path)).status).toBe(403);
    expect((await put(shop.admin, input.receipt.path)).status).toBe(403);
    const note = input.receipt.path.replace(/payment-OP-\d+/, order.order_number);
    expect((await put(shop.manager, note)).status).toBe(403);
  });
});

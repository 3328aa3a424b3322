import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeliveredAsTaken } from '../../contract/operations/dashboard/deliveries/deliver-as-taken.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import type { OrderStatus } from '../../contract/rules/orders/order-life.ts';
import { leftBy } from '../../tests/support/audit.ts';
import {
  deliverTaken,
  type OrderOfParts,
  partOf,
  prepareTaking,
  sendTaking,
  setParts,
} from '../../tests/support/taken-delivery.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { prepareDelivery, sendDelivery } from '../../tests/support/test-delivery.ts';
import {
  addOrder,
  addStaff,
  createTestShop,
  type TestShop,
  type TestStaff,
} from '../../tests/support/test-shop.ts';
import { refundOrder, settleOrder } from '../orders/status/settle-order.ts';
import { sql } from '../platform/database/sql.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import { verifyCash } from '../verification/verify-cash.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
});
afterAll(() => app.drop());

type OfOrder = 'delivery_confirmations' | 'delivery_lines' | 'order_balances' | 'order_events';
const rowsOf = (table: OfOrder, order_id: string) =>
  app.owner.selectFrom(table).selectAll().where('order_id', '=', order_id).execute();

async function cashOnHand({ user_id }: TestStaff): Promise<number> {
  const row = await app.owner
    .selectFrom('cash_tracking')
    .select('cash_on_hand_fils')
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return row?.cash_on_hand_fils ?? 0;
}

async function problemOf(response: Response) {
  return { status: response.status, code: (await response.json()).code };
}

const PARTS = {
  lines: [
    { qty: 1, unit_price_fils: 5_000 },
    { qty: 2, unit_price_fils: 3_000 },
  ],
  shipping_fils: 1_500,
};
const addParts = async (driver = shop.driver, parts: Parameters<typeof setParts>[3] = PARTS) =>
  setParts(app.owner, shop, await addOrder(app.owner, shop, driver), parts);

type Changes = NonNullable<Parameters<typeof prepareTaking>[4]>;
/** One of three pieces refused, and five dirhams short. */
const part = (order: OrderOfParts, changes: Changes = {}): Changes => ({
  ...{ part: partOf(order, [0, 1]), taken: { cash_fils: 9_000, received_fils: 10_000 } },
  ...{ short_reason: 'No more cash', ...changes },
});
const prepare = (order: Parameters<typeof prepareTaking>[3], changes: Changes, driver = shop.driver) =>
  prepareTaking(app, shop, driver, order, changes);
const deliver = (order: Parameters<typeof prepareTaking>[3], changes: Changes, driver = shop.driver) =>
  deliverTaken(app, shop, driver, order, changes);
const refusalOf = async (
  order: Parameters<typeof prepareTaking>[3],
  changes: Changes,
  driver = shop.driver,
) => problemOf(await sendTaking(app, driver, await prepare(order, changes, driver)));

describe('a delivery as taken', () => {
  it('records refused goods, and what is owed if less than due was taken', async () => {
    const order = await addParts();
    const left = await leftBy(app.owner, async () => {
      expect(await deliver(order, part(order))).toMatchObject({
        ...{ outcome: 'delivered', conflict: null, due_fils: 9_500, owed_fils: 500, refund_fils: 0 },
        order: { status: 'completed', payment_status: 'pending' },
        cash: { success: true, amount_fils: 9_000 },
      });
    });
    expect(await rowsOf('delivery_confirmations', order.id)).toMatchObject([
      {
        ...{ tender: 'cash', collected_fils: 9_000, cash_fils: 9_000, due_fils: 9_500 },
        ...{ received_fils: 10_000, short_reason: 'No more cash', consent_id: null },
      },
    ]);
    expect(await rowsOf('delivery_lines', order.id)).toMatchObject([
      { position: 1, qty: 1, handed_over: 1, refused_because: null, amount_fils: 5_000 },
      { position: 2, qty: 2, handed_over: 1, refused_because: 'not_wanted', amount_fils: 3_000 },
    ]);
    expect(await rowsOf('order_balances', order.id)).toMatchObject([
      { owed_fils: 500, unmatched_fils: 0, refund_fils: 0 },
    ]);
    expect(await rowsOf('order_events', order.id)).toMatchObject([
      {
        kind: 'delivered',
        detail: {
          taken: { due_fils: 9_500, cash_fils: 9_000, owed_fils: 500 },
          refused: [{ name: 'Goods 2', qty: 1, because: 'not_wanted' }],
        },
      },
    ]);
    expect(left.topics.sort()).toEqual(['cash', 'orders']);
    expect(left.audit).toMatchObject([
      {
        what: 'deliver_as_taken',
        subject_id: order.id,
        after: { due_fils: 9_500, collected_fils: 9_000, owed_fils: 500, refused_qty: 1 },
        personal_fields: ['customer_name', 'reason'],
      },
    ]);
    expect(JSON.stringify(left.audit)).not.toContain('No more cash');
    expect(await verifyCash(app.owner)).toEqual([]);
  });

  it('hands over at most the picked quantity of a line', async () => {
    const order = await addParts(shop.driver, {
      lines: [
        { qty: 3, unit_price_fils: 1_000, picked_qty: 2 },
        { qty: 1, unit_price_fils: 2_000, picked_qty: 0 },
      ],
    });
    const too_many = { part: partOf(order, [3, 0]), taken: { cash_fils: 2_000 } };
    expect(await refusalOf(order, too_many)).toEqual({ status: 422, code: 'invalid_input' });
    // The customer pays the ordered quantity, as in a plain delivery, less what they refuse.
    const one_refused = { part: partOf(order, [1, 0]), taken: { cash_fils: 4_000 } };
    expect(await refusalOf(order, { ...one_refused, part: partOf(order, [2, 0]) })).toMatchObject({
      code: 'nothing_taken',
    });
    expect(await deliver(order, one_refused)).toMatchObject({ due_fils: 4_000, owed_fils: 0 });
    expect(await rowsOf('delivery_lines', order.id)).toMatchObject([
      { qty: 2, handed_over: 1 },
      { qty: 0, handed_over: 0 },
    ]);
    expect(await verifyCash(app.owner)).toEqual([]);
  });

  it('grants a rounding up to the rule of the shop, and leaves the rest owed without a reason', async () => {
    const cents = { lines: [{ qty: 1, unit_price_fils: 10_013 }] };
    const rounded = { taken: { cash_fils: 10_000, rounding_fils: 13 } };
    const order = await addParts(shop.driver, cents);
    expect(await deliver(order, rounded)).toMatchObject({ rounding_fils: 0, owed_fils: 13 });
    await app.owner.updateTable('shops').set({ rounds_cash: true }).where('id', '=', shop.shop_id).execute();
    const granted = await addParts(shop.driver, cents);
    expect(await deliver(granted, rounded)).toMatchObject({
      ...{ rounding_fils: 13, owed_fils: 0, order: { payment_status: 'paid' } },
    });
    const too_much = await addParts(shop.driver, cents);
    const more = { taken: { cash_fils: 10_000, rounding_fils: 24 } };
    expect(await deliver(too_much, more)).toMatchObject({ rounding_fils: 13, owed_fils: 0 });
    await app.owner.updateTable('shops').set({ rounds_cash: false }).where('id', '=', shop.shop_id).execute();
    expect(await verifyCash(app.owner)).toEqual([]);
  });

  it('accepts lines of a device that does not know their taxes', async () => {
    const order = await addParts(shop.driver, {
      lines: [
        { qty: 1, unit_price_fils: 5_000, tax_fils: 500 },
        { qty: 1, unit_price_fils: 5_000, tax_fils: 0 },
      ],
      tax_fils: 500,
    });
    const seen = partOf(order, [0, 1]);
    const without = { ...seen, lines: seen.lines.map((line) => ({ ...line, tax_fils: null })) };
    const taken = { cash_fils: 5_250 };
    expect(await deliver(order, { part: without, taken })).toMatchObject({ due_fils: 5_250, owed_fils: 0 });
    expect(await verifyCash(app.owner)).toEqual([]);
  });
});

describe('an order that changed meanwhile', () => {
  const statuses: [string, OrderStatus][] = [
    ['cancelled', 'cancelled'],
    ['not_out_for_delivery', 'packed'],
  ];
  it.each(statuses)('%s: books the cash, and leaves the order and its balance', async (conflict, status) => {
    const before = await cashOnHand(shop.driver);
    const order = await addParts();
    await app.owner.updateTable('orders').set({ status }).where('id', '=', order.id).execute();
    expect(await deliver(order, part(order))).toMatchObject({
      ...{ outcome: 'recorded_with_conflict', conflict, owed_fils: 500 },
      order: { status, payment_status: 'pending' },
    });
    expect(await cashOnHand(shop.driver)).toBe(before + 9_000);
    expect(await rowsOf('order_balances', order.id)).toEqual([]);
    expect(await rowsOf('delivery_lines', order.id)).toHaveLength(2);
    expect(await verifyCash(app.owner)).toEqual([]);
  });

  it('counts what its driver collected in a conflict before', async () => {
    const order = await addParts();
    await app.owner.updateTable('orders').set({ status: 'packed' }).where('id', '=', order.id).execute();
    await deliver(order, part(order));
    await app.owner.updateTable('orders').set({ status: 'delivering' }).where('id', '=', order.id).execute();
    const rest = { part: partOf(order, [0, 1]), taken: { card_fils: 500 } };
    expect(await deliver(order, rest)).toMatchObject({
      ...{ outcome: 'delivered', due_fils: 500, owed_fils: 0, order: { payment_status: 'paid' } },
    });
    expect(await verifyCash(app.owner)).toEqual([]);
  });

  it('records the delivery of a former amount, and of lines that a correction replaced', async () => {
    const order = await addParts();
    const { part: seen } = part(order);
    await correct(order, { lines: [{ qty: 2, unit_price_fils: 9_000 }] });
    expect(await deliver(order, part(order, { part: seen ?? null }))).toMatchObject({
      ...{ outcome: 'delivered', conflict: 'amount_changed', due_fils: 9_500, owed_fils: 500 },
    });
    expect(await rowsOf('delivery_lines', order.id)).toMatchObject([{ qty: 1 }, { qty: 2, handed_over: 1 }]);
    const same_due = await addParts();
    const stale = part(same_due).part ?? null;
    await correct(same_due, { lines: [{ qty: 1, unit_price_fils: 11_000 }], shipping_fils: 1_500 });
    expect(await deliver(same_due, part(same_due, { part: stale }))).toMatchObject({ conflict: null });
    expect(await verifyCash(app.owner)).toEqual([]);
  });

  it('records part of the goods if the store received the payment, and then refunded it', async () => {
    const order = await addParts();
    const store = { kind: 'system', name: 'shopify', shop_id: shop.shop_id } as const;
    const key = { shop_id: shop.shop_id, order_id: order.id };
    await inTransaction(app.owner, (tx) => settleOrder(tx, store, key, 0));
    await inTransaction(app.owner, (tx) => refundOrder(tx, store, key, 'full'));
    const seen = partOf(order, [0, 1]);
    const others = { ...seen, lines: seen.lines.map((line) => ({ ...line, item_id: newId() })) };
    expect(await refusalOf(order, part(order, { part: others }))).toMatchObject({ code: 'invalid_input' });
    expect(await deliver(order, part(order))).toMatchObject({
      ...{ outcome: 'delivered', conflict: 'amount_changed', due_fils: 9_500, owed_fils: 500 },
    });
    expect(await rowsOf('delivery_lines', order.id)).toMatchObject([{ qty: 1 }, { qty: 2, handed_over: 1 }]);
    expect(await verifyCash(app.owner)).toEqual([]);
  });

  it('names replaced lines as their driver saw them, never by their position', async () => {
    const order = await addParts();
    const seen = partOf(order, [0, 1]);
    const [first, second] = seen.lines;
    if (!first || !second) throw new Error('the order has two lines');
    const lines = [{ ...first, name: 'Goods 2' }, second];
    await correct(order, { lines: [{ qty: 2, unit_price_fils: 9_000 }] });
    await deliver(order, part(order, { part: { ...seen, lines } }));
    expect((await rowsOf('delivery_lines', order.id)).map(({ name }) => name)).toEqual([
      ...['Goods 2', second.item_id],
    ]);
    const kept = await addParts();
    const named = partOf(kept, [0, 1]);
    const renamed = named.lines.map((line) => ({ ...line, name: 'Another name' }));
    await deliver(kept, part(kept, { part: { ...named, lines: renamed } }));
    expect(await rowsOf('delivery_lines', kept.id)).toMatchObject([{ name: 'Goods 1' }, { name: 'Goods 2' }]);
    expect(await verifyCash(app.owner)).toEqual([]);
  });

  it('is paid if its amount due became 0, whatever its driver left open', async () => {
    const order = await addParts();
    await correct(order, { lines: PARTS.lines, paid_amount_fils: 11_000 });
    const taken = { link: { amount_fils: 12_500, reference: 'PL-77' } };
    expect(await deliver(order, { taken })).toMatchObject({
      ...{ conflict: 'amount_changed', unmatched_fils: 12_500, order: { payment_status: 'paid' } },
    });
    expect(await verifyCash(app.owner)).toEqual([]);
  });

  it('stays pending if it became due, of which the driver did not know', async () => {
    const order = await addParts(shop.driver, { ...PARTS, paid_amount_fils: 12_500 });
    const { part: seen } = part(order);
    await correct(order, { ...PARTS, paid_amount_fils: 2_500 });
    const changes = { part: seen ?? null, taken: {}, short_reason: null };
    expect(await deliver(order, changes)).toMatchObject({
      ...{ due_fils: 0, owed_fils: 0, refund_fils: 3_000, order: { payment_status: 'pending' } },
    });
    expect(await verifyCash(app.owner)).toEqual([]);
  });

  /** Replaces lines and amounts as an update by the store does, with its event and the former amount. */
  async function correct(order: OrderOfParts, parts: Parameters<typeof setParts>[3]) {
    const { due_amount_fils } = await setParts(app.owner, shop, order, parts);
    const changed = due_amount_fils !== order.due_amount_fils;
    const due = { due_from_fils: order.due_amount_fils, due_to_fils: due_amount_fils };
    const detail = { changed: 'amounts, lines', ...(changed && due) };
    await sql`insert into order_events (shop_id, id, order_id, kind, detail, system)
      values (${shop.shop_id}::int, ${newId()}::uuid, ${order.id}::uuid, 'updated', ${JSON.stringify(detail)}::jsonb, 'store')`.execute(
      app.owner,
    );
    if (!changed) return;
    await sql`insert into order_amounts (shop_id, order_id, due_amount_fils)
      values (${shop.shop_id}::int, ${order.id}::uuid, ${order.due_amount_fils}::bigint)`.execute(app.owner);
  }
});

describe('exactly once', () => {
  it('a retry returns the same reply byte for byte and changes nothing', async () => {
    const before = await cashOnHand(shop.driver);
    const order = await addParts();
    const prepared = await prepare(order, part(order));
    const first = await (await sendTaking(app, shop.driver, prepared)).text();
    expect(await (await sendTaking(app, shop.driver, prepared)).text()).toBe(first);
    expect(await cashOnHand(shop.driver)).toBe(before + 9_000);
    const changed = { ...prepared, input: { ...prepared.input, short_reason: 'Another one' } };
    expect(await problemOf(await sendTaking(app, shop.driver, changed))).toEqual({
      ...{ status: 422, code: 'command_reused' },
    });
  });

  it('two concurrent commands, one of them plain, deliver the order once', async () => {
    const order = await addParts();
    const [as_taken, plain] = [
      await prepare(order, part(order)),
      await prepareDelivery(app, shop, shop.driver, order),
    ];
    const responses = await Promise.all([
      sendTaking(app, shop.driver, as_taken),
      sendTaking(app, shop.driver, as_taken),
      sendDelivery(app, shop.driver, plain),
    ]);
    const replies: DeliveredAsTaken[] = await Promise.all(responses.map((response) => response.json()));
    expect(replies[0]).toEqual(replies[1]);
    expect(
      replies
        .slice(1)
        .map(({ outcome }) => outcome)
        .sort(),
    ).toEqual(['delivered', 'recorded_with_conflict']);
    expect(await verifyCash(app.owner)).toEqual([]);
  });
});

describe('a delivery as taken is refused', () => {
  const invalid = { status: 422, code: 'invalid_input' };

  it('without what it needs', async () => {
    const order = await addParts();
    const refusals: [code: string, changes: Changes][] = [
      ['nothing_taken', part(order, { part: partOf(order, [1, 2]) })],
      ['reason_required', part(order, { short_reason: null })],
      ['payment_confirmation_required', part(order, { payment_received: false })],
      ['missing_information', part(order, { receipt_confirmed: false })],
      ['consent_required', part(order, { taken: {} })],
      ['consent_required', part(order, { taken: {}, consent_id: newId() })],
    ];
    for (const [code, changes] of refusals) expect(await refusalOf(order, changes)).toMatchObject({ code });
    expect(await rowsOf('delivery_confirmations', order.id)).toEqual([]);
  });

  it('with goods or amounts that are not those of the order', async () => {
    const order = await addParts();
    const seen = partOf(order, [0, 1]);
    const [first, second] = seen.lines;
    if (!first || !second) throw new Error('the order has two lines');
    const cheaper = { ...second, unit_price_fils: 2_000 };
    const wrong: NonNullable<Changes['part']>[] = [
      partOf(order, [0, 0]),
      partOf(order, [0, 3]),
      { ...seen, shipping_fils: 0 },
      { ...seen, shipping_fils: 3_500, lines: [first, cheaper] },
      { ...seen, lines: [first, { ...second, item_id: newId() }] },
      { ...seen, lines: [first, { ...second, item_id: first.item_id }] },
      { ...seen, lines: [first, { ...second, refused_because: null }] },
      { ...seen, lines: [{ ...first, refused_because: 'damaged' }, second] },
      { ...seen, lines: [first] },
      { ...seen, discount_fils: 20_000 },
    ];
    for (const each of wrong) expect(await refusalOf(order, part(order, { part: each }))).toEqual(invalid);
    expect(await refusalOf({ ...order, due_amount_fils: 99 }, part(order))).toEqual(invalid);
  });

  it('with payments that do not add up, and for an order that was paid before', async () => {
    const order = await addParts();
    const less = { cash_fils: 9_000, received_fils: 8_999 };
    expect(await refusalOf(order, part(order, { taken: less }))).toEqual(invalid);
    const paid = await addParts(shop.driver, { ...PARTS, paid_amount_fils: 12_500 });
    expect(await refusalOf(paid, { taken: { cash_fils: 100 } })).toEqual(invalid);
  });

  it('for users who do not deliver, other drivers and another shop', async () => {
    const order = await addParts();
    const as = async (staff: TestStaff) => {
      const prepared = await prepare(order, part(order));
      return problemOf(await sendTaking(app, staff, prepared));
    };
    expect(await as(shop.admin)).toEqual({ status: 403, code: 'no_access' });
    expect(await as(shop.stranger)).toEqual({ status: 403, code: 'no_access' });
    expect(await as(shop.manager)).toEqual({ status: 404, code: 'driver_not_found' });
    expect(await as(shop.driver2)).toMatchObject({ status: 404, code: 'not_found' });
    expect(await as({ ...shop.driver, session_id: newId() })).toMatchObject({ status: 401 });
    const elsewhere = await createTestShop(app.owner, 'Other Shop');
    expect(await as(elsewhere.driver)).toMatchObject({ status: 404, code: 'not_found' });
    expect(await rowsOf('delivery_confirmations', order.id)).toEqual([]);
  });

  it('but not for a Manager with a driver record', async () => {
    const manager = await addStaff(app.owner, shop.shop_id, 'Manager', 'Driving Manager', true);
    const order = await addParts(manager);
    expect(await deliver(order, part(order), manager)).toMatchObject({ outcome: 'delivered' });
  });
});

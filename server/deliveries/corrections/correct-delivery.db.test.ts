import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { leftBy } from '../../../tests/support/audit.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { type ApprovalsIn, approvalsIn, ok } from '../../../tests/support/test-approvals.ts';
import {
  correctOwn,
  type Delivered,
  deliver,
  prepareCorrection,
  sendOwn,
} from '../../../tests/support/test-corrections.ts';
import { prepareDelivery, sendDelivery } from '../../../tests/support/test-delivery.ts';
import { accountOf } from '../../../tests/support/test-differences.ts';
import {
  cashOnHand,
  prepareCollection,
  prepareDrop,
  prepareEnd,
  prepareVoid,
  problemOf,
  recorded,
  sendCommand,
} from '../../../tests/support/test-handover.ts';
import { addStaff, createTestShop, type TestShop } from '../../../tests/support/test-shop.ts';
import { verifyNamedFiles } from '../../files/verify-named-files.ts';
import { sql } from '../../platform/database/sql.ts';
import { verifyCash } from '../../verification/verify-cash.ts';

let app: TestApp;
let shop: TestShop;
let approvals: ApprovalsIn;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(async () => {
  // The operator of this test has no terminal, which names commands and their input.
  const by_operator = /^(there is no command decideApproval|it was recorded by another kind of command)/;
  const found = (await verifyCash(app.owner)).filter(({ text }) => !by_operator.test(text));
  expect(found).toEqual([]);
  expect(await verifyNamedFiles(app.owner)).toEqual([]);
  await app.drop();
});
beforeEach(async () => {
  shop = await createTestShop(app.owner);
  approvals = approvalsIn(app, shop);
});
afterEach(() => {
  app.clock.now = null;
});

const held = () => cashOnHand(app, shop.driver);
const correct = (of: Delivered, facts?: Parameters<typeof correctOwn>[3]) => correctOwn(app, shop, of, facts);
const refused = async (of: Delivered, facts?: Parameters<typeof correctOwn>[3], by = of.driver) => {
  const prepared = await prepareCorrection(app, shop, of.driver, of, facts);
  return problemOf(await sendOwn(app, by, prepared));
};
const correctionsOf = (of: Delivered) =>
  app.owner
    .selectFrom('delivery_corrections')
    .selectAll()
    .where('confirmation_id', '=', of.confirmation_id)
    .orderBy('number')
    .execute();
const movementsOf = async (of: Delivered) => {
  const { rows } = await sql<{ leg: number; from_holder: string; to_holder: string; amount_fils: number }>`
    select leg, from_holder, to_holder, amount_fils from cash_movements
    where source_type = 'delivery_correction' and source_id in (
      select id from delivery_corrections where confirmation_id = ${of.confirmation_id})
    order by recorded_at, id`.execute(app.owner);
  return rows;
};
const orderOf = (of: Delivered) =>
  app.owner.selectFrom('orders').selectAll().where('id', '=', of.order.id).executeTakeFirstOrThrow();
const balanceOf = (of: Delivered) =>
  app.owner.selectFrom('order_balances').selectAll().where('order_id', '=', of.order.id).executeTakeFirst();
const drop = async (amount_fils = 14_500) =>
  recorded(app, shop, 'drop', await prepareDrop(app, shop, { amount_fils }));

describe('a correction that does not lower the cash', () => {
  it('is recorded at once: card becomes cash, the earlier booking is reversed', async () => {
    const delivered = await deliver(app, shop, { tender: 'card_machine' });
    expect(await held()).toBe(0);
    const left = await leftBy(app.owner, async () => {
      expect(await correct(delivered, { cash_fils: 14_500, short_reason: null })).toMatchObject({
        number: 1,
        tender: 'cash',
        collected_fils: 14_500,
        cash_before_fils: 0,
        cash_fils: 14_500,
        approval_id: null,
        expires_at: null,
      });
    });
    expect(await held()).toBe(14_500);
    expect(left.audit).toMatchObject([
      {
        what: 'correct_delivery',
        subject_id: delivered.order.id,
        before: { tender: 'card_machine', cash_fils: 0 },
        after: { tender: 'cash', cash_fils: 14_500, number: 1, confirmation_id: delivered.confirmation_id },
      },
    ]);
    expect(await movementsOf(delivered)).toEqual([
      { leg: 2, from_holder: 'customers', to_holder: 'staff', amount_fils: 14_500 },
    ]);
    expect(await correctionsOf(delivered)).toMatchObject([
      { number: 1, tender: 'cash', due_fils: 14_500, approval_id: null, reason: null },
    ]);
    const events = await app.owner
      .selectFrom('order_events')
      .select(['kind', 'detail'])
      .where('order_id', '=', delivered.order.id)
      .execute();
    expect(events).toContainEqual({
      kind: 'corrected',
      detail: expect.objectContaining({ number: 1, before_cash_fils: 0, cash_fils: 14_500 }),
    });
  });

  it('changes the name, adds a photo and keeps the first documents', async () => {
    const delivered = await deliver(app, shop);
    await correct(delivered, { cash_fils: 14_500, customer_name: 'Salem', short_reason: null, photo: true });
    expect(await held()).toBe(14_500);
    expect(await movementsOf(delivered)).toEqual([]);
    const [row] = await correctionsOf(delivered);
    expect(row).toMatchObject({ customer_name: 'Salem', photo_url: expect.stringMatching(/correction-/) });
    const first = app.owner.selectFrom('delivery_confirmations').selectAll();
    expect(await first.where('id', '=', delivered.confirmation_id).execute()).toMatchObject([
      { customer_name: delivered.customer_name, cash_fils: 14_500 },
    ]);
  });

  it('follows the previous one: the booking of the last correction is reversed', async () => {
    const delivered = await deliver(app, shop, { tender: 'card_machine' });
    await correct(delivered, { cash_fils: 5_000, card_fils: 9_500, short_reason: null });
    await correct(delivered, { number: 2, cash_fils: 5_000, card_fils: 9_500, customer_name: 'Salem' });
    await correct(delivered, { number: 3, cash_fils: 14_500, short_reason: null });
    expect(await held()).toBe(14_500);
    expect(await movementsOf(delivered)).toEqual([
      { leg: 2, from_holder: 'customers', to_holder: 'staff', amount_fils: 5_000 },
      { leg: 1, from_holder: 'staff', to_holder: 'customers', amount_fils: 5_000 },
      { leg: 2, from_holder: 'customers', to_holder: 'staff', amount_fils: 14_500 },
    ]);
    expect(await correctionsOf(delivered)).toMatchObject([
      { number: 1, tender: 'cash_and_card' },
      { number: 2, tender: 'cash_and_card' },
      { number: 3, tender: 'cash' },
    ]);
  });

  it('keeps the rest owed on the order, and marks the order as paid once all is taken', async () => {
    const delivered = await deliver(app, shop, { tender: 'card_machine' });
    await correct(delivered, { cash_fils: 0, card_fils: 14_000 });
    expect(await orderOf(delivered)).toMatchObject({ status: 'completed', payment_status: 'pending' });
    expect(await balanceOf(delivered)).toMatchObject({ owed_fils: 500, unmatched_fils: 0, refund_fils: 0 });
    await correct(delivered, { number: 2, cash_fils: 500, card_fils: 14_000, short_reason: null });
    expect(await orderOf(delivered)).toMatchObject({ payment_status: 'paid' });
    expect(await balanceOf(delivered)).toMatchObject({ owed_fils: 0 });
  });

  it('with more than was due is owed to the customer', async () => {
    const delivered = await deliver(app, shop);
    await correct(delivered, { cash_fils: 15_000, short_reason: null });
    expect(await balanceOf(delivered)).toMatchObject({ owed_fils: 0, refund_fils: 500 });
    expect(await held()).toBe(15_000);
  });

  it('changes only the cash after a delivery with a conflict', async () => {
    const delivered = await deliver(app, shop, { cancelled: true });
    await correct(delivered, { cash_fils: 15_000, short_reason: null });
    expect(await held()).toBe(15_000);
    expect(await orderOf(delivered)).toMatchObject({ status: 'cancelled', payment_status: 'pending' });
    expect(await balanceOf(delivered)).toBeUndefined();
  });

  it.each([
    { cash_fils: 0, left_fils: 14_500 },
    { cash_fils: 9_000, left_fils: 5_500 },
  ])('to $cash_fils fils after a conflict leaves the rest due at the next delivery', async (one) => {
    const former = await deliver(app, shop, { cancelled: true });
    const { order } = former;
    const { approval_id } = await correct(former, { cash_fils: one.cash_fils });
    await ok(approvals.decide(shop.manager, approval_id ?? ''));
    await app.owner.updateTable('orders').set({ status: 'delivering' }).where('id', '=', order.id).execute();
    const listed = await app.send('GET', '/api/orders/next', { as: shop.driver.session_id });
    expect(await listed.text()).toContain(`"taken_fils":${one.cash_fils}`);
    const again = await prepareDelivery(app, shop, shop.driver, order);
    const response = await sendDelivery(app, shop.driver, again);
    expect(await response.json()).toMatchObject({
      ...{ outcome: 'delivered', order: { payment_status: 'paid' }, cash: { amount_fils: one.left_fils } },
    });
    expect(await held()).toBe(14_500);
  });

  it('is recorded once for each command id, and only the first of two at once', async () => {
    const delivered = await deliver(app, shop, { tender: 'card_machine' });
    const [one, other] = await Promise.all(
      [14_500, 15_000].map((cash_fils) =>
        prepareCorrection(app, shop, shop.driver, delivered, { cash_fils, short_reason: null }),
      ),
    );
    if (!one || !other) throw new Error('nothing was prepared');
    const answers = await Promise.all([one, other].map((sent) => sendOwn(app, shop.driver, sent)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const first = answers[0]?.status === 200 ? one : other;
    const again = await sendOwn(app, shop.driver, first);
    expect(again.status).toBe(200);
    expect(await correctionsOf(delivered)).toHaveLength(1);
    expect(await held()).toBe(first.shared.taken.cash_fils);
  });
});

describe('a correction that needs a second person', () => {
  it('lowers the cash once a Manager or Admin approves it', async () => {
    const delivered = await deliver(app, shop);
    const left = await leftBy(app.owner, async () => {
      const requested = await correct(delivered);
      expect(requested).toMatchObject({ approval_id: expect.any(String), cash_fils: 14_000 });
    });
    expect(left.audit).toMatchObject([{ what: 'request_correction', after: { amount_fils: -500 } }]);
    expect(await held()).toBe(14_500);
    expect(await correctionsOf(delivered)).toEqual([]);
    const [pending] = (await approvals.list(shop.manager)).pending;
    expect(pending).toMatchObject({
      kind: 'correction',
      user_id: shop.driver.user_id,
      amount_fils: -500,
      order: { id: delivered.order.id, order_number: delivered.order.order_number },
      changes: [{ account: 'cash', before_fils: 14_500, after_fils: 14_000 }],
      correction: {
        before: { cash_fils: 14_500, tender: 'cash' },
        after: { cash_fils: 14_000, short_reason: 'The customer had no more cash' },
      },
      may_approve: true,
    });
    await ok(approvals.decide(shop.manager, pending?.id ?? ''));
    expect(await held()).toBe(14_000);
    expect(await correctionsOf(delivered)).toMatchObject([{ number: 1, approval_id: pending?.id }]);
    expect(await balanceOf(delivered)).toMatchObject({ owed_fils: 500 });
    const { decided } = await approvals.list(shop.manager);
    expect(decided).toMatchObject([{ correction: { before: { cash_fils: 14_500 } } }]);
  });

  it('changes nothing if it is refused', async () => {
    const delivered = await deliver(app, shop);
    const { approval_id } = await correct(delivered);
    await ok(approvals.decide(shop.admin, approval_id ?? '', 'refused'));
    expect(await held()).toBe(14_500);
    expect(await correctionsOf(delivered)).toEqual([]);
  });

  it('is needed if nothing was taken at all, even by card', async () => {
    const delivered = await deliver(app, shop, { tender: 'card_machine' });
    expect(await correct(delivered, { cash_fils: 0 })).toMatchObject({ approval_id: expect.any(String) });
  });

  it('is not approved by the driver, nor by a Manager who delivered', async () => {
    const manager = await addStaff(app.owner, shop.shop_id, 'Manager', 'Delivering Manager', true);
    const delivered = await deliver(app, shop, { by: manager });
    const { approval_id } = await correct(delivered);
    const code = async (by: typeof manager) => problemOf(await approvals.decide(by, approval_id ?? ''));
    expect(await code(manager)).toEqual({ status: 422, code: 'own_request' });
    expect((await approvals.decide(shop.driver, approval_id ?? '')).status).toBe(403);
    await ok(approvals.decide(shop.manager, approval_id ?? ''));
    expect(await cashOnHand(app, manager)).toBe(14_000);
  });

  it('is refused if another correction was recorded meanwhile', async () => {
    const delivered = await deliver(app, shop);
    const { approval_id } = await correct(delivered);
    await correct(delivered, { cash_fils: 14_500, customer_name: 'Salem', short_reason: null });
    const answer = await problemOf(await approvals.decide(shop.manager, approval_id ?? ''));
    expect(answer).toEqual({ status: 409, code: 'delivery_corrected' });
    expect(await held()).toBe(14_500);
  });

  it('is approved once if two approve at once, and by the operator', async () => {
    const delivered = await deliver(app, shop);
    const { approval_id } = await correct(delivered);
    const both = [shop.manager, shop.admin].map((by) => approvals.decide(by, approval_id ?? ''));
    expect((await Promise.all(both)).map(({ status }) => status).sort()).toEqual([200, 409]);
    const second = await correct(delivered, { number: 2, cash_fils: 13_000 });
    await approvals.operatorDecides(second.approval_id ?? '');
    expect(await held()).toBe(13_000);
  });
});

describe('after cash was handed in', () => {
  it('each correction needs an approval, and its difference leaves the cash as it was', async () => {
    const delivered = await deliver(app, shop);
    await drop();
    const more = await correct(delivered, { cash_fils: 15_000, short_reason: null });
    const [pending] = (await approvals.list(shop.manager)).pending;
    expect(pending?.changes).toMatchObject([{ account: 'shortage', before_fils: 0, after_fils: 500 }]);
    await ok(approvals.decide(shop.manager, more.approval_id ?? ''));
    expect(await held()).toBe(0);
    expect(await accountOf(app, shop.driver, 'shortage')).toBe(500);
    const less = await correct(delivered, { number: 2, cash_fils: 14_000 });
    await ok(approvals.decide(shop.admin, less.approval_id ?? ''));
    expect(await held()).toBe(0);
    expect(await accountOf(app, shop.driver, 'over')).toBe(1_000);
  });

  it('a collection and an end of day count, and a voided drop does not', async () => {
    const delivered = await deliver(app, shop);
    const record_id = await drop(4_500);
    const of = { record_type: 'handover', record_id, with: shop.driver } as const;
    await ok(sendCommand(app, 'void', shop.admin, await prepareVoid(app, shop, of)));
    expect(await correct(delivered, { cash_fils: 15_000, short_reason: null })).toMatchObject({
      approval_id: null,
    });
    await recorded(app, shop, 'collection', await prepareCollection(app, shop, { amount_fils: 5_000 }));
    expect(await correct(delivered, { number: 2, cash_fils: 15_500, short_reason: null })).toMatchObject({
      approval_id: expect.any(String),
    });
    const second = await deliver(app, shop);
    expect(await correct(second, { cash_fils: 15_500, short_reason: null })).toMatchObject({
      approval_id: null,
    });
    await recorded(app, shop, 'end', await prepareEnd(app, shop, { amount_fils: 10_000 }));
    expect(await correct(second, { number: 2, cash_fils: 16_000, short_reason: null })).toMatchObject({
      approval_id: expect.any(String),
    });
  });

  it('a request from before it is booked as a difference once it is approved', async () => {
    const delivered = await deliver(app, shop);
    const { approval_id } = await correct(delivered);
    await drop();
    await approvals.operatorDecides(approval_id ?? '');
    expect(await held()).toBe(0);
    expect(await accountOf(app, shop.driver, 'over')).toBe(500);
  });
});

describe('is refused', () => {
  it('without a reason for less, without a change, and for a number that the form has not seen', async () => {
    const delivered = await deliver(app, shop);
    expect(await refused(delivered, { short_reason: null })).toEqual({
      status: 422,
      code: 'reason_required',
    });
    expect(await refused(delivered, { cash_fils: 14_500, short_reason: null })).toEqual({
      status: 422,
      code: 'nothing_corrected',
    });
    expect(await refused(delivered, { number: 2 })).toEqual({ status: 409, code: 'delivery_corrected' });
  });

  it('if it changes a payment that was found in the account', async () => {
    const delivered = await deliver(app, shop);
    const transfer = { amount_fils: 500, reference: 'AANI-1' };
    const { approval_id } = await correct(delivered, { transfer, short_reason: null });
    await ok(approvals.decide(shop.manager, approval_id ?? ''));
    const match = { tender: 'bank_transfer', ...transfer, outcome: 'received' };
    const matching = { source_id: delivered.confirmation_id, ...match };
    await ok(approvals.post('/api/desk/payments/match', shop.manager, matching));
    expect(await refused(delivered, { number: 2 })).toEqual({ status: 409, code: 'payment_received' });
    const kept = { number: 2, cash_fils: 14_100, short_reason: null, transfer };
    expect(await correct(delivered, kept)).toMatchObject({ approval_id: null });
  });

  it('for another user, another role, another shop and an unknown delivery', async () => {
    const delivered = await deliver(app, shop);
    const other = await createTestShop(app.owner, 'Other Shop');
    for (const by of [shop.driver2, other.driver])
      expect(await refused(delivered, {}, by)).toEqual({ status: 404, code: 'not_found' });
    expect(await refused(delivered, {}, shop.manager)).toEqual({ status: 404, code: 'driver_not_found' });
    for (const by of [shop.admin, shop.stranger]) expect((await refused(delivered, {}, by)).status).toBe(403);
    const unknown = { ...delivered, command_id: delivered.order.id };
    expect(await refused(unknown)).toEqual({ status: 404, code: 'not_found' });
    expect(await held()).toBe(14_500);
  });
});

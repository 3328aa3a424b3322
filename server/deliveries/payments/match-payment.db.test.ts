import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenPayments } from '../../../contract/operations/desk/payments/list-open-payments.schema.ts';
import type { MatchPayment } from '../../../contract/operations/desk/payments/match-payment.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { leftBy } from '../../../tests/support/audit.ts';
import { collected, openOf, owedOrder, sendMatch } from '../../../tests/support/owed-order.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { ok } from '../../../tests/support/test-approvals.ts';
import { problemOf } from '../../../tests/support/test-handover.ts';
import {
  addOrder,
  addStaff,
  createTestShop,
  type TestShop,
  type TestStaff,
} from '../../../tests/support/test-shop.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
});

const transfer = { amount_fils: 14_500, reference: 'AANI 7' };

/** Delivers an order that is paid by bank transfer, and returns the input that matches it. */
async function transferred(by = shop.driver): Promise<{ id: string; match: MatchPayment }> {
  const order = await owedOrder(app, shop, { transfer }, by);
  const source_id = order.confirmation_id;
  return { id: order.id, match: { source_id, tender: 'bank_transfer', ...transfer, outcome: 'received' } };
}

const refused = async (by: TestStaff, match: MatchPayment) => problemOf(await sendMatch(app, by, match));

describe('a payment by reference', () => {
  it('in the account is no longer to match, and the order is paid', async () => {
    const { id, match } = await transferred();
    expect(await openOf(app, { id })).toMatchObject({ unmatched_fils: 14_500, payment_status: 'pending' });
    const left = await leftBy(app.owner, async () => {
      expect(await ok(sendMatch(app, shop.manager, match))).toEqual({
        match_id: expect.any(String),
        order_id: id,
        outcome: 'received',
        payment_status: 'paid',
        owed_fils: 0,
        unmatched_fils: 0,
        refund_fils: 0,
      });
    });
    expect(left.audit).toMatchObject([
      {
        what: 'match_payment',
        user_id: shop.manager.user_id,
        subject_id: id,
        before: { payment_status: 'pending', unmatched_fils: 14_500 },
        after: { payment_status: 'paid', outcome: 'received', tender: 'bank_transfer', amount_fils: 14_500 },
      },
    ]);
    expect(await openOf(app, { id })).toMatchObject({ unmatched_fils: 0, payment_status: 'paid' });
  });

  it('missing in the account is owed again', async () => {
    const { id, match } = await transferred();
    const reply = await ok(sendMatch(app, shop.manager, { ...match, outcome: 'not_received' }));
    expect(reply).toMatchObject({ owed_fils: 14_500, unmatched_fils: 0, payment_status: 'pending' });
    expect(await openOf(app, { id })).toMatchObject({ owed_fils: 14_500, unmatched_fils: 0 });
  });

  it('collected after the delivery is matched separately', async () => {
    const order = await owedOrder(app, shop);
    const link = { amount_fils: 500, reference: 'LINK-1' };
    const { id: source_id } = await collected(app, shop, shop.driver, order, {
      taken: { cash_fils: 0, link },
    });
    const match = { source_id, tender: 'payment_link', ...link, outcome: 'received' } as const;
    expect(await ok(sendMatch(app, shop.manager, match))).toMatchObject({ payment_status: 'paid' });
  });

  it('is decided once if the request is repeated, and by one of two Managers at once', async () => {
    const { match } = await transferred();
    const second = await addStaff(app.owner, shop.shop_id, 'Manager', 'Maryam Manager', false);
    const both = await Promise.all([
      sendMatch(app, shop.manager, match),
      sendMatch(app, second, { ...match, outcome: 'not_received' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    for (const by of [shop.manager, second]) {
      expect(await refused(by, match)).toEqual({ status: 409, code: 'payment_matched' });
    }
    const other = await transferred();
    const command_id = newId();
    const replies = [1, 2].map(() => sendMatch(app, shop.manager, other.match, command_id));
    const [first, again] = await Promise.all(replies.map(async (one) => (await one).text()));
    expect(again).toBe(first);
  });

  it('is refused for another reference or amount, another tender, and an unknown payment', async () => {
    const { match } = await transferred();
    const { manager } = shop;
    expect(await refused(manager, { ...match, reference: 'AANI 8' })).toEqual({
      status: 422,
      code: 'reference_differs',
    });
    expect(await refused(manager, { ...match, amount_fils: 1 })).toEqual({
      status: 409,
      code: 'payment_changed',
    });
    for (const other of [{ tender: 'payment_link' as const }, { source_id: newId() }]) {
      expect(await refused(manager, { ...match, ...other })).toEqual({ status: 404, code: 'not_found' });
    }
  });

  it('is matched by no Admin, driver or other shop, and not by the Manager who took it', async () => {
    const delivering = await addStaff(app.owner, shop.shop_id, 'Manager', 'Majid Manager', true);
    const { match } = await transferred(delivering);
    for (const by of [shop.admin, shop.driver]) {
      expect(await refused(by, match)).toEqual({ status: 403, code: 'no_access' });
    }
    expect(await refused(delivering, match)).toEqual({ status: 422, code: 'own_payment' });
    const elsewhere = await createTestShop(app.owner, 'Elsewhere');
    expect(await refused(elsewhere.manager, match)).toEqual({ status: 404, code: 'not_found' });
    await ok(sendMatch(app, shop.manager, match));
  });
});

describe('the lists of open payments', () => {
  const list = (by: TestStaff, query = '') =>
    app.send('GET', `/api/desk/payments${query}`, { as: by.session_id });
  const open = (query?: string) => ok<OpenPayments>(list(shop.manager, query));

  it('show what is owed, what is to match and what is owed to customers, with their counts', async () => {
    const owed = await owedOrder(app, shop);
    const { id, match } = await transferred();
    const extra = await owedOrder(app, shop, { cash_fils: 15_000 });
    const counts = { owed: 1, to_match: 1, refunds: 1 };
    expect(await open()).toMatchObject({
      counts,
      rows: [
        {
          order_id: owed.id,
          order_number: owed.order_number,
          driver_name: 'Dawood Driver',
          driver_id: shop.driver.driver_id,
          owed_fils: 500,
          short_reason: 'No more cash',
          waiver_fils: null,
          payments: [],
        },
      ],
      next: null,
    });
    expect((await open('?list=to_match')).rows).toMatchObject([
      {
        order_id: id,
        unmatched_fils: 14_500,
        payments: [
          {
            source_id: match.source_id,
            tender: 'bank_transfer',
            reference: 'AANI 7',
            amount_fils: 14_500,
            recorded_by: 'Dawood Driver',
            is_own: false,
          },
        ],
      },
    ]);
    expect((await open('?list=refunds')).rows).toMatchObject([{ order_id: extra.id, refund_fils: 500 }]);
    expect(
      await ok(app.send('GET', '/api/desk/payments/newest', { as: shop.admin.session_id })),
    ).toMatchObject({
      newest: { order_id: owed.id, owed_fils: 500, driver_name: 'Dawood Driver' },
    });
    const own = await ok<{ orders: object[] }>(
      app.send('GET', '/api/order-payments/owed', { as: shop.driver.session_id }),
    );
    expect(own.orders).toMatchObject([{ order_id: owed.id, owed_fils: 500 }]);
  });

  it('are read by page', async () => {
    const one = await owedOrder(app, shop);
    const others: string[] = [];
    for (let at = 0; at < 51; at += 1) others.push((await addOrder(app.owner, shop, shop.driver)).id);
    // Copies of the delivery, a second apart.
    await app.database.owner.query(
      `insert into delivery_confirmations
      select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'command_id', gen_random_uuid(),
        'order_id', o.id, 'recorded_at', c.recorded_at + nth * interval '1 s'))).*
      from delivery_confirmations c cross join unnest($1::uuid[]) with ordinality o (id, nth) where c.order_id = $2`,
      [others, one.id],
    );
    const ids = [one.id, ...others];
    const first = await open();
    expect(first.rows.map(({ order_id }) => order_id)).toEqual(ids.slice(0, 50));
    expect(first.next).toBe(ids[49]);
    const rest = await open(`?after=${first.next}`);
    expect(rest.rows.map(({ order_id }) => order_id)).toEqual(ids.slice(50));
    expect(rest.next).toBeNull();
  });

  it('are not shown to drivers, and show nothing of another shop', async () => {
    await owedOrder(app, shop);
    const elsewhere = await createTestShop(app.owner, 'Elsewhere');
    expect((await list(shop.driver)).status).toBe(403);
    expect(await ok(list(elsewhere.manager))).toMatchObject({ rows: [], counts: { owed: 0 } });
    expect(
      await ok(app.send('GET', '/api/desk/payments/newest', { as: elsewhere.manager.session_id })),
    ).toEqual({ newest: null });
    const bare = await addStaff(app.owner, shop.shop_id, 'Driver', 'Bilal Bare', false);
    expect(
      await problemOf(await app.send('GET', '/api/order-payments/owed', { as: bare.session_id })),
    ).toEqual({ status: 404, code: 'driver_not_found' });
    expect(await ok(app.send('GET', '/api/order-payments/owed', { as: shop.driver2.session_id }))).toEqual({
      orders: [],
    });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OpenPayments } from '../../../contract/operations/desk/payments/list-open-payments.schema.ts';
import type { MatchPayment } from '../../../contract/operations/desk/payments/match-payment.schema.ts';
import { owedOrder } from '../../../tests/support/owed-order.ts';
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

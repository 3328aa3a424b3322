import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MatchPayment } from '../../../contract/operations/desk/payments/match-payment.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { leftBy } from '../../../tests/support/audit.ts';
import { collected, openOf, owedOrder, sendMatch } from '../../../tests/support/owed-order.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { ok } from '../../../tests/support/test-approvals.ts';
import { problemOf } from '../../../tests/support/test-handover.ts';
import { addStaff, createTestShop, type TestShop, type TestStaff } from '../../../tests/support/test-shop.ts';
import { verifyCash } from '../../verification/verify-cash.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(async () => {
  expect(await verifyCash(app.owner)).toEqual([]);
  await app.drop();
});
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

  it('is matched by an Admin too, but by no driver or other shop, and not by the Manager who took it', async () => {
    const delivering = await addStaff(app.owner, shop.shop_id, 'Manager', 'Majid Manager', true);
    const { match } = await transferred(delivering);
    expect(await refused(shop.driver, match)).toEqual({ status: 403, code: 'no_access' });
    expect(await refused(delivering, match)).toEqual({ status: 422, code: 'own_payment' });
    const elsewhere = await createTestShop(app.owner, 'Elsewhere');
    expect(await refused(elsewhere.manager, match)).toEqual({ status: 404, code: 'not_found' });
    await ok(sendMatch(app, shop.admin, match));
  });
});

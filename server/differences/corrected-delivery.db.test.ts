import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Holdings } from '../../contract/operations/desk/cash/read-desk-holdings.schema.ts';
import { owedOrder, preparePayment, sendPayment } from '../../tests/support/owed-order.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { type ApprovalsIn, approvalsIn, ok } from '../../tests/support/test-approvals.ts';
import {
  correctOwn,
  type Delivered,
  deliver,
  prepareCorrection,
  sendByManager,
} from '../../tests/support/test-corrections.ts';
import { accountOf, listedDifferences, postDesk, recordEnd } from '../../tests/support/test-differences.ts';
import { requestedExpense } from '../../tests/support/test-expenses.ts';
import { adjust, cashOnHand, prepareDrop, problemOf, recorded } from '../../tests/support/test-handover.ts';
import { createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import { verifyCash } from '../verification/verify-cash.ts';

/** Corrections and payments that are recorded after the end of the day to which their cash belongs. */

let app: TestApp;
let shop: TestShop;
let approvals: ApprovalsIn;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(async () => {
  expect(await verifyCash(app.owner)).toEqual([]);
  await app.drop();
});
beforeEach(async () => {
  shop = await createTestShop(app.owner);
  approvals = approvalsIn(app, shop);
});

const held = () => cashOnHand(app, shop.driver);
const unexplained = async () => {
  const read = app.send('GET', '/api/desk/holdings', { as: shop.manager.session_id });
  const { unexplained: items } = await ok<Holdings>(read);
  return items.map(({ kind, amount_fils }) => [kind, amount_fils]);
};
const accounts = async () => [
  await accountOf(app, shop.driver, 'shortage'),
  await accountOf(app, shop.driver, 'over'),
];
const undecided = async () => (await listedDifferences(app, shop.manager)).undecided;
const decide = (handover_id: string, bookable_fils: number) =>
  postDesk(app, '/differences/decide', shop.manager, {
    ...{ handover_id, choice: 'short_or_over', bookable_fils, reason: null },
  });
const byManager = async (of: Delivered, cash_fils: number, card_fils = 0) => {
  const facts = { cash_fils, card_fils, short_reason: cash_fils + card_fils < 14_500 ? 'No more' : null };
  const prepared = await prepareCorrection(app, shop, shop.manager, of, facts);
  return ok(sendByManager(app, shop.manager, prepared));
};

const CORRECTIONS: [string, 'cash' | 'card_machine', number, number][] = [
  ['card becomes cash', 'card_machine', 14_500, 0],
  ['cash becomes more', 'cash', 15_000, 0],
  ['cash becomes less', 'cash', 14_000, 0],
  ['cash becomes card', 'cash', 0, 14_500],
];

describe('a correction after an end of day', () => {
  it.each(CORRECTIONS)('leaves nothing unexplained: %s', async (_, tender, cash_fils, card_fils) => {
    const delivered = await deliver(app, shop, { tender });
    await recordEnd(app, shop, { amount_fils: await held() });
    expect(await unexplained()).toEqual([]);
    await byManager(delivered, cash_fils, card_fils);
    expect(await held()).toBe(0);
    expect(await unexplained()).toEqual([]);
  });

  it.each(CORRECTIONS)(
    'leaves the rest after a drop of a later day: %s',
    async (_, tender, cash_fils, card_fils) => {
      await adjust(app, shop, shop.driver, 3_000);
      await recordEnd(app, shop, { amount_fils: 0, difference_choice: 'kept' });
      const before = await unexplained();
      const delivered = await deliver(app, shop, { tender });
      await deliver(app, shop, { due_amount_fils: 1_000 });
      const drop = await prepareDrop(app, shop, { amount_fils: (await held()) - 3_000 });
      await recorded(app, shop, 'drop', drop);
      expect(await unexplained()).toEqual(before);
      await byManager(delivered, cash_fils, card_fils);
      expect(await unexplained()).toEqual(before);
    },
  );
});

describe('a correction that waits for approval at an end of day', () => {
  it('holds back the difference, and explains it once it is approved', async () => {
    const delivered = await deliver(app, shop);
    const facts = { cash_fils: 0, card_fils: 14_500, short_reason: null };
    const { approval_id } = await correctOwn(app, shop, delivered, facts);
    const { id, difference_outcome } = await recordEnd(app, shop, { amount_fils: 0 });
    expect(difference_outcome).toBe('undecided');
    expect(await undecided()).toMatchObject([{ bookable_fils: 14_500, blockers: ['corrections'] }]);
    expect(await problemOf(await decide(id, 14_500))).toMatchObject({ code: 'difference_undecidable' });
    const [pending] = (await approvals.list(shop.manager)).pending;
    expect(pending).toMatchObject({ changes: [{ account: 'cash', before_fils: 14_500, after_fils: 0 }] });
    await ok(approvals.decide(shop.manager, approval_id ?? ''));
    expect(await held()).toBe(0);
    expect(await accounts()).toEqual([0, 0]);
    expect(await undecided()).toMatchObject([{ bookable_fils: 0, blockers: [] }]);
    await ok(decide(id, 0));
    expect(await accounts()).toEqual([0, 0]);
    expect(await unexplained()).toEqual([]);
  });

  it('holds back nothing once it is refused, nor if the cash stays', async () => {
    const delivered = await deliver(app, shop);
    const { approval_id } = await correctOwn(app, shop, delivered);
    const { id } = await recordEnd(app, shop, { amount_fils: 14_000 });
    const { approval_id: unchanged } = await correctOwn(app, shop, delivered, {
      ...{ cash_fils: 14_500, customer_name: 'Salem', short_reason: null },
    });
    expect(unchanged).toEqual(expect.any(String));
    await ok(approvals.decide(shop.manager, approval_id ?? '', 'refused'));
    expect(await undecided()).toMatchObject([{ bookable_fils: 500, blockers: [] }]);
    await ok(decide(id, 500));
    expect(await accounts()).toEqual([500, 0]);
  });
});

describe('a correction by a Manager while a difference is undecided', () => {
  it('leaves the signed shortage to book', async () => {
    await adjust(app, shop, shop.driver, 3_000);
    const delivered = await deliver(app, shop);
    const expense = await requestedExpense(app, shop, { amount_fils: 100 });
    const { id } = await recordEnd(app, shop, { amount_fils: 14_500 });
    await byManager(delivered, 15_000);
    expect(await accounts()).toEqual([0, 0]);
    expect(await held()).toBe(3_500);
    await ok(approvals.decide(shop.manager, expense, 'refused', { reason: 'Not for the shop' }));
    expect(await undecided()).toMatchObject([{ bookable_fils: 3_000, blockers: [] }]);
    await ok(decide(id, 3_000));
    expect(await accounts()).toEqual([3_000, 0]);
    expect(await held()).toBe(500);
  });
});

describe('a payment before an end of day that arrives after it', () => {
  it('explains an excess of that day, as a late delivery does', async () => {
    const order = await owedOrder(app, shop);
    const payment = await preparePayment(app, shop, shop.driver, order);
    await recordEnd(app, shop, { amount_fils: 14_500, difference_choice: 'kept' });
    expect(await unexplained()).toEqual([['over', 500]]);
    await ok(sendPayment(app, shop.driver, payment));
    expect(await held()).toBe(0);
    expect(await unexplained()).toEqual([]);
  });
});

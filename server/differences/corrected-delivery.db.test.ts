import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Holdings } from '../../contract/operations/desk/cash/read-desk-holdings.schema.ts';
import { owedOrder, preparePayment, sendPayment } from '../../tests/support/owed-order.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { ok } from '../../tests/support/test-approvals.ts';
import {
  type Delivered,
  deliver,
  prepareCorrection,
  sendByManager,
} from '../../tests/support/test-corrections.ts';
import { recordEnd } from '../../tests/support/test-differences.ts';
import { adjust, cashOnHand, prepareDrop, recorded } from '../../tests/support/test-handover.ts';
import { createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import { verifyCash } from '../verification/verify-cash.ts';

/** Corrections and payments that are recorded after the end of the day to which their cash belongs. */

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

const held = () => cashOnHand(app, shop.driver);
const unexplained = async () => {
  const read = app.send('GET', '/api/desk/holdings', { as: shop.manager.session_id });
  const { unexplained: items } = await ok<Holdings>(read);
  return items.map(({ kind, amount_fils }) => [kind, amount_fils]);
};
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

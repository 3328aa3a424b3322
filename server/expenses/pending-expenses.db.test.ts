import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OutstandingCash } from '../../contract/operations/dashboard/cash/reads/list-outstanding-cash.schema.ts';
import type { DriverBalance } from '../../contract/operations/dashboard/cash/reads/read-driver-balance.schema.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { type ApprovalsIn, approvalsIn, ok } from '../../tests/support/test-approvals.ts';
import { accountOf, listedDifferences, postDesk, recordEnd } from '../../tests/support/test-differences.ts';
import { requestedExpense, spentBy } from '../../tests/support/test-expenses.ts';
import {
  adjust,
  cashOnHand,
  prepareEnd,
  prepareStart,
  prepareVoid,
  problemOf,
  recorded,
  sendCommand,
} from '../../tests/support/test-handover.ts';
import { createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import { verifyCash } from '../verification/verify-cash.ts';

/** Expenses that wait for approval when cash is handed in. */

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
  await adjust(app, shop, shop.driver, 10_000);
});

const balance = () =>
  ok<DriverBalance>(
    app.send('GET', `/api/handovers/balance?driver_id=${shop.driver.driver_id}`, {
      as: shop.admin.session_id,
    }),
  );
const outstanding = () =>
  ok<OutstandingCash>(app.send('GET', '/api/cash/outstanding', { as: shop.manager.session_id }));

describe('the estimate of an end of day and of a collection', () => {
  it('shows the expenses that wait for approval, and falls once they are approved', async () => {
    const id = await requestedExpense(app, shop, { amount_fils: 2_000 });
    const refused = await requestedExpense(app, shop, { amount_fils: 300 });
    await requestedExpense(app, shop, { by: shop.driver2 });
    expect(await balance()).toMatchObject({ cash_on_hand_fils: 10_000, expenses_fils: 2_300 });
    expect((await outstanding()).rows).toMatchObject([{ cash_on_hand_fils: 10_000, expenses_fils: 2_300 }]);
    await ok(approvals.decide(shop.manager, refused, 'refused', { reason: 'Not for the shop' }));
    await ok(approvals.decide(shop.manager, id));
    expect(await balance()).toMatchObject({ cash_on_hand_fils: 8_000, expenses_fils: 0 });
    expect((await outstanding()).rows).toMatchObject([{ cash_on_hand_fils: 8_000, expenses_fils: 0 }]);
  });
});

describe('a difference signed as short', () => {
  it('stays undecided while an expense waits, and is explained by it once it is approved', async () => {
    const id = await requestedExpense(app, shop, { amount_fils: 2_000 });
    const { id: handover_id, difference_outcome } = await recordEnd(app, shop, { amount_fils: 8_000 });
    expect(difference_outcome).toBe('undecided');
    const [undecided] = (await listedDifferences(app, shop.manager)).undecided;
    expect(undecided).toMatchObject({ signed_fils: 2_000, bookable_fils: 2_000, blockers: ['expenses'] });
    const decision = { handover_id, choice: 'short_or_over', bookable_fils: 2_000, reason: 'Counted twice' };
    const early = await postDesk(app, '/differences/decide', shop.manager, decision);
    expect((await problemOf(early)).code).toBe('difference_undecidable');
    await ok(approvals.decide(shop.manager, id));
    expect((await listedDifferences(app, shop.manager)).undecided).toMatchObject([
      { signed_fils: 2_000, bookable_fils: 0, blockers: [] },
    ]);
    expect([await cashOnHand(app, shop.driver), await spentBy(app, shop.driver)]).toEqual([0, 2_000]);
  });

  it('is booked in full once the expense is refused', async () => {
    const id = await requestedExpense(app, shop, { amount_fils: 2_000 });
    const { id: handover_id } = await recordEnd(app, shop, { amount_fils: 8_000 });
    await ok(approvals.decide(shop.manager, id, 'refused', { reason: 'No slip' }));
    const decision = { handover_id, choice: 'short_or_over', bookable_fils: 2_000, reason: 'Counted twice' };
    await ok(postDesk(app, '/differences/decide', shop.manager, decision));
    expect([await cashOnHand(app, shop.driver), await accountOf(app, shop.driver, 'shortage')]).toEqual([
      0, 2_000,
    ]);
  });

  it('counts an expense of after the end of day against later cash, not against the difference', async () => {
    const end = await prepareEnd(app, shop, { amount_fils: 9_000, difference_choice: 'kept' });
    await recorded(app, shop, 'end', end);
    await adjust(app, shop, shop.driver, 4_000);
    const later = await requestedExpense(app, shop, { amount_fils: 700, at: new Date() });
    await ok(approvals.decide(shop.manager, later));
    expect(await cashOnHand(app, shop.driver)).toBe(4_300);
  });
});

it('a void of a handover leaves later expenses as they are', async () => {
  const start = await recorded(app, shop, 'start', await prepareStart(app, shop, { amount_fils: 1_000 }));
  await ok(approvals.decide(shop.manager, await requestedExpense(app, shop, { amount_fils: 400 })));
  const voided = await prepareVoid(app, shop, {
    record_type: 'handover',
    record_id: start,
    with: shop.driver,
  });
  await ok(sendCommand(app, 'void', shop.admin, voided));
  expect([await cashOnHand(app, shop.driver), await spentBy(app, shop.driver)]).toEqual([9_600, 400]);
});

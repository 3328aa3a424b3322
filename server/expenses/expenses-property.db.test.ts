import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CashEquation } from '../../contract/operations/desk/cash/read-cash-equation.schema.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { approvalsIn, ok } from '../../tests/support/test-approvals.ts';
import { requestedExpense, spentBy } from '../../tests/support/test-expenses.ts';
import { adjust, cashOnHand, prepareDrop, sendCommand } from '../../tests/support/test-handover.ts';
import { createTestShop } from '../../tests/support/test-shop.ts';
import { verifyCash } from '../verification/verify-cash.ts';

/**
 * Property test: after any sequence of requests, decisions and cash handed in, the expenses of each person
 * are the sum of those that were approved, their cash is reduced by exactly that sum, and the equation of the
 * cash book is equal.
 */

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());

type Who = 0 | 1 | 2 | 3;
type Step =
  | { do: 'request'; who: Who; fils: number }
  | { do: 'approve' | 'refuse'; which: number; by_admin: boolean }
  | { do: 'drop'; who: 0 | 1; fils: number };

const fils = fc.integer({ min: 1, max: 3_000 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('request' as const),
      who: fc.constantFrom<Who>(0, 1, 2, 3),
      fils,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('approve' as const, 'approve' as const, 'refuse' as const),
      which: fc.nat({ max: 9 }),
      by_admin: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('drop' as const), who: fc.constantFrom<0 | 1>(0, 1), fils }),
  },
);

test('the expenses of each person are the sum of the approved ones', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
    const shop = await createTestShop(app.owner);
    const { send, decide } = { send: sendCommand, decide: approvalsIn(app, shop).decide };
    const people = [shop.driver, shop.driver2, shop.manager, shop.admin] as const;
    const spent = [0, 0, 0, 0];
    const held = [20_000, 20_000, 0, 0];
    for (const driver of [shop.driver, shop.driver2]) await adjust(app, shop, driver, 20_000);
    const pending: { id: string; who: Who; fils: number }[] = [];
    for (const one of steps) {
      if (one.do === 'request') {
        const by = people[one.who];
        pending.push({ ...one, id: await requestedExpense(app, shop, { by, amount_fils: one.fils }) });
      } else if (one.do === 'drop') {
        const [driver, amount_fils] = [people[one.who], one.fils];
        await ok(send(app, 'drop', shop.admin, await prepareDrop(app, shop, { driver, amount_fils })));
        held[one.who] = (held[one.who] ?? 0) - amount_fils;
        held[3] = (held[3] ?? 0) + amount_fils;
      } else {
        const [request] = pending.splice(one.which % Math.max(1, pending.length), 1);
        if (!request) continue;
        const by = one.by_admin ? shop.admin : shop.manager;
        const outcome = one.do === 'approve' ? 'approved' : 'refused';
        const options = { reason: outcome === 'refused' ? 'No slip' : null };
        const { status } = await decide(by, request.id, outcome, options);
        const is_own = people[request.who] === by;
        expect(status).toBe(is_own ? 422 : 200);
        if (is_own) pending.push(request);
        else if (outcome === 'approved') spent[request.who] = (spent[request.who] ?? 0) + request.fils;
      }
    }
    for (const [at, person] of people.entries()) {
      expect(await spentBy(app, person)).toBe(spent[at]);
      expect(await cashOnHand(app, person)).toBe((held[at] ?? 0) - (spent[at] ?? 0));
    }
    const equation = await ok<CashEquation>(
      app.send('GET', '/api/desk/cash/equation', { as: shop.manager.session_id }),
    );
    const expenses = equation.holders.find(({ holder }) => holder === 'expense');
    expect([equation.is_equal, expenses?.total]).toEqual([
      true,
      { in_fils: 0, out_fils: spent.reduce((sum, one) => sum + one, 0) },
    ]);
  });
  await fc.assert(property, { numRuns: 8 });
  expect(await verifyCash(app.owner)).toEqual([]);
});

import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { collected, openOf, owedOrder, sendMatch, sendWaiver } from '../../../tests/support/owed-order.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { approvalsIn, ok } from '../../../tests/support/test-approvals.ts';
import { createTestShop } from '../../../tests/support/test-shop.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());

const DUE_FILS = 14_500;
const amount = fc.integer({ min: 1, max: 600 });
const step = fc.oneof(
  fc.record({ kind: fc.constant('cash' as const), fils: amount }),
  fc.record({
    kind: fc.constant('link' as const),
    fils: amount,
    outcome: fc.constantFrom('received' as const, 'not_received' as const, null),
  }),
  fc.record({ kind: fc.constant('waive' as const), fils: amount }),
);

it('the owed, collected, pending and waived amounts always add up to the amount due', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 13_000, max: 15_000 }),
      fc.array(step, { maxLength: 6 }),
      async (first_fils, steps) => {
        const shop = await createTestShop(app.owner);
        const order = await owedOrder(app, shop, { cash_fils: first_fils });
        const sums = { taken: first_fils, pending: 0, waived: 0 };
        const left = () => DUE_FILS - sums.taken - sums.pending - sums.waived;
        for (const one of steps) {
          if (one.kind === 'cash') {
            await collected(app, shop, shop.driver, order, { taken: { cash_fils: one.fils } });
            sums.taken += one.fils;
          } else if (one.kind === 'link') {
            const link = { amount_fils: one.fils, reference: 'LINK' };
            const { id } = await collected(app, shop, shop.driver, order, { taken: { cash_fils: 0, link } });
            if (one.outcome === null) sums.pending += one.fils;
            else {
              const match = { source_id: id, tender: 'payment_link', ...link, outcome: one.outcome } as const;
              await ok(sendMatch(app, shop.manager, match));
              if (one.outcome === 'received') sums.taken += one.fils;
            }
          } else {
            const sent = await sendWaiver(app, shop.manager, { order_id: order.id, amount_fils: one.fils });
            expect(sent.status).toBe(one.fils <= Math.max(0, left()) ? 200 : 409);
            if (sent.status !== 200) continue;
            await ok(approvalsIn(app, shop).decide(shop.admin, (await sent.json()).approval_id));
            sums.waived += one.fils;
          }
          expect(await openOf(app, order)).toEqual({
            owed_fils: Math.max(0, left()),
            unmatched_fils: sums.pending,
            refund_fils: Math.max(0, -left()),
            payment_status: left() <= 0 && sums.pending === 0 ? 'paid' : 'pending',
          });
        }
      },
    ),
    { numRuns: 6 },
  );
});

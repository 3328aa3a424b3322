import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { cashState } from '../../tests/support/cash-state.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { type ApprovalsIn, approvalsIn, ok } from '../../tests/support/test-approvals.ts';
import {
  issue,
  prepareEnd,
  prepareSettlement,
  problemOf,
  recorded,
  sendCommand,
} from '../../tests/support/test-handover.ts';
import { addStaff, createTestShop, type TestShop, type TestStaff } from '../../tests/support/test-shop.ts';

let app: TestApp;
let shop: TestShop;
let approvals: ApprovalsIn;
/** A Manager who also delivers, and left a shortage of 3,000 fils. */
let short: TestStaff;
let difference_id: string;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
  approvals = approvalsIn(app, shop);
  short = await addStaff(app.owner, shop.shop_id, 'Manager', 'Sami Short', true);
  await issue(app, shop, short, 10_000);
  const end = { driver: short, amount_fils: 7_000, difference_choice: 'short_or_over' } as const;
  const handover_id = await recorded(app, shop, 'end', await prepareEnd(app, shop, end));
  const booked = app.owner.selectFrom('cash_differences').select('id').where('handover_id', '=', handover_id);
  difference_id = (await booked.executeTakeFirstOrThrow()).id;
});

const send = (amount_fils: number, by = shop.admin) => {
  const body = { difference_id, amount_fils, ground: 'loss', reason: 'Torn notes' };
  return approvals.post('/api/desk/approvals/write-offs', by, body);
};
const request = async (amount_fils: number) =>
  (await ok<{ approval_id: string }>(send(amount_fils))).approval_id;
const shortage = async () => (await cashState(app, shop)).accounts['Sami Short: shortage'];

it('a write-off reduces the shortage once it is approved, and shows it before and after', async () => {
  const approval_id = await request(1_000);
  expect(await shortage()).toBe(3_000);
  const change = { account: 'shortage', user_id: short.user_id, before_fils: 3_000, after_fils: 2_000 };
  expect((await approvals.list(shop.manager)).pending).toMatchObject([
    {
      kind: 'write_off',
      amount_fils: 1_000,
      reason: 'Torn notes',
      reference: expect.stringMatching(/^EOD-/),
      changes: [change],
    },
  ]);
  expect(await ok(approvals.decide(shop.manager, approval_id))).toMatchObject({ changes: [change] });
  expect(await shortage()).toBe(2_000);
});

it('a write-off is neither requested nor approved by the person who is short', async () => {
  expect(await problemOf(await send(1_000, short))).toEqual({ status: 422, code: 'own_cash' });
  const approval_id = await request(1_000);
  expect(await problemOf(await approvals.decide(short, approval_id))).toEqual({
    status: 422,
    code: 'own_account_change',
  });
  await approvals.operatorDecides(approval_id);
  expect(await shortage()).toBe(2_000);
});

it('a write-off is not approved if a payment left less open, and the response shows the rest', async () => {
  const approval_id = await request(2_500);
  const payment = await prepareSettlement(app, shop, { difference_id, from: short });
  await ok(sendCommand(app, 'settlement', shop.manager, payment));
  const response = await approvals.decide(shop.manager, approval_id);
  expect(await response.json()).toMatchObject({ status: 409, code: 'more_than_open', current_fils: 2_000 });
  expect(await shortage()).toBe(2_000);
});

it('two write-offs of more than the shortage that are approved at once are made once', async () => {
  const ids = [await request(2_000), await request(2_000)];
  const both = await Promise.all(ids.map((id) => approvals.decide(shop.manager, id)));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await shortage()).toBe(1_000);
});

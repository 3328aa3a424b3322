import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ApprovalDecided } from '../../contract/operations/desk/approvals/decide-approval.schema.ts';
import type { Approvals } from '../../contract/operations/desk/approvals/list-approvals.schema.ts';
import type { Differences } from '../../contract/operations/desk/differences/list-differences.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import {
  adjust,
  cashOnHand,
  issue,
  prepareDeposit,
  prepareDrop,
  prepareEnd,
  prepareFloat,
  prepareSettlement,
  prepareStart,
  prepareVoid,
  problemOf,
  sendCommand,
} from '../../tests/support/test-handover.ts';
import { createTestShop, type TestShop, type TestStaff } from '../../tests/support/test-shop.ts';

let app: TestApp;
let shop: TestShop;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
});

const post = (path: string, by: TestStaff, body: object, command_id = newId()) =>
  app.send('POST', path, { as: by.session_id, body, headers: { 'idempotency-key': command_id } });

async function ok<T>(sent: Promise<Response>): Promise<T> {
  const response = await sent;
  expect([response.status, await response.clone().text()]).toEqual([200, expect.any(String)]);
  return response.json();
}

const decide = (by: TestStaff, approval_id: string, outcome = 'approved') =>
  post('/api/desk/approvals/decide', by, { approval_id, outcome, reason: null });
const approvals = async (by: TestStaff): Promise<Approvals> =>
  (await app.send('GET', '/api/desk/approvals', { as: by.session_id })).json();
const differences = async (by: TestStaff): Promise<Differences> =>
  (await app.send('GET', '/api/desk/differences', { as: by.session_id })).json();

describe('a request for approval', () => {
  it('adjusts the cash of a person once another Manager or Admin approves it', async () => {
    const body = { user_id: shop.driver.user_id, amount_fils: -1_000, reason: 'Counted again' };
    const { approval_id } = await ok<{ approval_id: string }>(
      post('/api/desk/approvals/adjustments', shop.admin, body),
    );
    expect(await problemOf(await decide(shop.admin, approval_id))).toEqual({
      status: 422,
      code: 'own_request',
    });
    expect(await approvals(shop.manager)).toMatchObject({
      pending: [
        {
          id: approval_id,
          may_approve: true,
          changes: [{ account: 'cash', before_fils: 0, after_fils: -1_000 }],
        },
      ],
    });
    const decided = await ok<ApprovalDecided>(decide(shop.manager, approval_id));
    expect(decided.outcome).toBe('approved');
    expect(await cashOnHand(app, shop.driver)).toBe(-1_000);
    expect((await problemOf(await decide(shop.manager, approval_id))).code).toBe('approval_decided');
  });

  it('records a float above the limit', async () => {
    await ok(post('/api/desk/cash-settings', shop.admin, { float_limit_fils: 5_000 }));
    const float = await prepareFloat(app, shop);
    expect((await problemOf(await sendCommand(app, 'float', shop.manager, float))).code).toBe(
      'approval_needed',
    );
    const { approval_id } = await ok<{ approval_id: string }>(
      sendCommand(app, 'float_request', shop.manager, float),
    );
    expect((await problemOf(await decide(shop.admin, approval_id))).code).toBe('own_account_change');
  });
});

describe('short and over', () => {
  it('books a shortage that is paid in two parts', async () => {
    await adjust(app, shop, shop.driver, 10_000);
    const end = await prepareEnd(app, shop, { amount_fils: 8_000, difference_choice: 'short_or_over' });
    const done = await ok<{ difference_outcome: string }>(sendCommand(app, 'end', shop.admin, end));
    expect(done.difference_outcome).toBe('booked');
    expect(await cashOnHand(app, shop.driver)).toBe(0);
    const { open } = await differences(shop.manager);
    expect(open).toMatchObject([{ account: 'shortage', open_fils: 2_000, settlements: [] }]);
    const difference_id = open[0]?.id ?? '';
    for (const left of [1_000, 0]) {
      const part = await prepareSettlement(app, shop, { difference_id });
      expect(await ok(sendCommand(app, 'settlement', shop.manager, part))).toMatchObject({ open_fils: left });
    }
    expect(await cashOnHand(app, shop.manager)).toBe(2_000);
    expect(await differences(shop.manager)).toMatchObject({ open: [], settled: [{ open_fils: 0 }] });
  });
});

describe('a void', () => {
  it('reverses a start of day signed by both', async () => {
    await issue(app, shop, shop.admin, 60_000);
    const start = await ok<{ id: string }>(
      sendCommand(app, 'start', shop.admin, await prepareStart(app, shop)),
    );
    const of = { record_type: 'handover', record_id: start.id } as const;
    const voided = await prepareVoid(app, shop, { ...of, with: shop.driver });
    expect(await ok(sendCommand(app, 'void', shop.admin, voided))).toMatchObject({ approval_id: null });
    expect(await cashOnHand(app, shop.driver)).toBe(0);
    expect(await cashOnHand(app, shop.admin)).toBe(60_000);
  });

  it('reverses a deposit once another user approves it', async () => {
    await adjust(app, shop, shop.manager, 20_000);
    const deposit = await prepareDeposit(app, shop);
    const { id } = await ok<{ id: string }>(sendCommand(app, 'deposit', shop.manager, deposit));
    const of = { record_type: 'deposit', record_id: id, by: shop.manager } as const;
    const { approval_id } = await ok<{ approval_id: string }>(
      sendCommand(app, 'void', shop.manager, await prepareVoid(app, shop, of)),
    );
    await ok(decide(shop.admin, approval_id));
    expect(await cashOnHand(app, shop.manager)).toBe(20_000);
  });
});

it('a drop takes part of the cash', async () => {
  await adjust(app, shop, shop.driver, 30_000);
  await ok(sendCommand(app, 'drop', shop.admin, await prepareDrop(app, shop)));
  expect(await cashOnHand(app, shop.driver)).toBe(20_000);
});

it('the equation is equal', async () => {
  await adjust(app, shop, shop.driver, 30_000);
  const equation = await ok<{ is_equal: boolean; staff_fils: number }>(
    app.send('GET', '/api/desk/cash/equation', { as: shop.admin.session_id }),
  );
  expect(equation).toMatchObject({ is_equal: true, staff_fils: 30_000 });
});

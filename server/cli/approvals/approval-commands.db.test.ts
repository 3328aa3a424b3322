import { userInfo } from 'node:os';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../contract/rules/ids.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { alreadyOpen, runCli } from '../../../tests/support/test-cli.ts';
import {
  adjust,
  cashOnHand,
  prepareEnd,
  prepareFloat,
  sendCommand,
} from '../../../tests/support/test-handover.ts';
import { createTestShop, type TestShop, type TestStaff } from '../../../tests/support/test-shop.ts';
import { verifyCash } from '../../verification/verify-cash.ts';

let app: TestApp;
let shop: TestShop;
let email: string;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
  const driver = app.owner.selectFrom('users').select('email').where('id', '=', shop.driver.user_id);
  ({ email } = await driver.executeTakeFirstOrThrow());
});

const mandoob = (...args: string[]) => runCli(args, alreadyOpen(app.owner));
const approvals = (...args: string[]) => mandoob('approvals', ...args, '--shop', String(shop.shop_id));
const listed = async () => JSON.parse((await approvals('list', '--json')).out);
const refused = (message: string) => ({ out: '', code: 1, err: expect.stringContaining(message) });

const post = (path: string, by: TestStaff, body: object) =>
  app.send('POST', path, { as: by.session_id, body, headers: { 'idempotency-key': newId() } });

/** The differences that `cash verify` finds in the test's shop. */
const unprovenInShop = async () =>
  (await verifyCash(app.owner)).filter(({ shop_id }) => shop_id === shop.shop_id);

/** A member of staff requests 20 less for the driver. Returns the id of the request. */
async function requestBy(by: TestStaff): Promise<string> {
  const body = { user_id: shop.driver.user_id, amount_fils: -2_000, reason: 'Counted again' };
  return (await (await post('/api/desk/approvals/adjustments', by, body)).json()).approval_id;
}

/** The operator requests 20 less for the driver. Returns the id of the request. */
async function requestByOperator(): Promise<string> {
  const { out } = await mandoob('cash', 'adjust', email, '20', '--down', '--reason', 'Counted again');
  return /[0-9a-f-]{36}/.exec(out)?.[0] ?? '';
}

describe('approvals list', () => {
  it('shows pending and decided requests with the accounts before and after', async () => {
    expect((await approvals('list')).out).toBe('There is no request yet\n');
    const first = await requestBy(shop.manager);
    await approvals('approve', first);
    const second = await requestByOperator();
    const { out } = await approvals('list');
    const lines = out.trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(
      new RegExp(
        `^${second}  adjustment .*cash of .*: -AED 20\\.00 -> -AED 40\\.00 .*${userInfo().username}.*pending until`,
      ),
    );
    expect(lines[2]).toMatch(
      new RegExp(
        `^${first}  adjustment .*cash of .*: AED 0\\.00 -> -AED 20\\.00 .*approved by ${userInfo().username}`,
      ),
    );
    expect(await listed()).toMatchObject({
      pending: [{ id: second, may_approve: false, is_own: true, changes: [{ before_fils: -2_000 }] }],
      decided: [{ id: first, decision: { outcome: 'approved' }, changes: [{ after_fils: -2_000 }] }],
    });
  });

  it('shows no requests of another shop', async () => {
    await requestBy(shop.manager);
    shop = await createTestShop(app.owner);
    expect(await listed()).toEqual({ pending: [], decided: [] });
  });
});

describe('approvals approve', () => {
  it('changes the cash, and shows the change', async () => {
    const id = await requestBy(shop.admin);
    expect((await approvals('approve', id.toUpperCase(), '--reason', 'Agreed')).out).toBe(
      `Approved ${id}. It changed cash of ${shop.driver.full_name}: AED 0.00 -> -AED 20.00.\n`,
    );
    expect(await cashOnHand(app, shop.driver)).toBe(-2_000);
    expect(await approvals('approve', id)).toEqual(refused('This request is already decided'));
    expect(await cashOnHand(app, shop.driver)).toBe(-2_000);
    expect(await unprovenInShop()).toEqual([]);
  });

  it('is refused for a request of the operator, which another user can approve', async () => {
    const id = await requestByOperator();
    for (const word of ['approve', 'refuse'])
      expect(await approvals(word, id)).toEqual(refused('This is a request of the operator'));
    const decision = { approval_id: id, outcome: 'approved', reason: null };
    expect((await post('/api/desk/approvals/decide', shop.manager, decision)).status).toBe(200);
    expect(await cashOnHand(app, shop.driver)).toBe(-2_000);
  });

  it('is refused after 24 hours', async () => {
    const approval_id = newId();
    const at = new Date(Date.now() - 24 * 60 * 60 * 1000 - 60_000);
    const { shop_id, driver, manager } = shop;
    await app.owner
      .insertInto('approvals')
      .values({
        ...{ shop_id, id: approval_id, kind: 'adjustment', requested_by: manager.user_id },
        ...{ user_id: driver.user_id, amount_fils: 100, reason: 'Counted again', command_id: newId() },
        record: JSON.stringify({ id: newId(), user_id: driver.user_id, amount_fils: 100, reason: 'x' }),
        ...{ requested_at: at, expires_at: new Date(at.getTime() + 24 * 60 * 60 * 1000) },
      })
      .execute();
    expect(await approvals('approve', approval_id)).toEqual(refused('This request has expired'));
    expect((await approvals('list')).out).toContain('expired');
  });

  it('is refused for a request of another shop, and for an id that is none', async () => {
    const id = await requestBy(shop.manager);
    shop = await createTestShop(app.owner);
    expect(await approvals('approve', id)).toEqual(refused('There is no such request in this shop'));
    expect((await approvals('approve', '17')).err).toContain('Use an id that approvals list shows');
  });

  it('records a float above the limit', async () => {
    await post('/api/desk/cash-settings', shop.admin, { float_limit_fils: 5_000 });
    const sent = await sendCommand(app, 'float_request', shop.manager, await prepareFloat(app, shop));
    const { approval_id } = await sent.json();
    expect((await approvals('approve', approval_id)).code).toBe(0);
    expect(await cashOnHand(app, shop.admin)).toBe(10_000);
  });
});

describe('approvals refuse and withdraw', () => {
  it('change no cash', async () => {
    const id = await requestBy(shop.manager);
    expect((await approvals('refuse', id, '--reason', 'No')).out).toBe(
      `Refused ${id}. Nothing has changed.\n`,
    );
    const own = await requestByOperator();
    expect((await approvals('withdraw', own)).out).toBe(`Withdrew ${own}. Nothing has changed.\n`);
    expect(await cashOnHand(app, shop.driver)).toBe(0);
    expect(
      (await listed()).decided.map((one: { decision: { outcome: string } }) => one.decision.outcome),
    ).toEqual(['withdrawn', 'refused']);
  });

  it('a withdrawal is refused for a request of another user', async () => {
    const id = await requestBy(shop.manager);
    expect(await approvals('withdraw', id)).toEqual(
      refused('This is a request of a Manager or Admin, who can withdraw it'),
    );
  });
});

describe('cash issue', () => {
  it('books up to the limit of floats, and requests an approval above it', async () => {
    await post('/api/desk/cash-settings', shop.admin, { float_limit_fils: 50_000 });
    expect((await mandoob('cash', 'issue', email, '500')).out).toContain('Issued AED 500.00 from the safe');
    const { out } = await mandoob('cash', 'issue', email, '500.01');
    expect(out).toContain(`cash from the safe of AED 500.01 for ${shop.driver.full_name}.`);
    expect(await cashOnHand(app, shop.driver)).toBe(50_000);
    const approval_id = /[0-9a-f-]{36}/.exec(out)?.[0];
    await post('/api/desk/approvals/decide', shop.admin, { approval_id, outcome: 'approved', reason: null });
    expect(await cashOnHand(app, shop.driver)).toBe(100_001);
    expect(await unprovenInShop()).toEqual([]);
  });

  it('repeated with its id reports the decision, and requests nothing again', async () => {
    await post('/api/desk/cash-settings', shop.admin, { float_limit_fils: 1 });
    const id = newId();
    const args = ['cash', 'issue', email, '500', '--id', id];
    const { out } = await mandoob(...args);
    const approval_id = /[0-9a-f-]{36}/.exec(out)?.[0] ?? '';
    await post('/api/desk/approvals/decide', shop.admin, { approval_id, outcome: 'refused', reason: 'No' });
    await post('/api/desk/cash-settings', shop.admin, { float_limit_fils: null });
    expect((await mandoob(...args)).out).toBe(
      `Requested as ${approval_id}: cash from the safe of AED 500.00 for ${shop.driver.full_name}.\n` +
        `Refused by ${shop.admin.full_name}.\n`,
    );
    expect(await listed()).toMatchObject({ pending: [], decided: [{ id: approval_id }] });
  });
});

it('cash show shows open shortages and overs', async () => {
  await adjust(app, shop, shop.driver, 10_000);
  const end = await prepareEnd(app, shop, { amount_fils: 8_000, difference_choice: 'short_or_over' });
  expect((await sendCommand(app, 'end', shop.admin, end)).status).toBe(200);
  const show = ['cash', 'show', '--shop', String(shop.shop_id)];
  const { out } = await mandoob(...show);
  expect(out.split('\n')[0]).toMatch(/cash_on_hand +waiting +shortage +over$/);
  expect(out).toMatch(/AED 0\.00 +AED 0\.00 +AED 20\.00 +AED 0\.00\n/);
  expect(JSON.parse((await mandoob(...show, '--json')).out)).toContainEqual(
    expect.objectContaining({ email, cash_on_hand_fils: 0, shortage_fils: 2_000, over_fils: 0 }),
  );
  expect(await unprovenInShop()).toEqual([]);
});

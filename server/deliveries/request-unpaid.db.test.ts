import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import type { OrderWithItems } from '../../contract/schemas/orders.ts';
import { deliverTaken, prepareTaking, sendTaking } from '../../tests/support/taken-delivery.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { alreadyOpen, runCli } from '../../tests/support/test-cli.ts';
import {
  addOrder,
  addStaff,
  createTestShop,
  type TestShop,
  type TestStaff,
} from '../../tests/support/test-shop.ts';
import { verifyCash } from '../verification/verify-cash.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
});
afterAll(() => app.drop());

const REASON = 'The customer pays next week';

function request(staff: TestStaff, order_id: string, command_id = newId(), reason = REASON) {
  return app.send('POST', '/api/deliveries/unpaid-requests', {
    as: staff.session_id,
    body: { order_id, reason },
    headers: { 'idempotency-key': command_id },
  });
}

async function requested(staff: TestStaff, order_id: string): Promise<string> {
  const response = await request(staff, order_id);
  expect(response.status, await response.clone().text()).toBe(200);
  return (await response.json()).approval_id;
}

async function decide(by: TestStaff, approval_id: string, outcome: 'approved' | 'refused') {
  const response = await app.send('POST', '/api/desk/approvals/decide', {
    as: by.session_id,
    body: { approval_id, outcome, reason: outcome === 'refused' ? 'Collect it' : null },
    headers: { 'idempotency-key': newId() },
  });
  expect(response.status, await response.clone().text()).toBe(200);
}

async function problemOf(response: Response) {
  return { status: response.status, code: (await response.json()).code };
}

/** The state of the request that the driver's form reads, from both reads. */
async function consentOf(driver: TestStaff, order_id: string): Promise<OrderWithItems['consent']> {
  const read = async (path: string) => (await app.send('GET', path, { as: driver.session_id })).json();
  const { order } = await read(`/api/orders/next?order_id=${order_id}`);
  const { stops } = await read('/api/orders/stops');
  const listed = stops.find(({ id }: OrderWithItems) => id === order_id);
  expect(order.id).toBe(order_id);
  expect(listed.consent).toEqual(order.consent);
  return order.consent;
}

const topicsOf = async (command: string) => {
  const rows = await app.owner
    .selectFrom('feed')
    .select(['topic', 'subject_id', 'audience', 'user_ids'])
    .where('command_id', '=', command)
    .execute();
  return rows.map(({ topic, audience, user_ids }) => ({ topic, audience, user_ids }));
};

describe('requesting a delivery without payment', () => {
  it('lists the request with its order at the desk, and notifies desk and driver', async () => {
    const order = await addOrder(app.owner, shop, shop.driver);
    expect(await consentOf(shop.driver, order.id)).toBeNull();
    const command_id = newId();
    const { approval_id } = await (await request(shop.driver, order.id, command_id)).json();
    expect(await topicsOf(command_id)).toEqual([
      { topic: 'orders', audience: 'desk', user_ids: [shop.driver.user_id] },
      { topic: 'cash', audience: 'desk', user_ids: [] },
    ]);
    const listed = await (
      await app.send('GET', '/api/desk/approvals', { as: shop.manager.session_id })
    ).json();
    expect(listed.pending).toMatchObject([
      {
        ...{ id: approval_id, kind: 'unpaid', user_id: shop.driver.user_id, amount_fils: 14_500 },
        ...{ reason: REASON, changes: [], may_approve: true, is_own: false, reference: null },
        order: { id: order.id, order_number: order.order_number },
      },
    ]);
    expect(await consentOf(shop.driver, order.id)).toMatchObject({ approval_id, outcome: 'pending' });
    expect(await verifyCash(app.owner)).toEqual([]);
  });

  it('once approved, permits the delivery without payment, which leaves the order owed', async () => {
    const order = await addOrder(app.owner, shop, shop.driver);
    const consent_id = await requested(shop.driver, order.id);
    const unpaid = { consent_id, short_reason: 'Pays next week' };
    const pending = await sendTaking(
      app,
      shop.driver,
      await prepareTaking(app, shop, shop.driver, order, unpaid),
    );
    expect(await problemOf(pending)).toEqual({ status: 409, code: 'consent_required' });
    await decide(shop.manager, consent_id, 'approved');
    expect(await consentOf(shop.driver, order.id)).toMatchObject({ outcome: 'approved' });
    expect(await deliverTaken(app, shop, shop.driver, order, unpaid)).toMatchObject({
      ...{ outcome: 'delivered', owed_fils: 14_500, cash: null },
      order: { status: 'completed', payment_status: 'pending' },
    });
    const [row] = await app.owner
      .selectFrom('delivery_confirmations')
      .select(['consent_id', 'tender', 'collected_fils'])
      .where('order_id', '=', order.id)
      .execute();
    expect(row).toEqual({ consent_id, tender: null, collected_fils: 0 });
    expect(await verifyCash(app.owner)).toEqual([]);
  });

  it('a consent of another order or another driver does not count', async () => {
    const [first, second] = [
      await addOrder(app.owner, shop, shop.driver),
      await addOrder(app.owner, shop, shop.driver),
    ];
    const others = await addOrder(app.owner, shop, shop.driver2);
    const consents = [
      await requested(shop.driver, second.id),
      await requested(shop.driver2, others.id),
      newId(),
    ];
    for (const id of consents.slice(0, 2)) await decide(shop.admin, id, 'approved');
    for (const consent_id of [...consents, null]) {
      const unpaid = { consent_id, short_reason: 'Pays next week' };
      const sent = await sendTaking(
        app,
        shop.driver,
        await prepareTaking(app, shop, shop.driver, first, unpaid),
      );
      expect(await problemOf(sent)).toEqual({ status: 409, code: 'consent_required' });
    }
  });

  it('after a refusal or expiry a new request is possible; before, a second one is refused', async () => {
    const order = await addOrder(app.owner, shop, shop.driver);
    const refused = await requested(shop.driver, order.id);
    const again = { status: 409, code: 'already_requested' };
    expect(await problemOf(await request(shop.driver, order.id))).toEqual(again);
    await decide(shop.manager, refused, 'refused');
    expect(await consentOf(shop.driver, order.id)).toMatchObject({
      approval_id: refused,
      outcome: 'refused',
    });
    const approved = await requested(shop.driver, order.id);
    await decide(shop.manager, approved, 'approved');
    expect(await problemOf(await request(shop.driver, order.id))).toEqual(again);
  });
});

describe('exactly once', () => {
  it('a retry returns the same reply, and two concurrent requests leave one', async () => {
    const order = await addOrder(app.owner, shop, shop.driver);
    const command_id = newId();
    const first = await (await request(shop.driver, order.id, command_id)).text();
    expect(await (await request(shop.driver, order.id, command_id)).text()).toBe(first);
    const other = await addOrder(app.owner, shop, shop.driver);
    const responses = await Promise.all([request(shop.driver, other.id), request(shop.driver, other.id)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await verifyCash(app.owner)).toEqual([]);
  });
});

describe('a request is refused', () => {
  it('for orders of others, of another shop, closed and paid ones', async () => {
    const others = await addOrder(app.owner, shop, shop.driver2);
    const cancelled = await addOrder(app.owner, shop, shop.driver, { status: 'cancelled' });
    const paid = await addOrder(app.owner, shop, shop.driver, { due_amount_fils: 0 });
    const elsewhere = await createTestShop(app.owner, 'Other Shop');
    const foreign = await addOrder(app.owner, elsewhere, elsewhere.driver);
    const codeFor = async (order_id: string) => (await problemOf(await request(shop.driver, order_id))).code;
    expect(await codeFor(others.id)).toBe('not_found');
    expect(await codeFor(cancelled.id)).toBe('order_closed');
    expect(await codeFor(paid.id)).toBe('nothing_due');
    expect(await codeFor(foreign.id)).toBe('not_found');
    expect(await codeFor(newId())).toBe('not_found');
  });

  it('for a reassigned order, and an empty reason', async () => {
    const order = await addOrder(app.owner, shop, shop.driver);
    await app.owner
      .updateTable('orders')
      .set({ driver_id: shop.driver2.driver_id })
      .where('id', '=', order.id)
      .execute();
    expect(await problemOf(await request(shop.driver, order.id))).toEqual({
      status: 403,
      code: 'order_not_assigned',
    });
    const own = await addOrder(app.owner, shop, shop.driver);
    expect(await problemOf(await request(shop.driver, own.id, newId(), ' '))).toMatchObject({ status: 422 });
  });

  it('for users who do not deliver', async () => {
    const order = await addOrder(app.owner, shop, shop.driver);
    expect(await problemOf(await request(shop.admin, order.id))).toEqual({ status: 403, code: 'no_access' });
    expect(await problemOf(await request(shop.stranger, order.id))).toEqual({
      status: 403,
      code: 'no_access',
    });
    const without_record = { status: 404, code: 'driver_not_found' };
    expect(await problemOf(await request(shop.manager, order.id))).toEqual(without_record);
    const unsigned = { ...shop.driver, session_id: newId() };
    expect((await request(unsigned, order.id)).status).toBe(401);
  });

  it('a Manager who delivers cannot approve their own request', async () => {
    const manager = await addStaff(app.owner, shop.shop_id, 'Manager', 'Driving Manager', true);
    const order = await addOrder(app.owner, shop, manager);
    const approval_id = await requested(manager, order.id);
    const response = await app.send('POST', '/api/desk/approvals/decide', {
      as: manager.session_id,
      body: { approval_id, outcome: 'approved', reason: null },
      headers: { 'idempotency-key': newId() },
    });
    expect(await problemOf(response)).toEqual({ status: 422, code: 'own_request' });
  });
});

it('the operator lists the order of a request and approves it', async () => {
  const order = await addOrder(app.owner, shop, shop.driver);
  const approval_id = await requested(shop.driver, order.id);
  const shop_option = ['--shop', String(shop.shop_id)];
  const cli = alreadyOpen(app.owner);
  const { out } = await runCli(['approvals', 'list', ...shop_option], cli);
  expect(out).toContain(`delivery without payment #${order.order_number}`);
  await runCli(['approvals', 'approve', approval_id, ...shop_option], cli);
  expect(await consentOf(shop.driver, order.id)).toMatchObject({ outcome: 'approved' });
  expect(await verifyCash(app.owner)).toEqual([]);
});

import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ENDPOINTS, type EndpointName } from '../../../contract/operations/endpoints.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { UNDO_MS } from '../../../contract/rules/orders/desk-orders.ts';
import { type OrderResult, ordersDone } from '../../../contract/schemas/desk-orders.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { attemptOf, undoAttemptOf } from '../../../tests/support/test-attempt.ts';
import {
  addOrder,
  createTestShop,
  type TestOrder,
  type TestShop,
  type TestStaff,
} from '../../../tests/support/test-shop.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  app.clock.now = null;
  shop = await createTestShop(app.owner);
});

type BulkEndpoint = Extract<EndpointName, `${string}_orders`>;

const DAY_MS = 24 * 60 * 60 * 1000;
/** The day `days` after today, in a shop in Dubai. */
const dayIn = (days: number) =>
  new Date(Date.now() + days * DAY_MS + 4 * 60 * 60 * 1000).toISOString().slice(0, 10);
/** The instant of a time in Dubai, which has no daylight saving time. */
const inDubai = (day: string, time: string) => new Date(`${day}T${time}:00+04:00`).toISOString();
const tomorrow = () => ({ day: dayIn(1), to: '12:00' });

async function send(what: BulkEndpoint, body: object, as: TestStaff = shop.manager, command_id = newId()) {
  const headers = { 'idempotency-key': command_id };
  const response = await app.send('POST', ENDPOINTS[what].path, { as: as.session_id, body, headers });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) as { code?: string }, command_id };
}

async function stateOf({ id }: { id: string }) {
  const { version, ...state } = await app.owner
    .selectFrom('orders')
    .select(['version', 'status', 'driver_id', 'dispatching_started_at', 'open_attempt_id', 'promised_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { version, state };
}

const seen = (orders: readonly { id: string }[]) =>
  Promise.all(orders.map(async ({ id }) => ({ order_id: id, version: (await stateOf({ id })).version })));

async function act(what: BulkEndpoint, orders: readonly { id: string }[], more: object = {}, as?: TestStaff) {
  const response = await send(what, { orders: await seen(orders), ...more }, as);
  if (response.status !== 200) throw new Error(`${response.status}: ${response.text}`);
  return { ...ordersDone.parse(JSON.parse(response.text)), command_id: response.command_id };
}

const outcomesOf = (results: readonly OrderResult[]) =>
  results.map((result) => (result.outcome === 'skipped' ? result.because : result.outcome));
const postpone = (orders: readonly { id: string }[], next: object = tomorrow(), as?: TestStaff) =>
  act('postpone_orders', orders, { next }, as);
const undo = (command_id: string) => act('undo_orders', [], { orders: undefined, command_id });

const add = (
  order: Parameters<typeof addOrder>[3] = {},
  driver: Pick<TestStaff, 'driver_id'> = shop.driver,
) => addOrder(app.owner, shop, driver, order);

/** Adds an order on the road that its driver could not deliver. */
async function addAttempted(driver = shop.driver) {
  const order = await add({}, driver);
  return { ...order, attempt: await attemptOf(app, driver, order) };
}

const eventsOf = ({ id }: { id: string }) =>
  app.owner
    .selectFrom('order_events')
    .select(['kind', 'detail', 'actor_user_id'])
    .where('order_id', '=', id)
    .orderBy('recorded_at')
    .orderBy('id')
    .execute();

describe('postponing', () => {
  test('returns orders to the shop, assigned as before, promised for the new time', async () => {
    const [attempted, out, packed] = [
      await addAttempted(),
      await add({ status: 'delivering' }, shop.driver2),
      await add({ status: 'packed' }, { driver_id: null }),
    ];
    const next = tomorrow();
    const promised_at = inDubai(next.day, '12:00');
    const { results, command_id } = await postpone([attempted, out, packed], next);
    expect(outcomesOf(results)).toEqual(['done', 'done', 'done']);
    expect(results[0]).toMatchObject({
      before: { status: 'dispatched', open_attempt_id: attempted.attempt.attempt_id, promised_at: null },
      after: { status: 'packed', open_attempt_id: null, promised_at },
    });
    for (const [order, driver_id] of [
      [attempted, shop.driver.driver_id],
      [out, shop.driver2.driver_id],
      [packed, null],
    ] as const) {
      const at = new Date(promised_at);
      const packed_state = { status: 'packed', dispatching_started_at: null, open_attempt_id: null };
      expect((await stateOf(order)).state).toEqual({ ...packed_state, driver_id, promised_at: at });
    }
    const steps = [{ what: 'promised_at', from: null, to: promised_at }];
    expect((await eventsOf(attempted)).slice(-2)).toEqual([
      { kind: 'updated', detail: { changed: 'promised', steps }, actor_user_id: shop.manager.user_id },
      { kind: 'status', detail: { from: 'dispatched', to: 'packed' }, actor_user_id: shop.manager.user_id },
    ]);
    expect((await eventsOf(packed)).map(({ kind }) => kind)).toEqual(['updated']);
    const audited = await app.owner
      .selectFrom('audit_events')
      .select(['what', 'after'])
      .where('command_id', '=', command_id)
      .execute();
    expect(audited).toMatchObject([
      { what: 'postpone_orders', after: { promised_at, statuses: ['packed', 'packed', 'packed'] } },
    ]);
    const hints = await app.owner
      .selectFrom('feed')
      .select(['topic', 'user_ids'])
      .where('command_id', '=', command_id)
      .execute();
    expect(hints).toHaveLength(1);
    expect(hints[0]?.user_ids.toSorted()).toEqual([shop.driver.user_id, shop.driver2.user_id].sort());
  });

  test('without a time promises the end of the day in the time zone of the shop', async () => {
    const far = await createTestShop(app.owner, 'A Shop in Auckland', 'Pacific/Auckland');
    const order = await addOrder(app.owner, far, far.driver, { status: 'packed' });
    const day = '2098-07-01';
    await postpone([order], { day, to: null }, far.manager);
    expect((await stateOf(order)).state.promised_at?.toISOString()).toBe('2098-07-01T11:59:00.000Z');
  });

  test('changes nothing for a packed order with this promise, and skips closed and unknown orders', async () => {
    const [packed, done, cancelled] = [
      await add({ status: 'packed' }),
      await add(),
      await add({ status: 'cancelled' }),
    ];
    const completed = {
      status: 'completed',
      payment_status: 'paid',
      actual_delivery_time: new Date(),
    } as const;
    await app.owner.updateTable('orders').set(completed).where('id', '=', done.id).execute();
    await postpone([packed]);
    const orders = [...(await seen([packed, done, cancelled])), { order_id: newId(), version: 1 }];
    const again = await send('postpone_orders', { orders, next: tomorrow() });
    expect(outcomesOf(ordersDone.parse(again.body).results)).toEqual([
      'unchanged',
      'order_step',
      'order_step',
      'not_found',
    ]);
    expect(outcomesOf((await postpone([packed], { ...tomorrow(), to: '18:00' })).results)).toEqual(['done']);
  });

  test('changes only the promise of an order that is still being picked', async () => {
    const order = await add({ status: 'picking' });
    expect(outcomesOf((await postpone([order])).results)).toEqual(['done']);
    const promised_at = new Date(inDubai(tomorrow().day, '12:00'));
    expect((await stateOf(order)).state).toMatchObject({ status: 'picking', promised_at });
    expect((await eventsOf(order)).map(({ kind }) => kind)).toEqual(['updated']);
    expect(outcomesOf((await postpone([order])).results)).toEqual(['unchanged']);
  });

  test('takes an order that waits for a decision about its payment from its driver', async () => {
    const order = await add({ waits_because: 'payment_voided' });
    await postpone([order]);
    expect((await stateOf(order)).state).toMatchObject({ status: 'packed', driver_id: null });
  });

  test('refuses a time in the past, and a day or time that does not exist', async () => {
    const order = await add();
    const refused = [
      { day: dayIn(-1), to: null },
      { day: dayIn(-1), to: '12:00' },
      { day: dayIn(1), to: '24:00' },
      { day: '2098-02-30', to: null },
      { day: '9999-12-31', to: null },
    ];
    for (const next of refused) {
      const response = await send('postpone_orders', { orders: await seen([order]), next });
      expect({ next, ...response }).toMatchObject({ status: 422, body: { code: 'invalid_input' } });
    }
    // 14:30 in Dubai: the promised time is over, and the day is not.
    app.clock.now = new Date('2098-03-01T10:30:00Z');
    const today = { day: '2098-03-01', to: '14:30' };
    const over = await send('postpone_orders', { orders: await seen([order]), next: today });
    expect(over.body.code).toBe('invalid_input');
    expect((await stateOf(order)).version).toBe(1);
    expect(outcomesOf((await postpone([order], { ...today, to: null })).results)).toEqual(['done']);
  });

  test('is for managers and admins on orders of their own shop, at the version they saw, once per key', async () => {
    const order = await add();
    const other = await createTestShop(app.owner, 'Another Shop');
    const body = { orders: await seen([order]), next: tomorrow() };
    for (const person of [shop.driver, shop.stranger])
      expect(await send('postpone_orders', body, person)).toMatchObject({
        status: 403,
        body: { code: 'no_access' },
      });
    const elsewhere = await send('postpone_orders', body, other.admin);
    expect(outcomesOf(ordersDone.parse(elsewhere.body).results)).toEqual(['not_found']);
    expect((await stateOf(order)).version).toBe(1);
    const first = await send('postpone_orders', body, shop.admin);
    const again = await send('postpone_orders', body, shop.admin, first.command_id);
    expect(again.text).toBe(first.text);
    const stale = await send('postpone_orders', { ...body, next: { ...tomorrow(), to: '20:00' } });
    expect(ordersDone.parse(stale.body).results).toMatchObject([
      { because: 'order_changed', news: { kind: 'status', to: 'packed', by: 'Amal Admin' } },
    ]);
  });

  test('two at once in opposite order change each order once', async () => {
    const orders: TestOrder[] = [];
    for (let at = 0; at < 10; at++) orders.push(await add({}, at % 2 ? shop.driver : shop.driver2));
    const forth = await seen(orders);
    const both = await Promise.all([
      send('postpone_orders', { orders: forth, next: tomorrow() }),
      send(
        'postpone_orders',
        { orders: forth.toReversed(), next: { ...tomorrow(), to: '20:00' } },
        shop.admin,
      ),
    ]);
    const results = both.flatMap(({ body }) => ordersDone.parse(body).results);
    for (const { order_id } of forth) {
      const of_order = results.filter((one) => one.order_id === order_id);
      expect(outcomesOf(of_order).sort()).toEqual(['done', 'order_changed']);
    }
  });
});

describe('undo after an attempt', () => {
  test('opens the attempt again and restores the promise, for ten seconds', async () => {
    const order = await addAttempted();
    const promised_at = new Date('2098-01-01T10:00:00Z');
    await app.owner.updateTable('orders').set({ promised_at }).where('id', '=', order.id).execute();
    const { state } = await stateOf(order);
    expect(state).toMatchObject({ open_attempt_id: order.attempt.attempt_id, promised_at });
    const { command_id } = await postpone([order]);
    app.clock.now = new Date(Date.now() + UNDO_MS + 5_000);
    expect(outcomesOf((await undo(command_id)).results)).toEqual(['too_late']);
    app.clock.now = null;
    expect(outcomesOf((await undo(command_id)).results)).toEqual(['done']);
    expect((await stateOf(order)).state).toEqual(state);
    expect((await eventsOf(order)).at(-1)?.detail).toMatchObject({
      steps: [{ what: 'promised_at', to: promised_at.toISOString() }],
    });
  });

  test('does not open an attempt that the driver undid meanwhile', async () => {
    const order = await addAttempted();
    const { command_id } = await act('return_orders', [order]);
    await undoAttemptOf(app, shop.driver, order.attempt);
    expect(outcomesOf((await undo(command_id)).results)).toEqual(['done']);
    expect((await stateOf(order)).state).toMatchObject({ status: 'dispatched', open_attempt_id: null });
  });

  test('with a reply of an older version restores status and driver and keeps the promise', async () => {
    const order = await add();
    const promised_at = new Date('2098-01-01T10:00:00Z');
    await app.owner.updateTable('orders').set({ promised_at }).where('id', '=', order.id).execute();
    const { command_id } = await act('return_orders', [order]);
    const without_later_facts = `update commands set body = regexp_replace(body,
      ',"open_attempt_id":(null|"[^"]*"),"promised_at":(null|"[^"]*")', '', 'g') where command_id = $1`;
    await app.database.owner.query(without_later_facts, [command_id]);
    const { rows } = await app.database.owner.query('select body from commands where command_id = $1', [
      command_id,
    ]);
    expect(rows[0]?.body).not.toContain('promised_at');
    expect(outcomesOf((await undo(command_id)).results)).toEqual(['done']);
    expect((await stateOf(order)).state).toMatchObject({ status: 'dispatching', promised_at });
  });

  test('restores the state of every order before any action (property)', async () => {
    const kinds = ['attempted', 'packed', 'picking', 'dispatched', 'dispatching', 'delivering'] as const;
    const action = fc.constantFrom(
      ...(['dispatch_orders', 'return_orders', 'cancel_orders', 'unassign_orders'] as const).map(
        (what) => [what, {}] as const,
      ),
      ['postpone_orders', { next: tomorrow() }] as const,
      ['assign_orders', { driver_id: shop.driver2.driver_id }] as const,
    );
    const orders = fc.array(fc.tuple(fc.constantFrom(...kinds), fc.boolean()), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(orders, action, async (described, [what, more]) => {
        const added: TestOrder[] = [];
        for (const [kind, is_promised] of described) {
          const order = await add({ status: kind === 'attempted' ? 'dispatching' : kind });
          if (kind === 'attempted') await attemptOf(app, shop.driver, order);
          const promised_at = is_promised ? new Date('2098-01-01T10:00:00Z') : null;
          await app.owner.updateTable('orders').set({ promised_at }).where('id', '=', order.id).execute();
          added.push(order);
        }
        const before = await Promise.all(added.map(stateOf));
        const { command_id, results } = await act(what, added, more);
        const done = results.filter(({ outcome }) => outcome === 'done');
        expect(outcomesOf((await undo(command_id)).results)).toEqual(done.map(() => 'done'));
        const after = await Promise.all(added.map(stateOf));
        expect(after.map(({ state }) => state)).toEqual(before.map(({ state }) => state));
      }),
      { numRuns: 25 },
    );
  });
});

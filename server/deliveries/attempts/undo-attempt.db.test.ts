import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordAttempt } from '../../../contract/operations/dashboard/deliveries/record-attempt.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { UNDO_ATTEMPT_GRACE_MS, UNDO_ATTEMPT_MS } from '../../../contract/rules/orders/attempts.ts';
import { attemptInput } from '../../../tests/support/attempt-input.ts';
import { leftBy } from '../../../tests/support/audit.ts';
import { assignOrder, cancelOrder, moveOrder } from '../../../tests/support/operations.ts';
import { sendStopCommand, setOutInput, undoInput } from '../../../tests/support/stop-commands.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { prepareDelivery, sendDelivery } from '../../../tests/support/test-delivery.ts';
import {
  addOrder,
  addStaff,
  createTestShop,
  type TestOrder,
  type TestShop,
  type TestStaff,
} from '../../../tests/support/test-shop.ts';
import { inTransaction } from '../../platform/database/transactions.ts';
import { verifyCash } from '../../verification/verify-cash.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
});
afterAll(async () => {
  expect(await verifyCash(app.owner)).toEqual([]);
  await app.drop();
});

const orderOf = ({ id }: TestOrder) =>
  app.owner.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const undosOf = (attempt: RecordAttempt) =>
  app.owner.selectFrom('attempt_undos').selectAll().where('attempt_id', '=', attempt.attempt_id).execute();
const undoEventsOf = ({ id }: TestOrder) =>
  app.owner
    .selectFrom('order_events')
    .select(['detail', 'actor_user_id'])
    .where('order_id', '=', id)
    .where('kind', '=', 'attempt_undone')
    .execute();

/** Records an attempt of an order; two hours ago by the device's clock, so that any undo is in the past. */
async function attempted(order: TestOrder, driver: TestStaff = shop.driver): Promise<RecordAttempt> {
  const input = attemptInput(order, { occurred_at: new Date(Date.now() - 7_200_000).toISOString() });
  const response = await sendStopCommand(app, 'record_attempt', driver, input);
  expect(await response.json()).toMatchObject({ outcome: 'recorded' });
  return input;
}
const orderOut = (driver: TestStaff = shop.driver) => addOrder(app.owner, shop, driver, { minutes_ago: 300 });

const undo = (
  attempt: RecordAttempt,
  { after_ms = 1_000, by = shop.driver as Pick<TestStaff, 'session_id'>, command_id = newId() } = {},
) => sendStopCommand(app, 'undo_attempt', by, undoInput(attempt, after_ms), { command_id });

const outcomeOf = async (response: Response) => {
  const { outcome, code, order } = await response.json();
  return { status: response.status, says: outcome ?? code, ...(order && { order: order.status }) };
};

describe('undoing an attempt', () => {
  it.each(['dispatching', 'delivering'] as const)(
    'restores an order that was %s, with its start time; both rows stay',
    async (status) => {
      const driver = await addStaff(app.owner, shop.shop_id, 'Driver', `Driver ${status}`, true);
      const order = await addOrder(app.owner, shop, driver, { status, minutes_ago: 300 });
      const before = await orderOf(order);
      const attempt = await attempted(order, driver);
      const input = undoInput(attempt, 4_000);
      const left = await leftBy(app.owner, async () => {
        const response = await sendStopCommand(app, 'undo_attempt', driver, input);
        expect(await response.json()).toEqual({
          outcome: 'undone',
          order: { id: order.id, order_number: order.order_number, status },
        });
      });
      expect(await orderOf(order)).toEqual({
        ...before,
        version: before.version + 2,
        updated_at: expect.any(Date),
      });
      expect(before.dispatching_started_at).not.toBeNull();
      expect(await undosOf(attempt)).toMatchObject([
        {
          ...{ id: input.undo_id, user_id: driver.user_id, has_conflict: false },
          occurred_at: new Date(input.occurred_at),
        },
      ]);
      expect(await undoEventsOf(order)).toEqual([
        {
          detail: { attempt_id: attempt.attempt_id, from: 'dispatched', to: status },
          actor_user_id: driver.user_id,
        },
      ]);
      const drivers = app.owner
        .selectFrom('drivers')
        .select('status')
        .where('id', '=', driver.driver_id ?? 0);
      expect(await drivers.execute()).toEqual([{ status: 'delivering' }]);
      expect(left.topics).toEqual(['orders']);
      expect(left.audit).toMatchObject([
        {
          ...{ what: 'undo_attempt', subject_id: order.id, personal_fields: [] },
          ...{ before: { status: 'dispatched' }, after: { status, outcome: 'undone' } },
        },
      ]);
    },
  );

  it('permits another attempt, which gets the next number, and a delivery', async () => {
    const order = await orderOut();
    const first = await attempted(order);
    await undo(first);
    const second = await attempted(order);
    const numbers = app.owner
      .selectFrom('delivery_attempts')
      .select(['id', 'number'])
      .where('order_id', '=', order.id)
      .orderBy('number');
    expect(await numbers.execute()).toEqual([
      { id: first.attempt_id, number: 1 },
      { id: second.attempt_id, number: 2 },
    ]);
    await undo(second);
    const delivery = await prepareDelivery(app, shop, shop.driver, order);
    const response = await sendDelivery(app, shop.driver, delivery);
    expect(await response.json()).toMatchObject({
      ...{ outcome: 'delivered', order: { delivery_duration_seconds: expect.any(Number) } },
    });
  });

  it('is permitted to a manager with a driver record', async () => {
    const manager = await addStaff(app.owner, shop.shop_id, 'Manager', 'Driving Manager', true);
    const order = await orderOut(manager);
    const attempt = await attempted(order, manager);
    expect(await outcomeOf(await undo(attempt, { by: manager }))).toMatchObject({ says: 'undone' });
  });
});

describe('the time limit', () => {
  const LIMIT_MS = UNDO_ATTEMPT_MS + UNDO_ATTEMPT_GRACE_MS;

  it('is measured between both commands by the device’s corrected clock, however late they arrive', async () => {
    const order = await orderOut();
    const attempt = await attempted(order);
    expect(await outcomeOf(await undo(attempt, { after_ms: LIMIT_MS + 1 }))).toEqual({
      ...{ status: 409, says: 'attempt_final' },
    });
    expect(await orderOf(order)).toMatchObject({ open_attempt_id: attempt.attempt_id });
    expect(await undosOf(attempt)).toEqual([]);
    expect(await outcomeOf(await undo(attempt, { after_ms: LIMIT_MS }))).toMatchObject({ says: 'undone' });
  });

  it('is not exceeded by an undo that a newly measured offset dates before its attempt', async () => {
    const order = await orderOut();
    const attempt = await attempted(order);
    expect(await outcomeOf(await undo(attempt, { after_ms: -2_000 }))).toMatchObject({ says: 'undone' });
    const [row] = await undosOf(attempt);
    expect(row?.occurred_at).toEqual(new Date(attempt.occurred_at));
  });
});

describe('an undo after the order has changed', () => {
  const run = <T>(work: Parameters<typeof inTransaction<T>>[1]) => inTransaction(app.owner, work);
  const keyOf = ({ id }: TestOrder) => ({ shop_id: shop.shop_id, order_id: id, now: new Date() });

  it.each<[string, string, (order: TestOrder) => Promise<unknown>]>([
    [
      'the desk returned it to the shop',
      'packed',
      (order) => run((tx) => moveOrder(tx, { ...keyOf(order), to: 'packed' })),
    ],
    [
      'the desk sent it out again today',
      'dispatching',
      (order) => run((tx) => moveOrder(tx, { ...keyOf(order), to: 'dispatching' })),
    ],
    ['the desk cancelled it', 'cancelled', (order) => run((tx) => cancelOrder(tx, keyOf(order)))],
    [
      'the desk gave it to another driver',
      'dispatched',
      (order) => run((tx) => assignOrder(tx, { ...keyOf(order), driver_id: shop.driver2.driver_id ?? 0 })),
    ],
    [
      'the customer came after all',
      'dispatching',
      (order) => sendStopCommand(app, 'set_out', shop.driver, setOutInput([order], { after_attempt: true })),
    ],
  ])('is recorded and the order keeps its state: %s', async (_, status, change) => {
    const order = await orderOut();
    const attempt = await attempted(order);
    await change(order);
    const before = await orderOf(order);
    expect(before).toMatchObject({ status, open_attempt_id: null });
    expect(await outcomeOf(await undo(attempt))).toEqual({
      ...{ status: 200, says: 'recorded_with_conflict', order: status },
    });
    expect(await orderOf(order)).toEqual(before);
    expect(await undosOf(attempt)).toMatchObject([{ has_conflict: true }]);
    expect((await undoEventsOf(order))[0]?.detail).toMatchObject({
      from: status,
      to: status,
      conflict: true,
    });
  });

  it('is recorded for a delivered order', async () => {
    const order = await orderOut();
    const attempt = await attempted(order);
    const delivery = await prepareDelivery(app, shop, shop.driver, order);
    await sendDelivery(app, shop.driver, delivery);
    expect(await outcomeOf(await undo(attempt))).toMatchObject({
      ...{ says: 'recorded_with_conflict', order: 'completed' },
    });
  });
});

describe('exactly once', () => {
  it('a retry returns the same reply byte for byte; a second undo is refused', async () => {
    const order = await orderOut();
    const attempt = await attempted(order);
    const [input, command_id] = [undoInput(attempt), newId()];
    const send = () => sendStopCommand(app, 'undo_attempt', shop.driver, input, { command_id });
    const first = await (await send()).text();
    expect(await (await send()).text()).toBe(first);
    expect(await outcomeOf(await undo(attempt))).toEqual({ status: 409, says: 'attempt_final' });
    expect(await undosOf(attempt)).toHaveLength(1);
  });

  it('one of two concurrent undos is refused', async () => {
    const order = await orderOut();
    const attempt = await attempted(order);
    const outcomes = await Promise.all(
      [undo(attempt), undo(attempt)].map(async (one) => outcomeOf(await one)),
    );
    expect(outcomes.map(({ says }) => says).sort()).toEqual(['attempt_final', 'undone']);
    expect(await undoEventsOf(order)).toHaveLength(1);
  });

  it('an undo and the desk’s decision at once leave the order in the desk’s state', async () => {
    const order = await orderOut();
    const attempt = await attempted(order);
    const key = { shop_id: shop.shop_id, order_id: order.id, now: new Date() };
    const [undone] = await Promise.all([
      undo(attempt),
      inTransaction(app.owner, (tx) => cancelOrder(tx, key)),
    ]);
    expect(undone.status).toBe(200);
    expect(await orderOf(order)).toMatchObject({ status: 'cancelled', open_attempt_id: null });
  });

  it('the id of another undo is refused', async () => {
    const [first, second] = [await attempted(await orderOut()), await attempted(await orderOut())];
    const input = undoInput(first);
    await sendStopCommand(app, 'undo_attempt', shop.driver, input);
    const reused = { ...undoInput(second), undo_id: input.undo_id };
    const response = await sendStopCommand(app, 'undo_attempt', shop.driver, reused);
    expect(await response.json()).toMatchObject({ code: 'invalid_input', errors: [{ pointer: '/undo_id' }] });
    expect(await undosOf(second)).toEqual([]);
  });
});

it('is refused for anyone except the user who recorded the attempt', async () => {
  const order = await orderOut();
  const attempt = await attempted(order);
  const other = await createTestShop(app.owner, 'Other Shop');
  const refused = async (by: Pick<TestStaff, 'session_id'>) => outcomeOf(await undo(attempt, { by }));
  expect(await refused(shop.driver2)).toEqual({ status: 404, says: 'not_found' });
  expect(await refused(other.driver)).toEqual({ status: 404, says: 'not_found' });
  expect(await refused(shop.admin)).toEqual({ status: 403, says: 'no_access' });
  expect(await refused(shop.stranger)).toEqual({ status: 403, says: 'no_access' });
  expect(await refused(shop.manager)).toEqual({ status: 404, says: 'driver_not_found' });
  const manager = await addStaff(app.owner, shop.shop_id, 'Manager', 'Sees All', true);
  expect(await refused(manager)).toEqual({ status: 404, says: 'not_found' });
  expect(await refused({ session_id: newId() })).toEqual({ status: 401, says: 'not_signed_in' });
  expect(await undosOf(attempt)).toEqual([]);
  expect(await orderOf(order)).toMatchObject({ open_attempt_id: attempt.attempt_id });
});

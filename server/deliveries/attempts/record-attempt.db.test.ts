import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AttemptRecorded } from '../../../contract/operations/dashboard/deliveries/record-attempt.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { attemptInput, attemptPhotoPath } from '../../../tests/support/attempt-input.ts';
import { leftBy } from '../../../tests/support/audit.ts';
import { assignOrder, cancelOrder } from '../../../tests/support/operations.ts';
import { photographedAttempt, sendStopCommand } from '../../../tests/support/stop-commands.ts';
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
import { verifyFiles } from '../../files/verify-files.ts';
import { verifyNamedFiles } from '../../files/verify-named-files.ts';
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
  expect(await verifyNamedFiles(app.owner)).toEqual([]);
  expect(await verifyFiles(app.owner, app.store, () => undefined)).toEqual([]);
  await app.drop();
});

const send = (input: object, by: Pick<TestStaff, 'session_id'> = shop.driver, command_id = newId()) =>
  sendStopCommand(app, 'record_attempt', by, input, { command_id });
const orderOut = (driver: TestStaff = shop.driver) => addOrder(app.owner, shop, driver);
const orderOf = (id: string) =>
  app.owner.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const attemptsOf = (order_id: string) =>
  app.owner
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('order_id', '=', order_id)
    .orderBy('number')
    .execute();
const eventsOf = (order_id: string) =>
  app.owner
    .selectFrom('order_events')
    .select(['kind', 'detail', 'actor_user_id'])
    .where('order_id', '=', order_id)
    .where('kind', '=', 'attempted')
    .execute();

/** Adds the desk's change of the order's status. */
async function addEvent({ id }: TestOrder, at_ms: number, detail: { from: string; to: string }) {
  const of_desk = { shop_id: shop.shop_id, actor_user_id: shop.admin.user_id, recorded_at: new Date(at_ms) };
  const event = { ...of_desk, id: newId(), order_id: id, kind: 'status', detail };
  await app.owner.insertInto('order_events').values(event).execute();
}

async function recorded(response: Response): Promise<AttemptRecorded> {
  expect({ status: response.status, body: await response.clone().text() }).toMatchObject({ status: 200 });
  return response.json();
}
async function problemOf(response: Response) {
  const { code, errors } = await response.json();
  return { status: response.status, code, ...(errors && { pointers: errors.map(pointerOf) }) };
}
const pointerOf = ({ pointer }: { pointer: string }) => pointer;

async function statusOf(driver: TestStaff) {
  const row = app.owner
    .selectFrom('drivers')
    .select('status')
    .where('id', '=', driver.driver_id ?? 0);
  return (await row.executeTakeFirstOrThrow()).status;
}

async function cashRows() {
  const tables = ['cash_movements', 'cash_tracking_parts', 'delivery_confirmations'] as const;
  return Promise.all(tables.map((table) => app.owner.selectFrom(table).selectAll().execute()));
}

describe('recording an attempt', () => {
  it('makes the order dispatched without a start time; it moves no cash and completes nothing', async () => {
    const driver = await addStaff(app.owner, shop.shop_id, 'Driver', 'Hadi Driver', true);
    const order = await addOrder(app.owner, shop, driver);
    const status = { status: 'delivering' } as const;
    await app.owner.updateTable('drivers').set(status).where('user_id', '=', driver.user_id).execute();
    const before = await orderOf(order.id);
    const cash = await cashRows();
    const input = attemptInput(order, {
      ...{ reason: 'asked_for_another_time', note: 'Ring the neighbour' },
      next: { day: '2027-01-31', from: '16:00', to: '18:30' },
    });
    let reply: AttemptRecorded | undefined;
    const left = await leftBy(app.owner, async () => {
      reply = await recorded(await send(input, driver));
    });
    expect(reply).toEqual({
      attempt_id: input.attempt_id,
      number: 1,
      outcome: 'recorded',
      conflict: null,
      order: { id: order.id, order_number: order.order_number, status: 'dispatched' },
      occurred_at: input.occurred_at,
    });
    expect(await orderOf(order.id)).toEqual({
      ...before,
      status: 'dispatched',
      dispatching_started_at: null,
      open_attempt_id: input.attempt_id,
      version: before.version + 1,
      updated_at: expect.any(Date),
    });
    expect(await attemptsOf(order.id)).toMatchObject([
      {
        ...{ driver_id: driver.driver_id, user_id: driver.user_id, number: 1, conflict: null },
        ...{ reason: 'asked_for_another_time', reason_label: null, note: 'Ring the neighbour' },
        ...{ next_from: '16:00', next_to: '18:30', photo_url: null, latitude: null },
        ...{ from_status: 'dispatching', from_started_at: order.dispatching_started_at },
      },
    ]);
    expect(await eventsOf(order.id)).toEqual([
      {
        kind: 'attempted',
        detail: {
          ...{ attempt_id: input.attempt_id, number: 1, reason_key: 'asked_for_another_time' },
          ...{ from: 'dispatching', occurred_at: input.occurred_at },
        },
        actor_user_id: driver.user_id,
      },
    ]);
    expect(await cashRows()).toEqual(cash);
    expect(await statusOf(driver)).toBe('available');
    expect(left.topics).toEqual(['orders']);
    expect(left.audit).toMatchObject([
      {
        ...{ what: 'record_attempt', subject_id: order.id, personal_fields: ['note'] },
        before: { status: 'dispatching' },
        after: { status: 'dispatched', attempt_id: input.attempt_id, number: 1, conflict: null },
      },
    ]);
  });

  it('leaves the driver delivering while another order is on the road', async () => {
    const driver = await addStaff(app.owner, shop.shop_id, 'Driver', 'Two Orders', true);
    const [first, second] = [await orderOut(driver), await orderOut(driver)];
    await recorded(await send(attemptInput(first), driver));
    expect(await statusOf(driver)).toBe('delivering');
    await recorded(await send(attemptInput(second), driver));
    expect(await statusOf(driver)).toBe('available');
  });

  it('pins the photo', async () => {
    const order = await orderOut();
    const input = await photographedAttempt(app, shop, shop.driver, order);
    await recorded(await send(input));
    const [attempt] = await attemptsOf(order.id);
    expect(attempt?.photo_url).toBe(input.photo?.path);
    const file = app.owner
      .selectFrom('files')
      .selectAll()
      .where('id', '=', attempt?.photo_file_id ?? '');
    expect(await file.execute()).toMatchObject([
      { sha256: input.photo?.sha256, pinned_at: expect.any(Date) },
    ]);
  });

  it('stores the position only while the shop records positions', async () => {
    const position = { latitude: 25.08, longitude: 55.14, accuracy_m: 12 };
    const recordIn = async (records_position: boolean) => {
      const of_shop = app.owner.updateTable('shops').where('id', '=', shop.shop_id);
      await of_shop.set({ records_position }).execute();
      const order = await orderOut();
      const { audit } = await leftBy(app.owner, async () =>
        recorded(await send(attemptInput(order, { position }))),
      );
      const [attempt] = await attemptsOf(order.id);
      const { latitude, longitude, accuracy_m } = attempt ?? {};
      return { position: { latitude, longitude, accuracy_m }, personal: audit[0]?.personal_fields };
    };
    expect(await recordIn(true)).toEqual({ position, personal: ['position'] });
    const nowhere = { latitude: null, longitude: null, accuracy_m: null };
    expect(await recordIn(false)).toEqual({ position: nowhere, personal: [] });
  });

  it('limits the device’s corrected time to the start of the delivery and now', async () => {
    const early = await orderOut();
    const tooEarly = attemptInput(early, { occurred_at: '2001-01-01T00:00:00Z' });
    expect((await recorded(await send(tooEarly))).occurred_at).toBe(
      early.dispatching_started_at?.toISOString(),
    );
    const ten_minutes_ago = Date.now() - 600_000;
    const shifted = attemptInput(await orderOut(), {
      occurred_at: new Date(ten_minutes_ago + 86_400_000).toISOString(),
      clock_offset_ms: -86_400_000,
    });
    expect(Date.parse((await recorded(await send(shifted))).occurred_at)).toBe(ten_minutes_ago);
    const late = await orderOut();
    await recorded(await send(attemptInput(late, { occurred_at: '2099-01-01T00:00:00Z' })));
    const [attempt] = await attemptsOf(late.id);
    expect(attempt?.occurred_at).toEqual(attempt?.recorded_at);
  });

  it('a press before the order went out again is recorded with a conflict, at its own time', async () => {
    const order = await orderOut();
    const [pressed_ms, left_ms] = [Date.now() - 3_600_000, Date.now() - 60_000];
    const times = { created_at: new Date(pressed_ms - 60_000), dispatching_started_at: new Date(left_ms) };
    await app.owner.updateTable('orders').set(times).where('id', '=', order.id).execute();
    await addEvent(order, pressed_ms + 60_000, { from: 'dispatching', to: 'packed' });
    const pressed = { occurred_at: new Date(pressed_ms).toISOString() };
    expect(await recorded(await send(attemptInput(order, pressed)))).toMatchObject({
      ...{ outcome: 'recorded_with_conflict', conflict: 'not_out_for_delivery', ...pressed },
      order: { status: 'dispatching' },
    });
    // Within the precision of the clock's offset it is of this tour.
    const near = { occurred_at: new Date(left_ms - 2_000).toISOString() };
    expect(await recorded(await send(attemptInput(order, near)))).toMatchObject({
      ...{ outcome: 'recorded', occurred_at: new Date(left_ms).toISOString() },
    });
  });

  it('a press before the desk sent out an order that never came back is of this tour', async () => {
    const order = await orderOut();
    const [pressed_ms, left_ms] = [Date.now() - 600_000, Date.now() - 60_000];
    const times = { created_at: new Date(pressed_ms - 60_000), dispatching_started_at: new Date(left_ms) };
    await app.owner.updateTable('orders').set(times).where('id', '=', order.id).execute();
    await addEvent(order, left_ms, { from: 'dispatched', to: 'dispatching' });
    const pressed = { occurred_at: new Date(pressed_ms).toISOString() };
    expect(await recorded(await send(attemptInput(order, pressed)))).toMatchObject({
      ...{ outcome: 'recorded', conflict: null, order: { status: 'dispatched' } },
    });
  });

  it('is permitted to a manager with a driver record', async () => {
    const manager = await addStaff(app.owner, shop.shop_id, 'Manager', 'Driving Manager', true);
    const order = await orderOut(manager);
    expect(await recorded(await send(attemptInput(order), manager))).toMatchObject({ outcome: 'recorded' });
  });
});

describe('exactly once', () => {
  it('a retry returns the same reply byte for byte and records nothing more', async () => {
    const order = await orderOut();
    const [input, command_id] = [attemptInput(order), newId()];
    const first = await (await send(input, shop.driver, command_id)).text();
    expect(await (await send(input, shop.driver, command_id)).text()).toBe(first);
    const changed = { ...input, note: 'Another note' };
    expect(await problemOf(await send(changed, shop.driver, command_id))).toEqual({
      ...{ status: 422, code: 'command_reused' },
    });
    expect(await attemptsOf(order.id)).toHaveLength(1);
    expect(await eventsOf(order.id)).toHaveLength(1);
  });

  it('the same command sent several times concurrently is executed once', async () => {
    const order = await orderOut();
    const [input, command_id] = [attemptInput(order), newId()];
    const sending = Array.from({ length: 6 }, () => send(input, shop.driver, command_id));
    const bodies = await Promise.all((await Promise.all(sending)).map((response) => response.text()));
    expect(new Set(bodies).size).toBe(1);
    expect(await attemptsOf(order.id)).toHaveLength(1);
  });

  it('two attempts of one order at once get two numbers, and the second one a conflict', async () => {
    const order = await orderOut();
    const inputs = [attemptInput(order), attemptInput(order)];
    const replies = await Promise.all(inputs.map(async (input) => recorded(await send(input))));
    expect(replies.map(({ number, conflict }) => [number, conflict]).sort()).toEqual([
      [1, null],
      [2, 'not_out_for_delivery'],
    ]);
    const open = replies.find(({ number }) => number === 1)?.attempt_id;
    expect((await orderOf(order.id)).open_attempt_id).toBe(open);
  });

  it('an attempt and a delivery at once: either is first, and the delivery completes the order', async () => {
    const order = await orderOut();
    const delivery = await prepareDelivery(app, shop, shop.driver, order);
    const [attempt, delivered] = await Promise.all([
      send(attemptInput(order)),
      sendDelivery(app, shop.driver, delivery),
    ]);
    expect(['already_delivered', null]).toContain((await recorded(attempt)).conflict);
    expect(await delivered.json()).toMatchObject({ outcome: 'delivered', conflict: null });
    expect(await orderOf(order.id)).toMatchObject({ status: 'completed', open_attempt_id: null });
  });

  it('the id of another attempt is refused', async () => {
    const [order, other] = [await orderOut(), await orderOut()];
    const input = attemptInput(order);
    await recorded(await send(input));
    const reused = attemptInput(other, { attempt_id: input.attempt_id });
    expect(await problemOf(await send(reused))).toEqual({
      ...{ status: 422, code: 'invalid_input', pointers: ['/attempt_id'] },
    });
    expect(await orderOf(other.id)).toMatchObject({ status: 'dispatching', open_attempt_id: null });
  });
});

describe('an attempt in conflict with the order', () => {
  async function expectRecorded(order: TestOrder, conflict: string, input = attemptInput(order)) {
    const before = await orderOf(order.id);
    const reply = await recorded(await send(input));
    expect(reply).toMatchObject({
      outcome: 'recorded_with_conflict',
      conflict,
      order: { status: before.status },
    });
    expect(await orderOf(order.id)).toEqual(before);
    expect((await attemptsOf(order.id)).at(-1)).toMatchObject({ conflict, from_status: before.status });
    expect((await eventsOf(order.id)).at(-1)?.detail).toMatchObject({ conflict, from: before.status });
  }
  const run = <T>(work: Parameters<typeof inTransaction<T>>[1]) => inTransaction(app.owner, work);
  const keyOf = ({ id }: TestOrder) => ({ shop_id: shop.shop_id, order_id: id, now: new Date() });

  it('is recorded for an order that was cancelled', async () => {
    const order = await orderOut();
    await run((tx) => cancelOrder(tx, keyOf(order)));
    await expectRecorded(order, 'cancelled');
  });

  it('is recorded, with its photo, for an order that was given to another driver', async () => {
    const order = await orderOut();
    const input = await photographedAttempt(app, shop, shop.driver, order);
    const driver_id = shop.driver2.driver_id ?? 0;
    await run((tx) => assignOrder(tx, { ...keyOf(order), driver_id }));
    await expectRecorded(order, 'reassigned', input);
    // The new driver's attempt is numbered after it.
    expect(await recorded(await send(attemptInput(order), shop.driver2))).toMatchObject({
      ...{ number: 2, outcome: 'recorded' },
    });
  });

  it('is recorded for an order that was delivered', async () => {
    const order = await orderOut();
    const delivery = await prepareDelivery(app, shop, shop.driver, order);
    expect((await sendDelivery(app, shop.driver, delivery)).status).toBe(200);
    await expectRecorded(order, 'already_delivered');
  });

  it.each(['packed', 'dispatched'] as const)('is recorded for an order that is %s', async (status) => {
    const order = await addOrder(app.owner, shop, shop.driver, { status });
    await expectRecorded(order, 'not_out_for_delivery');
  });
});

describe('a delivery after an attempt', () => {
  it('by the same driver completes the order, also from a page that does not know the attempt', async () => {
    const order = await orderOut();
    const delivery = await prepareDelivery(app, shop, shop.driver, order);
    await recorded(await send(attemptInput(order)));
    const response = await sendDelivery(app, shop.driver, delivery);
    expect(await response.json()).toMatchObject({
      ...{ outcome: 'delivered', conflict: null },
      order: { status: 'completed', payment_status: 'paid', delivery_duration_seconds: null },
      cash: { success: true, amount_fils: 14_500 },
    });
    expect(await orderOf(order.id)).toMatchObject({ status: 'completed', open_attempt_id: null });
    expect(await verifyCash(app.owner)).toEqual([]);
  });

  it('by another driver is a conflict, and the order keeps its open attempt', async () => {
    const order = await orderOut(shop.driver2);
    const delivery = await prepareDelivery(app, shop, shop.driver2, order);
    const driver_id = shop.driver.driver_id ?? 0;
    const key = { shop_id: shop.shop_id, order_id: order.id, now: new Date() };
    await inTransaction(app.owner, (tx) => assignOrder(tx, { ...key, driver_id }));
    const input = attemptInput(order);
    await recorded(await send(input));
    const response = await sendDelivery(app, shop.driver2, delivery);
    expect(await response.json()).toMatchObject({ conflict: 'reassigned', order: { status: 'dispatched' } });
    expect((await orderOf(order.id)).open_attempt_id).toBe(input.attempt_id);
  });
});

describe('the reasons', () => {
  const set = async (rows: { key: string; label: string | null; is_offered: boolean }[]) => {
    const { shop_id } = shop;
    await app.owner.deleteFrom('attempt_reasons').where('shop_id', '=', shop_id).execute();
    if (rows.length === 0) return;
    const needs = { needs_photo: false, needs_note: true, needs_time: false };
    const values = rows.map((row, position) => ({ shop_id, position, ...needs, ...row }));
    await app.owner.insertInto('attempt_reasons').values(values).execute();
  };

  it('an attempt is recorded without what its reason requires: the phone may know earlier requirements', async () => {
    const order = await orderOut();
    await recorded(await send(attemptInput(order, { reason: 'damaged' })));
    expect(await attemptsOf(order.id)).toMatchObject([
      { reason: 'damaged', photo_url: null, conflict: null },
    ]);
  });

  it('a reason of the shop has its label', async () => {
    await set([{ key: 'own_1', label: 'Gate closed', is_offered: true }]);
    const order = await orderOut();
    const input = attemptInput(order, { reason: 'own_1' });
    await recorded(await send({ ...input, note: 'Guard asleep' }));
    expect(await attemptsOf(order.id)).toMatchObject([{ reason: 'own_1', reason_label: 'Gate closed' }]);
    expect((await eventsOf(order.id))[0]?.detail).toMatchObject({ reason_label: 'Gate closed' });
    await set([]);
  });

  it('a reason that the shop has removed is recorded from a phone that still knows it', async () => {
    await set([
      { key: 'own_1', label: 'Gate closed', is_offered: false },
      { key: 'other', label: null, is_offered: true },
    ]);
    const [own, built_in] = [await orderOut(), await orderOut()];
    await recorded(await send(attemptInput(own, { reason: 'own_1' })));
    expect(await attemptsOf(own.id)).toMatchObject([{ reason: 'own_1', reason_label: 'Gate closed' }]);
    await recorded(await send(attemptInput(built_in, { reason: 'nobody_home' })));
    expect(await attemptsOf(built_in.id)).toMatchObject([{ reason: 'nobody_home', reason_label: null }]);
    await set([]);
  });

  it('a reason that never existed is refused', async () => {
    const order = await orderOut();
    expect(await problemOf(await send(attemptInput(order, { reason: 'own_77' })))).toEqual({
      ...{ status: 422, code: 'invalid_input', pointers: ['/reason'] },
    });
    expect(await attemptsOf(order.id)).toEqual([]);
  });
});

describe('a refused attempt', () => {
  it('every user except a driver who was assigned the order is refused', async () => {
    const order = await orderOut();
    const other = await createTestShop(app.owner, 'Other Shop');
    const refused = async (who: Pick<TestStaff, 'session_id'>) =>
      problemOf(await send(attemptInput(order), who));
    expect(await refused(shop.driver2)).toEqual({ status: 404, code: 'not_found' });
    expect(await refused(shop.admin)).toEqual({ status: 403, code: 'no_access' });
    expect(await refused(shop.stranger)).toEqual({ status: 403, code: 'no_access' });
    expect(await refused(shop.manager)).toEqual({ status: 404, code: 'driver_not_found' });
    expect(await refused(other.driver)).toEqual({ status: 404, code: 'not_found' });
    expect(await refused({ session_id: newId() })).toEqual({ status: 401, code: 'not_signed_in' });
    const manager = await addStaff(app.owner, shop.shop_id, 'Manager', 'Never Had It', true);
    expect(await refused(manager)).toEqual({ status: 403, code: 'order_not_assigned' });
    expect(await attemptsOf(order.id)).toEqual([]);
    expect((await orderOf(order.id)).status).toBe('dispatching');
  });

  it('a wrong photo is refused, and the attempt succeeds with the right one', async () => {
    const order = await orderOut();
    const input = await photographedAttempt(app, shop, shop.driver, order);
    const { sha256 = '', path = '' } = input.photo ?? {};
    const withPhoto = (photo: object) => send({ ...input, photo });
    const missing = await withPhoto({ path, sha256: 'a'.repeat(64) });
    expect((await problemOf(missing)).code).toBe('file_missing');
    const names = ['delivery-image.jpg', `attempt-${newId()}.jpg`];
    for (const name of names) {
      const response = await withPhoto({ sha256, path: path.replace(/[^/]+$/, name) });
      expect(await problemOf(response)).toMatchObject({ code: 'invalid_input', pointers: ['/photo/path'] });
    }
    const of_another = attemptPhotoPath({ shop, driver: shop.driver2, order }, input.attempt_id);
    expect((await problemOf(await withPhoto({ sha256, path: of_another }))).code).toBe('invalid_input');
    const years_ago = await withPhoto({ sha256, path: path.replace(/\/20\d\d-\d\d\//, '/2020-01/') });
    expect((await problemOf(years_ago)).code).toBe('device_time_off');
    expect(await attemptsOf(order.id)).toEqual([]);
    await recorded(await send(input));
  });
});

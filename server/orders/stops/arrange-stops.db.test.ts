import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { response as stopsArranged } from '../../../contract/operations/dashboard/deliveries/arrange-stops.schema.ts';
import { response as assignedOrders } from '../../../contract/operations/dashboard/deliveries/list-assigned-orders.schema.ts';
import { response as stops } from '../../../contract/operations/dashboard/deliveries/list-stops.schema.ts';
import { response as nextOrder } from '../../../contract/operations/dashboard/deliveries/read-next-order.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { STOPS_MAX } from '../../../contract/rules/orders/stops.ts';
import * as desk from '../../../tests/support/operations.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import {
  addOrder,
  addStaff,
  createTestShop,
  type TestShop,
  type TestStaff,
} from '../../../tests/support/test-shop.ts';
import { inTransaction } from '../../platform/database/transactions.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
});

/** Orders of the driver, the oldest first. */
async function addOrders(count: number, driver: TestStaff = shop.driver): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    ids.push((await addOrder(app.owner, shop, driver, { minutes_ago: 60 - at })).id);
  }
  return ids;
}

async function readStops(staff: TestStaff = shop.driver) {
  const response = await app.send('GET', '/api/orders/stops', { as: staff.session_id });
  const read = stops.parse(await response.json());
  return { ...read, ids: read.stops.map(({ id }) => id) };
}

type Sent = { arrangement_id: string; from_arrangement: string | null; order_ids: readonly string[] };

function send(sent: Partial<Sent>, { as = shop.driver, command_id = newId() } = {}) {
  const body = {
    arrangement_id: newId(),
    from_arrangement: null,
    order_ids: [],
    occurred_at: new Date().toISOString(),
    clock_offset_ms: 0,
    ...sent,
  };
  return app.send('POST', '/api/orders/arrangement', {
    as: as.session_id,
    body,
    headers: { 'idempotency-key': command_id },
  });
}

async function arranged(...args: Parameters<typeof send>) {
  const response = await send(...args);
  expect(response.status).toBe(200);
  return stopsArranged.parse(await response.json());
}

const owner = <T>(work: Parameters<typeof inTransaction<T>>[1]) => inTransaction(app.owner, work);
const byDesk = (order_ids: readonly string[], driver = shop.driver) =>
  owner((tx) => desk.arrangeStops(tx, shop.shop_id, { driver_id: driver.driver_id ?? 0, order_ids }));

test('stops are the open orders with their items, oldest first until they are arranged', async () => {
  const ids = await addOrders(3);
  await addOrder(app.owner, shop, shop.driver, { status: 'cancelled' });
  await addOrders(1, shop.driver2);
  const read = await readStops();
  expect(read).toMatchObject({ arrangement_id: null, ids });
  expect(read.stops[0]).toMatchObject({
    taken_fils: 0,
    items: [{ qty: 1, line_total_fils: 14_500, product: { barcode: null } }],
  });
});

test('the named orders come first, the others follow as before, and every list has this order', async () => {
  const [a = '', b = '', c = '', d = ''] = await addOrders(4);
  const foreign = await addOrders(1, shop.driver2);
  const arrangement_id = newId();
  const order_ids = [d, ...foreign, newId(), b];
  expect(await arranged({ arrangement_id, order_ids })).toEqual({ outcome: 'arranged', arrangement_id });
  expect(await readStops()).toMatchObject({ arrangement_id, ids: [d, b, a, c] });
  const late = await addOrder(app.owner, shop, shop.driver, { minutes_ago: 90 });
  expect((await readStops()).ids).toEqual([d, b, late.id, a, c]);
  const list = await app.send('GET', '/api/orders/assigned', { as: shop.driver.session_id });
  expect(assignedOrders.parse(await list.json()).orders.map(({ id }) => id)).toEqual([d, b, late.id, a, c]);
  const next = await app.send('GET', '/api/orders/next', { as: shop.driver.session_id });
  expect(nextOrder.parse(await next.json()).order?.id).toBe(d);
  expect((await readStops(shop.driver2)).ids).toEqual(foreign);
});

test('each response has the stops in the order of the arrangement it names, while the desk rearranges them', async () => {
  const ids = await addOrders(4);
  const orders = new Map<string | null, string[]>([[null, ids]]);
  let is_over = false;
  const reading = [1, 2, 3, 4].map(async () => {
    const read: Awaited<ReturnType<typeof readStops>>[] = [];
    while (!is_over) read.push(await readStops());
    return read;
  });
  for (let time = 0; time < 40; time++) {
    const order_ids = time % 2 === 0 ? ids.toReversed() : ids;
    orders.set((await byDesk(order_ids)).arrangement_id, order_ids);
  }
  is_over = true;
  const read = (await Promise.all(reading)).flat();
  expect(read.length).toBeGreaterThan(20);
  for (const response of read) expect(response.ids).toEqual(orders.get(response.arrangement_id));
});

test('the next order is the first stop that is out for delivery', async () => {
  const [a = '', b = ''] = await addOrders(2);
  const packed = await addOrder(app.owner, shop, shop.driver, { status: 'packed', minutes_ago: 90 });
  await arranged({ order_ids: [packed.id, b, a] });
  const next = await app.send('GET', '/api/orders/next', { as: shop.driver.session_id });
  expect(nextOrder.parse(await next.json()).order?.id).toBe(b);
});

describe('arranging stops', () => {
  test('is permitted to drivers and to managers with a driver record, for their own stops', async () => {
    const ids = await addOrders(2);
    const codeOf = async (as: TestStaff) =>
      ((await (await send({}, { as })).json()) as { code: string }).code;
    expect(await codeOf(shop.admin)).toBe('no_access');
    expect(await codeOf(shop.stranger)).toBe('no_access');
    expect(await codeOf(shop.manager)).toBe('driver_not_found');
    const manager = await addStaff(app.owner, shop.shop_id, 'Manager', 'Maha Manager', true);
    const own = await addOrders(2, manager);
    const order_ids = [...own].reverse();
    expect(await arranged({ order_ids: [...ids, ...order_ids] }, { as: manager })).toMatchObject({
      outcome: 'arranged',
    });
    expect((await readStops(manager)).ids).toEqual(order_ids);
    expect((await readStops()).ids).toEqual(ids);
  });

  test('does not affect another shop, where the same arrangement id is another arrangement', async () => {
    const ids = await addOrders(2);
    const other = await createTestShop(app.owner, 'Other Shop');
    const arrangement_id = newId();
    await arranged({ arrangement_id, order_ids: [...ids].reverse() });
    await arranged({ arrangement_id, order_ids: ids }, { as: other.driver });
    expect((await readStops()).ids).toEqual([...ids].reverse());
    expect(await readStops(other.driver)).toMatchObject({ arrangement_id, ids: [] });
  });

  test('rejects only duplicate orders and too many orders', async () => {
    const id = newId();
    expect((await send({ order_ids: [id, id] })).status).toBe(422);
    expect((await send({ order_ids: Array.from({ length: STOPS_MAX + 1 }, newId) })).status).toBe(422);
    expect((await send({ order_ids: Array.from({ length: STOPS_MAX }, newId) })).status).toBe(200);
    const made = { occurred_at: '2001-01-01T00:00:00Z', from_arrangement: newId(), order_ids: [] };
    expect((await send(made)).status).toBe(200);
  });
});

describe('repeated and concurrent arrangements', () => {
  test('a repeated arrangement changes nothing, also after a later one', async () => {
    const ids = await addOrders(3);
    const first = { arrangement_id: newId(), order_ids: [...ids].reverse() };
    const command_id = newId();
    const response = await arranged(first, { command_id });
    const second = await arranged({ from_arrangement: first.arrangement_id, order_ids: ids });
    const { body } = { body: await (await send(first, { command_id })).json() };
    // The repeated command has another timestamp, which no device would send, so it is rejected.
    expect(body).toMatchObject({ code: 'command_reused' });
    expect(await arranged(first)).toEqual({ ...response, arrangement_id: second.arrangement_id });
    expect(await readStops()).toMatchObject({ arrangement_id: second.arrangement_id, ids });
  });

  test('two concurrent arrangements are both accepted, and one of them applies', async () => {
    const ids = await addOrders(3);
    const orders = [[...ids].reverse(), [ids[1] ?? '', ids[0] ?? '', ids[2] ?? '']];
    const made = orders.map((order_ids) => ({ arrangement_id: newId(), order_ids }));
    const responses = await Promise.all(made.map((one) => arranged(one)));
    expect(responses.map(({ outcome }) => outcome)).toEqual(['arranged', 'arranged']);
    const read = await readStops();
    const applied = made.find(({ arrangement_id }) => arrangement_id === read.arrangement_id);
    expect(read.ids).toEqual(applied?.order_ids);
  });
});

describe('after the desk has arranged the stops', () => {
  test('its order overrides an arrangement that does not follow the desk’s, and all that follow that one', async () => {
    const ids = await addOrders(3);
    const reversed = [...ids].reverse();
    const first = await arranged({ order_ids: reversed });
    const desks = await byDesk(ids);
    expect(desks.outcome).toBe('arranged');
    const late = { arrangement_id: newId(), from_arrangement: first.arrangement_id, order_ids: reversed };
    const desk_stands = { outcome: 'desk_stands', arrangement_id: desks.arrangement_id };
    expect(await arranged(late)).toEqual(desk_stands);
    expect(await arranged({ from_arrangement: late.arrangement_id, order_ids: reversed })).toEqual(
      desk_stands,
    );
    expect(await arranged({ from_arrangement: newId(), order_ids: reversed })).toEqual(desk_stands);
    expect(await arranged({ from_arrangement: null, order_ids: reversed })).toEqual(desk_stands);
    expect(await readStops()).toMatchObject({ arrangement_id: desks.arrangement_id, ids });
    const kept = app.owner.selectFrom('stop_arrangements').select('stands');
    expect(await kept.where('id', '=', late.arrangement_id).execute()).toEqual([{ stands: false }]);
  });

  test('an arrangement that follows the desk’s applies', async () => {
    const ids = await addOrders(3);
    const { arrangement_id } = await byDesk(ids);
    const reversed = [...ids].reverse();
    const own = await arranged({ from_arrangement: arrangement_id, order_ids: reversed });
    expect(own.outcome).toBe('arranged');
    expect(await arranged({ from_arrangement: own.arrangement_id, order_ids: ids })).toMatchObject({
      outcome: 'arranged',
    });
    expect((await readStops()).ids).toEqual(ids);
  });
});

describe('an order loses its position', () => {
  test('when it is reassigned, even if it is assigned back', async () => {
    const [a = '', b = '', c = ''] = await addOrders(3);
    await arranged({ order_ids: [c, b, a] });
    const assign = (order_id: string, { driver_id }: TestStaff) =>
      owner((tx) => desk.assignOrder(tx, { shop_id: shop.shop_id, order_id, driver_id: driver_id ?? 0 }));
    await assign(c, shop.driver2);
    expect((await readStops()).ids).toEqual([b, a]);
    await assign(c, shop.driver);
    expect((await readStops()).ids).toEqual([b, a, c]);
  });

  test('when it is returned to the shop', async () => {
    const [a = '', b = '', c = ''] = await addOrders(3);
    await arranged({ order_ids: [c, b] });
    await owner((tx) =>
      desk.moveOrder(tx, { shop_id: shop.shop_id, order_id: c, to: 'packed', now: new Date() }),
    );
    expect((await readStops()).ids).toEqual([b, a, c]);
  });
});

describe('for any sequence of arrangements', () => {
  let driver: TestStaff;
  let ids: string[];

  /** Adds a separate driver with four orders. */
  async function begin(): Promise<void> {
    driver = await addStaff(app.owner, shop.shop_id, 'Driver', 'Deena Driver', true);
    ids = await addOrders(4, driver);
  }

  /** Some of the four positions, in any order. */
  const places = fc.shuffledSubarray([0, 1, 2, 3]);
  const idsAt = (at: readonly number[]) => at.map((place) => ids[place] ?? '');
  const merged = (first: readonly string[], all: readonly string[]) => [
    ...first,
    ...all.filter((id) => !first.includes(id)),
  ];

  async function expectConflictRule(runs: number): Promise<void> {
    const act = fc.oneof(
      fc.record({ what: fc.constant('device' as const), at: places }),
      fc.record({ what: fc.constant('desk' as const), at: places }),
      fc.record({ what: fc.constant('reads' as const), at: places }),
      fc.record({ what: fc.constant('again' as const), at: fc.array(fc.nat(9), { maxLength: 2 }) }),
    );
    const property = fc.asyncProperty(fc.array(act, { maxLength: 10 }), async (acts) => {
      await begin();
      let order = ids;
      let desk_times = 0;
      let device = { from: null as string | null, desk_times: 0 };
      const made: Sent[] = [];
      for (const { what, at } of acts) {
        if (what === 'desk') {
          await byDesk(idsAt(at), driver);
          order = merged(idsAt(at), order);
          desk_times += 1;
        } else if (what === 'reads') {
          device = { from: (await readStops(driver)).arrangement_id, desk_times };
        } else if (what === 'again') {
          for (const one of at) if (made[one]) await arranged(made[one], { as: driver });
        } else {
          const one = { arrangement_id: newId(), from_arrangement: device.from, order_ids: idsAt(at) };
          made.push(one);
          const knows = device.desk_times === desk_times;
          if (knows) order = merged(idsAt(at), order);
          const { outcome } = await arranged(one, { as: driver });
          expect(outcome).toBe(knows ? 'arranged' : 'desk_stands');
          device = { ...device, from: one.arrangement_id };
        }
        expect((await readStops(driver)).ids).toEqual(order);
      }
    });
    await fc.assert(property, { numRuns: runs });
  }

  async function expectLastApplies(runs: number): Promise<void> {
    const chain = fc.array(places, { minLength: 1, maxLength: 5 });
    const arrival = chain.chain((made) =>
      fc.record({
        made: fc.constant(made),
        arrive: fc.shuffledSubarray([...made.keys()], { minLength: made.length }),
      }),
    );
    const property = fc.asyncProperty(arrival, async ({ made, arrive }) => {
      await begin();
      const arrangement_ids = made.map(() => newId());
      for (const at of arrive) {
        const from_arrangement = arrangement_ids[at - 1] ?? null;
        const arrangement_id = arrangement_ids[at] ?? '';
        await arranged(
          { arrangement_id, from_arrangement, order_ids: idsAt(made[at] ?? []) },
          { as: driver },
        );
      }
      const read = await readStops(driver);
      const last = idsAt(made.at(-1) ?? []);
      expect(read.arrangement_id).toBe(arrangement_ids.at(-1));
      expect(read.ids.slice(0, last.length)).toEqual(last);
      expect(read.ids.toSorted()).toEqual(ids.toSorted());
    });
    await fc.assert(property, { numRuns: runs });
  }

  const LONG = { tags: ['servers'] };
  const NEWEST = 'the last arrangement that knew its predecessor wins; the desk’s wins a conflict';
  const LAST = 'the last of a device’s consecutive arrangements applies, in whatever order they arrive';
  test(NEWEST, () => expectConflictRule(8));
  test(LAST, () => expectLastApplies(8));
  test(`${NEWEST}: more sequences`, LONG, () => expectConflictRule(25));
  test(`${LAST}: more sequences`, LONG, () => expectLastApplies(25));
});

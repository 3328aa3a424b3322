import { afterAll, beforeAll, expect, it } from 'vitest';
import { ENDPOINTS } from '../contract/operations/endpoints.ts';
import { newId } from '../contract/rules/ids.ts';
import { createApp } from '../server/app.ts';
import { databaseOf } from '../server/platform/database/database.ts';
import { collectUploads, sendWithFiles } from './support/command-with-files.ts';
import { loadingInput, photographedAttempt, sendStopCommand, setOutInput } from './support/stop-commands.ts';
import { partOf, prepareTaking, sendTaking, setParts } from './support/taken-delivery.ts';
import { createTestApp, requestOf, type Sends, type TestApp } from './support/test-app.ts';
import { prepareDelivery, sendDelivery } from './support/test-delivery.ts';
import { deviceHeaders, testDevice } from './support/test-device.ts';
import {
  issue,
  type Prepared,
  prepareCollection,
  prepareDeposit,
  prepareEnd,
  prepareStart,
  sendCommand,
} from './support/test-handover.ts';
import { addOrder, createTestShop, type TestShop } from './support/test-shop.ts';

/**
 * Commands need few round trips to the database from begin to commit: each costs both sides more than most
 * statements.
 */

let app: TestApp;
let counted: Sends;
let shop: TestShop;
let round_trips = 0;
let statements = 0;

beforeAll(async () => {
  app = await createTestApp();
  const requests = databaseOf(app.database.request, {
    around: (sending, send) => {
      round_trips += 1;
      statements += sending.statements.length;
      return send();
    },
  });
  const counting = await createApp({ ...app.parts, requests });
  counted = { send: async (method, path, options) => counting.request(path, requestOf(method, options)) };
  shop = await createTestShop(app.owner);
  for (const person of [shop.admin, shop.manager, shop.driver2]) await issue(app, shop, person, 100_000);
});
afterAll(() => app.drop());

/** Returns the number of round trips to the database of a request that succeeds. */
async function roundTripsOf(sending: () => Promise<Response>): Promise<number> {
  round_trips = 0;
  statements = 0;
  const response = await sending();
  expect(response.status, await response.clone().text()).toBe(200);
  return round_trips;
}

it('a delivery needs three round trips, with or without its files', async () => {
  const { driver } = shop;
  const delivery = await prepareDelivery(app, shop, driver, await addOrder(app.owner, shop, driver));
  expect(await roundTripsOf(() => sendDelivery(counted, driver, delivery))).toBe(3);
  const uploads = collectUploads();
  const together = await prepareDelivery(uploads, shop, driver, await addOrder(app.owner, shop, driver));
  const send = () => sendWithFiles(counted, '/api/deliveries', driver, together, uploads.files);
  expect(await roundTripsOf(send)).toBe(3);
});

it('a delivery as taken needs one more round trip at most', async () => {
  const { driver } = shop;
  const order = await addOrder(app.owner, shop, driver);
  const short = { taken: { cash_fils: 14_000 }, short_reason: 'No more cash' };
  const delivery = await prepareTaking(app, shop, driver, order, short);
  expect(await roundTripsOf(() => sendTaking(counted, driver, delivery))).toBe(3);
  const parts = { lines: [{ qty: 2, unit_price_fils: 5_000 }] };
  const ordered = await setParts(app.owner, shop, await addOrder(app.owner, shop, driver), parts);
  const changes = { part: partOf(ordered, [1]), taken: { cash_fils: 5_000 } };
  const part = await prepareTaking(app, shop, driver, ordered, changes);
  expect(await roundTripsOf(() => sendTaking(counted, driver, part))).toBe(4);
});

it('a delivery with a device number needs no more round trips', async () => {
  const { driver } = shop;
  const delivery = await prepareDelivery(app, shop, driver, await addOrder(app.owner, shop, driver));
  const device = testDevice();
  const headers = deviceHeaders(device, device.make(driver, delivery.command_id));
  expect(await roundTripsOf(() => sendDelivery(counted, driver, delivery, headers))).toBe(3);
});

it('an attempt with a photo needs at most the round trips, statements and bytes of a delivery', async () => {
  const { driver } = shop;
  const order = await addOrder(app.owner, shop, driver);
  const delivery = await prepareDelivery(app, shop, driver, order);
  const for_delivery = await roundTripsOf(() => sendDelivery(counted, driver, delivery));
  const delivery_statements = statements;
  const attempted = await addOrder(app.owner, shop, driver);
  const next = { day: '2027-01-31', from: '16:00', to: '18:30' };
  const attempt = await photographedAttempt(app, shop, driver, attempted, { note: 'Ring twice', next });
  const send = () => sendStopCommand(counted, 'record_attempt', driver, attempt);
  expect(await roundTripsOf(send)).toBeLessThanOrEqual(for_delivery);
  expect(statements).toBeLessThanOrEqual(delivery_statements);
  expect(JSON.stringify(attempt).length).toBeLessThanOrEqual(JSON.stringify(delivery.input).length);
});

it('setting out with forty stops, and checking their load, needs no more statements than with one', async () => {
  const setting = async (count: number) => {
    const stops: { id: string }[] = [];
    while (stops.length < count)
      stops.push(await addOrder(app.owner, shop, shop.driver, { status: 'dispatched' }));
    const load = loadingInput(stops.map(({ id }) => ({ order_id: id, missing: [] })));
    await roundTripsOf(() => sendStopCommand(counted, 'check_loading', shop.driver, load));
    const of_load = statements;
    await roundTripsOf(() => sendStopCommand(counted, 'set_out', shop.driver, setOutInput(stops)));
    return { of_load, of_set_out: statements };
  };
  expect(await setting(40)).toEqual(await setting(1));
});

it('a device report without news needs at most three round trips', async () => {
  const { driver } = shop;
  const device = testDevice();
  const send = () =>
    counted.send('POST', '/api/devices/report', { as: driver.session_id, body: device.report() });
  await send();
  expect(await roundTripsOf(send)).toBeLessThanOrEqual(3);
});

it('a repeated delivery needs three round trips: for its key, the stored reply, the commit', async () => {
  const { driver } = shop;
  const delivery = await prepareDelivery(app, shop, driver, await addOrder(app.owner, shop, driver));
  await sendDelivery(app, driver, delivery);
  expect(await roundTripsOf(() => sendDelivery(counted, driver, delivery))).toBe(3);
});

it.each(['start', 'end', 'collection', 'deposit'] as const)(
  'a command for a %s needs at most five round trips',
  async (kind) => {
    const { admin, manager, driver2 } = shop;
    const amount_fils = 1_000;
    const prepared = {
      start: () => prepareStart(app, shop, { driver: driver2, amount_fils }),
      end: () => prepareEnd(app, shop, { driver: driver2, amount_fils }),
      collection: () => prepareCollection(app, shop, { from: driver2, amount_fils }),
      deposit: () => prepareDeposit(app, shop, { amount_fils }),
    };
    const by = kind === 'start' || kind === 'end' ? admin : manager;
    const command = await prepared[kind]();
    expect(await roundTripsOf(() => sendCommand(counted, kind, by, command))).toBeLessThanOrEqual(5);
  },
);

it('assigning forty orders, and undoing it, needs no more round trips than for one', async () => {
  const assigning = async (count: number) => {
    const orders: { order_id: string; version: number }[] = [];
    while (orders.length < count) {
      const { id } = await addOrder(app.owner, shop, shop.driver2);
      orders.push({ order_id: id, version: 1 });
    }
    const assigned = { command_id: newId(), input: { orders, driver_id: shop.driver.driver_id } };
    const undone = { command_id: newId(), input: { command_id: assigned.command_id } };
    const send = (name: 'assign_orders' | 'undo_orders', { command_id, input }: Prepared<object>) =>
      counted.send('POST', ENDPOINTS[name].path, {
        as: shop.manager.session_id,
        body: input,
        headers: { 'idempotency-key': command_id },
      });
    return [
      await roundTripsOf(() => send('assign_orders', assigned)),
      await roundTripsOf(() => send('undo_orders', undone)),
    ];
  };
  expect(await assigning(40)).toEqual(await assigning(1));
});

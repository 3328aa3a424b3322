import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { prepareDelivery, sendDelivery } from '../../tests/support/test-delivery.ts';
import {
  deviceHeaders,
  listedDevices,
  type Numbered,
  openOf,
  sendReport,
  type TestDevice,
  testDevice,
} from '../../tests/support/test-device.ts';
import { addOrder, createTestShop, type TestShop, type TestStaff } from '../../tests/support/test-shop.ts';

let app: TestApp;
let shop: TestShop;
let device: TestDevice;

const START = new Date('2026-11-22T10:00:00.000Z');

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  app.clock.now = START;
  shop = await createTestShop(app.owner);
  device = testDevice();
});

const later = (minutes: number) => {
  app.clock.now = new Date((app.clock.now ?? START).getTime() + minutes * 60_000);
};

/** Records the command under its number, as a delivery of its maker would. */
async function arrive(numbered: Numbered, of = device): Promise<void> {
  const { number, hash, previous, command_id, user_id } = numbered;
  await app.owner
    .insertInto('commands')
    .values({
      shop_id: shop.shop_id,
      user_id,
      endpoint: 'confirm_delivery',
      command_id,
      fingerprint: 'a'.repeat(64),
      device_id: of.id,
      device_number: number,
      device_hash: Buffer.from(hash, 'hex'),
      device_previous: Buffer.from(previous, 'hex'),
      recorded_at: app.clock.now ?? START,
    })
    .execute();
}

const report = (by: TestStaff, ...told: Parameters<TestDevice['report']>) =>
  sendReport(app, by, device.report(...told));
const seenBy = async (by: TestStaff, id = device.id) =>
  (await listedDevices(app, by)).find((listed) => listed.id === id);
const numbersSeenBy = async (by: TestStaff) => (await seenBy(by))?.not_arrived.map(({ number }) => number);
const _explain = (by: TestStaff, numbers: number[], id = device.id) =>
  app.send('POST', `/api/devices/${id}/explain`, {
    as: by.session_id,
    body: { numbers, reason: 'It fell into the sea' },
  });

describe('a command', () => {
  it('is stored with the number it came under', async () => {
    app.clock.now = null;
    const prepared = await prepareDelivery(
      app,
      shop,
      shop.driver,
      await addOrder(app.owner, shop, shop.driver),
    );
    const numbered = device.make(shop.driver, prepared.command_id);
    const answer = await sendDelivery(app, shop.driver, prepared, deviceHeaders(device, numbered));
    expect(answer.status).toBe(200);
    const stored = await app.owner
      .selectFrom('commands')
      .select(['device_id', 'device_number', 'device_hash', 'device_previous'])
      .where('command_id', '=', prepared.command_id)
      .executeTakeFirstOrThrow();
    expect({ ...stored, device_hash: stored.device_hash?.toString('hex') }).toMatchObject({
      device_id: device.id,
      device_number: 1,
      device_hash: numbered.hash,
    });
    // What was recorded first stands.
    const again = { ...numbered, number: 9 };
    expect((await sendDelivery(app, shop.driver, prepared, deviceHeaders(device, again))).status).toBe(200);
    await report(shop.driver);
    expect(await seenBy(shop.manager)).toMatchObject({ chain_broken_at: null, not_arrived: [] });
  });
});

describe('a report', () => {
  it('lists the device for the shop, with what waits on it', async () => {
    const [one, two] = [device.make(shop.driver), device.make(shop.driver)];
    expect(await report(shop.driver, { open: [openOf(two)] })).toEqual({ closed: [] });
    const listed = {
      id: device.id,
      name: 'Chrome on Android',
      last_seen_at: START.toISOString(),
      last_user: { user_id: shop.driver.user_id, full_name: 'Dawood Driver' },
      users: [{ user_id: shop.driver.user_id, full_name: 'Dawood Driver', role: 'Driver' }],
      unsent: { count: 1, amount_fils: 14_500 },
      not_arrived: [],
      chain_broken_at: null,
      open_orders: { count: 0, due_fils: 0, orders: [] },
    };
    expect(await listedDevices(app, shop.manager)).toEqual([{ ...listed, may_explain: true }]);
    for (const by of [shop.admin, shop.driver])
      expect(await listedDevices(app, by)).toEqual([{ ...listed, may_explain: false }]);
    for (const by of [shop.driver2, shop.stranger]) expect(await listedDevices(app, by)).toEqual([]);
    expect(one.number).toBe(1);
    later(15);
    expect(await numbersSeenBy(shop.manager)).toEqual([]);
    later(1);
    expect(await numbersSeenBy(shop.manager)).toEqual([2]);
    await arrive(two);
    expect(await seenBy(shop.manager)).toMatchObject({
      not_arrived: [],
      unsent: { count: 0, amount_fils: 0 },
    });
  });
});

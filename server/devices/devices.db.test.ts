import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { formatMoney } from '../../contract/rules/amounts/money.ts';
import { REPORTED_MAX } from '../../contract/rules/device-chain.ts';
import { newId } from '../../contract/rules/ids.ts';
import { leftBy } from '../../tests/support/audit.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { prepareDelivery, sendDelivery } from '../../tests/support/test-delivery.ts';
import {
  arrived,
  closedOf,
  deviceHeaders,
  explainNumbers,
  listedDevices,
  type Numbered,
  openOf,
  sendReport,
  type TestDevice,
  testDevice,
} from '../../tests/support/test-device.ts';
import { problemOf } from '../../tests/support/test-handover.ts';
import {
  addOrder,
  addStaff,
  createTestShop,
  type TestShop,
  type TestStaff,
} from '../../tests/support/test-shop.ts';

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

/** A command that belongs to no chain. */
const NOTHING = { command_id: newId(), hash: '', previous: '' };

const later = (minutes: number) => {
  app.clock.now = new Date((app.clock.now ?? START).getTime() + minutes * 60_000);
};
const arrive = (numbered: Numbered, of = device) => arrived(app, shop, of, numbered, app.clock.now ?? START);
const report = (by: TestStaff, ...content: Parameters<TestDevice['report']>) =>
  sendReport(app, by, device.report(...content));
const seenBy = async (by: TestStaff, id = device.id) =>
  (await listedDevices(app, by)).find((listed) => listed.id === id);
const numbersSeenBy = async (by: TestStaff, id = device.id) =>
  (await seenBy(by, id))?.not_arrived.map(({ number }) => number);
const explain = (by: TestStaff, numbers: number[], id = device.id) => explainNumbers(app, by, id, numbers);
const brokenAt = async () => (await seenBy(shop.manager))?.chain_broken_at;

/** Registers the device before it makes anything, so that each number counts. */
async function known(): Promise<void> {
  await report(shop.driver);
}

describe('a command', () => {
  const deliver = async (headers: (numbered: Numbered) => Record<string, string>) => {
    app.clock.now = null;
    const order = await addOrder(app.owner, shop, shop.driver);
    const prepared = await prepareDelivery(app, shop, shop.driver, order);
    const numbered = device.make(shop.driver, prepared.command_id);
    const send = (given = numbered) => sendDelivery(app, shop.driver, prepared, headers(given));
    const stored = () =>
      app.owner
        .selectFrom('commands')
        .select(['device_id', 'device_number', 'device_hash', 'device_previous'])
        .where('command_id', '=', prepared.command_id)
        .executeTakeFirstOrThrow();
    expect((await send()).status).toBe(200);
    return { numbered, send, stored };
  };

  it('is stored with the number of its first attempt', async () => {
    const { numbered, send, stored } = await deliver((given) => deviceHeaders(device, given));
    const first = {
      device_id: device.id,
      device_number: 1,
      device_hash: Buffer.from(numbered.hash, 'hex'),
      device_previous: Buffer.from(numbered.previous, 'hex'),
    };
    expect(await stored()).toEqual(first);
    expect((await send({ ...numbered, number: 9 })).status).toBe(200);
    expect(await stored()).toEqual(first);
  });

  const bad: [string, (numbered: Numbered) => Record<string, string>][] = [
    ['no device headers', () => ({})],
    ['one of four', () => ({ 'device-id': device.id })],
    ['no uuid', (given) => ({ ...deviceHeaders(device, given), 'device-id': 'mine' })],
    ['number 0', (given) => ({ ...deviceHeaders(device, given), 'device-number': '0' })],
    ['a number too large', (given) => ({ ...deviceHeaders(device, given), 'device-number': '2000000001' })],
    ['half a hash', (given) => ({ ...deviceHeaders(device, given), 'device-hash': 'abc' })],
  ];
  it.each(bad)('with %s is recorded without a number', async (_what, headers) => {
    const { stored } = await deliver(headers);
    const nothing = { device_id: null, device_number: null, device_hash: null, device_previous: null };
    expect(await stored()).toEqual(nothing);
  });
});

describe('a device', () => {
  it('is listed with its pending commands for the shop and for its users', async () => {
    await known();
    const one = device.make(shop.driver);
    expect(await report(shop.driver, { open: [openOf(one)] })).toEqual({ closed: [] });
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
    const other = await createTestShop(app.owner, 'Other Shop');
    for (const by of [shop.driver2, shop.stranger, other.manager, other.driver])
      expect(await listedDevices(app, by)).toEqual([]);
  });

  it('shows a reported number after 15 minutes, with its maker and amount', async () => {
    await known();
    const one = device.make(shop.driver);
    await report(shop.driver, { open: [openOf(one)] });
    later(15);
    expect(await numbersSeenBy(shop.manager)).toEqual([]);
    later(1);
    for (const by of [shop.manager, shop.admin, shop.driver])
      expect((await seenBy(by))?.not_arrived).toEqual([
        {
          number: 1,
          user: { user_id: shop.driver.user_id, full_name: 'Dawood Driver' },
          amount_fils: 14_500,
          since: START.toISOString(),
        },
      ]);
    await arrive(one);
    const nothing = { not_arrived: [], unsent: { count: 0, amount_fils: 0 } };
    expect(await seenBy(shop.manager)).toMatchObject(nothing);
    await report(shop.driver);
    expect(await seenBy(shop.manager)).toMatchObject(nothing);
  });

  it('shows unreported numbers 15 minutes after a later number arrived', async () => {
    await known();
    for (const _ of [1, 2, 3, 4]) device.make(shop.driver);
    await arrive(device.made[3] as Numbered);
    later(14);
    expect(await numbersSeenBy(shop.manager)).toEqual([]);
    later(2);
    expect(await numbersSeenBy(shop.manager)).toEqual([1, 2, 3]);
    expect((await seenBy(shop.manager))?.not_arrived[0]).toMatchObject({
      user: null,
      since: START.toISOString(),
    });
    // Reporting them now does not restart the 15 minutes.
    await report(shop.driver);
    expect(await numbersSeenBy(shop.manager)).toEqual([1, 2, 3]);
    await arrive(device.made[1] as Numbered);
    expect(await numbersSeenBy(shop.manager)).toEqual([1, 3]);
  });

  it('treats earlier numbers that its first report does not list as closed', async () => {
    for (const _ of [1, 2, 3]) device.make(shop.driver);
    await report(shop.driver, { open: [openOf(device.made[1] as Numbered)] });
    later(60);
    expect(await numbersSeenBy(shop.manager)).toEqual([2]);
  });

  it('passes to its next user, and numbering continues', async () => {
    await known();
    const mine = device.make(shop.driver);
    const hers = device.make(shop.driver2);
    later(1);
    await report(shop.driver2, { open: [openOf(mine), openOf(hers, 700)] });
    expect(await seenBy(shop.driver)).toMatchObject({
      last_user: { full_name: 'Dina Driver' },
      users: [{ full_name: 'Dawood Driver' }, { full_name: 'Dina Driver' }],
      unsent: { count: 2, amount_fils: 15_200 },
    });
  });

  it('keeps the numbers of two shops apart', async () => {
    const other = await createTestShop(app.owner, 'Other Shop');
    await known();
    const one = device.make(shop.driver);
    await report(shop.driver, { open: [openOf(one)] });
    const theirs = testDevice(device.id);
    await sendReport(app, other.driver, theirs.report());
    await arrived(app, other, theirs, theirs.make(other.driver));
    later(16);
    expect(await numbersSeenBy(shop.manager)).toEqual([1]);
    expect(await numbersSeenBy(other.manager)).toEqual([]);
    expect((await explain(other.manager, [1])).status).toBe(200);
    expect(await numbersSeenBy(shop.manager)).toEqual([1]);
  });

  it('shows the open orders of its last user to permitted users', async () => {
    const orders = [
      await addOrder(app.owner, shop, shop.driver, { minutes_ago: 90 }),
      await addOrder(app.owner, shop, shop.driver, { due_amount_fils: 0 }),
    ];
    await addOrder(app.owner, shop, shop.driver, { status: 'packed' });
    await report(shop.driver2);
    await report(shop.driver);
    const open = {
      count: 2,
      due_fils: 14_500,
      orders: orders.map(({ order_number, due_amount_fils }) => ({ order_number, due_amount_fils })),
    };
    expect((await seenBy(shop.manager))?.open_orders).toEqual(open);
    expect((await seenBy(shop.driver))?.open_orders).toEqual(open);
    const none = { count: 0, due_fils: 0, orders: [] };
    expect((await seenBy(shop.driver2))?.open_orders).toEqual(none);
  });
});

describe('a number of another user of the same device', () => {
  const [OF_TWO, GREATER] = [12_345, 99_900];
  const shown = async () => (await seenBy(shop.manager))?.not_arrived;
  const hers = () => ({
    number: 1,
    user: { user_id: shop.driver2.user_id, full_name: 'Dina Driver' },
    amount_fils: OF_TWO,
  });
  const asOwn = <Of extends { user_id: string }>(of: Of, by = shop.driver) => ({
    ...of,
    user_id: by.user_id,
  });
  let one: Numbered;

  beforeEach(async () => {
    await known();
    one = device.make(shop.driver2);
    await report(shop.driver2, { open: [openOf(one, OF_TWO)] });
    later(16);
  });

  it('stays open, also on the device, when a colleague reports it as closed', async () => {
    const reported = device.report({ closed: [closedOf(one, 'discarded')] });
    const left = await leftBy(app.owner, async () => {
      expect(await sendReport(app, shop.driver, reported)).toEqual({ closed: [] });
    });
    expect(left.audit).toEqual([]);
    expect(await shown()).toMatchObject([hers()]);
    expect(await sendReport(app, shop.driver2, reported)).toEqual({ closed: [1] });
    expect(await shown()).toEqual([]);
  });

  it.each<[string, (two: Numbered) => Promise<unknown>]>([
    ['its maker reported', (two) => report(shop.driver2, { open: [openOf(two, 700)] })],
    ['a colleague reported', (two) => report(shop.driver, { open: [openOf(two, 700)] })],
    ['a manager reported', (two) => report(shop.manager, { open: [openOf(two, 700)] })],
    [
      'an older version stored',
      ({ number, command_id, user_id }) =>
        app.owner
          .insertInto('device_numbers')
          .values({
            ...{ shop_id: shop.shop_id, device_id: device.id, number, state: 'open', command_id, user_id },
            ...{ endpoint: 'confirm_delivery', amount_fils: 700, made_at: START, known_since: START },
          })
          .execute(),
    ],
  ])(
    'a number that %s keeps owner and amount when a colleague claims it, and only a manager closes it',
    async (_what, reportFirst) => {
      const two = device.make(shop.driver2);
      await reportFirst(two);
      const claim = asOwn(openOf(two, 1));
      const closing = device.report({ closed: [closedOf(two, 'discarded')] });
      await report(shop.driver, { open: [claim, { ...claim, number: 1 }] });
      await report(shop.driver, { closed: [asOwn(closedOf(two, 'discarded'))] });
      await sendReport(app, shop.driver2, closing);
      later(16);
      expect(await shown()).toMatchObject([hers(), { ...hers(), number: 2, amount_fils: 700 }]);
      expect(await sendReport(app, shop.manager, closing)).toEqual({ closed: [2] });
      expect(await shown()).toMatchObject([hers()]);
    },
  );

  it.each<[string, (two: Numbered) => Promise<unknown>]>([
    ['claims', async () => undefined],
    ['claims and closes', (two) => report(shop.driver, { closed: [asOwn(closedOf(two, 'discarded'))] })],
  ])(
    'a number that a colleague %s first is open with the amount that its maker reports later',
    async (_what, close) => {
      const two = device.make(shop.driver2);
      await report(shop.driver, { open: [asOwn({ ...openOf(two, 1), endpoint: 'arrange_stops' })] });
      await close(two);
      const claimed = { ...hers(), number: 2, user: { full_name: 'Dawood Driver' }, amount_fils: 700 };
      await report(shop.driver2, { open: [openOf(two, 700)] });
      later(16);
      expect(await shown()).toMatchObject([hers(), claimed]);
      await report(shop.driver, { closed: [asOwn(closedOf(two, 'discarded'))] });
      await report(shop.driver, { open: [asOwn(openOf(two, 2))] });
      expect(await shown()).toMatchObject([hers(), claimed]);
      expect((await seenBy(shop.manager))?.unsent).toMatchObject({ count: 2, amount_fils: OF_TWO + 700 });
      await report(shop.manager, { closed: [closedOf(two, 'discarded')] });
      expect(await shown()).toMatchObject([hers()]);
    },
  );

  it('keeps its amount when a colleague reports another or its maker reports less', async () => {
    await report(shop.driver, { open: [openOf(one, GREATER)] });
    expect(await shown()).toMatchObject([hers()]);
    await report(shop.driver2, { open: [openOf(one, 1)] });
    expect(await shown()).toMatchObject([hers()]);
    await report(shop.driver2, { open: [openOf(one, GREATER)] });
    expect(await shown()).toMatchObject([{ ...hers(), amount_fils: GREATER }]);
  });

  it('closed by a manager is audited with owner and amount, and reopened by its maker', async () => {
    const closing = () => report(shop.manager, { closed: [closedOf(one, 'discarded')] });
    expect((await leftBy(app.owner, closing)).audit).toMatchObject([
      {
        user_id: shop.manager.user_id,
        after: { numbers_closed: [1], owner_ids: [shop.driver2.user_id], amounts_fils: [OF_TWO] },
      },
    ]);
    expect(await shown()).toEqual([]);
    await report(shop.driver, { open: [openOf(one, OF_TWO)] });
    expect(await shown()).toEqual([]);
    await report(shop.driver2, { open: [openOf(one, OF_TWO)] });
    expect(await shown()).toMatchObject([hers()]);
  });

  it('closed by its maker keeps owner and amount when a colleague claims it afterwards', async () => {
    await report(shop.driver2, { closed: [closedOf(one, 'discarded')] });
    await report(shop.driver, { open: [openOf(one, OF_TWO)] });
    expect(await shown()).toEqual([]);
    await report(shop.driver, { open: [asOwn(openOf(one, 1))] });
    expect(await shown()).toMatchObject([hers()]);
    await report(shop.driver, { closed: [asOwn(closedOf(one, 'discarded'))] });
    expect(await shown()).toMatchObject([hers()]);
  });

  it('has no owner until the server has seen its maker on the device', async () => {
    const two = device.make(shop.admin);
    await report(shop.driver, { open: [openOf(one, OF_TWO), openOf(two, 700)] });
    later(16);
    expect(await shown()).toMatchObject([hers(), { number: 2, user: null, amount_fils: 700 }]);
    expect((await seenBy(shop.manager))?.users.map(({ full_name }) => full_name)).toEqual([
      'Dawood Driver',
      'Dina Driver',
    ]);
    await report(shop.admin, { open: [openOf(two, 700)] });
    expect((await shown())?.[1]?.user).toMatchObject({ user_id: shop.admin.user_id });
  });
});

describe('a report', () => {
  it('stores closed numbers, also when it is repeated', async () => {
    await known();
    const [refused, old] = [device.make(shop.driver), device.make(shop.driver)];
    const replacement = device.make(shop.driver);
    await report(shop.driver, { open: [refused, old, replacement].map((one) => openOf(one)) });
    later(16);
    expect(await numbersSeenBy(shop.manager)).toEqual([1, 2, 3]);
    const closed = [closedOf(refused), closedOf(old, 'replaced', replacement.number)];
    const reported = device.report({ open: [openOf(replacement)], closed });
    expect(await sendReport(app, shop.driver, reported)).toEqual({ closed: [1, 2] });
    expect(await numbersSeenBy(shop.manager)).toEqual([3]);
    expect(await sendReport(app, shop.driver, reported)).toEqual({ closed: [1, 2] });
    expect(await numbersSeenBy(shop.manager)).toEqual([3]);
  });

  it('adds the replacing number that it names', async () => {
    await known();
    const old = device.make(shop.driver);
    const reported = { ...device.report({ closed: [closedOf(old, 'replaced', 2)] }) };
    device.make(shop.driver);
    await sendReport(app, shop.driver, reported);
    later(16);
    expect(await numbersSeenBy(shop.manager)).toEqual([2]);
  });

  it('older than the latest one reopens nothing and changes no count', async () => {
    await known();
    const one = device.make(shop.driver);
    const old = device.report({ open: [openOf(one)], unnumbered: { count: 5, fils: 500 } });
    const two = device.make(shop.driver);
    await report(shop.driver, { open: [openOf(two)], closed: [closedOf(one)] });
    await sendReport(app, shop.driver, old);
    later(16);
    expect(await numbersSeenBy(shop.manager)).toEqual([2]);
    expect((await seenBy(shop.manager))?.unsent).toEqual({ count: 1, amount_fils: 14_500 });
  });

  it('older than the first one reopens no closed number', async () => {
    const one = device.make(shop.driver);
    const old = device.report({ open: [openOf(one)] });
    await report(shop.driver, { closed: [closedOf(one)] });
    await sendReport(app, shop.driver, old);
    later(16);
    expect(await seenBy(shop.manager)).toMatchObject({ not_arrived: [], unsent: { count: 0 } });
  });

  it('counts pending commands of older builds, which have no number', async () => {
    await report(shop.driver, { unnumbered: { count: 2, fils: 3_000 } });
    expect((await seenBy(shop.manager))?.unsent).toEqual({ count: 2, amount_fils: 3_000 });
  });

  it('names users of the shop only, and no owner for a number of another shop', async () => {
    await known();
    const other = await createTestShop(app.owner, 'Other Shop');
    const one = device.make(other.driver);
    await report(shop.driver, { open: [openOf(one)] });
    later(16);
    expect((await seenBy(shop.manager))?.not_arrived).toMatchObject([{ number: 1, user: null }]);
    expect((await seenBy(shop.manager))?.users).toHaveLength(1);
  });

  it('writes nothing if it is repeated unchanged within a minute', async () => {
    await known();
    const reported = device.report({ open: [openOf(device.make(shop.driver))] });
    await sendReport(app, shop.driver, reported);
    const written = async () =>
      (
        await app.database.owner.query(
          'select xmin::text, last_seen_at from devices where shop_id = $1 union all select xmin::text, known_since from device_numbers where shop_id = $1',
          [shop.shop_id],
        )
      ).rows;
    const before = await written();
    later(0.9);
    await sendReport(app, shop.driver, reported);
    expect(await written()).toEqual(before);
    later(0.2);
    await sendReport(app, shop.driver, reported);
    expect((await seenBy(shop.manager))?.last_seen_at).toBe(app.clock.now?.toISOString());
  });

  it('notifies viewers if it has news, and is audited if it closes numbers', async () => {
    const first = await leftBy(app.owner, known);
    expect(first).toMatchObject({
      audit: [{ what: 'report_device', subject_id: device.id }],
      topics: ['devices'],
    });
    const one = device.make(shop.driver);
    const more = await leftBy(app.owner, () => report(shop.driver, { open: [openOf(one)] }));
    expect(more).toEqual({ audit: [], topics: ['devices'] });
    later(2);
    const same = await leftBy(app.owner, () => report(shop.driver, { open: [openOf(one)] }));
    expect(same).toEqual({ audit: [], topics: [] });
    const over = await leftBy(app.owner, () => report(shop.driver, { closed: [closedOf(one, 'discarded')] }));
    expect(over.topics).toEqual(['devices']);
    const { user_id } = shop.driver;
    const after = { numbers_closed: [1], owner_ids: [user_id], amounts_fils: [14_500] };
    expect(over.audit).toMatchObject([{ after, user_id }]);
  });

  it('requires a session, but no role', async () => {
    const body = device.report();
    expect((await app.send('POST', '/api/devices/report', { body })).status).toBe(401);
    expect(await sendReport(app, shop.stranger, body)).toEqual({ closed: [] });
  });

  it('stores and lists only a limited number of the millions of numbers that it names', async () => {
    await known();
    const reported = { ...device.report(), highest: 2_000_000_000, highest_hash: 'a'.repeat(64) };
    for (let time = 0; time < 7; time += 1) {
      later(2);
      await sendReport(app, shop.driver, reported);
    }
    later(16);
    expect(await numbersSeenBy(shop.manager)).toHaveLength(1_000);
    const { rows } = await app.database.owner.query(
      'select count(*)::int as numbers from device_numbers where shop_id = $1',
      [shop.shop_id],
    );
    expect(rows[0].numbers).toBeLessThanOrEqual(6_000);
  });

  it('stores and lists only a limited number of the ever more numbers that repeated reports name', async () => {
    await known();
    const open = (first: number) =>
      Array.from({ length: REPORTED_MAX }, (_, at) =>
        openOf({ ...NOTHING, number: first + at, user_id: shop.driver.user_id }, 1),
      );
    for (let time = 1; time <= 8; time += 1)
      await sendReport(app, shop.driver, { ...device.report({ open: open(time * 100_000) }), highest: 1 });
    const { rows } = await app.database.owner.query(
      "select count(*)::int as open from device_numbers where shop_id = $1 and state = 'open'",
      [shop.shop_id],
    );
    expect(rows[0].open).toBe(1_000);
    const { rows: read } = await app.database.owner.query(
      'select * from unsettled_device_numbers($1, array[$2::uuid])',
      [shop.shop_id, device.id],
    );
    expect(read).toHaveLength(1_001);
    // Numbers above the limit are not treated as closed.
    later(16);
    expect(await numbersSeenBy(shop.manager)).toHaveLength(1_000);
  });

  it('from a new device is accepted while its user has fewer than 50 that are new or miss numbers', async () => {
    for (let more = 0; more < 50; more += 1) await sendReport(app, shop.driver, testDevice().report());
    const first = () =>
      app.send('POST', '/api/devices/report', { as: shop.driver.session_id, body: device.report() });
    expect(await problemOf(await first())).toEqual({ status: 429, code: 'too_many_attempts' });
    await sendReport(app, shop.driver2, testDevice().report());
    expect(await listedDevices(app, shop.driver)).toHaveLength(50);
    later(24 * 60);
    expect((await first()).status).toBe(200);
  });

  it('from a new device is refused while 50 devices of its user miss numbers, and all 50 stay listed', async () => {
    for (let more = 0; more < 50; more += 1) {
      const other = testDevice();
      await sendReport(app, shop.driver, other.report({ open: [openOf(other.make(shop.driver))] }));
    }
    later(48 * 60);
    await expect(sendReport(app, shop.driver, device.report())).rejects.toThrow('429');
    expect((await listedDevices(app, shop.manager)).every((other) => other.not_arrived.length === 1)).toBe(
      true,
    );
  });

  it('with an excessive cash amount is rejected or limited, so that the sums can be formatted', async () => {
    const reported = { ...device.report(), highest: 10, highest_hash: 'a'.repeat(64), unsent_count: 1 };
    const too_much = { ...reported, unsent_fils: Number.MAX_SAFE_INTEGER };
    await expect(sendReport(app, shop.driver, too_much)).rejects.toThrow('422');
    await sendReport(app, shop.driver, { ...reported, unsent_fils: 10_000_000_000_000 });
    // The value that an older version may have stored.
    await app.database.owner.query('update devices set unnumbered_fils = $1 where id = $2', [
      Number.MAX_SAFE_INTEGER,
      device.id,
    ]);
    const one = openOf({ ...NOTHING, number: 11, user_id: shop.driver.user_id }, 1);
    await sendReport(app, shop.driver, { ...device.report({ open: [one] }), highest: 5 });
    const amount_fils = (await seenBy(shop.manager))?.unsent.amount_fils;
    expect(amount_fils).toBe(10_000_000_000_001);
    expect(() => formatMoney(amount_fils ?? 0)).not.toThrow();
  });

  it('records that a refused number was replaced, and an older report does not undo that', async () => {
    await known();
    const old = device.make(shop.driver);
    const refused = device.report({ closed: [closedOf(old)] });
    await sendReport(app, shop.driver, refused);
    const replacement = device.make(shop.driver);
    await report(shop.driver, {
      open: [openOf(replacement)],
      closed: [closedOf(old, 'replaced', replacement.number)],
    });
    await sendReport(app, shop.driver, refused);
    const row = app.owner.selectFrom('device_numbers').select(['state', 'how', 'replaced_by']);
    expect(await row.where((is) => is.and({ shop_id: shop.shop_id, number: 1 })).executeTakeFirst()).toEqual({
      state: 'closed',
      how: 'replaced',
      replaced_by: 2,
    });
  });

  it('counts fully when several are sent concurrently', async () => {
    await known();
    const made = [1, 2, 3, 4, 5, 6].map(() => device.make(shop.driver));
    const snapshots = made.map((_, at) => ({
      ...device.report({ open: made.slice(at, at + 1).map((one) => openOf(one)) }),
      highest: at + 1,
      highest_hash: made[at]?.hash ?? null,
    }));
    await Promise.all([
      ...snapshots.map((reported) => sendReport(app, shop.driver, reported)),
      arrive(made[2] as Numbered),
      arrive(made[5] as Numbered),
    ]);
    later(16);
    expect(await numbersSeenBy(shop.manager)).toEqual([1, 2, 4, 5]);
    expect(await brokenAt()).toBeNull();
  });
});

describe('the chain', () => {
  it('is intact if each command follows the previous one', async () => {
    await known();
    for (const _ of [1, 2, 3]) await arrive(device.make(shop.driver));
    expect(await brokenAt()).toBeNull();
    await report(shop.driver);
    expect(await brokenAt()).toBeNull();
  });

  const spoilt: [string, (numbered: Numbered) => Numbered, number][] = [
    ['a hash of other content', (numbered) => ({ ...numbered, hash: 'b'.repeat(64) }), 3],
    ['another command under its number', (numbered) => ({ ...numbered, command_id: newId() }), 3],
  ];
  it.each(spoilt)('is broken by %s, and the command is stored', async (_what, spoil, at) => {
    await known();
    for (const _ of [1, 2]) await arrive(device.make(shop.driver));
    await arrive(spoil(device.make(shop.driver)));
    expect(await brokenAt()).toBe(at);
    await report(shop.driver);
    expect(await brokenAt()).toBe(at);
    expect(await numbersSeenBy(shop.manager)).toEqual([]);
  });

  it('is broken by a copy of the device that continues separately, also after both have reported', async () => {
    await known();
    await arrive(device.make(shop.driver));
    await report(shop.driver);
    const copy = testDevice(device.id);
    copy.made.push(...device.made);
    await arrive(device.make(shop.driver));
    await report(shop.driver);
    await arrive(copy.make(shop.driver2), copy);
    await sendReport(app, shop.driver2, copy.report());
    expect(await brokenAt()).toBe(2);
  });

  it('is broken by a copy whose command has not arrived yet', async () => {
    await known();
    const copy = testDevice(device.id);
    await arrive(device.make(shop.driver));
    await report(shop.driver);
    const pending = copy.make(shop.driver);
    await sendReport(app, shop.driver, copy.report({ open: [openOf(pending)] }));
    expect(await brokenAt()).toBe(1);
  });

  it('is checked again when a number arrives late', async () => {
    await known();
    const late = device.make(shop.driver);
    await arrive(device.make(shop.driver));
    await report(shop.driver, { open: [openOf(late)] });
    for (let more = 0; more < 60; more += 1) await arrive(device.make(shop.driver));
    await report(shop.driver, { open: [openOf(late)] });
    await arrive({ ...late, hash: 'c'.repeat(64) });
    await report(shop.driver);
    expect(await brokenAt()).toBe(1);
  });
});

describe('a broken chain', () => {
  const explainChain = (by: TestStaff, at: number, numbers: number[] = []) =>
    app.send('POST', `/api/devices/${device.id}/explain`, {
      as: by.session_id,
      body: { numbers, chain_broken_at: at, reason: 'It was restored from a copy' },
    });
  /** Makes three commands, the second of which belongs to another chain. */
  const breakIt = async () => {
    await known();
    await arrive(device.make(shop.driver));
    await arrive({ ...device.make(shop.driver), hash: 'b'.repeat(64) });
    await arrive(device.make(shop.driver));
  };

  it.each<[string, () => Promise<unknown>]>([
    ['known from a report', () => report(shop.driver)],
    ['known from arrivals only', async () => {}],
  ])('%s is explained, and shown again only at a later break', async (_what, makeKnown) => {
    await breakIt();
    await makeKnown();
    expect(await brokenAt()).toBe(2);
    const left = await leftBy(app.owner, async () =>
      expect(await (await explainChain(shop.manager, 2)).json()).toEqual({
        explained: [],
        chain_explained: true,
      }),
    );
    expect(left).toMatchObject({
      audit: [{ what: 'explain_device_numbers', after: { numbers: [], chain_broken_at: 2 } }],
      topics: ['devices'],
    });
    expect(await brokenAt()).toBeNull();
    await report(shop.driver);
    await arrive(device.make(shop.driver));
    await report(shop.driver);
    expect(await brokenAt()).toBeNull();
    await arrive({ ...device.make(shop.driver), hash: 'c'.repeat(64) });
    expect(await brokenAt()).toBe(5);
    await report(shop.driver);
    expect(await brokenAt()).toBe(5);
  });

  it('is explained along with numbers, at the shown break only, by a manager who never used the device', async () => {
    await breakIt();
    device.make(shop.driver);
    await report(shop.driver);
    expect(await (await explainChain(shop.manager, 3)).json()).toEqual({
      explained: [],
      chain_explained: false,
    });
    expect(await problemOf(await explainChain(shop.driver2, 2))).toEqual({ status: 403, code: 'no_access' });
    await report(shop.manager);
    expect(await problemOf(await explainChain(shop.manager, 2))).toEqual({ status: 422, code: 'own_device' });
    expect(await brokenAt()).toBe(2);
    const another = await addStaff(app.owner, shop.shop_id, 'Manager', 'Mona Manager', false);
    expect(await (await explainChain(another, 2, [4])).json()).toEqual({
      explained: [4],
      chain_explained: true,
    });
    expect(await brokenAt()).toBeNull();
    const again = await leftBy(app.owner, () => explainChain(another, 2, [4]));
    expect(again).toEqual({ audit: [], topics: [] });
  });

  it('requires a number or a break for an explanation', async () => {
    await breakIt();
    expect(await problemOf(await explain(shop.manager, []))).toEqual({ status: 422, code: 'invalid_input' });
  });
});

describe('an explanation', () => {
  beforeEach(async () => {
    await known();
    for (const _ of [1, 2, 3]) device.make(shop.driver);
    const [one, two] = device.made as [Numbered, Numbered];
    await report(shop.driver, { open: [openOf(one), openOf(two)] });
    later(16);
  });

  it('settles numbers, stores its reason, and writes only the numbers to the audit', async () => {
    const left = await leftBy(app.owner, async () =>
      expect(await (await explain(shop.manager, [1, 3])).json()).toEqual({
        explained: [1, 3],
        chain_explained: false,
      }),
    );
    expect(left.audit).toMatchObject([
      {
        what: 'explain_device_numbers',
        user_id: shop.manager.user_id,
        subject_id: device.id,
        after: { numbers: [1, 3] },
        personal_fields: ['reason'],
      },
    ]);
    expect(left.topics).toEqual(['devices']);
    expect(await seenBy(shop.manager)).toMatchObject({
      not_arrived: [{ number: 2 }],
      unsent: { count: 1, amount_fils: 14_500 },
    });
    const again = await leftBy(app.owner, async () =>
      expect(await (await explain(shop.manager, [1, 3])).json()).toEqual({
        explained: [1, 3],
        chain_explained: false,
      }),
    );
    expect(again).toEqual({ audit: [], topics: [] });
    const kept = await app.owner
      .selectFrom('device_numbers')
      .select(['number', 'reason', 'explained_by'])
      .where((row) => row.and({ shop_id: shop.shop_id, state: 'explained' }))
      .orderBy('number')
      .execute();
    const reason = { reason: 'The phone fell into the sea', explained_by: shop.manager.user_id };
    expect(kept).toEqual([
      { number: 1, ...reason },
      { number: 3, ...reason },
    ]);
  });

  it('does not change settled and unknown numbers', async () => {
    await arrive(device.made[0] as Numbered);
    await report(shop.driver, { closed: [closedOf(device.made[1] as Numbered)] });
    expect(await (await explain(shop.manager, [1, 2, 3, 9])).json()).toEqual({
      explained: [3],
      chain_explained: false,
    });
    expect(await numbersSeenBy(shop.manager)).toEqual([]);
  });

  it('is replaced by the later arrival of the command, but not by a report', async () => {
    await explain(shop.manager, [1]);
    await report(shop.driver, { open: [openOf(device.made[0] as Numbered)] });
    expect(await numbersSeenBy(shop.manager)).toEqual([2, 3]);
    await arrive(device.made[0] as Numbered);
    expect(await (await explain(shop.manager, [1])).json()).toEqual({
      explained: [],
      chain_explained: false,
    });
  });

  it('takes effect at once for a number known only from a later arrival', async () => {
    device.make(shop.driver);
    await arrive(device.make(shop.driver));
    expect(await (await explain(shop.manager, [4])).json()).toEqual({
      explained: [4],
      chain_explained: false,
    });
    later(16);
    expect(await numbersSeenBy(shop.manager)).toEqual([1, 2, 3]);
  });

  it('is accepted only from a manager of the shop', async () => {
    for (const by of [shop.driver, shop.admin, shop.stranger])
      expect(await problemOf(await explain(by, [1]))).toEqual({ status: 403, code: 'no_access' });
    const other = await createTestShop(app.owner, 'Other Shop');
    expect(await problemOf(await explain(other.manager, [1]))).toEqual({ status: 404, code: 'not_found' });
    expect(await problemOf(await explain(shop.manager, [1], newId()))).toEqual({
      status: 404,
      code: 'not_found',
    });
    expect(await numbersSeenBy(shop.manager)).toEqual([1, 2, 3]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['signed in on it', () => report(shop.manager)],
    ['sent a command from it', () => arrive(device.make(shop.manager))],
    [
      'sent a missing command from it',
      async () => {
        const hers = device.make(shop.manager);
        await arrive(device.make(shop.driver));
        await report(shop.driver);
        await arrive(hers);
        await report(shop.driver);
      },
    ],
  ])('is refused for a manager who %s', async (_what, use) => {
    await use();
    expect(await problemOf(await explain(shop.manager, [1]))).toEqual({ status: 422, code: 'own_device' });
    later(16);
    expect(await numbersSeenBy(shop.manager)).toContain(1);
  });

  it('is accepted from a manager whom only reports of other users name', async () => {
    await report(shop.driver, { open: [openOf(device.make(shop.manager))] });
    expect(await (await explain(shop.manager, [1, 4])).json()).toMatchObject({ explained: [1, 4] });
  });

  it('is audited once when it is sent several times concurrently', async () => {
    const left = await leftBy(app.owner, async () => {
      const responses = await Promise.all([1, 2, 3].map(() => explain(shop.manager, [1, 2])));
      for (const response of responses)
        expect(await response.json()).toEqual({ explained: [1, 2], chain_explained: false });
    });
    expect(left.audit).toHaveLength(1);
  });
});

describe('cash that is not sent yet', () => {
  const outstanding = async () =>
    (await app.send('GET', '/api/cash/outstanding', { as: shop.manager.session_id })).json();
  const balance = async (of: TestStaff) =>
    (
      await app.send('GET', `/api/handovers/balance?driver_id=${of.driver_id}`, { as: shop.admin.session_id })
    ).json();

  it("is shown next to its maker's balance until it arrives", async () => {
    await known();
    const [one, two] = [device.make(shop.driver), device.make(shop.driver)];
    const hers = device.make(shop.driver2);
    await report(shop.driver2, { open: [openOf(one), openOf(two, 0), openOf(hers, 700)] });
    const last_seen_at = START.toISOString();
    const mine = { count: 2, amount_fils: 14_500, last_seen_at };
    expect((await balance(shop.driver)).unsent).toEqual(mine);
    const { full_name, user_id, driver_id } = shop.driver;
    const person = { user_id, full_name, role: 'Driver', disabled: false, driver_id };
    expect((await outstanding()).unsent_only).toEqual([
      { ...person, unsent: mine },
      expect.objectContaining({
        full_name: 'Dina Driver',
        unsent: { count: 1, amount_fils: 700, last_seen_at },
      }),
    ]);
    await arrive(one);
    expect((await balance(shop.driver)).unsent).toEqual({ count: 1, amount_fils: 0, last_seen_at });
    await arrive(two);
    expect((await balance(shop.driver)).unsent).toBeNull();
    const other = await createTestShop(app.owner, 'Other Shop');
    const theirs = await app.send('GET', '/api/cash/outstanding', { as: other.manager.session_id });
    expect((await theirs.json()).unsent_only).toEqual([]);
  });

  it('does not include a sequence of stops, which still counts as not arrived', async () => {
    await known();
    const arranged = { ...openOf(device.make(shop.driver), 0), endpoint: 'arrange_stops' };
    await report(shop.driver, { open: [arranged] });
    expect((await balance(shop.driver)).unsent).toBeNull();
    expect((await outstanding()).unsent_only).toEqual([]);
    expect((await seenBy(shop.manager))?.unsent).toEqual({ count: 0, amount_fils: 0 });
    later(16);
    expect(await numbersSeenBy(shop.manager)).toEqual([1]);
  });

  it('is summed over all devices of a user', async () => {
    await known();
    await report(shop.driver, { open: [openOf(device.make(shop.driver))] });
    later(5);
    const second = testDevice();
    await sendReport(app, shop.driver, second.report());
    const one = openOf(second.make(shop.driver), 1_000);
    await sendReport(app, shop.driver, second.report({ open: [one] }));
    const last_seen_at = app.clock.now?.toISOString();
    expect((await balance(shop.driver)).unsent).toEqual({ count: 2, amount_fils: 15_500, last_seen_at });
  });
});

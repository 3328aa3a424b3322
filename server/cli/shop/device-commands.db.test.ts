import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../contract/rules/ids.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { alreadyOpen, runCli } from '../../../tests/support/test-cli.ts';
import {
  arrived,
  openOf,
  sendReport,
  type TestDevice,
  testDevice,
} from '../../../tests/support/test-device.ts';
import { addOrder, createTestShop, type TestShop } from '../../../tests/support/test-shop.ts';

let app: TestApp;
let shop: TestShop;
let device: TestDevice;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
/** A device that reported four numbers an hour ago, two of them still open. */
beforeEach(async () => {
  shop = await createTestShop(app.owner);
  device = testDevice();
  app.clock.now = new Date(Date.now() - 3_600_000);
  await sendReport(app, shop.driver, device.report());
  const made = [1, 2, 3, 4].map(() => device.make(shop.driver));
  await sendReport(app, shop.driver, device.report({ open: made.slice(2).map((one) => openOf(one)) }));
});

const mandoob = (...args: string[]) =>
  runCli([...args, '--shop', String(shop.shop_id)], alreadyOpen(app.owner));

test('devices list shows pending and missing numbers of each device', async () => {
  await addOrder(app.owner, shop, shop.driver);
  const { out, code } = await mandoob('devices');
  expect(code).toBe(0);
  for (const part of [
    device.id,
    'Chrome on Android',
    'Dawood Driver',
    '2, AED 290.00',
    '#1-#4',
    'intact',
    '1, AED 145.00 due',
  ])
    expect(out).toContain(part);
  expect(JSON.parse((await mandoob('devices', 'list', '--json')).out)).toMatchObject([
    { id: device.id, unsent: { count: 2, amount_fils: 29_000 }, chain_broken_at: null },
  ]);
  const other = await createTestShop(app.owner, 'Other Shop');
  const theirs = await runCli(['devices', '--shop', String(other.shop_id)], alreadyOpen(app.owner));
  expect(theirs.out).toBe('There is no device yet\n');
});

test('devices list escapes control characters in a name', async () => {
  await app.owner
    .updateTable('profiles')
    .set({ full_name: 'Eve\u001b[2J\nRoot' })
    .where('id', '=', shop.driver.user_id)
    .execute();
  const { out } = await mandoob('devices');
  expect(out).not.toContain('\u001b');
  expect(out).toContain('Eve\\u001b[2J\\nRoot');
});

test('the operator explains numbers, also of a device that a manager used', async () => {
  await sendReport(app, shop.manager, device.report());
  const explain = (...numbers: string[]) =>
    mandoob('devices', 'explain', device.id, ...numbers, '--reason', 'It was stolen');
  expect(await explain('#1-#2', '4')).toEqual({ out: 'Explained #1-#2, #4\n', err: '', code: 0 });
  expect((await mandoob('devices')).out).toContain('#3');
  expect((await explain('9')).out).toContain('Nothing to explain');
});

test('the operator explains a broken chain', async () => {
  await arrived(app, shop, device, { ...device.make(shop.driver), hash: 'b'.repeat(64) });
  const explain = () =>
    mandoob('devices', 'explain', device.id, '--chain', '#5', '--reason', 'A restored copy');
  expect((await mandoob('devices')).out).toContain('broken at #5');
  expect(await explain()).toEqual({ out: 'Explained the chain, broken at #5\n', err: '', code: 0 });
  expect((await mandoob('devices')).out).toContain('intact');
  expect((await explain()).out).toContain('Nothing to explain');
});

test.each([
  [['explain', newId(), '1', '--chain', 'x', '--reason', 'x'], 'Enter a number'],
  [['explain', newId(), '1', '--reason', 'x'], 'There is no device'],
  [['explain', 'mine', '1', '--reason', 'x'], "Enter the device's id"],
  [['explain', newId(), 'all', '--reason', 'x'], 'all is not a number of a device'],
  [['explain', newId(), '5-2', '--reason', 'x'], '5-2 is not a number of a device'],
  [['explain', newId(), '1-1001', '--reason', 'x'], 'More than 1000 numbers'],
  [['explain', newId(), ',', '--reason', 'x'], 'Name the numbers to explain'],
  [['explain', newId(), '1', '--reason', ' '], 'A reason must be one line of 1 to 500 characters'],
])('devices %j is refused', async (args, message) => {
  const { err, code } = await mandoob('devices', ...args);
  expect(err).toContain(message);
  expect(code).toBe(1);
});

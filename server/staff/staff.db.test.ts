import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  addShop,
  addStaff,
  disableStaff,
  enableStaff,
  setDriverStatus,
  setPassword,
} from '../../tests/support/operations.ts';
import {
  createTestIdentity,
  PASSWORD,
  postToken,
  signInAs,
  type TestIdentity,
} from '../../tests/support/test-identity.ts';
import { listShops } from '../identity/shops.ts';
import type { NewStaff } from './add-staff.ts';
import { listDrivers } from './drivers.ts';
import { listStaff } from './list-staff.ts';

let identity: TestIdentity;
let tests = 0;
/** The shop of one test, and the domain of its staff's e-mail addresses. */
let shop_id: number;
let domain: string;
let driver: string;

beforeAll(async () => {
  identity = await createTestIdentity();
});
beforeEach(async () => {
  await identity.reset();
  domain = `shop${++tests}.example.com`;
  driver = `d@${domain}`;
  shop_id = await identity.write((tx) => addShop(tx, { name: 'Test Shop', time_zone: 'Asia/Dubai' }));
});
afterAll(() => identity.close());

const addHere = (staff: Parameters<TestIdentity['addStaff']>[0]) => identity.addStaff({ shop_id, ...staff });
const listHere = () => identity.write((tx) => listStaff(tx, shop_id));

const signInStatus = async (email: string, password: string) =>
  (await postToken(identity.app, 'password', { email, password })).status;

test('a shop is added with its time zone and counts its staff', async () => {
  const id = await identity.write((tx) => addShop(tx, { name: ' Second Shop ' }));
  await addHere({ email: driver });
  const shops = await identity.write(listShops);
  expect(shops.filter((shop) => shop.id >= shop_id)).toEqual([
    { id: shop_id, name: 'Test Shop', time_zone: 'Asia/Dubai', staff: 1 },
    { id, name: 'Second Shop', time_zone: 'UTC', staff: 0 },
  ]);
});

test.each([
  [{ name: '  ' }, '1 to 200 characters'],
  [{ name: 'x'.repeat(201) }, '1 to 200 characters'],
  [{ name: 'Shop', time_zone: 'Asia/Nowhere' }, 'Unknown time zone: Asia/Nowhere'],
  [{ name: 'Shop', time_zone: 'NET' }, 'Unknown time zone: NET'],
])('refuses the shop %j', async (shop, reason) => {
  await expect(identity.write((tx) => addShop(tx, shop))).rejects.toThrow(reason);
});

test('a Driver always has a driver record, a Manager only on request, an Admin never', async () => {
  await addHere({ email: driver, role: 'Driver' });
  await addHere({ email: `m@${domain}`, role: 'Manager' });
  await addHere({ email: `md@${domain}`, role: 'Manager', driver: true });
  await addHere({ email: `a@${domain}`, role: 'Admin' });
  await expect(addHere({ email: `x@${domain}`, role: 'Admin', driver: true })).rejects.toThrow(
    'An Admin cannot deliver',
  );
  const listed = await listHere();
  expect(listed.map(({ email, role, driver_id }) => [email, role, driver_id !== null]).sort()).toEqual([
    [`a@${domain}`, 'Admin', false],
    [driver, 'Driver', true],
    [`m@${domain}`, 'Manager', false],
    [`md@${domain}`, 'Manager', true],
  ]);
});

test('invalid staff are refused, and nothing is added', async () => {
  const invalid: [Partial<NewStaff> & { shop_id?: number }, string][] = [
    [{ email: 'no address' }, 'This is not an e-mail address: no address'],
    [{ email: 'سائق@example.com' }, 'This is not an e-mail address'],
    [{ email: 'TAKEN@example.com' }, 'There is already a member of staff with taken@example.com'],
    [{ full_name: ' ' }, 'A full name must have 1 to 200 characters'],
    [{ shop_id: 999 }, 'There is no shop 999'],
    [{ password: 'short' }, 'at least 10 characters'],
    [{ password: 'password123' }, 'This password is too common'],
    [{ password: 'new@example.com' }, 'mostly a name or an e-mail address'],
    [{ password: 'Omar.Said.26', full_name: 'Omar Said' }, 'mostly a name or an e-mail address'],
    [{ password: 'fresh-market-1', product_name: 'Fresh Market' }, 'mostly a name'],
    [{ password: 'mandoob-demo' }, 'mostly a name or an e-mail address'],
    [{ password: '0000000000' }, 'only repeats the same characters'],
  ];
  await addHere({ email: 'taken@example.com' });
  for (const [staff, reason] of invalid) {
    await expect(addHere({ email: 'new@example.com', ...staff }), reason).rejects.toThrow(reason);
    expect(await listHere()).toHaveLength(1);
  }
});

test('a one-time password signs in and has to be changed', async () => {
  const staff = { shop_id, email: driver, full_name: 'Omar', role: 'Driver' } as const;
  const { one_time_password } = await identity.write((tx) => addStaff(tx, staff));
  expect(one_time_password).toMatch(/^[a-z2-9-]{19}$/);
  const credentials = { email: staff.email, password: one_time_password };
  const response = await postToken(identity.app, 'password', credentials);
  expect(await response.json()).toMatchObject({ user: { app_metadata: { must_change_password: true } } });
});

test('after a password is set, the old one is refused', async () => {
  await addHere({ email: driver });
  expect(await identity.write((tx) => setPassword(tx, driver.toUpperCase(), 'quite another one'))).toBeNull();
  expect(await signInStatus(driver, PASSWORD)).toBe(400);
  expect(await signInStatus(driver, 'quite another one')).toBe(200);
  expect(await identity.write((tx) => setPassword(tx, driver))).toMatch(/^[a-z2-9-]{19}$/);
  expect(await signInStatus(driver, 'quite another one')).toBe(400);
  await expect(identity.write((tx) => setPassword(tx, 'nobody@example.com'))).rejects.toThrow(
    'There is no member of staff with nobody@example.com',
  );
});

test('setting a weak password is refused and changes nothing', async () => {
  const weak = [
    ['iloveyou2026', undefined, 'This password is too common'],
    ['somebody-else', undefined, 'mostly a name'],
    [driver, undefined, 'mostly a name'],
    ['fresh-market-1', 'Fresh Market', 'mostly a name'],
    ['mandoob-demo', undefined, 'mostly a name'],
    ['xxxxxxxxxxxx', undefined, 'only repeats the same characters'],
  ] as const;
  await addHere({ email: driver });
  for (const [password, product_name, reason] of weak) {
    const setting = identity.write((tx) => setPassword(tx, driver, password, product_name));
    await expect(setting, password).rejects.toThrow(reason);
  }
  expect(await signInStatus(driver, PASSWORD)).toBe(200);
});

test('a disabled member of staff cannot sign in and stays listed', async () => {
  await addHere({ email: driver });
  await signInAs(identity.app, driver);
  await identity.write((tx) => disableStaff(tx, driver));
  expect(await signInStatus(driver, PASSWORD)).toBe(400);
  const listed = await listHere();
  expect(listed).toMatchObject([{ email: driver, disabled: true }]);
  await expect(identity.write((tx) => disableStaff(tx, 'nobody@example.com'))).rejects.toThrow(
    'nobody@example.com',
  );
});

test('a user disabled by mistake can be enabled, and has to sign in again', async () => {
  await addHere({ email: driver });
  const { refresh_token } = await signInAs(identity.app, driver);
  await identity.write((tx) => disableStaff(tx, driver));
  await identity.write((tx) => enableStaff(tx, driver.toUpperCase()));
  expect((await postToken(identity.app, 'refresh_token', { refresh_token })).status).toBe(400);
  expect(await signInStatus(driver, PASSWORD)).toBe(200);
  expect(await listHere()).toMatchObject([{ disabled: false }]);
  await expect(identity.write((tx) => enableStaff(tx, 'nobody@example.com'))).rejects.toThrow(
    'nobody@example.com',
  );
});

test('an operator sets drivers available or off duty', async () => {
  await addHere({ email: driver });
  await addHere({ email: `m@${domain}`, role: 'Manager' });
  const statuses = async () =>
    (await identity.write((tx) => listDrivers(tx, shop_id))).map(({ status }) => status);
  await identity.write((tx) => setDriverStatus(tx, driver, 'off_duty'));
  expect(await statuses()).toEqual(['off_duty']);
  await identity.write((tx) => setDriverStatus(tx, driver.toUpperCase(), 'available'));
  expect(await statuses()).toEqual(['available']);
  for (const [email, reason] of [
    [`m@${domain}`, `m@${domain} has no driver record`],
    ['nobody@example.com', 'There is no member of staff with nobody@example.com'],
  ] as const) {
    await expect(identity.write((tx) => setDriverStatus(tx, email, 'available'))).rejects.toThrow(reason);
  }
});

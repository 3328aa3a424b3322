import { afterEach, beforeEach, expect, test } from 'vitest';
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

beforeEach(async () => {
  identity = await createTestIdentity();
});
afterEach(() => identity.close());

const signInStatus = async (email: string, password: string) =>
  (await postToken(identity.app, 'password', { email, password })).status;

test('a shop is added with its time zone and counts its staff', async () => {
  const id = await identity.write((tx) => addShop(tx, { name: ' Second Shop ' }));
  await identity.addStaff({ email: 'driver@example.com' });
  expect(await identity.write(listShops)).toEqual([
    { id: identity.shop_id, name: 'Test Shop', time_zone: 'Asia/Dubai', staff: 1 },
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

test('a Driver has a driver record, a Manager when asked for, an Admin never', async () => {
  await identity.addStaff({ email: 'd@example.com', role: 'Driver' });
  await identity.addStaff({ email: 'm@example.com', role: 'Manager' });
  await identity.addStaff({ email: 'md@example.com', role: 'Manager', driver: true });
  await identity.addStaff({ email: 'a@example.com', role: 'Admin' });
  await expect(identity.addStaff({ email: 'x@example.com', role: 'Admin', driver: true })).rejects.toThrow(
    'An Admin does not deliver',
  );
  const listed = await identity.write((tx) => listStaff(tx, identity.shop_id));
  expect(listed.map(({ email, role, driver_id }) => [email, role, driver_id !== null]).sort()).toEqual([
    ['a@example.com', 'Admin', false],
    ['d@example.com', 'Driver', true],
    ['m@example.com', 'Manager', false],
    ['md@example.com', 'Manager', true],
  ]);
});

test.each<[Partial<NewStaff> & { shop_id?: number }, string]>([
  [{ email: 'no address' }, 'This is no e-mail address: no address'],
  [{ email: 'سائق@example.com' }, 'This is no e-mail address'],
  [{ email: 'TAKEN@example.com' }, 'There is already a member of staff with taken@example.com'],
  [{ full_name: ' ' }, 'A full name has 1 to 200 characters'],
  [{ shop_id: 999 }, 'There is no shop 999'],
  [{ password: 'short' }, 'at least 10 characters'],
  [{ password: 'password123' }, 'This password is too common'],
  [{ password: 'new@example.com' }, 'little more than a name or an e-mail address'],
  [{ password: 'Omar.Said.26', full_name: 'Omar Said' }, 'little more than a name or an e-mail address'],
  [{ password: 'fresh-market-1', product_name: 'Fresh Market' }, 'little more than a name'],
  [{ password: 'mandoob-demo' }, 'little more than a name or an e-mail address'],
  [{ password: '0000000000' }, 'only repeats the same characters'],
])('refuses the member of staff %j and adds nothing', async (staff, reason) => {
  await identity.addStaff({ email: 'taken@example.com' });
  await expect(identity.addStaff({ email: 'new@example.com', ...staff })).rejects.toThrow(reason);
  expect(await identity.write((tx) => listStaff(tx))).toHaveLength(1);
});

test('a one-time password signs in and is known to be one', async () => {
  const { shop_id } = identity;
  const staff = { shop_id, email: 'd@example.com', full_name: 'Omar', role: 'Driver' } as const;
  const { one_time_password } = await identity.write((tx) => addStaff(tx, staff));
  expect(one_time_password).toMatch(/^[a-z2-9-]{19}$/);
  const credentials = { email: staff.email, password: one_time_password };
  const answer = await postToken(identity.app, 'password', credentials);
  expect(await answer.json()).toMatchObject({ user: { app_metadata: { must_change_password: true } } });
});

test('setting a password refuses the old one', async () => {
  await identity.addStaff({ email: 'd@example.com' });
  expect(await identity.write((tx) => setPassword(tx, 'D@example.com', 'quite another one'))).toBeNull();
  expect(await signInStatus('d@example.com', PASSWORD)).toBe(400);
  expect(await signInStatus('d@example.com', 'quite another one')).toBe(200);
  expect(await identity.write((tx) => setPassword(tx, 'd@example.com'))).toMatch(/^[a-z2-9-]{19}$/);
  expect(await signInStatus('d@example.com', 'quite another one')).toBe(400);
  await expect(identity.write((tx) => setPassword(tx, 'nobody@example.com'))).rejects.toThrow(
    'There is no member of staff with nobody@example.com',
  );
});

test.each([
  ['iloveyou2026', undefined, 'This password is too common'],
  ['somebody-else', undefined, 'little more than a name'],
  ['d@example.com', undefined, 'little more than a name'],
  ['fresh-market-1', 'Fresh Market', 'little more than a name'],
  ['mandoob-demo', undefined, 'little more than a name'],
  ['xxxxxxxxxxxx', undefined, 'only repeats the same characters'],
])('setting the password %s is refused and changes nothing', async (password, product_name, reason) => {
  await identity.addStaff({ email: 'd@example.com' });
  await expect(
    identity.write((tx) => setPassword(tx, 'd@example.com', password, product_name)),
  ).rejects.toThrow(reason);
  expect(await signInStatus('d@example.com', PASSWORD)).toBe(200);
});

test('a disabled member of staff cannot sign in and stays listed', async () => {
  await identity.addStaff({ email: 'd@example.com' });
  await signInAs(identity.app, 'd@example.com');
  await identity.write((tx) => disableStaff(tx, 'd@example.com'));
  expect(await signInStatus('d@example.com', PASSWORD)).toBe(400);
  const listed = await identity.write((tx) => listStaff(tx));
  expect(listed).toMatchObject([{ email: 'd@example.com', disabled: true }]);
  await expect(identity.write((tx) => disableStaff(tx, 'nobody@example.com'))).rejects.toThrow(
    'nobody@example.com',
  );
});

test('who was disabled by mistake is enabled again, and has to sign in anew', async () => {
  await identity.addStaff({ email: 'd@example.com' });
  const { refresh_token } = await signInAs(identity.app, 'd@example.com');
  await identity.write((tx) => disableStaff(tx, 'd@example.com'));
  await identity.write((tx) => enableStaff(tx, 'D@example.com'));
  expect((await postToken(identity.app, 'refresh_token', { refresh_token })).status).toBe(400);
  expect(await signInStatus('d@example.com', PASSWORD)).toBe(200);
  expect(await identity.write((tx) => listStaff(tx))).toMatchObject([{ disabled: false }]);
  await expect(identity.write((tx) => enableStaff(tx, 'nobody@example.com'))).rejects.toThrow(
    'nobody@example.com',
  );
});

test('an operator says which drivers are at work', async () => {
  await identity.addStaff({ email: 'd@example.com' });
  await identity.addStaff({ email: 'm@example.com', role: 'Manager' });
  const statuses = async () => (await identity.write((tx) => listDrivers(tx))).map(({ status }) => status);
  await identity.write((tx) => setDriverStatus(tx, 'd@example.com', 'off_duty'));
  expect(await statuses()).toEqual(['off_duty']);
  await identity.write((tx) => setDriverStatus(tx, 'D@example.com', 'available'));
  expect(await statuses()).toEqual(['available']);
  for (const [email, reason] of [
    ['m@example.com', 'm@example.com has no driver record'],
    ['nobody@example.com', 'There is no member of staff with nobody@example.com'],
  ] as const) {
    await expect(identity.write((tx) => setDriverStatus(tx, email, 'available'))).rejects.toThrow(reason);
  }
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCli } from '../../../tests/support/test-cli.ts';
import { createTestIdentity, postToken, type TestIdentity } from '../../../tests/support/test-identity.ts';

let identity: TestIdentity;
let opened = 0;

beforeEach(async () => {
  identity = await createTestIdentity();
});
afterEach(async () => {
  expect(opened).toBe(0);
  await identity.close();
});

let piped = '';

/** Counts open databases: each must be closed again. */
async function open() {
  opened += 1;
  return {
    owner: identity.owner,
    close: async () => {
      opened -= 1;
    },
  };
}

const mandoob = (...args: string[]) => runCli(args, open, { piped });

test('a driver added to a new shop signs in with the printed one-time password', async () => {
  expect(await mandoob('shop', 'add', 'My Shop', '--time-zone', 'Asia/Dubai')).toEqual({
    out: 'Added shop 2: My Shop (Asia/Dubai)\n',
    err: '',
    code: 0,
  });
  const added = await mandoob(
    'staff',
    'add',
    'D@example.com',
    '--shop',
    '2',
    '--name',
    'Omar',
    '--role',
    'Driver',
  );
  expect(added.out).toMatch(
    /^Added D@example.com: Driver of shop 2, driver 1\nOne-time password, shown only now: /,
  );
  const password = added.out.trim().split(' ').at(-1);
  expect((await postToken(identity.app, 'password', { email: 'd@example.com', password })).status).toBe(200);
  expect(JSON.parse((await mandoob('staff', 'list', '--shop', '2', '--json')).out)).toEqual([
    {
      email: 'd@example.com',
      user_id: expect.any(String),
      full_name: 'Omar',
      role: 'Driver',
      shop_id: 2,
      driver_id: 1,
      disabled: false,
    },
  ]);
  expect((await mandoob('shop', 'list')).out.split('\n')[2]).toMatch(/^2 +My Shop +Asia\/Dubai +1$/);
});

test('a password is read from standard input and not shown', async () => {
  piped = 'quite another one\n';
  await identity.addStaff({ email: 'd@example.com' });
  expect(await mandoob('staff', 'password', 'd@example.com', '--password', '-')).toMatchObject({
    code: 0,
    out: 'Changed the password of d@example.com\n',
  });
  const added = ['m@example.com', '--shop', '1', '--name', 'Mona', '--role', 'Manager', '--password', '-'];
  expect((await mandoob('staff', 'add', ...added)).code).toBe(0);
  for (const email of ['d@example.com', 'm@example.com']) {
    const signed_in = await postToken(identity.app, 'password', { email, password: 'quite another one' });
    expect(signed_in.status).toBe(200);
  }
  piped = '';
  expect((await mandoob('staff', 'password', 'd@example.com', '--password', '-')).err).toContain(
    'A password needs at least 10 characters',
  );
});

test('shop add, staff add and staff password print JSON', async () => {
  const json = async (...args: string[]) => JSON.parse((await mandoob(...args, '--json')).out);
  expect(await json('shop', 'add', ' My Shop ')).toEqual({ shop_id: 2, name: 'My Shop', time_zone: 'UTC' });
  const staff = ['d@example.com', '--shop', '2', '--name', 'Omar', '--role', 'Driver'];
  const added = await json('staff', 'add', ...staff);
  expect(added).toEqual({
    email: 'd@example.com',
    shop_id: 2,
    role: 'Driver',
    user_id: expect.any(String),
    driver_id: 1,
    one_time_password: expect.any(String),
  });
  const { one_time_password, ...rest } = await json('staff', 'password', 'd@example.com');
  expect(rest).toEqual({ email: 'd@example.com' });
  expect(one_time_password).not.toBe(added.one_time_password);
});

test('an empty list prints a message or an empty JSON array', async () => {
  expect((await mandoob('driver', 'list')).out).toBe('There is no driver yet\n');
  expect((await mandoob('driver', 'list', '--json')).out).toBe('[]\n');
});

test('staff password, driver status, staff disable and staff enable change a member of staff', async () => {
  await identity.addStaff({ email: 'd@example.com' });
  const given = await mandoob('staff', 'password', 'd@example.com', '--password', 'quite another one');
  expect(given).toMatchObject({ code: 0, out: 'Changed the password of d@example.com\n' });
  expect((await mandoob('staff', 'password', 'd@example.com')).out).toContain('shown only now');
  expect((await mandoob('driver', 'status', 'd@example.com', 'off_duty')).out).toBe(
    'd@example.com is off_duty\n',
  );
  expect(JSON.parse((await mandoob('driver', 'list', '--json')).out)).toMatchObject([{ status: 'off_duty' }]);
  expect((await mandoob('driver', 'status', 'd@example.com', 'available')).out).toBe(
    'd@example.com is available\n',
  );
  expect((await mandoob('staff', 'disable', 'd@example.com')).out).toBe('Disabled d@example.com\n');
  expect((await mandoob('staff', 'list')).out).toMatch(/disabled\n.* yes\n$/);
  expect((await mandoob('staff', 'enable', 'd@example.com')).out).toBe('Enabled d@example.com\n');
  expect((await mandoob('staff', 'list')).out).not.toMatch(/ yes\n$/);
});

test.each([
  [
    ['staff', 'disable', 'nobody@example.com'],
    'error: There is no member of staff with nobody@example.com\n',
  ],
  [['shop', 'add', 'Shop', '--time-zone', 'Mars/Base'], 'error: Unknown time zone: Mars/Base'],
  [
    ['staff', 'add', 'd@example.com', '--shop', '9', '--name', 'Omar', '--role', 'Driver'],
    'error: There is no shop 9',
  ],
  [
    ['staff', 'add', 'd@example.com', '--shop', 'x', '--name', 'Omar', '--role', 'Driver'],
    'A shop id is a whole number',
  ],
  [
    ['staff', 'add', 'd@example.com', '--shop', '1', '--name', 'Omar', '--role', 'Boss'],
    'Driver, Manager, Admin',
  ],
  [['staff', 'add', 'd@example.com', '--shop', '1', '--role', 'Driver'], "required option '--name"],
  [
    ['staff', 'password', 'd@example.com', '--password', 'short'],
    'error: There is no member of staff with d@example.com',
  ],
  [
    [...'staff add d@example.com --shop 1 --name Omar --role Driver --password qwertyuiop'.split(' ')],
    'error: This password is too common and easy to guess',
  ],
  [['driver', 'status', 'd@example.com', 'delivering'], 'available, off_duty'],
])('%j is refused with exit code 1', async (args, message) => {
  const { out, err, code } = await mandoob(...args);
  expect({ out, code }).toEqual({ out: '', code: 1 });
  expect(err).toContain(message);
});

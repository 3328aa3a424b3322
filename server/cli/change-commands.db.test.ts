import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { addShop } from '../../tests/support/operations.ts';
import { alreadyOpen, runCli } from '../../tests/support/test-cli.ts';
import { createTestIdentity, type TestIdentity } from '../../tests/support/test-identity.ts';
import { addOrder } from '../../tests/support/test-shop.ts';
import { bookAdjustment } from '../cash/operator-bookings.ts';
import { verifyCash } from '../verification/verify-cash.ts';

let identity: TestIdentity;

beforeEach(async () => {
  identity = await createTestIdentity();
});
afterEach(() => identity.close());

const mandoob = (...args: string[]) => runCli(args, alreadyOpen(identity.owner));

/** Books an adjustment without a command, as versions before the approvals did. */
function book(user_id: string, amount_fils: number, reason: string) {
  const booking = { id: newId(), shop_id: 1, user_id, amount_fils, reason, occurred_at: new Date() };
  return identity.write((tx) => bookAdjustment(tx, booking));
}

const refused = (message: string) => ({ out: '', code: 1, err: expect.stringContaining(message) });

describe('shop set', () => {
  it('changes only the given settings', async () => {
    expect((await mandoob('shop', 'set', '1', '--name', ' New Name ')).out).toBe(
      'Shop 1 is New Name (Asia/Dubai)\n',
    );
    expect((await mandoob('shop', 'set', '1', '--time-zone', 'Asia/Muscat')).out).toBe(
      'Shop 1 is New Name (Asia/Muscat)\n',
    );
    expect((await mandoob('shop', 'set', '1', '--country', 'om')).out).toBe(
      'Shop 1 is New Name (Asia/Muscat), telephone numbers default to OM\n',
    );
  });

  const REFUSED: [string[], string][] = [
    [['1'], 'Choose what to change'],
    [['9', '--name', 'Nine'], 'There is no shop 9'],
    [['1', '--name', ' '], "A shop's name must have 1 to 200 characters"],
    [['1', '--time-zone', 'Mars/Base'], 'Unknown time zone: Mars/Base'],
    [['1', '--country', 'Oman'], 'Unknown country: Oman'],
  ];
  it('refuses invalid changes', async () => {
    for (const [args, message] of REFUSED)
      expect({ args, ...(await mandoob('shop', 'set', ...args)) }).toEqual({ args, ...refused(message) });
  });
});

describe('staff set', () => {
  const listed = async () => JSON.parse((await mandoob('staff', 'list', '--json')).out);

  it('changes the name, including that of the driver record', async () => {
    await identity.addStaff({ email: 'd@example.com' });
    expect((await mandoob('staff', 'set', 'D@example.com', '--name', ' Omar Aziz ')).out).toBe(
      'D@example.com is Omar Aziz, Driver of shop 1, driver 1\n',
    );
    expect(JSON.parse((await mandoob('driver', 'list', '--json')).out)).toMatchObject([
      { full_name: 'Omar Aziz' },
    ]);
  });

  it('changes the e-mail address for sign-in, unless another user has it', async () => {
    await identity.addStaff({ email: 'd@example.com' });
    await identity.addStaff({ email: 'm@example.com', role: 'Manager' });
    expect((await mandoob('staff', 'set', 'd@example.com', '--email', 'Omar@example.com')).out).toBe(
      'omar@example.com is Somebody Else, Driver of shop 1, driver 1\n',
    );
    expect(await mandoob('staff', 'set', 'm@example.com', '--email', 'omar@example.com')).toEqual(
      refused('There is already a member of staff with omar@example.com'),
    );
    expect((await mandoob('staff', 'set', 'm@example.com', '--driver')).out).toContain('driver 2');
  });

  it('adds a driver record for a new Driver, and keeps it for a Manager', async () => {
    await identity.addStaff({ email: 'm@example.com', role: 'Manager' });
    await mandoob('staff', 'set', 'm@example.com', '--role', 'Driver');
    expect(await listed()).toMatchObject([{ role: 'Driver', driver_id: 1 }]);
    await mandoob('staff', 'set', 'm@example.com', '--role', 'Manager');
    expect(await listed()).toMatchObject([{ role: 'Manager', driver_id: 1 }]);
  });

  it('removes the driver record of a new Admin, and restores it for a Driver', async () => {
    await identity.addStaff({ email: 'd@example.com' });
    expect((await mandoob('staff', 'set', 'd@example.com', '--role', 'Admin')).out).toBe(
      'd@example.com is Somebody Else, Admin of shop 1\n',
    );
    expect(await listed()).toMatchObject([{ role: 'Admin', driver_id: null }]);
    expect((await mandoob('staff', 'set', 'd@example.com', '--role', 'Driver')).out).toContain('driver 1');
  });

  it('moves a driver to another shop with a new record, and back to the first record', async () => {
    await identity.addStaff({ email: 'd@example.com' });
    await identity.write((tx) => addShop(tx, { name: 'Second Shop' }));
    expect((await mandoob('staff', 'set', 'd@example.com', '--shop', '2')).out).toMatch(
      /Driver of shop 2, driver 2\n/,
    );
    expect((await mandoob('staff', 'set', 'd@example.com', '--shop', '1')).out).toMatch(
      /Driver of shop 1, driver 1\n/,
    );
    expect(await listed()).toMatchObject([{ shop_id: 1, driver_id: 1 }]);
  });

  it('refuses to move a user with cash to another shop until the cash is adjusted to zero', async () => {
    const { user_id } = await identity.addStaff({ email: 'd@example.com' });
    await identity.write((tx) => addShop(tx, { name: 'Second Shop' }));
    await mandoob('cash', 'issue', 'd@example.com', '500');
    const move = () => mandoob('staff', 'set', 'd@example.com', '--shop', '2');
    expect(await move()).toEqual(refused('Somebody Else has a balance of AED 500.00 in shop 1'));
    await book(user_id, -50_000, 'handed back');
    expect((await move()).code).toBe(0);
  });

  it('refuses to move or promote a driver with open orders', async () => {
    const { driver_id, user_id } = await identity.addStaff({ email: 'd@example.com' });
    await identity.write((tx) => addShop(tx, { name: 'Second Shop' }));
    await addOrder(identity.owner, { shop_id: 1 }, { driver_id });
    expect(user_id).toBeTruthy();
    for (const change of [
      ['--shop', '2'],
      ['--role', 'Admin'],
    ]) {
      expect(await mandoob('staff', 'set', 'd@example.com', ...change)).toEqual(
        refused('still has open orders'),
      );
    }
  });

  const REFUSED: [string[], string][] = [
    [['d@example.com'], 'Choose what to change'],
    [['nobody@example.com', '--name', 'No Body'], 'There is no member of staff'],
    [['d@example.com', '--shop', '9'], 'There is no shop 9'],
    [['d@example.com', '--name', ' '], 'A full name must have 1 to 200 characters'],
  ];
  it('refuses invalid changes', async () => {
    await identity.addStaff({ email: 'd@example.com' });
    for (const [args, message] of REFUSED)
      expect({ args, ...(await mandoob('staff', 'set', ...args)) }).toEqual({ args, ...refused(message) });
  });
});

describe('cash verify', () => {
  it('reports person, amount and row of an adjustment whose movement is damaged', async () => {
    const { user_id } = await identity.addStaff({ email: 'd@example.com', full_name: 'Omar Aziz' });
    await book(user_id, 2_500, 'found');
    const { owner } = identity.database;
    const { rows } = await owner.query('select id, source_id from cash_movements');
    const { id, source_id } = rows[0];
    await owner.query('alter table cash_movements disable trigger user');
    await owner.query("update cash_movements set reason = 'opening'");
    const { out, code } = await mandoob('cash', 'verify');
    expect(out).toBe(
      `shop 1, adjustment ${source_id} (Omar Aziz): the movement of an adjustment is not the one it must have: reason, ` +
        'expected AED 25.00 adjustment -> Omar Aziz, found AED 25.00 adjustment -> Omar Aziz, ' +
        `user ${user_id}, row ${source_id}, movement ${id}\n`,
    );
    expect(code).toBe(1);
    expect(JSON.parse((await mandoob('cash', 'verify', '--json')).out)).toMatchObject([
      { user_id, source_id, movement_id: id },
    ]);
  });
});

describe('cash adjust', () => {
  it('requests the difference with its reason, also for disabled staff, and changes no cash', async () => {
    await identity.addStaff({ email: 'd@example.com', full_name: 'Omar Aziz' });
    await mandoob('cash', 'issue', 'd@example.com', '500');
    await mandoob('staff', 'disable', 'd@example.com');
    const adjust = ['cash', 'adjust', 'd@example.com', '1,250.50', '--down', '--reason', ' Stolen '];
    const { out, code } = await mandoob(...adjust);
    const lines = out.split('\n');
    expect(lines[0]).toMatch(/^Requested as [0-9a-f-]{36}: adjustment of -AED 1,250\.50 for Omar Aziz\.$/);
    expect(lines[1]).toBe('If approved, it changes cash of Omar Aziz: AED 500.00 -> -AED 750.50.');
    expect(lines[2]).toMatch(
      /^Nothing has changed yet: another Manager or Admin must approve it within 24 hours, until \w{3} \d\d, \d{4} \d\d:\d\d\.$/,
    );
    expect(code).toBe(0);
    const { rows } = await identity.database.owner.query('select kind, reason, amount_fils from approvals');
    expect(rows).toEqual([{ kind: 'adjustment', reason: 'Stolen', amount_fils: -125_050 }]);
    expect(JSON.parse((await mandoob('cash', 'show', '--json')).out)).toMatchObject([
      { cash_on_hand_fils: 50_000 },
    ]);
    expect(await verifyCash(identity.owner)).toEqual([]);
    expect((await mandoob('cash', 'verify')).out).toBe('The cash book is correct.\n');
  });

  const REFUSED: [string[], string][] = [
    [['d@example.com', '5', '--up'], "required option '--reason"],
    [['d@example.com', '5', '--reason', 'x'], 'Add either --up or --down'],
    [['d@example.com', '5', '--up', '--down', '--reason', 'x'], 'Add either --up or --down'],
    [['d@example.com', '0', '--up', '--reason', 'x'], 'is not an amount'],
    [['d@example.com', '1.234', '--up', '--reason', 'x'], 'is ambiguous'],
    [['d@example.com', '5', '--up', '--reason', '  '], 'A reason must be one line'],
    [['n@example.com', '5', '--up', '--reason', 'x'], 'There is no member of staff'],
  ];
  it('refuses invalid changes', async () => {
    await identity.addStaff({ email: 'd@example.com' });
    for (const [args, message] of REFUSED)
      expect({ args, ...(await mandoob('cash', 'adjust', ...args)) }).toEqual({ args, ...refused(message) });
  });
});

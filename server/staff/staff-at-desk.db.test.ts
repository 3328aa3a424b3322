import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StaffRow } from '../../contract/operations/desk/staff/list-staff.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { leftBy } from '../../tests/support/audit.ts';
import { asRequest, outcome } from '../../tests/support/row-security.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { openOf, sendReport, testDevice } from '../../tests/support/test-device.ts';
import { issue, problemOf } from '../../tests/support/test-handover.ts';
import { postToken } from '../../tests/support/test-identity.ts';
import {
  addOrder,
  addStaff,
  createTestShop,
  type TestShop,
  type TestStaff,
} from '../../tests/support/test-shop.ts';

/** The shop's staff at the desk: Admins change them, Managers view them. */

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
});

type Sending = { by?: TestStaff; key?: string };

const post = (path: string, body: object | undefined, { by = shop.admin, key = newId() }: Sending = {}) =>
  app.send('POST', `/api/staff${path}`, {
    as: by.session_id,
    headers: { 'idempotency-key': key },
    ...(body && { body }),
  });
const change = (of: TestStaff, what: object, sending?: Sending) =>
  post('/change', { staff_id: of.user_id, ...what }, sending);
const disable = (of: TestStaff, sending?: Sending) => post('/disable', { staff_id: of.user_id }, sending);
const enable = (of: TestStaff) => post('/enable', { staff_id: of.user_id });
const reset = (of: TestStaff, sending?: Sending) => post(`/${of.user_id}/password`, undefined, sending);
const done = async (response: Promise<Response>) => {
  const { status } = await response;
  expect(status).toBe(200);
  return (await response).json();
};
const refusal = async (response: Promise<Response>) => (await problemOf(await response)).code;

async function list(by = shop.admin): Promise<StaffRow[]> {
  const response = await app.send('GET', '/api/staff', { as: by.session_id });
  expect(response.status).toBe(200);
  return ((await response.json()) as { staff: StaffRow[] }).staff;
}
const listed = async (of: TestStaff) => (await list()).find(({ user_id }) => user_id === of.user_id);
const emailOf = async (of: TestStaff) => (await listed(of))?.email ?? '';
const signIn = (email: string, password: unknown) => postToken(app.app, 'password', { email, password });

const newcomer = () => ({
  staff_id: newId(),
  email: `newcomer-${newId()}@example.com`,
  full_name: 'Nadia Newcomer',
  role: 'Driver',
  driver: false,
});

describe('the list', () => {
  it('shows Managers and Admins the staff of their shop with cash and devices', async () => {
    const { driver, manager } = shop;
    await issue(app, shop, driver, 14_500);
    await addOrder(app.owner, shop, driver, { status: 'packed' });
    const held = { shop_id: shop.shop_id, id: newId(), number: 'POS-7', holder_driver_id: driver.driver_id };
    await app.owner.insertInto('card_machines').values(held).execute();
    const device = testDevice();
    await sendReport(app, driver, device.report());
    await sendReport(app, driver, device.report({ open: [openOf(device.make(driver), 300)] }));
    const other = await createTestShop(app.owner, 'Another Shop');
    const rows = await list(manager);
    expect(rows).toEqual(await list());
    expect(rows.map(({ full_name }) => full_name)).toEqual([
      'Amal Admin',
      'Dawood Driver',
      'Dina Driver',
      'Mona Manager',
      'Nobody Special',
    ]);
    expect(rows.find(({ user_id }) => user_id === driver.user_id)).toEqual({
      user_id: driver.user_id,
      full_name: 'Dawood Driver',
      email: expect.stringContaining('@example.com'),
      role: 'Driver',
      driver: { id: driver.driver_id, status: 'available' },
      disabled: false,
      must_change_password: false,
      cash: { cash_on_hand_fils: 14_500, waiting_fils: 0 },
      open_orders: 1,
      card_machines: ['POS-7'],
      unsent: { count: 1, amount_fils: 300, last_seen_at: expect.any(String) },
      last_seen_at: expect.any(String),
      sessions: 1,
    });
    const nothing = { cash: { cash_on_hand_fils: 0, waiting_fils: 0 }, open_orders: 0, card_machines: [] };
    expect(rows.find(({ user_id }) => user_id === manager.user_id)).toMatchObject({
      ...nothing,
      unsent: null,
    });
    const sessions = (of: TestStaff, by: TestStaff) =>
      app.send('GET', `/api/staff/sessions?staff_id=${of.user_id}`, { as: by.session_id });
    expect(await (await sessions(driver, manager)).json()).toMatchObject({
      sessions: [{ id: driver.session_id }],
    });
    expect(await (await sessions(other.driver, manager)).json()).toEqual({ sessions: [] });
    for (const by of [driver, shop.stranger])
      expect((await app.send('GET', '/api/staff', { as: by.session_id })).status).toBe(403);
  });
});

describe('every change', () => {
  it('is permitted to Admins of the same shop only', async () => {
    const other = await createTestShop(app.owner, 'Another Shop');
    const attempts = (of: TestStaff, by: TestStaff) => [
      () => post('', newcomer(), { by }),
      () => change(of, { full_name: 'Changed' }, { by }),
      () => disable(of, { by }),
      () => post('/enable', { staff_id: of.user_id }, { by }),
      () => reset(of, { by }),
      () => post('/sessions/end', { staff_id: of.user_id, session_id: of.session_id }, { by }),
    ];
    const left = await leftBy(app.owner, async () => {
      for (const by of [shop.manager, shop.driver2, shop.stranger])
        for (const attempt of attempts(shop.driver, by)) expect((await attempt()).status).toBe(403);
      for (const attempt of attempts(other.driver, shop.admin).slice(1))
        expect((await attempt()).status).toBe(404);
    });
    expect(left).toEqual({ audit: [], topics: [] });
    // The database refuses the same.
    const { user_id } = other.driver;
    const calls: [string, unknown[]][] = [
      ['select * from lock_staff($1, $2)', [other.shop_id, user_id]],
      ['select set_staff_disabled($1, $2, true)', [other.shop_id, user_id]],
      ['select set_staff_disabled($1, $2, true)', [shop.shop_id, user_id]],
      ['select set_staff_password($1, $2, $3)', [shop.shop_id, user_id, 'hash']],
      ['select end_staff_session($1, $2, $2)', [shop.shop_id, user_id]],
      [
        "select * from change_staff_records($1, $2, 'a@b.c', 'A', 'Admin', $1, false)",
        [shop.shop_id, user_id],
      ],
      [
        "select * from change_staff_records($1, $2, 'a@b.c', 'A', 'Driver', $3, false)",
        [shop.shop_id, shop.driver.user_id, other.shop_id],
      ],
      ['select set_staff_disabled($1, $2, true)', [shop.shop_id, shop.admin.user_id]],
      ['select set_staff_password($1, $2, $3)', [shop.shop_id, shop.admin.user_id, 'hash']],
    ];
    for (const [call, values] of calls) {
      const asked = asRequest(app.database.request, shop.admin, (ask) => outcome(ask(call, values)));
      expect({ call, outcome: await asked }).toEqual({ call, outcome: 'refused' });
    }
    const by_manager = "select * from add_staff_records($1, $2, 'a@b.c', 'hash', true, 'A', 'Admin', false)";
    const asked = asRequest(app.database.request, shop.manager, (ask) =>
      outcome(ask(by_manager, [shop.shop_id, newId()])),
    );
    expect(await asked).toBe('refused');
  });

  it('is applied once for a repeated key, recorded in the audit and notified', async () => {
    const key = newId();
    const rename = () => change(shop.driver, { full_name: ' Omar Aziz ', role: 'Manager' }, { key });
    const left = await leftBy(app.owner, async () => {
      await done(rename());
      await done(rename());
    });
    expect(left.audit).toMatchObject([
      {
        what: 'change_staff',
        subject_id: shop.driver.user_id,
        before: { role: 'Driver' },
        after: { role: 'Manager' },
        personal_fields: ['full_name'],
      },
    ]);
    expect(left.topics.sort()).toEqual(['sessions', 'staff']);
    expect(await listed(shop.driver)).toMatchObject({
      full_name: 'Omar Aziz',
      role: 'Manager',
      driver: { id: shop.driver.driver_id },
    });
    const same = await leftBy(app.owner, () => done(change(shop.driver, { full_name: 'Omar Aziz' })));
    expect(same).toEqual({ audit: [], topics: [] });
    expect(await refusal(change(shop.driver, { full_name: 'Somebody Else' }, { key }))).toBe(
      'command_reused',
    );
  });
});

describe('adding staff', () => {
  it('shows a one-time password once, which has to be changed after sign-in', async () => {
    const person = { ...newcomer(), role: 'Manager', driver: true };
    const responses: unknown[] = [];
    const left = await leftBy(app.owner, async () => responses.push(await done(post('', person))));
    const [{ one_time_password }] = responses as [{ one_time_password: string }];
    expect(one_time_password).toMatch(/^[a-z2-9-]{19}$/);
    expect(left.audit).toMatchObject([
      { what: 'add_staff', subject_id: person.staff_id, personal_fields: ['email', 'full_name', 'password'] },
    ]);
    expect(JSON.stringify(left.audit)).not.toContain(one_time_password);
    const kept = app.owner.selectFrom('commands').select('body').where('shop_id', '=', shop.shop_id);
    expect(await kept.execute()).toEqual([]);
    expect((await list()).find(({ user_id }) => user_id === person.staff_id)).toMatchObject({
      role: 'Manager',
      driver: { id: expect.any(Number) },
      must_change_password: true,
      sessions: 0,
      last_seen_at: null,
    });
    const signed_in = await (await signIn(person.email, one_time_password)).json();
    expect(signed_in).toMatchObject({ user: { app_metadata: { must_change_password: true } } });
  });

  it('a repeated request renews the password of the same user until the first sign-in', async () => {
    const person = newcomer();
    const [first, second] = await Promise.all([done(post('', person)), done(post('', person))]);
    const statuses = await Promise.all(
      [first, second].map(async (one) => (await signIn(person.email, one.one_time_password)).status),
    );
    // Only the newest password works; the client that sent both requests has it.
    expect(statuses.sort()).toEqual([200, 400]);
    expect(await refusal(post('', person))).toBe('already_exists');
    expect((await list()).filter(({ email }) => email === person.email)).toHaveLength(1);
  });

  it('is refused with an address used in any shop, a weak password or an Admin who delivers', async () => {
    const other = await createTestShop(app.owner, 'Another Shop');
    const taken = await app.owner
      .selectFrom('users')
      .select('email')
      .where('id', 'in', [shop.driver.user_id, other.driver.user_id])
      .execute();
    for (const { email } of taken)
      expect(await refusal(post('', { ...newcomer(), email: email.toUpperCase() }))).toBe('already_exists');
    const weak = { ...newcomer(), password: 'password123' };
    expect(await refusal(post('', weak))).toBe('password_common');
    expect(await refusal(post('', { ...newcomer(), role: 'Admin', driver: true }))).toBe('invalid_input');
    expect(await refusal(post('', { ...newcomer(), email: 'nobody' }))).toBe('invalid_input');
    expect(await list()).toHaveLength(5);
  });
});

describe('an e-mail address', () => {
  it('can only be changed to an unused one, also by two concurrent changes', async () => {
    const email = `same-${newId()}@example.com`;
    const responses = await Promise.all([change(shop.driver, { email }), change(shop.driver2, { email })]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const other = await createTestShop(app.owner, 'Another Shop');
    const [theirs] = await app.owner
      .selectFrom('users')
      .select('email')
      .where('id', '=', other.driver.user_id)
      .execute();
    expect(await refusal(change(shop.manager, theirs ?? {}))).toBe('already_exists');
    expect(await refusal(change(shop.manager, { email: 'no address' }))).toBe('invalid_input');
  });
});

describe('a role', () => {
  it('a reduced role applies from the next request', async () => {
    const cash = () => app.send('GET', '/api/cash/outstanding', { as: shop.manager.session_id });
    expect((await cash()).status).toBe(200);
    await done(change(shop.manager, { role: 'Driver' }));
    expect((await cash()).status).toBe(403);
    expect(await listed(shop.manager)).toMatchObject({ role: 'Driver', driver: { id: expect.any(Number) } });
  });

  it('a user cannot change their own role, and a driver with open orders cannot become an Admin', async () => {
    const deputy = await addStaff(app.owner, shop.shop_id, 'Admin', 'Dalal Deputy', false);
    expect(await refusal(change(shop.admin, { role: 'Manager' }))).toBe('own_account');
    expect(await refusal(disable(shop.admin))).toBe('own_account');
    expect(await refusal(reset(shop.admin))).toBe('own_account');
    await done(change(shop.admin, { full_name: 'Amal Ali' }));
    await addOrder(app.owner, shop, shop.driver);
    expect(await refusal(change(shop.driver, { role: 'Admin' }))).toBe('has_open_orders');
    await done(change(deputy, { role: 'Driver' }));
    expect(await refusal(change(shop.admin, { role: 'Driver' }))).toBe('own_account');
  });

  it.each([
    ['demote', (of: TestStaff, by: TestStaff) => change(of, { role: 'Manager' }, { by })],
    ['disable', (of: TestStaff, by: TestStaff) => disable(of, { by })],
  ])('two Admins who concurrently %s each other leave one', async (_what, take) => {
    for (let round = 0; round < 5; round += 1) {
      const two = await createTestShop(app.owner, 'Two Admins');
      const second = await addStaff(app.owner, two.shop_id, 'Admin', 'Dalal Deputy', false);
      const responses = await Promise.all([take(second, two.admin), take(two.admin, second)]);
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      const admins = await app.owner
        .selectFrom('profiles as p')
        .innerJoin('users as u', 'u.id', 'p.id')
        .select('p.id')
        .where('p.shop_id', '=', two.shop_id)
        .where('p.role', '=', 'Admin')
        .where('u.disabled_at', 'is', null)
        .execute();
      expect(admins).toHaveLength(1);
    }
  });

  it('the database refuses to disable the last Admin', async () => {
    const deputy = await addStaff(app.owner, shop.shop_id, 'Admin', 'Dalal Deputy', false);
    // The deputy was an Admin when the request began, and is no longer one.
    const call = 'select set_staff_disabled($1, $2, true)';
    const asked = asRequest(app.database.request, deputy, async (ask) => {
      await app.owner
        .updateTable('profiles')
        .set({ role: 'Driver' })
        .where('id', '=', deputy.user_id)
        .execute();
      return outcome(ask(call, [shop.shop_id, shop.admin.user_id]));
    });
    expect(await asked).toBe('refused');
  });
});

describe('the status of a driver', () => {
  it('can be set for drivers only, once for a repeated key', async () => {
    const at_work = (of: TestStaff, status: string, sending?: Sending) =>
      post('/at-work', { staff_id: of.user_id, status }, sending);
    const key = newId();
    const left = await leftBy(app.owner, async () => {
      expect(await done(at_work(shop.driver, 'off_duty', { key }))).toEqual({ status: 'off_duty' });
      expect(await done(at_work(shop.driver, 'off_duty', { key }))).toEqual({ status: 'off_duty' });
      await done(at_work(shop.driver, 'off_duty'));
    });
    expect(left).toMatchObject({ audit: [{ what: 'set_driver_status' }], topics: ['staff'] });
    expect(await listed(shop.driver)).toMatchObject({ driver: { status: 'off_duty' } });
    expect(await done(at_work(shop.driver, 'available'))).toEqual({ status: 'available' });
    expect(await refusal(at_work(shop.manager, 'off_duty'))).toBe('driver_not_found');
    expect(await refusal(at_work(shop.driver, 'delivering'))).toBe('invalid_input');
    expect((await at_work(shop.driver, 'off_duty', { by: shop.manager })).status).toBe(403);
    const other = await createTestShop(app.owner, 'Another Shop');
    expect(await refusal(at_work(other.driver, 'off_duty'))).toBe('not_found');
  });
});

describe('disabling', () => {
  it('ends every session, keeps cash, and can be reversed', async () => {
    await issue(app, shop, shop.driver, 5_000);
    const key = newId();
    const left = await leftBy(app.owner, async () => {
      await done(disable(shop.driver, { key }));
      await done(disable(shop.driver, { key }));
    });
    expect(left.audit).toMatchObject([
      { what: 'disable_staff', after: { disabled: true, sessions_ended: 1 } },
    ]);
    expect(left.topics.sort()).toEqual(['sessions', 'staff']);
    expect((await app.send('GET', '/api/profile', { as: shop.driver.session_id })).status).toBe(401);
    const row = await listed(shop.driver);
    expect(row).toMatchObject({ disabled: true, sessions: 0, cash: { cash_on_hand_fils: 5_000 } });
    expect((await list()).at(-1)?.user_id).toBe(shop.driver.user_id);
    await done(enable(shop.driver));
    expect(await listed(shop.driver)).toMatchObject({ disabled: false, sessions: 0 });
    const unchanged = await leftBy(app.owner, () => done(enable(shop.driver)));
    expect(unchanged.audit).toEqual([]);
  });
});

describe('resetting a password', () => {
  it('shows it once, ends the sessions, and shows its owner who reset it and when', async () => {
    const email = await emailOf(shop.driver);
    const first = await done(reset(shop.driver));
    const left: { one_time_password: string }[] = [];
    const recorded = await leftBy(app.owner, async () => left.push(await done(reset(shop.driver))));
    const one_time_password = left[0]?.one_time_password;
    expect(recorded.audit).toMatchObject([{ what: 'set_password', personal_fields: ['password'] }]);
    expect(recorded.topics.sort()).toEqual(['sessions', 'staff']);
    expect((await signIn(email, first.one_time_password)).status).toBe(400);
    expect((await app.send('GET', '/api/profile', { as: shop.driver.session_id })).status).toBe(401);
    const response = await signIn(email, one_time_password);
    expect(response.status).toBe(200);
    const { rows } = await app.database.owner.query<{ id: string }>(
      'select id from sessions where user_id = $1 and revoked_at is null',
      [shop.driver.user_id],
    );
    const as = rows[0]?.id ?? '';
    const profile = await (await app.send('GET', '/api/profile', { as })).json();
    expect(profile).toMatchObject({
      must_change_password: true,
      password_reset: { by: 'Amal Admin', at: expect.any(String) },
    });
    const own = { current_password: one_time_password, new_password: 'battery staple correct' };
    expect((await app.send('POST', '/api/password', { as, body: own })).status).toBe(200);
    expect(await (await app.send('GET', '/api/profile', { as })).json()).not.toHaveProperty('password_reset');
    const secrets = await app.database.owner.query(
      `select (select count(*) from audit_events a where a::text like '%' || $1 || '%')::int
        + (select count(*) from commands c where c::text like '%' || $1 || '%')::int as found`,
      [one_time_password],
    );
    expect(secrets.rows).toEqual([{ found: 0 }]);
  });
});

describe('a session', () => {
  it('is ended once, and its owner is named in the audit', async () => {
    const body = { staff_id: shop.driver.user_id, session_id: shop.driver.session_id };
    const left = await leftBy(app.owner, async () => {
      await done(post('/sessions/end', body));
      await done(post('/sessions/end', body));
    });
    expect(left.audit).toMatchObject([{ what: 'end_session', subject_id: shop.driver.session_id }]);
    expect((await app.send('GET', '/api/profile', { as: shop.driver.session_id })).status).toBe(401);
    const anothers = { ...body, session_id: shop.driver2.session_id };
    expect(await refusal(post('/sessions/end', anothers))).toBe('not_found');
    expect((await app.send('GET', '/api/profile', { as: shop.driver2.session_id })).status).toBe(200);
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayOf } from '../../../contract/rules/dates/dates.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { attemptOf, undoAttemptOf } from '../../../tests/support/test-attempt.ts';
import { alreadyOpen, listenForStopOnce, runCli } from '../../../tests/support/test-cli.ts';
import { prepareDelivery, sendDelivery } from '../../../tests/support/test-delivery.ts';
import { issue } from '../../../tests/support/test-handover.ts';
import { addOrder, createTestShop, type TestShop } from '../../../tests/support/test-shop.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
  const order = await addOrder(app.owner, shop, shop.driver, { due_amount_fils: 14_550 });
  const sent = await sendDelivery(app, shop.driver, await prepareDelivery(app, shop, shop.driver, order));
  expect(sent.status).toBe(200);
  await issue(app, shop, shop.admin, 20_000);
});
afterAll(() => app.drop());

const mandoob = (...args: string[]) => runCli(['report', ...args], alreadyOpen(app.owner));
const DAYS = ['--from', '2020-01-01', '--to', '2029-12-30'];

test('a report prints columns, JSON or CSV with the rows and totals of the desk', async () => {
  const path = '/api/desk/reports?report=movements&from=2020-01-01&to=2029-12-30&way=up';
  const desk = await (await app.send('GET', path, { as: shop.manager.session_id })).json();
  const json = JSON.parse((await mandoob('movements', ...DAYS, '--json')).out);
  expect(json.rows).toEqual(desk.rows);
  expect(json.totals).toMatchObject({ rows: 2, amount_fils: 34_550 });

  const csv = await mandoob('movements', ...DAYS, '--csv');
  expect(csv.code).toBe(0);
  expect(csv.out).toMatch(/^\ufeffRecorded/);
  expect(csv.out).toMatch(/,145\.50,/);
  const columns = await mandoob('holders', '--period', 'this_year');
  expect(columns.out).toMatch(/Amal Admin +Admin +AED 0\.00 +AED 200\.00 +AED 0\.00 +AED 200\.00/);
  expect(columns.out).toMatch(/2 rows, opening AED 0\.00, in AED 345\.50/);
  expect((await mandoob('movements', ...DAYS, '--reason', 'issue', '--json')).out).toContain(
    '"amount_fils": 20000',
  );
  expect((await mandoob('deliveries', '--period', 'yesterday')).out).toBe(
    'There are no rows in this period\n',
  );
  expect((await mandoob('list')).out).toMatch(/^movements +recording time +--person --reason/m);
  expect((await mandoob('rebuild')).code).toBe(0);

  const day = dayOf(new Date(), shop.time_zone);
  const emailOf = async ({ user_id }: { user_id: string }) => {
    const found = app.owner.selectFrom('users').select('email').where('id', '=', user_id);
    return (await found.executeTakeFirstOrThrow()).email;
  };
  const of = ['driver-day', '--day', day, '--person', await emailOf(shop.driver)];
  const statement = `/api/desk/driver-day?user_id=${shop.driver.user_id}&day=${day}`;
  const at_desk = await (await app.send('GET', statement, { as: shop.manager.session_id })).json();
  expect(at_desk.closing_fils).toBe(14_550);
  expect(JSON.parse((await mandoob(...of, '--json')).out)).toEqual(at_desk);
  expect((await mandoob(...of)).out).toMatch(
    /collected in cash +1 +AED 145\.50\n[\s\S]+closing +— +AED 145\.50/,
  );
  expect((await mandoob(...of.slice(0, 4), await emailOf(shop.admin))).err).toContain(
    'has never been a driver of the shop',
  );
});

test('cash verify reports a wrong sum of the reports with the command that repairs it', async () => {
  const verify = () => runCli(['cash', 'verify'], alreadyOpen(app.owner));
  await app.database.owner.query(
    `insert into report_horizons values ($1, now() - interval '1 hour')
       on conflict (shop_id) do update set summed_before = excluded.summed_before`,
    [shop.shop_id],
  );
  await app.database.owner.query(
    `insert into cash_sums (shop_id, grain, starts_at, reason, from_holder, to_holder, from_user_id, to_user_id, movements, late, amount_fils)
     values ($1, 'day', '2026-01-01', 'issue', 'safe', 'staff', $2, $2, 1, 0, 100)`,
    [shop.shop_id, shop.admin.user_id],
  );
  expect(await verify()).toMatchObject({
    code: 1,
    out: expect.stringContaining(
      'sum of the book of the day from 2026-01-01T00:00Z: there is nothing to sum',
    ),
    err: expect.stringContaining(
      "1 sum of the reports is wrong, the book itself is correct: run 'mandoob report rebuild' to recompute the sums",
    ),
  });
  expect((await mandoob('rebuild')).code).toBe(0);
  expect((await verify()).out).toBe('The cash book is correct.\n');
});

test('reports of attempts print their share, and filter undone attempts', async () => {
  const { driver2 } = shop;
  const order = await addOrder(app.owner, shop, driver2);
  await attemptOf(app, driver2, order, { reason: 'no_money' });
  await undoAttemptOf(app, driver2, await attemptOf(app, driver2, await addOrder(app.owner, shop, driver2)));
  const sent = await sendDelivery(app, driver2, await prepareDelivery(app, shop, driver2, order));
  expect(sent.status).toBe(200);
  const drivers = await mandoob('attempt_drivers', ...DAYS);
  expect(drivers.out).toMatch(/Dawood Driver +0 +0 +1 +1 +100%\nDina Driver +1 +1 +1 +0 +0%\n/);
  expect(drivers.out).toContain('2 rows, attempts 1, delivered 2, delivered first 1, first share 50%');
  const undone = await mandoob('attempts', ...DAYS, '--undone', 'yes', '--csv');
  expect(undone.out).toMatch(/Dina Driver,Unreachable,,1,,Yes,\d\d:00\\r\nTotal,,0,/);
  expect((await mandoob('list')).out).toMatch(/^attempts +time of attempt +--person --undone --late$/m);
});

test.each([
  [['deliveries'], 'Choose the days: --from and --to, or --period'],
  [['deliveries', '--from', '2026-11-02', '--to', '2026-11-01'], '--to must not be before --from'],
  [['deliveries', '--from', '2010-11-02', '--to', '2026-11-01'], 'Choose a period of less than 10 years'],
  [['deliveries', '--from', '2026-02-30', '--to', '2026-03-01'], 'Enter an existing day'],
  [['deliveries', '--period', 'today', '--to', '2026-03-01'], 'not both'],
  [['deliveries', '--period', 'sometime'], 'Allowed choices are today, yesterday'],
  [['deliveries', ...DAYS, '--reason', 'issue'], 'unknown option'],
  [['movements', ...DAYS, '--reason', 'luck'], 'Allowed choices are delivery'],
  [['movements', ...DAYS, '--person', 'nobody@example.com'], 'nobody@example.com'],
  [['movements', ...DAYS, '--json', '--csv'], 'not both'],
  [['profits', ...DAYS], 'unknown command'],
  [['driver-day', '--day', '2026-02-30', '--person', 'a@b.c'], 'Enter an existing day'],
])('report %j is refused with a message', async (args, message) => {
  const { code, err } = await mandoob(...args);
  expect(code).toBe(1);
  expect(err).toContain(message);
});

test('a rebuild stopped while it waits for a transaction reports that the server computes the rest', async () => {
  const client = await app.database.owner.connect();
  await client.query('begin');
  listenForStopOnce();
  const open = async () => {
    setImmediate(() => process.emit('SIGINT', 'SIGINT'));
    return { owner: app.owner, close: async () => undefined };
  };
  try {
    expect(await runCli(['report', 'rebuild'], open)).toEqual({
      out: '',
      err: 'error: Stopped before all sums were computed. The server computes the rest within minutes; reports are correct meanwhile.\n',
      code: 130,
    });
  } finally {
    await client.query('rollback');
    client.release();
  }
});

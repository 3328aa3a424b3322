import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ReportResponse } from '../../contract/operations/desk/reports/read-report.schema.ts';
import type { DeliveryHours } from '../../contract/operations/screens/read-delivery-hours.schema.ts';
import type { HeldOverTime } from '../../contract/operations/screens/read-held-over-time.schema.ts';
import { dayOf } from '../../contract/rules/dates/dates.ts';
import { newId } from '../../contract/rules/ids.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { prepareDelivery, sendDelivery } from '../../tests/support/test-delivery.ts';
import { issue, prepareEnd, prepareStart, sendCommand } from '../../tests/support/test-handover.ts';
import { addOrder, createTestShop, type TestShop } from '../../tests/support/test-shop.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
});

const DAYS = 'from=2020-01-01&to=2029-12-30';

const asked = (query: string, by: { session_id: string } = shop.manager) =>
  app.send('GET', `/api/desk/reports?${query}`, { as: by.session_id });

async function report(query: string, by?: { session_id: string }): Promise<ReportResponse> {
  const response = await asked(query, by);
  expect(response.status).toBe(200);
  return response.json();
}

async function deliver(due_amount_fils: number) {
  const order = await addOrder(app.owner, shop, shop.driver, { due_amount_fils });
  const prepared = await prepareDelivery(app, shop, shop.driver, order);
  expect((await sendDelivery(app, shop.driver, prepared)).status).toBe(200);
  return order;
}

test('lists deliveries and the cash book with totals in pages, to Managers and Admins of the shop only', async () => {
  await issue(app, shop, shop.admin, 60_000);
  const first = await deliver(14_500);
  await deliver(2_000);
  const deliveries = await report(`report=deliveries&${DAYS}`);
  expect(deliveries.rows.map(({ collected_fils }) => collected_fils)).toEqual([2_000, 14_500]);
  expect(deliveries.rows[1]).toMatchObject({
    order_id: first.id,
    driver_name: 'Dawood Driver',
    tender: 'cash',
    cash_fils: 14_500,
    late: false,
  });
  expect(deliveries.totals).toMatchObject({
    rows: 2,
    late: 0,
    sums: { collected_fils: 16_500, cash_fils: 16_500 },
  });

  const up = await report(`report=movements&${DAYS}&way=up`, shop.admin);
  expect(up.rows.map((row) => [row.reason, row.from_beyond, row.from_name, row.amount_fils])).toEqual([
    ['issue', 'safe', null, 60_000],
    ['delivery', 'customers', null, 14_500],
    ['delivery', 'customers', null, 2_000],
  ]);
  const behind = await report(`report=movements&${DAYS}&way=up&after=${up.rows[1]?.id}`);
  expect(behind).toMatchObject({ next: null, totals: null, rows: [{ amount_fils: 2_000 }] });
  expect((await report(`report=movements&${DAYS}&way=up&after=${up.rows[2]?.id}`)).rows).toEqual([]);
  const issued = await report(`report=movements&${DAYS}&beyond=safe&user_id=${shop.admin.user_id}`);
  expect(issued.totals).toEqual({ rows: 1, late: 0, sums: { amount_fils: 60_000 } });

  const flow = async (query: string) => (await report(`report=movements&${DAYS}&${query}`)).totals?.sums;
  expect(await flow(`user_id=${shop.admin.user_id}&flow=in`)).toEqual({ amount_fils: 60_000 });
  expect(await flow(`user_id=${shop.admin.user_id}&flow=out`)).toEqual({ amount_fils: 0 });
  expect(await flow('beyond=customers&flow=in')).toEqual({ amount_fils: 16_500 });
  expect(await flow('beyond=safe&flow=out')).toEqual({ amount_fils: 0 });
  expect(await flow('flow=in')).toEqual({ amount_fils: 76_500 });

  const elsewhere = await createTestShop(app.owner);
  expect((await report(`report=movements&${DAYS}`, elsewhere.manager)).totals?.rows).toBe(0);
  expect((await asked(`report=movements&${DAYS}&after=${up.rows[0]?.id}`, elsewhere.manager)).status).toBe(
    422,
  );
  expect((await asked(`report=movements&${DAYS}`, shop.driver)).status).toBe(403);
});

test('charts match their reports, with the same permissions and the same errors', async () => {
  await issue(app, shop, shop.admin, 60_000);
  await deliver(14_500);
  const chart = (name: string, query: string, by: { session_id: string } = shop.admin) =>
    app.send('GET', `/api/desk/${name}?${query}`, { as: by.session_id });
  const drawn = async (name: string, query: string, by?: { session_id: string }) => {
    const response = await chart(name, query, by);
    expect(response.status).toBe(200);
    return response.json();
  };
  const hours: DeliveryHours = await drawn('delivery-hours', `${DAYS}&tender=cash`);
  expect(hours.hours.filter(({ deliveries }) => deliveries > 0)).toMatchObject([
    { deliveries: 1, late_deliveries: 0, cash_fils: 14_500, card_machine_fils: 0, collected_fils: 14_500 },
  ]);
  const held: HeldOverTime = await drawn('held-over-time', DAYS, shop.manager);
  // Future days are not drawn.
  expect(held.days.length).toBeGreaterThan(0);
  expect((held.days.at(-1) ?? '') <= new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString()).toBe(true);
  expect(held.holders.map(({ full_name, closing_fils }) => [full_name, closing_fils.at(-1)])).toEqual([
    ['Amal Admin', 60_000],
    ['Dawood Driver', 14_500],
  ]);
  const own: HeldOverTime = await drawn('held-over-time', `${DAYS}&user_id=${shop.driver.user_id}`);
  expect(own.holders).toEqual(held.holders.slice(1));

  const elsewhere = await createTestShop(app.owner);
  expect((await drawn('held-over-time', DAYS, elsewhere.manager)).holders).toEqual([]);
  for (const [name, other] of [
    ['delivery-hours', 'reason=delivery'],
    ['held-over-time', 'tender=cash'],
  ] as const) {
    expect((await chart(name, DAYS, shop.driver)).status).toBe(403);
    const refused = async (query: string) => (await (await chart(name, query)).json()).errors?.[0]?.pointer;
    expect(await refused(`${DAYS}&${other}`)).toMatch(/^\/query\/(reason|tender)$/);
    expect(await refused('from=2026-11-24&to=2026-11-23')).toBe('/query/to');
    expect(await refused('from=2016-11-23&to=2026-11-23')).toBe('/query/to');
    expect(await refused('from=2026-02-30&to=2026-11-23')).toBe('/query/from');
  }
});

test('refuses an invalid period and a filter that the report lacks', async () => {
  const refused = async (query: string) => {
    const response = await asked(query);
    expect(response.status).toBe(422);
    return (await response.json()).errors;
  };
  for (const [query, pointer, detail] of [
    ['report=deliveries&from=2026-11-24&to=2026-11-23', '/query/to', 'must not be before from'],
    ['report=deliveries&from=2016-11-23&to=2026-11-23', '/query/to', 'must be less than 10 years after from'],
    [`report=deliveries&${DAYS}&reason=delivery`, '/query/reason', 'is not a filter of deliveries'],
    [`report=attempt_areas&${DAYS}&undone=no`, '/query/undone', 'is not a filter of attempt_areas'],
    [`report=attempt_areas&${DAYS}&after=none`, '/query/after', 'must be the id of a row'],
    [`report=deliveries&${DAYS}&after=1`, '/query/after', 'must be the id of a row'],
    [`report=movements&${DAYS}&after=${newId()}`, '/query/after', 'must be the id of a row'],
  ]) {
    expect(await refused(query ?? '')).toEqual([{ pointer, detail }]);
  }
  expect(await refused('report=deliveries&from=2026-02-30&to=2026-11-23')).toMatchObject([
    { pointer: '/query/from' },
  ]);
});

test("a driver's day is readable by Managers and Admins of the shop, for a valid day", async () => {
  const day = dayOf(new Date(), shop.time_zone);
  const ask = (query: string, by: { session_id: string }) =>
    app.send('GET', `/api/desk/driver-day?${query}`, { as: by.session_id });
  const { driver, admin, manager } = shop;
  const started = await sendCommand(
    app,
    'start',
    admin,
    await prepareStart(app, shop, { amount_fils: 20_000 }),
  );
  expect(started.status).toBe(200);
  const first = await deliver(14_500);
  const ended = await sendCommand(app, 'end', admin, await prepareEnd(app, shop, { amount_fils: 34_000 }));
  expect(ended.status).toBe(200);
  const response = await ask(`user_id=${driver.user_id}&day=${day}`, manager);
  expect(response.status).toBe(200);
  const received = await response.json();
  expect(received).toMatchObject({
    driver_name: 'Dawood Driver',
    opening_fils: 0,
    given: { count: 1, amount_fils: 20_000 },
    taken: { count: 1, amount_fils: 14_500 },
    handed_in: { count: 1, amount_fils: -34_000 },
    other: { count: 0, amount_fils: 0 },
    closing_fils: 500,
    difference_fils: -500,
    handed: 2,
    handovers: [
      { handover_type: 'start', with_name: 'Amal Admin', reference: expect.stringMatching(/^SOD-/) },
      { handover_type: 'end', difference_fils: -500 },
    ],
    deliveries: [{ order_id: first.id, tender: 'cash', collected_fils: 14_500, late: false }],
    recorded_later: { count: 0, amount_fils: 0 },
  });
  expect(await (await ask(`user_id=${driver.user_id}&day=${day}`, admin)).json()).toEqual(received);
  const quiet = await (await ask(`user_id=${driver.user_id}&day=2026-01-01`, admin)).json();
  expect(quiet).toMatchObject({ opening_fils: 0, closing_fils: 0, handovers: [], difference_fils: null });

  const elsewhere = await createTestShop(app.owner);
  for (const [query, by, status] of [
    [`user_id=${driver.user_id}&day=${day}`, driver, 403],
    [`user_id=${driver.user_id}&day=${day}`, elsewhere.manager, 404],
    [`user_id=${admin.user_id}&day=${day}`, manager, 404],
    [`user_id=${newId()}&day=${day}`, manager, 404],
    [`user_id=${driver.user_id}&day=2026-02-30`, manager, 422],
    [`user_id=${driver.user_id}`, manager, 422],
    [`user_id=dawood&day=${day}`, manager, 422],
  ] as const)
    expect((await ask(query, by)).status, query).toBe(status);
});

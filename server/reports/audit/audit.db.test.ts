import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditEvents } from '../../../contract/operations/desk/audit/list-audit-events.schema.ts';
import type { AuditEventDetail } from '../../../contract/operations/desk/audit/read-audit-event.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { alreadyOpen, runCli } from '../../../tests/support/test-cli.ts';
import { prepareDelivery, sendDelivery } from '../../../tests/support/test-delivery.ts';
import { prepareDeposit, sendCommand } from '../../../tests/support/test-handover.ts';
import { addOrder, createTestShop, type TestOrder, type TestShop } from '../../../tests/support/test-shop.ts';
import { sql } from '../../platform/database/sql.ts';

let app: TestApp;
let shop: TestShop;
let order: TestOrder;
let other_order: TestOrder;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
});
afterAll(() => app.drop());

const asked = (path: string, by: { session_id: string } | undefined = shop.manager) =>
  app.send('GET', `/api/desk/audit${path}`, { as: by.session_id });

async function list(query = '', by?: { session_id: string }): Promise<AuditEvents> {
  const response = await asked(`?${query}`, by);
  expect(response.status).toBe(200);
  return response.json();
}
const whatsOf = async (query: string) => (await list(query)).events.map(({ what }) => what);

async function post(path: string, body: object, by: { session_id: string } = shop.admin) {
  const headers = { 'idempotency-key': newId() };
  const response = await app.send('POST', path, { as: by.session_id, body, headers });
  expect(response.status).toBe(200);
  return response;
}

test('lists who changed what and from which device, to Managers and Admins of the shop only', async () => {
  order = await addOrder(app.owner, shop, shop.driver, { status: 'packed' });
  other_order = await addOrder(app.owner, shop, shop.driver, { status: 'packed' });
  const both = [order, other_order].map(({ id }) => ({ order_id: id, version: 1 }));
  await post('/api/desk/orders/assign', { orders: both, driver_id: shop.driver2.driver_id });
  const versions = await app.owner.selectFrom('orders').select(['id', 'version']).execute();
  const seen = versions
    .filter(({ id }) => id === order.id)
    .map(({ id, version }) => ({ order_id: id, version }));
  await post('/api/desk/orders/dispatch', { orders: seen }, shop.manager);
  const delivery = await prepareDelivery(app, shop, shop.driver2, order);
  expect((await sendDelivery(app, shop.driver2, delivery)).status).toBe(200);
  const photo = await app.owner
    .selectFrom('files')
    .select(['path'])
    .where('path', 'like', '%.jpg')
    .executeTakeFirstOrThrow();
  const looked = { bucket: 'order-deliveries', path: photo.path };
  await app.send('POST', '/storage/v1/object/sign', {
    as: shop.manager.session_id,
    body: looked,
  });
  await post('/api/staff/disable', { staff_id: shop.driver.user_id });
  await post('/api/machines', { number: 'POS-01' });
  await sendCommand(app, 'deposit', shop.manager, await prepareDeposit(app, shop));

  const { events, people, next, found } = await list();
  expect(events.map(({ what }) => what)).toEqual([
    'record_deposit',
    'add_card_machine',
    'disable_staff',
    'look_at_file',
    'confirm_delivery',
    'dispatch_orders',
    'assign_orders',
  ]);
  expect({ next, found }).toEqual({ next: null, found: null });
  expect(people?.map(({ full_name }) => full_name)).toContain('Nobody Special');
  const by_what = new Map(events.map((event) => [event.what, event]));
  const about = (what: string) => by_what.get(what)?.about;
  expect(about('assign_orders')).toEqual({ kind: 'orders', id: null, name: null, count: 2 });
  expect(about('confirm_delivery')).toEqual({
    kind: 'order',
    id: order.id,
    name: order.order_number,
    count: null,
  });
  expect(about('look_at_file')).toMatchObject({ kind: 'photo', id: order.id, name: order.order_number });
  expect(about('disable_staff')).toMatchObject({ kind: 'person', name: 'Dawood Driver' });
  expect(about('add_card_machine')).toMatchObject({ kind: 'machine', name: 'POS-01' });
  expect(about('record_deposit')).toMatchObject({ kind: 'deposit', name: expect.stringMatching(/^BD-\d+$/) });
  expect(by_what.get('confirm_delivery')?.by).toEqual({
    kind: 'staff',
    user_id: shop.driver2.user_id,
    name: 'Dina Driver',
  });

  const elsewhere = await createTestShop(app.owner);
  expect((await list('', elsewhere.admin)).events).toEqual([]);
  expect((await list(`about=${order.id}`, elsewhere.admin)).found).toEqual([]);
  const event_id = events[0]?.id;
  expect((await asked(`/event?event_id=${event_id}`, elsewhere.admin)).status).toBe(404);
  for (const nobody of [shop.driver2, shop.stranger]) {
    expect((await asked('', nobody)).status).toBe(403);
    expect((await asked(`/event?event_id=${event_id}`, nobody)).status).toBe(403);
  }
  expect((await list('', shop.admin)).events).toHaveLength(7);
});

test('shows one event with the state before and after it, and ids by their names', async () => {
  const { events } = await list('kind=orders');
  const assigned = events.find(({ what }) => what === 'assign_orders');
  const response = await asked(`/event?event_id=${assigned?.id}`);
  const received: AuditEventDetail = await response.json();
  expect(received).toMatchObject({
    before: {
      order_ids: [order.id, other_order.id],
      driver_ids: [shop.driver.driver_id, shop.driver.driver_id],
    },
    after: { driver_ids: [shop.driver2.driver_id, shop.driver2.driver_id] },
    personal_fields: [],
    command_id: expect.any(String),
  });
  expect(received.named).toEqual(
    expect.arrayContaining([
      { kind: 'order', id: order.id, name: order.order_number },
      { kind: 'driver', id: String(shop.driver2.driver_id), name: 'Dina Driver' },
    ]),
  );
});

test('filters by business days, user, kind and subject in any combination', async () => {
  const of_order = ['look_at_file', 'confirm_delivery', 'dispatch_orders', 'assign_orders'];
  expect(await whatsOf(`about=%23${order.order_number}`)).toEqual(of_order);
  expect(await whatsOf(`about=${order.id}`)).toEqual(of_order);
  expect(await whatsOf(`about=${other_order.id}`)).toEqual(['assign_orders']);
  expect(await whatsOf(`about=${order.id}&kind=proofs`)).toEqual(['look_at_file']);
  expect(await whatsOf(`about=${order.id}&by=${shop.admin.user_id}`)).toEqual(['assign_orders']);
  expect(await whatsOf('about=dawood')).toEqual(['disable_staff']);
  expect(await whatsOf('about=pos-01')).toEqual(['add_card_machine']);
  expect(await list('about=nothing+at+all')).toMatchObject({ events: [], found: [] });
  expect(await whatsOf(`by=${shop.manager.user_id}`)).toEqual([
    'record_deposit',
    'look_at_file',
    'dispatch_orders',
  ]);
  expect(await whatsOf(`by=${shop.manager.user_id}&kind=cash`)).toEqual(['record_deposit']);
  expect(await whatsOf('kind=devices')).toEqual(['add_card_machine']);
  expect(await whatsOf('by=server')).toEqual([]);

  // 23:00 UTC is the next day in Dubai.
  const at_night = {
    shop_id: shop.shop_id,
    id: newId(),
    source: 'shopify',
    what: 'end_resync',
    recorded_at: new Date('2026-03-01T23:00:00Z'),
  };
  await app.owner.insertInto('audit_events').values(at_night).execute();
  expect(await whatsOf('from=2026-03-02&to=2026-03-02')).toEqual(['end_resync']);
  expect(await whatsOf('from=2026-03-01&to=2026-03-01')).toEqual([]);
  expect(await whatsOf('to=2026-03-31&by=store')).toEqual(['end_resync']);
  expect((await whatsOf('from=2026-03-03')).length).toBe(7);
  for (const bad of [
    'from=2026-03-02&to=2026-03-01',
    'from=2026-02-30',
    'from=2010-01-01&to=2026-01-01',
    'by=root',
    'kind=all',
  ]) {
    expect((await asked(`?${bad}`)).status).toBe(422);
  }
});

test('paging returns each event once, even if many have the same timestamp', async () => {
  const busy = await createTestShop(app.owner);
  await sql`insert into audit_events (shop_id, id, source, what, recorded_at)
    select ${busy.shop_id}, gen_random_uuid(), 'server', case when n % 2 = 0 then 'fulfil_order' else 'add_order' end,
      '2026-05-01'::timestamptz + n / 60 * interval '1 month' from generate_series(1, 250) n`.execute(
    app.owner,
  );
  for (const [query, count] of [
    ['', 250],
    ['kind=deliveries', 125],
    ['by=server', 250],
    ['by=server&kind=orders', 125],
  ] as const) {
    const ids: string[] = [];
    const times: string[] = [];
    let page = await list(query, busy.admin);
    for (;;) {
      ids.push(...page.events.map(({ id }) => id));
      times.push(...page.events.map(({ recorded_at }) => recorded_at));
      if (page.next === null) break;
      page = await list(`${query}&after=${page.next}`, busy.admin);
      expect(page.people).toBeNull();
    }
    expect(new Set(ids).size).toBe(count);
    expect(times).toEqual(times.toSorted().reverse());
  }
  const nowhere = await asked(`?after=${newId()}`, busy.admin);
  expect([nowhere.status, (await nowhere.json()).errors]).toEqual([
    422,
    [{ pointer: '/query/after', detail: 'must be the id of a row' }],
  ]);
});

test('operator bookings and requests are found by the user whose cash they change', async () => {
  const booked = await createTestShop(app.owner);
  const book = async (of: { user_id: string }, what: string, ...args: string[]) => {
    const { email } = await app.owner
      .selectFrom('users')
      .select('email')
      .where('id', '=', of.user_id)
      .executeTakeFirstOrThrow();
    const done = await runCli(['cash', what, email, ...args], alreadyOpen(app.owner));
    expect(done).toMatchObject({ code: 0 });
  };
  await book(booked.driver, 'issue', '500');
  await book(booked.driver, 'adjust', '20', '--down', '--reason', 'lost');
  await book(booked.driver2, 'issue', '100');
  const about = (id: string, more = '') => list(`about=${id}${more}`, booked.manager);
  const { events } = await about(booked.driver.user_id);
  expect(events.map(({ what, by }) => [what, by.kind])).toEqual([
    ['request_adjustment', 'command_line'],
    ['issue_cash', 'command_line'],
  ]);
  expect(events[1]?.about).toMatchObject({ kind: 'person', id: booked.driver.user_id });
  expect((await about(booked.driver2.user_id, '&kind=cash')).events).toHaveLength(1);
  expect((await about(booked.driver.user_id, '&kind=people')).events).toEqual([]);
});

test('an export is recorded with its user and the person it was filtered by', async () => {
  const elsewhere = await createTestShop(app.owner);
  const { user_id } = elsewhere.manager;
  const after = {
    report: 'movements',
    format: 'csv',
    rows: 7,
    filters: [`user_id=${elsewhere.driver.user_id}`],
  };
  const exported = {
    shop_id: elsewhere.shop_id,
    id: newId(),
    source: 'request',
    user_id,
    what: 'export_report',
  };
  await app.owner
    .insertInto('audit_events')
    .values({ ...exported, after: JSON.stringify(after) })
    .execute();
  const [event] = (await list('kind=exports', elsewhere.admin)).events;
  expect(event).toMatchObject({ by: { name: 'Mona Manager' }, about: { kind: 'report', name: 'movements' } });
  const received: AuditEventDetail = await (
    await asked(`/event?event_id=${event?.id}`, elsewhere.admin)
  ).json();
  expect(received.named).toEqual([{ kind: 'person', id: elsewhere.driver.user_id, name: 'Dawood Driver' }]);
});

test('the command line lists the same events', async () => {
  const mandoob = (...args: string[]) =>
    runCli(['audit', 'list', '--shop', String(shop.shop_id), ...args], alreadyOpen(app.owner));
  const shown = await mandoob('--kind', 'people');
  expect(shown).toMatchObject({ code: 0, err: '' });
  expect(shown.out.split('\n')[1]).toMatch(/Amal Admin\s+disable staff\s+person Dawood Driver/);
  const received = JSON.parse((await mandoob('--json', '--about', order.order_number, '--limit', '3')).out);
  expect(received.map(({ what }: { what: string }) => what)).toEqual([
    'look_at_file',
    'confirm_delivery',
    'dispatch_orders',
  ]);
  expect(received[1]).toMatchObject({ after: { status: 'completed' }, about: { name: order.order_number } });
  expect(JSON.parse((await mandoob('--json', '--person', 'store')).out)).toHaveLength(1);
  expect((await mandoob('--person', 'root')).out).toBe('There are no events\n');
  expect(await mandoob('--from', '2026-03-02', '--to', '2026-03-01')).toMatchObject({
    code: 1,
    err: expect.stringContaining('--to must not be before --from'),
  });
  expect((await mandoob('--from', 'yesterday')).code).toBe(1);
});

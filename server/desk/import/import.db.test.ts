import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EndpointBody, EndpointResponse } from '../../../contract/operations/endpoint-schemas.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { createTestShop, type TestShop, type TestStaff } from '../../../tests/support/test-shop.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
});

type Batch = EndpointBody<'import_orders'>;

const COLUMNS = ['Number', 'Name', 'Phone', 'Address', 'Area', 'Amount', 'Method'];
const LIST: Omit<Batch, 'orders'> = {
  source: {
    kind: 'list',
    layout: {
      columns: {
        order_number: ['Number'],
        name: ['Name'],
        phone: ['Phone'],
        address: ['Address'],
        area: ['Area'],
        amount: ['Amount'],
        method: ['Method'],
      },
      method: null,
      date_order: 'dmy',
    },
  },
  decimal_comma: false,
  columns: COLUMNS,
};

function cellsOf(number: string, { amount = '145.10', phone = '0501234567', method = 'COD' } = {}): string[] {
  return [number, 'Layla Haddad', phone, 'Villa 9', 'Al Barsha', amount, method];
}

function batchOf(...orders: string[][]): Batch {
  return { ...LIST, orders: orders.map((cells, at) => [{ line: at + 2, cells, misshapen: null }]) };
}

async function post(path: string, by: TestStaff, body: unknown, headers: Record<string, string> = {}) {
  const response = await app.send('POST', path, { as: by.session_id, body, headers });
  return { status: response.status, body: await response.json() };
}

async function preview(
  batch: Batch,
  by = shop.manager,
): Promise<EndpointResponse<'preview_import'>['orders']> {
  const { status, body } = await post('/api/import/preview', by, batch);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.orders;
}

const send = (path: string, by: TestStaff, body: unknown, command_id = newId()) =>
  post(path, by, body, { 'idempotency-key': command_id });

async function imported(batch: Batch, by = shop.manager, command_id = newId()) {
  const { status, body } = await send('/api/import/orders', by, batch, command_id);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as EndpointResponse<'import_orders'>;
}

/** Corrects an order with the version just previewed, or with `seen`, which is empty in previous pages. */
async function corrected(
  cells: string[],
  seen?: { seen_version?: number },
): Promise<EndpointResponse<'correct_imported_order'>> {
  const batch = batchOf(cells);
  const { orders, ...read } = batch;
  const as_seen = seen ?? { seen_version: (await preview(batch))[0]?.version ?? undefined };
  const order = { ...read, ...as_seen, order: orders[0] };
  const { status, body } = await send('/api/import/correct', shop.manager, order);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const orders = () =>
  app.owner
    .selectFrom('orders')
    .selectAll()
    .where('shop_id', '=', shop.shop_id)
    .orderBy('order_number')
    .execute();
const audited = () =>
  app.owner
    .selectFrom('audit_events')
    .select(['what', 'after', 'personal_fields'])
    .where('shop_id', '=', shop.shop_id)
    .execute();

describe.each(['preview', 'orders', 'correct', 'memory', 'layout', 'methods'])('endpoint %s', (endpoint) => {
  test('is permitted to Managers and Admins only', async () => {
    const { orders, ...read } = batchOf(cellsOf('1'));
    const { layout } = LIST.source as Extract<Batch['source'], { kind: 'list' }>;
    const bodies: Record<string, unknown> = {
      preview: batchOf(cellsOf('1')),
      orders: batchOf(cellsOf('1')),
      correct: { ...read, order: orders[0] },
      layout: { header: COLUMNS, layout },
      methods: { methods: [{ word: 'Tabby', method: 'online' }] },
    };
    const ask = (by?: TestStaff) =>
      app.send(endpoint === 'memory' ? 'GET' : 'POST', `/api/import/${endpoint}`, {
        ...(by ? { as: by.session_id } : {}),
        body: bodies[endpoint],
        headers: { 'idempotency-key': newId() },
      });
    expect((await ask()).status).toBe(401);
    for (const by of [shop.driver, shop.stranger]) {
      expect(await (await ask(by)).json()).toMatchObject({ code: 'no_access' });
    }
    for (const by of [shop.manager, shop.admin]) expect((await ask(by)).status).toBe(200);
  });
});

test('a repeated import command adds new orders once, and importing the file again adds nothing', async () => {
  const batch = batchOf(cellsOf('1'), cellsOf('2', { amount: '?' }), cellsOf('#3'));
  expect((await preview(batch)).map(({ fate }) => fate)).toEqual(['new', 'bad', 'new']);
  expect(await orders()).toEqual([]);

  const command_id = newId();
  const twice = await Promise.all([
    imported(batch, shop.manager, command_id),
    imported(batch, shop.manager, command_id),
  ]);
  expect(twice[0]).toEqual({
    imported: 2,
    same: 0,
    others: [{ line: 3, order_number: '2', fate: 'bad', columns: ['Amount'] }],
  });
  expect(twice[1]).toEqual(twice[0]);
  expect(
    (await send('/api/import/orders', shop.manager, batchOf(cellsOf('9')), command_id)).body,
  ).toMatchObject({
    code: 'command_reused',
  });
  expect(await orders()).toMatchObject([
    { order_number: '1', area: 'Al Barsha', status: 'picking', due_amount_fils: 14_510, external_id: null },
    { order_number: '3' },
  ]);
  expect(await audited()).toEqual([
    {
      what: 'import_orders',
      after: { order_numbers: ['1', '3'] },
      personal_fields: ['customer', 'delivery_address', 'notes', 'phone'],
    },
  ]);
  const [event] = await app.owner
    .selectFrom('order_events')
    .selectAll()
    .where('shop_id', '=', shop.shop_id)
    .execute();
  expect(event).toMatchObject({
    kind: 'imported',
    detail: { source: 'list' },
    actor_user_id: shop.manager.user_id,
  });

  expect((await preview(batch)).map(({ fate }) => fate)).toEqual(['same', 'bad', 'same']);
  expect(await imported(batch, shop.admin)).toMatchObject({ imported: 0, same: 2 });
  expect(await audited()).toHaveLength(1);

  // The payment name is defined after the import.
  await post('/api/import/methods', shop.manager, { methods: [{ word: ' TABBY', method: 'online' }] });
  expect((await preview(batch)).map(({ fate }) => fate)).toEqual(['same', 'bad', 'same']);
});

test('L7: a differently formatted number identifies the same order', async () => {
  expect(await imported(batchOf(cellsOf('1001'), cellsOf('A-1001')))).toMatchObject({ imported: 2 });
  const again = batchOf(cellsOf('\u200E1001'), cellsOf('a-1001'));
  expect(await preview(again)).toMatchObject([
    { fate: 'same', order_number: '1001' },
    { fate: 'same', order_number: 'a-1001' },
  ]);
  expect(await imported(again)).toEqual({ imported: 0, same: 2, others: [] });
  const dearer = cellsOf('Ａ-1001', { amount: '150' });
  const [differing] = await preview(batchOf(dearer));
  expect(differing?.differences.map(({ column }) => column)).not.toContain('Name');
  expect(await corrected(dearer)).toMatchObject({ outcome: 'updated' });
  expect(await orders()).toMatchObject([
    { order_number: '1001' },
    { order_number: 'A-1001', due_amount_fils: 15_000 },
  ]);

  const twice = batchOf(cellsOf('b-1'), cellsOf('B-1'));
  expect((await preview(twice)).map(({ fate }) => fate)).toEqual(['bad', 'bad']);
});

test('two orders with one number in a batch are not imported', async () => {
  const batch = batchOf(cellsOf('1001'), cellsOf('1002'), cellsOf('#1001', { amount: '30' }));
  expect(await preview(batch)).toMatchObject([
    { fate: 'bad', faults: [{ code: 'repeated', values: { line: '4' } }] },
    { fate: 'new' },
    { fate: 'bad', faults: [{ code: 'repeated', values: { line: '2' } }] },
  ]);
  expect(await imported(batch)).toMatchObject({ imported: 1, others: [{ line: 2 }, { line: 4 }] });
});

test('statuses of imported orders become names of the shop; a skipped order’s status can be defined', async () => {
  const { source, ...more } = LIST;
  const { layout } = source as Extract<Batch['source'], { kind: 'list' }>;
  const columns = { ...layout.columns, status: ['Status'] as [string] };
  const row = (line: number, number: string, status: string) => [
    { line, cells: [...cellsOf(number), status], misshapen: null },
  ];
  const batch: Batch = {
    ...more,
    source: { kind: 'list', layout: { ...layout, columns } },
    columns: [...COLUMNS, 'Status'],
    orders: [row(2, '1', 'Processing'), row(3, '2', 'قيد الانتظار')] as Batch['orders'],
  };
  const names = async () =>
    app.owner
      .selectFrom('source_names')
      .select(['name', 'meaning'])
      .where('shop_id', '=', shop.shop_id)
      .where('kind', '=', 'status')
      .orderBy('meaning')
      .execute();

  const pending = { kind: 'status', name: 'قيد الانتظار' };
  expect(await preview(batch)).toMatchObject([
    { fate: 'new', unknown_names: [] },
    { fate: 'left_out', unknown_names: [pending] },
  ]);
  expect(await imported(batch)).toMatchObject({ imported: 1 });
  expect(await names()).toEqual([{ name: 'Processing', meaning: 'deliver' }]);
  const defined = { ...pending, meaning: 'deliver', seen: null };
  const defining = await send('/api/names', shop.manager, { names: [defined] });
  expect(defining.status, JSON.stringify(defining.body)).toBe(200);
  expect(await imported(batch)).toMatchObject({ imported: 1, same: 1 });
  expect(await names()).toHaveLength(2);
});

test('two concurrent imports of one file add each order once', async () => {
  const batch = batchOf(...Array.from({ length: 40 }, (_, at) => cellsOf(`A${at}`)));
  const both = await Promise.all([imported(batch, shop.manager), imported(batch, shop.admin)]);
  expect(both.map(({ imported, same }) => [imported, same]).sort()).toEqual([
    [0, 40],
    [40, 0],
  ]);
  expect(await orders()).toHaveLength(40);
});

test('the preview shows when an order was created and promised; impossible dates are refused', async () => {
  app.clock.now = new Date('2026-11-23T08:00:00Z');
  const timed = (created: string, promised: string): Batch => {
    const { layout } = LIST.source as Extract<Batch['source'], { kind: 'list' }>;
    const columns: typeof layout.columns = { ...layout.columns, created: ['Ordered'], promised: ['For'] };
    return {
      ...LIST,
      source: { kind: 'list', layout: { ...layout, columns } },
      columns: [...COLUMNS, 'Ordered', 'For'],
      orders: [[{ line: 2, cells: [...cellsOf('1'), created, promised], misshapen: null }]],
    };
  };
  expect(await preview(timed('22/11/2026 14:05', '24/11/2026'))).toMatchObject([
    {
      fate: 'new',
      order: { created_at: '2026-11-22T10:05:00.000Z', promised_at: '2026-11-24T19:59:00.000Z' },
    },
  ]);
  expect(await preview(batchOf(cellsOf('1')))).toMatchObject([
    { order: { created_at: null, promised_at: null } },
  ]);
  expect(await imported(timed('05/12/2026', ''))).toMatchObject({
    imported: 0,
    others: [{ fate: 'bad', columns: ['Ordered'] }],
  });
  const ahead = { ...EXPORTED, 'Created at': '2062-11-18 09:35:00 +0400' };
  const exported = {
    ...SHOPIFY_ORDER,
    orders: [[{ line: 2, cells: Object.values(ahead), misshapen: null }]],
  } as Batch;
  expect(await preview(exported)).toMatchObject([
    { fate: 'bad', faults: [{ column: 'Created at', code: 'no_order_time' }] },
  ]);
  app.clock.now = null;
});

test('orders and payment names of another shop have no effect', async () => {
  const other = await createTestShop(app.owner, 'Other Shop');
  await imported(batchOf(cellsOf('1')), other.manager);
  await post('/api/import/methods', other.admin, { methods: [{ word: 'Bank Deposit', method: 'online' }] });
  expect(await preview(batchOf(cellsOf('1'), cellsOf('2', { method: 'Bank Deposit' })))).toMatchObject([
    { fate: 'new', unknown_names: [] },
    { fate: 'new', unknown_names: [{ kind: 'payment', name: 'Bank Deposit' }] },
  ]);
});

test('a correction applies the file’s values to an open order and keeps fields that the file lacks', async () => {
  await imported(batchOf(cellsOf('1'), cellsOf('2')));
  const [first] = await orders();
  if (!first) throw new Error('no order');
  await app.owner
    .updateTable('orders')
    .set({ notes: 'Ring twice', driver_id: shop.driver.driver_id })
    .where('id', '=', first.id)
    .execute();
  const dearer = cellsOf('1', { amount: '150', phone: '0509999999' });
  expect(await preview(batchOf(dearer))).toMatchObject([
    {
      fate: 'differs',
      left_because: null,
      order: { due_amount_fils: 15_000 },
      differences: [
        { column: 'Lineitem price', from: 'AED 145.10', to: 'AED 150.00' },
        { column: 'Total' },
        { column: 'Outstanding Balance' },
        { column: 'Shipping Phone', from: '"0501234567"', to: '"0509999999"' },
      ],
    },
  ]);
  expect(await imported(batchOf(dearer))).toMatchObject({ imported: 0, others: [{ fate: 'differs' }] });
  expect(await corrected(dearer)).toMatchObject({ outcome: 'updated' });
  expect(await corrected(dearer)).toEqual({ outcome: 'same', columns: [] });
  expect((await orders())[0]).toMatchObject({
    due_amount_fils: 15_000,
    notes: 'Ring twice',
    created_at: first.created_at,
  });
  expect(
    await app.owner
      .selectFrom('order_amounts')
      .select('due_amount_fils')
      .where('order_id', '=', first.id)
      .execute(),
  ).toEqual([{ due_amount_fils: 14_510 }]);
  const touched = await app.owner
    .selectFrom('feed')
    .select(['subject_id', 'user_ids'])
    .where('subject_id', '=', first.id)
    .execute();
  expect(touched).toMatchObject([{ user_ids: [shop.driver.user_id] }]);
  expect(await corrected(cellsOf('7'))).toEqual({ outcome: 'new', columns: [] });
  expect(await corrected(cellsOf('1', { amount: 'x' }))).toEqual({ outcome: 'bad', columns: ['Amount'] });

  await app.owner.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', first.id).execute();
  expect(await preview(batchOf(cellsOf('1')))).toMatchObject([
    { fate: 'differs', left_because: { code: 'stays_cancelled', reason: 'it is cancelled' } },
  ]);
  expect(await corrected(cellsOf('1'))).toMatchObject({ outcome: 'left' });
});

test('a correction leaves an order unchanged that has changed since the preview', async () => {
  await imported(batchOf(cellsOf('1')));
  const dearer = cellsOf('1', { amount: '150' });
  const [shown] = await preview(batchOf(dearer));
  expect(shown).toMatchObject({ fate: 'differs', version: 1 });
  const seen = { seen_version: shown?.version ?? 0 };
  const changed = { total_amount_fils: 12_000, subtotal_fils: 12_000, due_amount_fils: 12_000 };
  await app.owner.updateTable('orders').set(changed).where('shop_id', '=', shop.shop_id).execute();
  const before = await audited();

  expect(await corrected(dearer, seen)).toMatchObject({
    outcome: 'changed_since',
    columns: ['Lineitem price', 'Total', 'Outstanding Balance'],
  });
  expect(await corrected(dearer, {})).toEqual({ outcome: 'left', columns: [] });
  expect(await orders()).toMatchObject([{ due_amount_fils: 12_000, version: 2 }]);
  expect(await audited()).toEqual(before);

  // Two concurrent corrections from the same version: one applies.
  const [current] = await preview(batchOf(dearer));
  const dearest = cellsOf('1', { amount: '160' });
  const both = await Promise.all(
    [dearer, dearest].map((cells) => corrected(cells, { seen_version: current?.version ?? 0 })),
  );
  expect(both.map(({ outcome }) => outcome).sort()).toEqual(['changed_since', 'updated']);
  expect(await orders()).toMatchObject([{ version: 3 }]);
});

test('a list without items does not remove the items that the store sent', async () => {
  const shopify = await imported(SHOPIFY_ORDER);
  expect(shopify).toMatchObject({ imported: 1 });
  expect(await preview(SHOPIFY_ORDER)).toMatchObject([{ fate: 'same' }]);
  const same_total = cellsOf('S1', { amount: '33.90', phone: '+971501234567' });
  same_total[1] = 'Layla Said';
  expect(await preview(batchOf(same_total))).toMatchObject([{ fate: 'differs', left_because: null }]);
  expect(await corrected(same_total)).toMatchObject({ outcome: 'updated' });
  const lines = await app.owner
    .selectFrom('order_line_items')
    .select(['qty', 'unit_price_fils'])
    .where('shop_id', '=', shop.shop_id)
    .execute();
  expect(lines).toEqual([{ qty: 2, unit_price_fils: 1195 }]);
  const dearer = cellsOf('S1', { amount: '40' });
  expect(await preview(batchOf(dearer))).toMatchObject([{ left_because: { code: 'stays_untold' } }]);
  expect(await corrected(dearer)).toMatchObject({ outcome: 'left' });
});

test('column layouts are remembered for the shop, the newest first', async () => {
  const { layout } = LIST.source as Extract<Batch['source'], { kind: 'list' }>;
  const remember = (header: string[]) => post('/api/import/layout', shop.admin, { header, layout });
  const memory = async (): Promise<EndpointResponse<'read_import_memory'>> =>
    (await app.send('GET', '/api/import/memory', { as: shop.manager.session_id })).json();
  await remember(COLUMNS);
  app.clock.now = new Date(Date.now() + 60_000);
  await remember(['Other']);
  app.clock.now = new Date(Date.now() + 120_000);
  await remember(COLUMNS.map((name) => name.toUpperCase()));
  expect((await memory()).layouts.map(({ header }) => header)).toEqual([
    COLUMNS.map((name) => name.toUpperCase()),
    ['Other'],
  ]);
  expect((await memory()).layouts[0]?.layout).toEqual(layout);
  app.clock.now = null;
});

test('a layout belongs to a set of headers in any order and case, and replaces rows of older versions', async () => {
  const { layout } = LIST.source as Extract<Batch['source'], { kind: 'list' }>;
  const memory = async (): Promise<EndpointResponse<'read_import_memory'>> =>
    (await app.send('GET', '/api/import/memory', { as: shop.manager.session_id })).json();
  // Older versions hashed the headers in their order.
  const older = { shop_id: shop.shop_id, header: JSON.stringify(COLUMNS), layout: JSON.stringify(layout) };
  const hashes = ['a', 'b'].map((letter) => letter.repeat(64));
  for (const header_hash of hashes)
    await app.owner
      .insertInto('import_layouts')
      .values({ ...older, header_hash, used_at: new Date(0) })
      .execute();
  expect((await memory()).layouts).toEqual([{ header: COLUMNS, layout }]);

  const header = COLUMNS.toReversed().map((name) => ` ${name.toUpperCase()}\u200E`);
  await post('/api/import/layout', shop.manager, { header, layout });
  expect(await audited()).toEqual([]);
  const online = { ...layout, method: 'online' as const, knows_pickups: true };
  await post('/api/import/layout', shop.manager, { header: COLUMNS, layout: online });
  expect((await memory()).layouts).toEqual([{ header: COLUMNS, layout: online }]);
  expect(await audited()).toMatchObject([{ what: 'remember_import_layout' }]);
});

test('the import does what its preview shows', async () => {
  const cells = fc.record({
    number: fc.constantFrom('1', '2', '3', '#4', ''),
    amount: fc.constantFrom('10', '10.00', '12.5', '12.345', '-1'),
    method: fc.constantFrom('cash', 'COD', 'online', 'Tabby'),
    phone: fc.constantFrom('0501234567', '501234567', ''),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cells, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 3 }),
      async (files) => {
        shop = await createTestShop(app.owner);
        for (const file of files) {
          const batch = batchOf(...file.map(({ number, ...cells }) => cellsOf(number, cells)));
          const shown = await preview(batch);
          const withOutcome = (fate: string) => shown.filter((one) => one.fate === fate);
          const before = (await orders()).length;
          const done = await imported(batch);
          expect(done.imported).toBe(withOutcome('new').length);
          expect(done.same).toBe(withOutcome('same').length);
          expect(
            done.others.map(({ line, fate }) => ({ line, fate })).sort((a, b) => a.line - b.line),
          ).toEqual(
            shown
              .filter(({ fate }) => fate !== 'new' && fate !== 'same')
              .map(({ line, fate }) => ({ line, fate })),
          );
          expect(await orders()).toHaveLength(before + done.imported);
          expect((await preview(batch)).some(({ fate }) => fate === 'new')).toBe(false);
        }
      },
    ),
    { numRuns: 8 },
  );
});

const EXPORTED: Record<string, string> = {
  Name: '#S1',
  'Financial Status': 'pending',
  Currency: 'AED',
  Subtotal: '23.90',
  Shipping: '10.00',
  Taxes: '0.00',
  Total: '33.90',
  'Discount Amount': '0.00',
  'Created at': '2026-11-18 09:35:00 +0400',
  'Lineitem quantity': '2',
  'Lineitem name': 'Full Cream Milk 2L',
  'Lineitem price': '11.95',
  'Shipping Name': 'Layla Haddad',
  'Shipping Address1': 'Villa 9',
  'Shipping Phone': '+971501234567',
  'Payment Method': 'Cash on Delivery (COD)',
};
const SHOPIFY_ORDER: Batch = {
  source: { kind: 'shopify' },
  decimal_comma: false,
  columns: Object.keys(EXPORTED),
  orders: [[{ line: 2, cells: Object.values(EXPORTED), misshapen: null }]],
};

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CashRecord } from '../../../contract/operations/desk/cash/read-cash-record.schema.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import {
  issue,
  type Prepared,
  prepareCollection,
  prepareDeposit,
  prepareEnd,
  prepareFloat,
  prepareStart,
  recorded,
  whileBalances,
} from '../../../tests/support/test-handover.ts';
import { addOrder, createTestShop, type TestShop } from '../../../tests/support/test-shop.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
});
afterAll(() => app.drop());

const ask = (kind: string, id: string, by: { session_id: string }) =>
  app.send('GET', `/api/desk/cash-record?kind=${kind}&id=${id}`, { as: by.session_id });

async function record(kind: string, id: string): Promise<CashRecord> {
  const response = await ask(kind, id, shop.manager);
  expect(response.status).toBe(200);
  const body = await response.json();
  expect(await (await ask(kind, id, shop.admin)).json()).toEqual(body);
  return body;
}

const send = (kind: Parameters<typeof recorded>[2], prepared: Prepared<object>) =>
  recorded(app, shop, kind, prepared);

/** Opens each file of a record by its signed link, which records the view. */
async function looks({ receipt, slip, signatures }: CashRecord): Promise<void> {
  for (const file of [receipt, slip, ...signatures.map(({ picture }) => picture)]) {
    if (!file) continue;
    const link = await app.send('POST', '/storage/v1/object/sign', { as: shop.admin.session_id, body: file });
    expect(link.status).toBe(200);
    const { signed_url } = await link.json();
    expect((await app.send('GET', signed_url, {})).status).toBe(200);
  }
}

test('returns handovers, collections, deposits and floats with all files, to permitted roles only', async () => {
  const { admin, manager, driver } = shop;
  await issue(app, shop, admin, 60_000);
  const machine = await app.owner
    .insertInto('card_machines')
    .values({ shop_id: shop.shop_id, id: crypto.randomUUID(), number: 'POS-7' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const occurred_at = new Date(Date.now() - 30 * 60_000).toISOString();
  const start = await prepareStart(app, shop, {
    amount_fils: 20_000,
    card_machine_id: machine.id,
    card_machine_given: true,
    occurred_at,
  });
  start.input.driver_signature.typed = true;
  const started = await record('handover', await send('start', start));
  expect(started).toMatchObject({
    kind: 'handover',
    type: 'start',
    reference: start.input.handover_reference,
    amount_fils: 20_000,
    from: { holder: 'staff', user_id: admin.user_id, full_name: admin.full_name },
    to: { holder: 'staff', user_id: driver.user_id, full_name: driver.full_name },
    difference_fils: null,
    card_machine: { number: 'POS-7', given: true, received: false },
    occurred_at,
    recorded_by: admin.full_name,
    signatures: [
      { as: 'driver', signer: driver.full_name, typed: true, full_name: driver.full_name },
      { as: 'admin', signer: admin.full_name, typed: false, user_id: admin.user_id },
    ],
    receipt: { bucket: 'cash-handovers', ...start.input.receipt },
    slip: null,
  });
  expect(Date.parse(started.recorded_at)).toBeGreaterThan(Date.parse(occurred_at) + 29 * 60_000);

  const [kept, missing] = [
    await addOrder(app.owner, shop, driver, { status: 'dispatched', order_number: '1001' }),
    await addOrder(app.owner, shop, driver, { status: 'dispatched', order_number: '1002' }),
  ];
  const goods = [
    { order_id: missing.id, outcome: 'missing' as const },
    { order_id: kept.id, outcome: 'kept' as const },
  ];
  const ended = await record(
    'handover',
    await send('end', await prepareEnd(app, shop, { amount_fils: 19_000, goods })),
  );
  expect(ended).toMatchObject({
    type: 'end',
    from: { user_id: driver.user_id },
    to: { user_id: admin.user_id },
    difference_fils: -1_000,
    card_machine: null,
    goods: [
      { order_id: kept.id, order_number: '1001', outcome: 'kept', responsible: null },
      { order_id: missing.id, order_number: '1002', outcome: 'missing', responsible: driver.full_name },
    ],
  });
  const collected = await record(
    'collection',
    await send('collection', await prepareCollection(app, shop, { from: admin, amount_fils: 30_000 })),
  );
  expect(collected).toMatchObject({
    type: 'collection',
    from: { user_id: admin.user_id },
    to: { user_id: manager.user_id },
    recorded_by: manager.full_name,
    notes: expect.stringContaining(admin.full_name),
    signatures: [
      { as: 'staff', user_id: admin.user_id },
      { as: 'manager', user_id: manager.user_id },
    ],
    receipt: null,
  });
  const slip = await prepareDeposit(app, shop, { amount_fils: 30_000, notes: 'الفرع الرئيسي' });
  const deposit_id = await whileBalances(app, 'raise exception using errcode = $a$55000$a$;', () =>
    send('deposit', slip),
  );
  const deposited = await record('deposit', deposit_id);
  expect(deposited).toMatchObject({
    type: 'deposit',
    reference: slip.input.reference,
    from: { user_id: manager.user_id },
    to: { holder: 'bank', user_id: null, full_name: null },
    waiting: true,
    deposit_date: '2026-11-01',
    notes: 'الفرع الرئيسي',
    signatures: [{ as: 'manager' }],
    slip: { bucket: 'bank-deposits', ...slip.input.invoice_image },
  });
  const float_id = await send(
    'float',
    await prepareFloat(app, shop, { direction: 'return', amount_fils: 5_000 }),
  );
  const float = await record('float', float_id);
  expect(float).toMatchObject({
    type: 'return',
    from: { user_id: admin.user_id },
    to: { holder: 'safe' },
    waiting: false,
    recorded_by: manager.full_name,
    signatures: [{ as: 'admin' }, { as: 'manager' }],
  });
  const all = [started, ended, collected, deposited, float];
  for (const one of all) await looks(one);
  const looked = await app.owner
    .selectFrom('audit_events')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where((row) => row.and({ shop_id: shop.shop_id, what: 'look_at_file', user_id: admin.user_id }))
    .executeTakeFirstOrThrow();
  expect(Number(looked.rows)).toBe(3 + 3 + 2 + 3 + 3);

  const other = await createTestShop(app.owner);
  for (const { kind, id } of all) {
    const asked = [shop.driver, shop.stranger, other.manager, other.admin].map((by) => ask(kind, id, by));
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([403, 403, 404, 404]);
    const others = ['handover', 'collection', 'deposit', 'float'].filter((one) => one !== kind);
    const elsewhere = await Promise.all(others.map((one) => ask(one, id, shop.manager)));
    expect(elsewhere.map(({ status }) => status)).toEqual([404, 404, 404]);
  }
});

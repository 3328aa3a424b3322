import { afterAll, beforeAll, expect, test } from 'vitest';
import { response as orderPage } from '../../../contract/operations/desk/order/read-desk-order.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { attemptInput } from '../../../tests/support/attempt-input.ts';
import { cancelOrder } from '../../../tests/support/operations.ts';
import {
  loadingInput,
  type StopCommand,
  sendStopCommand,
  setOutInput,
  undoInput,
} from '../../../tests/support/stop-commands.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { alreadyOpen, runCli } from '../../../tests/support/test-cli.ts';
import { addOrder, createTestShop, type TestOrder, type TestShop } from '../../../tests/support/test-shop.ts';
import { recordOrderEvent } from '../../orders/order-events.ts';
import { inTransaction } from '../../platform/database/transactions.ts';

/** The history of an order with attempts, as `orders show` prints it and as the desk reads it. */

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
  const needs = { needs_photo: false, needs_note: false, needs_time: false };
  const own = { shop_id: shop.shop_id, key: 'own_1', label: 'Gate closed', position: 1, ...needs };
  const other = { ...own, key: 'unreachable', label: null, position: 0 };
  await app.owner.insertInto('attempt_reasons').values([other, own]).execute();
});
afterAll(() => app.drop());

async function send(name: StopCommand, body: object): Promise<void> {
  const response = await sendStopCommand(app, name, shop.driver, body);
  expect({ status: response.status, body: await response.text() }).toMatchObject({ status: 200 });
}

/** Checks the load twice, sets out, undoes an attempt, tries again, and decides about the goods. */
async function attemptedOrder(): Promise<TestOrder> {
  const order = await addOrder(app.owner, shop, shop.driver, { status: 'dispatched' });
  const lines = app.owner.selectFrom('order_line_items').select('id').where('order_id', '=', order.id);
  const { id: item_id } = await lines.executeTakeFirstOrThrow();
  await send('check_loading', loadingInput([{ order_id: order.id, missing: [{ item_id, qty: 1 }] }]));
  await send('check_loading', loadingInput([{ order_id: order.id, missing: [] }]));
  await send('set_out', setOutInput([order]));
  const undone = attemptInput(order);
  await send('record_attempt', undone);
  await send('undo_attempt', undoInput(undone));
  await send('record_attempt', attemptInput(order, { reason: 'own_1' }));
  const goods = { kind: 'goods', detail: { handover_id: newId(), outcome: 'missing' } } as const;
  const key = { shop_id: shop.shop_id, id: order.id };
  const admin = { kind: 'staff', role: 'Admin', shop_id: shop.shop_id, ...shop.admin } as const;
  await inTransaction(app.owner, (tx) => recordOrderEvent(tx, admin as never, key, goods));
  const cancelled = { shop_id: shop.shop_id, order_id: order.id, now: new Date() };
  await inTransaction(app.owner, (tx) => cancelOrder(tx, cancelled));
  await send('record_attempt', attemptInput(order));
  return order;
}

test('orders show lists attempts, loads and goods with reason, author and missing goods', async () => {
  const order = await attemptedOrder();
  const args = ['orders', 'show', order.order_number, '--shop', String(shop.shop_id)];
  const { out } = await runCli(args, alreadyOpen(app.owner));
  const history = out
    .slice(out.indexOf('History'))
    .split('\n')
    .slice(1)
    .map((line) => line.trim().replace(/\w{3} \d\d, \d{4} \d\d:\d\d/g, '<time>'));
  expect(history).toEqual([
    expect.stringMatching(/^<time> loaded, missing 1 x Dates \d+ \(Dawood Driver\)$/),
    '<time> loaded, complete (Dawood Driver)',
    '<time> status, dispatched to dispatching (Dawood Driver)',
    '<time> attempted, number 1, Unreachable, at <time> (Dawood Driver)',
    '<time> attempt undone, dispatched to dispatching (Dawood Driver)',
    '<time> attempted, number 2, Gate closed, at <time> (Dawood Driver)',
    '<time> goods, missing (Amal Admin)',
    expect.stringMatching(/^<time> status, dispatched to cancelled/),
    '<time> attempted, number 3, Unreachable, at <time>, CONFLICT (The order was cancelled) (Dawood Driver)',
    '',
  ]);
});

test('the desk reads the same events with reason, missing goods and decision', async () => {
  const order = await attemptedOrder();
  const page = await app.send('GET', `/api/desk/order?order_id=${order.id}`, { as: shop.manager.session_id });
  const { history } = orderPage.parse(await page.json());
  const events = history.map(({ kind, attempt, missing, goods, conflict, occurred_at }) => ({
    ...{ kind, attempt, missing, goods, conflict },
    is_timed: occurred_at !== null,
  }));
  const none = { attempt: null, missing: null, goods: null, conflict: null, is_timed: false };
  const tried = (number: number, reason: string, reason_label: string | null = null) => ({
    ...none,
    ...{ kind: 'attempted', attempt: { number, reason, reason_label }, is_timed: true },
  });
  const dates = { name: expect.stringMatching(/^Dates/), qty: 1 };
  expect(events).toEqual([
    { ...tried(3, 'unreachable'), conflict: 'cancelled' },
    { ...none, kind: 'status' },
    { ...none, kind: 'goods', goods: 'missing' },
    tried(2, 'own_1', 'Gate closed'),
    { ...none, kind: 'attempt_undone' },
    tried(1, 'unreachable'),
    { ...none, kind: 'status' },
    { ...none, kind: 'loaded', missing: [] },
    { ...none, kind: 'loaded', missing: [dates] },
  ]);
});

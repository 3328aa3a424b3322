import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CashPath } from '../../../contract/operations/desk/cash/read-cash-path.schema.ts';
import type { CashSources } from '../../../contract/operations/desk/cash/read-cash-sources.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { bookInMemory, type Move } from '../../../tests/support/book-in-memory.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { prepareDelivery, sendDelivery } from '../../../tests/support/test-delivery.ts';
import {
  issue,
  type Prepared,
  prepareCollection,
  prepareDeposit,
  prepareEnd,
  prepareFloat,
  prepareStart,
  prepareVoid,
  recorded,
  sendCommand,
  whileBalances,
} from '../../../tests/support/test-handover.ts';
import { addOrder, createTestShop, type TestShop } from '../../../tests/support/test-shop.ts';
import { inTransaction } from '../../platform/database/transactions.ts';
import { sumUntil } from '../sums/sum-up.ts';
import { cashLines } from './cash-lines.ts';
import { follow } from './oldest-first.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
});

async function read<Answer>(path: string, by: { session_id: string } = shop.manager): Promise<Answer> {
  const response = await app.send('GET', `/api/desk/${path}`, { as: by.session_id });
  expect(response.status).toBe(200);
  return response.json();
}
const pathOf = ({ id }: { id: string }) => read<CashPath>(`cash-path?order_id=${id}`);
const sourcesOf = (kind: string, id: string, more = '') =>
  read<CashSources>(`cash-sources?kind=${kind}&id=${id}${more}`);

const send = (kind: Parameters<typeof recorded>[2], prepared: Prepared<object>) =>
  recorded(app, shop, kind, prepared);
async function deliver(due_amount_fils: number) {
  const order = await addOrder(app.owner, shop, shop.driver, { due_amount_fils });
  const prepared = await prepareDelivery(app, shop, shop.driver, order);
  expect((await sendDelivery(app, shop.driver, prepared)).status).toBe(200);
  return order;
}

/** Returns each route of the cash: its amount, the holders it passed and where it is. */
const routesIn = ({ deliveries }: CashPath) =>
  deliveries.flatMap(({ routes, not_followed_fils }) => {
    expect(not_followed_fils).toBe(0);
    return routes.map(({ amount_fils, steps, end }) => [
      amount_fils,
      ...steps.map(({ to, record }) => to.full_name ?? record?.reference ?? to.holder),
      end,
    ]);
  });
const brought = ({ sources }: CashSources) =>
  sources.map(({ kind, amount_fils, order, step }) => [
    kind,
    amount_fils,
    order?.order_number ?? step.from.full_name ?? step.from.holder,
  ]);

test('follows an order’s cash to the bank and a deposit back to its orders, including pending cash', async () => {
  const [Dawood, Amal, Mona] = [shop.driver.full_name, shop.admin.full_name, shop.manager.full_name];
  await issue(app, shop, shop.admin, 20_000);
  const start = await send('start', await prepareStart(app, shop, { amount_fils: 20_000 }));
  const first = await deliver(14_500);
  const not_yet = await addOrder(app.owner, shop, shop.driver2);
  const second = await whileBalances(app, 'raise exception using errcode = $a$55000$a$;', () =>
    deliver(3_000),
  );
  expect(routesIn(await pathOf(first))).toEqual([[14_500, Dawood, 'held']]);
  expect((await pathOf(second)).deliveries[0]?.routes[0]?.steps[0]?.waiting).toBe(true);
  expect(await pathOf(not_yet)).toEqual({ deliveries: [] });

  const end = await send('end', await prepareEnd(app, shop, { amount_fils: 34_500 }));
  const collection = await send(
    'collection',
    await prepareCollection(app, shop, { from: shop.admin, amount_fils: 34_000 }),
  );
  const deposit = await prepareDeposit(app, shop, { amount_fils: 30_000 });
  const deposit_id = await send('deposit', deposit);
  const back = await send('float', await prepareFloat(app, shop, { direction: 'return', amount_fils: 500 }));
  expect(routesIn(await pathOf(first))).toEqual([
    [10_000, Dawood, Amal, Mona, deposit.input.reference, 'left'],
    [4_000, Dawood, Amal, Mona, 'held'],
    [500, Dawood, Amal, expect.stringMatching(/^FL-/), 'left'],
  ]);
  const [route] = (await pathOf(first)).deliveries[0]?.routes ?? [];
  expect(route?.steps.map(({ record }) => [record?.kind, record?.id])).toEqual([
    ['delivery', (await pathOf(first)).deliveries[0]?.id],
    ['handover', end],
    ['collection', collection],
    ['deposit', deposit_id],
  ]);
  expect(brought(await sourcesOf('deposit', deposit_id))).toEqual([
    ['outside', 20_000, 'safe'],
    ['order', 10_000, first.order_number],
  ]);
  expect(brought(await sourcesOf('deposit', deposit_id, '&after_fils=29999'))).toEqual([
    ['order', 1, first.order_number],
  ]);
  expect(await sourcesOf('deposit', deposit_id, '&after_fils=30000')).toMatchObject({
    sources: [],
    next_fils: null,
  });
  expect(brought(await sourcesOf('handover', start))).toEqual([['outside', 20_000, 'safe']]);
  expect(brought(await sourcesOf('collection', collection))).toEqual([
    ['outside', 20_000, 'safe'],
    ['order', 14_000, first.order_number],
  ]);
  expect(brought(await sourcesOf('float', back))).toEqual([['order', 500, first.order_number]]);
  // A deposit above the manager's balance is attributed to the order that brings cash later.
  const ahead = await send('deposit', await prepareDeposit(app, shop, { amount_fils: 7_000 }));
  expect(brought(await sourcesOf('deposit', ahead))).toEqual([
    ['order', 4_000, first.order_number],
    ['not_booked', 3_000, Mona],
  ]);
  await send('collection', await prepareCollection(app, shop, { amount_fils: 3_000 }));
  expect(brought(await sourcesOf('deposit', ahead))).toEqual([
    ['order', 4_000, first.order_number],
    ['order', 3_000, second.order_number],
  ]);
});

test('a voided collection is marked in the path, and its void links to it', async () => {
  const order = await deliver(14_500);
  const collected = await prepareCollection(app, shop, { from: shop.driver, amount_fils: 14_500 });
  const collection = await send('collection', collected);
  const of = { record_type: 'handover', record_id: collection, by: shop.manager, with: shop.driver } as const;
  const voided = await prepareVoid(app, shop, of);
  expect((await sendCommand(app, 'void', shop.manager, voided)).status).toBe(200);
  const path = await pathOf(order);
  expect(routesIn(path)).toEqual([
    [14_500, shop.driver.full_name, shop.manager.full_name, shop.driver.full_name, 'held'],
  ]);
  const [route] = path.deliveries[0]?.routes ?? [];
  expect(route?.steps.slice(1)).toMatchObject([
    { reason: 'collection', voided: true, record: { kind: 'collection', id: collection } },
    {
      ...{ reason: 'reversal', voided: false },
      record: { kind: 'collection', id: collection, reference: voided.input.reference },
    },
  ]);
});

test('cash paths are readable by Managers and Admins of the shop only, and only under the kind of their record', async () => {
  const order = await deliver(1_000);
  const end = await send('end', await prepareEnd(app, shop, { amount_fils: 1_000 }));
  const other = await createTestShop(app.owner);
  const status = async (path: string, by: { session_id: string }) =>
    (await app.send('GET', `/api/desk/${path}`, { as: by.session_id })).status;
  for (const path of [`cash-path?order_id=${order.id}`, `cash-sources?kind=handover&id=${end}`]) {
    const asked = [shop.manager, shop.admin, shop.driver, shop.stranger, other.manager];
    expect(await Promise.all(asked.map((by) => status(path, by)))).toEqual([200, 200, 403, 403, 404]);
  }
  for (const kind of ['collection', 'deposit', 'float']) {
    expect(await status(`cash-sources?kind=${kind}&id=${end}`, shop.manager)).toBe(404);
  }
  expect(await status(`cash-path?order_id=${newId()}`, shop.manager)).toBe(404);
  expect(await status(`cash-sources?kind=deposit&id=${newId()}&after_fils=-1`, shop.manager)).toBe(422);
});

async function expectAsInMemory(runs: number): Promise<void> {
  const person = fc.option(fc.constantFrom('admin', 'manager', 'driver'));
  const move = fc
    .record({
      from: person,
      to: person,
      amount_fils: fc.integer({ min: 1, max: 40 }),
      hours: fc.integer({ min: 0, max: 30 }),
    })
    .filter(({ from, to }) => from !== to);
  const made = fc.array(move, { minLength: 25, maxLength: 40 });
  const property = fc.asyncProperty(made, fc.nat({ max: 24 }), async (moved, summed) => {
    const own = await createTestShop(app.owner);
    const idOf = (who: 'admin' | 'manager' | 'driver' | null) => who && own[who].user_id;
    let at = Date.parse('2026-03-01T00:00:00Z');
    const recorded = moved.map(({ from, to, amount_fils, hours }) => {
      at += hours * 3_600_000;
      const recorded_at = new Date(at);
      return { id: newId(), from_user_id: idOf(from), to_user_id: idOf(to), amount_fils, recorded_at };
    });
    await record(own, recorded);
    // Movements before this time are summed, later ones are not.
    const until = recorded[summed]?.recorded_at.toISOString() ?? '';
    expect(await sumUntil(app.owner, new AbortController().signal, until)).toBe(true);
    const moves: Move[] = recorded.map(({ recorded_at: _, ...one }) => one);
    const memory = bookInMemory(moves);
    const bounds = { ends: 10_000, hands: 10_000 };
    await inTransaction(app.owner, async (tx) => {
      for (const way of ['on', 'back'] as const) {
        const lines = cashLines(tx, own.shop_id);
        for (const movement of moves) {
          const asked = { movement, offset_fils: 0, until_fils: movement.amount_fils };
          expect(await follow(lines, way, asked, bounds)).toEqual(await follow(memory, way, asked, bounds));
        }
      }
    });
  });
  await fc.assert(property, { numRuns: runs });
}

const NAME =
  'book and sums lead to the same result as the calculation in memory, within a day and across days';
test(NAME, () => expectAsInMemory(1));
test(`${NAME}: more books`, { tags: ['servers'] }, () => expectAsInMemory(6));

/** Writes movements of one record at any time and between any holders, as no command could. */
async function record({ shop_id, admin }: TestShop, moves: readonly (Move & { recorded_at: Date })[]) {
  const source_id = newId();
  const explaining = { shop_id, id: source_id, user_id: admin.user_id, amount_fils: 1 };
  await app.owner
    .insertInto('cash_issues')
    .values({ ...explaining, occurred_at: new Date() })
    .execute();
  const holder = (user_id: string | null) => (user_id ? 'staff' : 'safe');
  const what = { shop_id, reason: 'collection', source_type: 'cash_issue', source_id };
  const rows = moves.map((one, leg) => ({
    ...{ ...what, ...one },
    leg: leg + 1,
    from_holder: holder(one.from_user_id),
    to_holder: holder(one.to_user_id),
    occurred_at: one.recorded_at,
  }));
  await app.owner.insertInto('cash_movements').values(rows).execute();
}

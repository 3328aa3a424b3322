import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  canMove,
  isDeliverable,
  isOpen,
  ORDER_STATUSES,
  type OrderStatus,
} from '../../../contract/rules/orders/order-life.ts';
import { assignOrder, cancelOrder, moveOrder, unassignOrder } from '../../../tests/support/operations.ts';
import { build } from '../../../tests/support/query-builder.ts';
import { TerminalProblem, withTerminalMessages } from '../../../tests/support/terminal-messages.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { addOrder, createTestShop, type TestOrder, type TestShop } from '../../../tests/support/test-shop.ts';
import { type Database, databaseOf, type Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transactions.ts';

let test_database: TestDatabase;
let owner: Database;
let shop: TestShop;

beforeAll(async () => {
  test_database = await createTestDatabase();
  owner = databaseOf(test_database.owner);
});
afterAll(async () => {
  await test_database.drop();
});
beforeEach(async () => {
  shop = await createTestShop(owner);
});

const NOW = new Date('2026-11-20T10:00:00Z');
const LATER = new Date('2026-11-20T11:00:00Z');

function run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  return withTerminalMessages(inTransaction(owner, work));
}

function keyOf({ id }: TestOrder) {
  return { shop_id: shop.shop_id, order_id: id };
}

function orderOf({ id }: TestOrder) {
  return build(owner).selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

async function driverStatus(driver_id: number | null): Promise<string> {
  const driver = await build(owner)
    .selectFrom('drivers')
    .select('status')
    .where('id', '=', driver_id ?? 0)
    .executeTakeFirstOrThrow();
  return driver.status;
}

function move(order: TestOrder, to: OrderStatus, now = NOW): Promise<void> {
  return run((tx) => moveOrder(tx, { ...keyOf(order), to, now }));
}

function assign(order: TestOrder, driver_id: number | null): Promise<void> {
  return run((tx) => assignOrder(tx, { ...keyOf(order), driver_id: driver_id ?? 0 }));
}

/** An order without a driver, as imported. */
function newOrder(): Promise<TestOrder> {
  return addOrder(owner, shop, shop.admin, { status: 'picking' });
}

describe('moving', () => {
  test('an order goes out only with a driver, and its start time is set', async () => {
    const order = await newOrder();
    await expect(move(order, 'dispatching')).rejects.toThrow(/has no driver/);
    await assign(order, shop.driver.driver_id);
    await move(order, 'dispatching');
    expect(await orderOf(order)).toMatchObject({ status: 'dispatching', dispatching_started_at: NOW });
    await move(order, 'delivering', LATER);
    expect((await orderOf(order)).dispatching_started_at).toEqual(NOW);
  });

  test('going straight to delivering sets the start time too; a return to the shop resets it', async () => {
    const order = await newOrder();
    await assign(order, shop.driver.driver_id);
    await move(order, 'delivering');
    expect((await orderOf(order)).dispatching_started_at).toEqual(NOW);
    await move(order, 'packed');
    await move(order, 'delivering', LATER);
    expect((await orderOf(order)).dispatching_started_at).toEqual(LATER);
  });

  test('only a confirmation completes an order, and a cancelled order cannot be moved or assigned', async () => {
    const order = await newOrder();
    await expect(move(order, 'completed')).rejects.toThrow(/only its driver can complete it/);
    await run((tx) => cancelOrder(tx, { ...keyOf(order), now: NOW }));
    await expect(move(order, 'packed')).rejects.toThrow(/is cancelled and cannot become packed/);
    await expect(assign(order, shop.driver.driver_id)).rejects.toThrow(/is cancelled/);
  });

  test('to the current status changes nothing, not even the history', async () => {
    const order = await newOrder();
    await move(order, 'packed');
    const before = await orderOf(order);
    await move(order, 'packed', LATER);
    expect(await orderOf(order)).toEqual(before);
    expect(
      await build(owner).selectFrom('order_events').select('id').where('order_id', '=', order.id).execute(),
    ).toHaveLength(1);
  });

  test('an order of another shop does not exist', async () => {
    const order = await newOrder();
    const other = await createTestShop(owner, 'Other Shop');
    const key = { shop_id: other.shop_id, order_id: order.id };
    await expect(run((tx) => moveOrder(tx, { ...key, to: 'packed', now: NOW }))).rejects.toThrow(
      TerminalProblem,
    );
    await expect(assign(order, other.driver.driver_id)).rejects.toThrow(/no such driver/);
  });
});

describe('assigning', () => {
  test('keeps former assignments and updates the statuses of both drivers', async () => {
    const order = await newOrder();
    await assign(order, shop.driver.driver_id);
    await move(order, 'dispatching');
    expect(await driverStatus(shop.driver.driver_id)).toBe('delivering');
    await assign(order, shop.driver2.driver_id);
    expect(await driverStatus(shop.driver.driver_id)).toBe('available');
    expect(await driverStatus(shop.driver2.driver_id)).toBe('delivering');
    const assignments = await build(owner)
      .selectFrom('order_assignments')
      .select(['driver_id', 'ended_at'])
      .where('order_id', '=', order.id)
      .orderBy('id')
      .execute();
    expect(assignments).toEqual([
      { driver_id: shop.driver.driver_id, ended_at: expect.any(Date) },
      { driver_id: shop.driver2.driver_id, ended_at: null },
    ]);
    const events = await build(owner)
      .selectFrom('order_events')
      .select(['kind', 'detail'])
      .where('order_id', '=', order.id)
      .orderBy('recorded_at')
      .execute();
    expect(events).toEqual([
      { kind: 'assigned', detail: { driver_id: shop.driver.driver_id } },
      { kind: 'status', detail: { from: 'picking', to: 'dispatching' } },
      { kind: 'unassigned', detail: { driver_id: shop.driver.driver_id } },
      { kind: 'assigned', detail: { driver_id: shop.driver2.driver_id } },
    ]);
  });

  test('an order on the road cannot be unassigned', async () => {
    const order = await newOrder();
    await assign(order, shop.driver.driver_id);
    await move(order, 'dispatching');
    await expect(run((tx) => unassignOrder(tx, keyOf(order)))).rejects.toThrow(/assign another driver/);
    await move(order, 'packed');
    await run((tx) => unassignOrder(tx, keyOf(order)));
    expect((await orderOf(order)).driver_id).toBeNull();
  });

  test('a driver who is off duty stays off duty', async () => {
    const order = await newOrder();
    await build(owner)
      .updateTable('drivers')
      .set({ status: 'off_duty' })
      .where('id', '=', shop.driver.driver_id ?? 0)
      .execute();
    await assign(order, shop.driver.driver_id);
    await move(order, 'dispatching');
    expect(await driverStatus(shop.driver.driver_id)).toBe('off_duty');
  });

  test('concurrent commands on few orders and drivers neither deadlock nor lose a status', async () => {
    const orders = [await newOrder(), await newOrder(), await newOrder()];
    const drivers = [shop.driver.driver_id, shop.driver2.driver_id];
    await Promise.all(
      orders.flatMap((order, at) =>
        [0, 1, 2, 3].map(async (turn) => {
          await assign(order, drivers[(at + turn) % 2] ?? null);
          await move(order, turn % 2 ? 'packed' : 'dispatching').catch((error: unknown) => {
            if (!(error instanceof TerminalProblem)) throw error;
          });
        }),
      ),
    );
    await expectRules(orders);
  });
});

/**
 * Invariants after any command: the only current assignment is to the order's driver, and exactly the drivers
 * with orders on the road are delivering.
 */
async function expectRules(orders: TestOrder[]): Promise<void> {
  const rows = await Promise.all(orders.map(orderOf));
  for (const row of rows) {
    const current = await build(owner)
      .selectFrom('order_assignments')
      .select('driver_id')
      .where('order_id', '=', row.id)
      .where('ended_at', 'is', null)
      .execute();
    expect(current.map(({ driver_id }) => driver_id)).toEqual(row.driver_id === null ? [] : [row.driver_id]);
    if (isDeliverable(row.status)) {
      expect(row.driver_id).not.toBeNull();
      expect(row.dispatching_started_at).not.toBeNull();
    }
  }
  for (const { driver_id } of [shop.driver, shop.driver2]) {
    const out = rows.some((row) => row.driver_id === driver_id && isDeliverable(row.status));
    expect(await driverStatus(driver_id)).toBe(out ? 'delivering' : 'available');
  }
}

type Command = { order: number } & ({ to: OrderStatus } | { driver: number } | { unassign: true });

const commands: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ order: fc.nat(1), to: fc.constantFrom(...ORDER_STATUSES) }),
  fc.record({ order: fc.nat(1), driver: fc.nat(1) }),
  fc.record({ order: fc.nat(1), unassign: fc.constant<true>(true) }),
);

/** The state of an order after a command under the rules; null if the command must be rejected. */
function expected(
  before: { status: OrderStatus; driver_id: number | null },
  command: Command,
  drivers: (number | null)[],
): { status: OrderStatus; driver_id: number | null } | null {
  if ('to' in command) {
    if (command.to === before.status) return before;
    const lacks_driver = isDeliverable(command.to) && before.driver_id === null;
    return canMove(before.status, command.to) && !lacks_driver ? { ...before, status: command.to } : null;
  }
  if (!isOpen(before.status)) return null;
  if ('driver' in command) return { ...before, driver_id: drivers[command.driver] ?? null };
  return isDeliverable(before.status) ? null : { ...before, driver_id: null };
}

async function expectRulesKept(runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(commands, { minLength: 1, maxLength: 14 }), async (sequence) => {
      shop = await createTestShop(owner);
      const orders = [await newOrder(), await newOrder()];
      const drivers = [shop.driver.driver_id, shop.driver2.driver_id];
      for (const command of sequence) {
        const order = orders[command.order];
        if (!order) continue;
        const { status, driver_id } = await orderOf(order);
        const expected_state = expected({ status, driver_id }, command, drivers);
        const result = perform(order, command, drivers);
        if (expected_state === null) await expect(result).rejects.toThrow(TerminalProblem);
        else await result;
        const after = await orderOf(order);
        expect({ status: after.status, driver_id: after.driver_id }).toEqual(
          expected_state ?? { status, driver_id },
        );
        await expectRules(orders);
      }
    }),
    { numRuns: runs },
  );
}

const NAME = 'any sequence of moves and assignments follows the rules';
test(NAME, () => expectRulesKept(12));
test(`${NAME}: more sequences`, { tags: ['servers'] }, () => expectRulesKept(40));

function perform(order: TestOrder, command: Command, drivers: (number | null)[]): Promise<void> {
  if ('to' in command) return move(order, command.to);
  if ('driver' in command) return assign(order, drivers[command.driver] ?? null);
  return run((tx) => unassignOrder(tx, keyOf(order)));
}

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CANCELLED, type ConnectedStore, connectedStore } from '../../../tests/support/connected-store.ts';
import { cancelOrder, moveOrder, reopenOrder } from '../../../tests/support/operations.ts';
import { build } from '../../../tests/support/query-builder.ts';
import { BIG_ID } from '../../../tests/support/shopify-payload.ts';
import { TerminalProblem, withTerminalMessages } from '../../../tests/support/terminal-messages.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { createTestShop } from '../../../tests/support/test-shop.ts';
import { inTransaction } from '../../platform/database/transactions.ts';

let app: TestApp;
let store: ConnectedStore;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
/** A shop with one order, which is out with its driver. */
beforeEach(async () => {
  store = await connectedStore(app);
  await store.take();
  await store.goOut();
});

const BY = { kind: 'operator', account: 'amal' } as const;

async function keyOf() {
  const { shop_id, id } = await store.orderThere();
  return { shop_id, order_id: id };
}

async function cancel(): Promise<void> {
  const key = await keyOf();
  await inTransaction(app.owner, (tx) => cancelOrder(tx, { ...key, now: new Date(), by: BY }));
}

async function reopen(reason = 'The customer called again', key = keyOf()): Promise<void> {
  const order = await key;
  await withTerminalMessages(inTransaction(app.owner, (tx) => reopenOrder(tx, { ...order, reason, by: BY })));
}

async function expectRefused(message: RegExp): Promise<void> {
  const before = [await store.order(), await store.events()];
  const refusal = await reopen().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(TerminalProblem);
  expect((refusal as TerminalProblem).message).toMatch(message);
  expect([await store.order(), await store.events()]).toEqual(before);
}

describe('a cancelled order', () => {
  test('is packed and unassigned after it is reopened, with author and reason in its history', async () => {
    const { driver_id } = store.shop.driver;
    await cancel();
    await reopen('  The customer called again ');
    expect(await store.order()).toMatchObject({
      status: 'packed',
      driver_id: null,
      dispatching_started_at: null,
    });
    const events = await app.owner
      .selectFrom('order_events')
      .select(['kind', 'detail', 'operator', 'actor_user_id'])
      .where('shop_id', '=', store.shop.shop_id)
      .orderBy('recorded_at')
      .execute();
    expect(events.slice(-3)).toEqual([
      {
        kind: 'status',
        detail: { from: 'dispatching', to: 'cancelled' },
        operator: 'amal',
        actor_user_id: null,
      },
      { kind: 'unassigned', detail: { driver_id }, operator: 'amal', actor_user_id: null },
      {
        kind: 'status',
        detail: { from: 'cancelled', to: 'packed', reason: 'The customer called again' },
        operator: 'amal',
        actor_user_id: null,
      },
    ]);
    expect(await store.listed()).toEqual([]);
  });

  test('goes out like any other order after it is reopened, with a new start time', async () => {
    await cancel();
    await reopen();
    const before = Date.now();
    const { dispatching_started_at } = await store.goOut();
    expect(dispatching_started_at?.getTime()).toBeGreaterThanOrEqual(before);
    expect(await (await store.deliver()).json()).toMatchObject({ outcome: 'delivered', conflict: null });
  });

  test('can be reopened by a member of staff, in their name', async () => {
    await cancel();
    const key = await keyOf();
    const { user_id } = store.shop.manager;
    const by = { kind: 'staff', user_id } as const;
    await inTransaction(app.owner, (tx) => reopenOrder(tx, { ...key, reason: 'called', by }));
    const event = await app.owner
      .selectFrom('order_events')
      .select(['operator', 'actor_user_id'])
      .where('order_id', '=', key.order_id)
      .orderBy('recorded_at', 'desc')
      .executeTakeFirstOrThrow();
    expect(event).toEqual({ operator: null, actor_user_id: user_id });
  });

  test('records a conflict if it is reopened before an offline delivery of it arrives', async () => {
    await cancel();
    await reopen();
    expect(await (await store.deliver()).json()).toMatchObject({
      outcome: 'recorded_with_conflict',
      conflict: 'reassigned',
      order: { status: 'packed' },
    });
  });

  test('follows the store again after it is reopened', async () => {
    await cancel();
    await reopen();
    expect(await store.take({ note: 'Ring', updated_at: '2026-11-20T09:30:00+04:00' })).toMatchObject({
      outcome: 'updated',
    });
  });
});

describe('reopening is rejected', () => {
  test.each(['picking', 'packed', 'dispatched', 'dispatching', 'delivering'] as const)(
    'for an order that is %s',
    async (to) => {
      const key = await keyOf();
      await inTransaction(app.owner, async (tx) => {
        await build(tx)
          .updateTable('orders')
          .set({ status: 'picking' })
          .where('id', '=', key.order_id)
          .execute();
        await moveOrder(tx, { ...key, to, now: new Date() });
      });
      await expectRefused(new RegExp(`^Order 5001 is ${to}: only a cancelled order can be reopened$`));
    },
  );

  test('for a delivered order', async () => {
    expect((await store.deliver()).status).toBe(200);
    await expectRefused(/^Order 5001 is completed: only a cancelled order can be reopened$/);
  });

  test('if the store cancelled the order', async () => {
    expect(await store.take(CANCELLED, { topic: 'orders/cancelled' })).toMatchObject({
      outcome: 'cancelled',
    });
    await expectRefused(/^Order 5001 was cancelled in the store: it stays cancelled$/);
  });

  test('if the store cancelled the order after it was cancelled here', async () => {
    await cancel();
    expect(await store.take(CANCELLED, { topic: 'orders/cancelled' })).toMatchObject({
      outcome: 'unchanged',
    });
    await expectRefused(/was cancelled in the store/);
  });

  test.each([
    ['before', async () => {}],
    ['after', cancel],
  ])('if the store deleted the order %s it was cancelled here', async (_when, cancelHere) => {
    await cancelHere();
    await store.send(`{"id":${BIG_ID}}`, { topic: 'orders/delete' });
    await store.work();
    expect(await store.order()).toMatchObject({ status: 'cancelled' });
    await expectRefused(/was cancelled in the store/);
  });

  test('if a delivery was recorded with a conflict', async () => {
    await cancel();
    expect(await (await store.deliver()).json()).toMatchObject({ outcome: 'recorded_with_conflict' });
    await expectRefused(
      /^A delivery of order 5001 is recorded: it stays cancelled\. See: mandoob orders show 5001$/,
    );
  });

  test.each(['', '   ', 'two\nlines', '\u001b[2J', 'x'.repeat(501)])(
    'without a valid reason: %j',
    async (reason) => {
      await cancel();
      await expect(reopen(reason)).rejects.toThrow('A reason must be one line of 1 to 500 characters');
      expect(await store.order()).toMatchObject({ status: 'cancelled' });
    },
  );

  test('in another shop', async () => {
    await cancel();
    const { shop_id } = await createTestShop(app.owner, 'Other Shop');
    const { order_id } = await keyOf();
    await expect(reopen('called', Promise.resolve({ shop_id, order_id }))).rejects.toThrow(
      'There is no such order in this shop',
    );
    expect(await store.order()).toMatchObject({ status: 'cancelled' });
  });

  test('if the order was reopened already, also concurrently by another user', async () => {
    await cancel();
    const both = await Promise.allSettled([reopen(), reopen()]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expectRefused(/^Order 5001 is packed: /);
    const reopened = (await store.events()).filter(([, detail]) => JSON.stringify(detail).includes('reason'));
    expect(reopened).toHaveLength(1);
  });
});

test('a concurrent confirmation blocks the reopening or is recorded after it', async () => {
  await cancel();
  const [reopened, delivered] = await Promise.allSettled([reopen(), store.deliver()]);
  expect(delivered).toMatchObject({ status: 'fulfilled', value: { status: 200 } });
  expect(await store.order()).toMatchObject({
    status: reopened.status === 'fulfilled' ? 'packed' : 'cancelled',
  });
});

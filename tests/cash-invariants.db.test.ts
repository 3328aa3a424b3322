import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postWaitingMovements } from '../server/cash/post-waiting-movements.ts';
import { isRetryable } from '../server/platform/database/driver/failures.ts';
import { sql } from '../server/platform/database/sql.ts';
import { silentLog } from '../server/platform/logging/log.ts';
import { verifyCash } from '../server/verification/verify-cash.ts';
import {
  netOf,
  runTableStep,
  settleTable,
  type TableCommand,
  type TableStep,
  tableStep,
} from './support/table-commands.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';
import { type PreparedDelivery, prepareDelivery, sendDelivery } from './support/test-delivery.ts';
import { cashOnHand } from './support/test-handover.ts';
import {
  addOrder,
  createTestShop,
  type TestOrder,
  type TestShop,
  type TestStaff,
} from './support/test-shop.ts';

/**
 * After any mix of deliveries, handovers, collections, deposits, repetitions, cancellations, reassignments,
 * failing balance updates and killed database connections, every fils is explained, each driver collected
 * each order's payment once, and no collection exceeded the person's cash.
 */

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await app.database.owner.query(`
    create table balance_switch (fails boolean); insert into balance_switch values (false);
    create function balance_may_fail() returns trigger language plpgsql security definer as $$ begin
      if (select fails from balance_switch) then raise exception using errcode = 'disk_full'; end if;
      return new;
    end $$;
    create trigger balance_may_fail before insert or update on cash_tracking_parts
      for each row execute function balance_may_fail()`);
  await app.database.owner.query(WATCH_TAKING);
});
afterAll(() => app.drop());

type Step =
  | TableStep
  | { kind: 'deliver'; order: number; driver: 0 | 1; times: number }
  | { kind: 'cancel' | 'hand_to_other' | 'take_back'; order: number }
  | { kind: 'balance_fails' | 'balance_works' | 'connections_die' | 'sweep' };

const ORDERS = 4;
const orderIndex = fc.nat({ max: ORDERS - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('deliver' as const),
      order: orderIndex,
      driver: fc.constantFrom(0 as const, 1 as const),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 5, arbitrary: tableStep },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('cancel' as const, 'hand_to_other' as const, 'take_back' as const),
      order: orderIndex,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'balance_fails' as const,
        'balance_works' as const,
        'connections_die' as const,
        'sweep' as const,
      ),
    }),
  },
);
/** Steps of one group run concurrently. */
const groups = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });

type TestState = {
  shop: TestShop;
  drivers: [TestStaff, TestStaff];
  orders: TestOrder[];
  /** The one command that a driver's device made for an order, by `order/driver`. */
  prepared: Map<string, Promise<PreparedDelivery>>;
  replies: Map<string, string>;
  table: TableCommand[];
};

async function newState(): Promise<TestState> {
  const shop = await createTestShop(app.owner);
  const orders: TestOrder[] = [];
  for (let index = 0; index < ORDERS; index++) {
    const due_amount_fils = index === 0 ? 0 : 1_000 * 10 ** index + index;
    const order = await addOrder(app.owner, shop, shop.driver, { due_amount_fils });
    // Each order was assigned to both drivers in turn, so either may send a confirmation.
    await assign(shop, order, shop.driver2, true);
    orders.push(order);
  }
  return {
    shop,
    drivers: [shop.driver, shop.driver2],
    orders,
    prepared: new Map(),
    replies: new Map(),
    table: [],
  };
}

async function assign(shop: TestShop, order: TestOrder, driver: TestStaff, ended: boolean): Promise<void> {
  const { rows } = await app.database.owner.query('select gen_random_uuid() as id');
  await app.owner
    .insertInto('order_assignments')
    .values({
      shop_id: shop.shop_id,
      id: rows[0].id,
      order_id: order.id,
      driver_id: driver.driver_id ?? 0,
      ended_at: ended ? new Date() : null,
    })
    .execute();
}

async function deliver(
  state: TestState,
  order_index: number,
  driver_index: 0 | 1,
  times: number,
): Promise<void> {
  const order = state.orders[order_index];
  const driver = state.drivers[driver_index];
  if (!order) return;
  const name = `${order_index}/${driver_index}`;
  if (!state.prepared.has(name)) state.prepared.set(name, prepareDelivery(app, state.shop, driver, order));
  const ready = await state.prepared.get(name);
  if (!ready) return;
  const sent = Array.from({ length: times }, () => sendDelivery(app, driver, ready));
  for (const response of await Promise.all(sent)) {
    const body = await response.text();
    if (response.status !== 200) continue;
    expect(state.replies.get(name) ?? body).toBe(body);
    state.replies.set(name, body);
  }
}

async function run(state: TestState, step: Step): Promise<void> {
  const order = 'order' in step ? state.orders[step.order] : undefined;
  if ('who' in step) return runTableStep(app, state.shop, state.table, step);
  if (step.kind === 'deliver') return deliver(state, step.order, step.driver, step.times);
  if (step.kind === 'sweep') {
    await postWaitingMovements(app.owner, silentLog);
  } else if (step.kind === 'connections_die') {
    // Only the request role itself may end its connections. Two concurrent steps may end each other's.
    const ended = sql`select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`.execute(
      app.requests,
    );
    await ended.catch((error) => expect(isRetryable(error)).toBe(true));
  } else if (step.kind === 'balance_fails' || step.kind === 'balance_works') {
    await app.database.owner.query('update balance_switch set fails = $1', [step.kind === 'balance_fails']);
  } else if (order) {
    const change = {
      cancel: { status: 'cancelled' as const },
      hand_to_other: { driver_id: state.drivers[1].driver_id },
      take_back: { status: 'packed' as const },
    }[step.kind];
    await app.owner
      .updateTable('orders')
      .set(change)
      .where('id', '=', order.id)
      .where('status', 'in', ['dispatching', 'delivering'])
      .execute();
  }
}

/**
 * Sends every command again until it gets a response, like a device whose connection broke before the
 * response.
 */
async function settleEverything(state: TestState): Promise<void> {
  await app.database.owner.query('update balance_switch set fails = false');
  for (const name of state.prepared.keys()) {
    const [order, driver] = name.split('/').map(Number);
    await deliver(state, order ?? 0, driver === 1 ? 1 : 0, 1);
    expect(state.replies.has(name)).toBe(true);
  }
  await settleTable(app, state.table);
  expect((await postWaitingMovements(app.owner, silentLog)).failed).toBe(0);
}

async function expectConsistent(state: TestState): Promise<void> {
  expect(await verifyCash(app.owner)).toEqual([]);
  const { shop_id } = state.shop;
  for (const person of [...state.drivers, state.shop.admin, state.shop.manager]) {
    const expected = delivered(state, person) + netOf(state.table, person.user_id);
    expect(await cashOnHand(app, person)).toBe(expected);
  }
  await expectTableRows(state);
  expect((await app.database.owner.query('select * from overdrawn')).rows).toEqual([]);
  const confirmations = await app.owner
    .selectFrom('delivery_confirmations')
    .select(['order_id', 'user_id', 'outcome'])
    .where('shop_id', '=', shop_id)
    .execute();
  expect(confirmations).toHaveLength(state.prepared.size);
  const completed = await app.owner
    .selectFrom('orders')
    .select('id')
    .where('shop_id', '=', shop_id)
    .where('status', '=', 'completed')
    .execute();
  const completing = confirmations
    .filter(({ outcome }) => outcome === 'delivered')
    .map(({ order_id }) => order_id);
  expect(completing.sort()).toEqual(completed.map(({ id }) => id).sort());
}

/** Returns the cash that a driver collected on delivery, in fils. */
function delivered(state: TestState, person: TestStaff): number {
  const index = state.drivers.indexOf(person);
  return state.orders.reduce(
    (sum, order, at) => sum + (state.prepared.has(`${at}/${index}`) ? order.due_amount_fils : 0),
    0,
  );
}

/** Expects a row for exactly those handovers, collections and deposits whose command succeeded. */
async function expectTableRows(state: TestState): Promise<void> {
  const { rows } = await app.database.owner.query<{ command_id: string }>(
    `select command_id from cash_handovers where shop_id = $1
     union all select command_id from bank_deposits where shop_id = $1`,
    [state.shop.shop_id],
  );
  const done = state.table.filter(({ answer }) => answer !== null);
  expect(rows.map(({ command_id }) => command_id).sort()).toEqual(
    done.map(({ prepared }) => prepared.command_id).sort(),
  );
}

/**
 * Records each collection that leaves a negative balance, and each end of day that leaves less than the
 * stored difference, including movements that are not posted yet. The trigger checks at the posting of the
 * movement, when no other transaction takes cash from that person and earlier ones have committed.
 */
const WATCH_TAKING = `
  create table overdrawn (movement_id uuid, held_fils bigint);
  create function watch_taking() returns trigger language plpgsql security definer as $$
  declare
    held bigint;
    stays bigint;
  begin
    select coalesce(sum(case when to_user_id = new.from_user_id then amount_fils else -amount_fils end), 0) into held
      from cash_movements where shop_id = new.shop_id and new.from_user_id in (from_user_id, to_user_id);
    select coalesce(-difference_fils, 0) into stays from cash_handovers where shop_id = new.shop_id and id = new.source_id;
    if held < stays then insert into overdrawn values (new.id, held); end if;
    return new;
  end $$;
  create trigger watch_taking after insert or update on cash_movements for each row
    when (new.reason in ('collection', 'end_handover') and new.posted_at is not null)
    execute function watch_taking()`;

async function expectExplained(runs: number): Promise<void> {
  await fc.assert(
    fc.asyncProperty(groups, async (mix) => {
      const state = await newState();
      for (const group of mix) await Promise.all(group.map((step) => run(state, step)));
      await settleEverything(state);
      await expectConsistent(state);
    }),
    { numRuns: runs },
  );
}

const NAME = 'every fils is explained after any mix of deliveries, repetitions, changes and crashes';
it(NAME, () => expectExplained(4));
it(`${NAME} (more mixes)`, { tags: ['servers'] }, () => expectExplained(25));

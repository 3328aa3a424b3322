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
 * Whatever mix of deliveries, handovers, collections, deposits, repetitions, cancellations, reassignments, failing balance
 * updates and killed database connections: every fils is explained, each driver took each order's payment once, and
 * no collection took more than there was (rulings A2, A3, A8, A9).
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
/** Steps of one group run at the same time. */
const groups = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 });

type World = {
  shop: TestShop;
  drivers: [TestStaff, TestStaff];
  orders: TestOrder[];
  /** By order and driver: the one command the driver's device made for it. */
  prepared: Map<string, Promise<PreparedDelivery>>;
  answers: Map<string, string>;
  table: TableCommand[];
};

async function newWorld(): Promise<World> {
  const shop = await createTestShop(app.owner);
  const orders: TestOrder[] = [];
  for (let index = 0; index < ORDERS; index++) {
    const due_amount_fils = index === 0 ? 0 : 1_000 * 10 ** index + index;
    const order = await addOrder(app.owner, shop, shop.driver, { due_amount_fils });
    // Both drivers had each order at some time, so either may turn up with a confirmation.
    await assign(shop, order, shop.driver2, true);
    orders.push(order);
  }
  return {
    shop,
    drivers: [shop.driver, shop.driver2],
    orders,
    prepared: new Map(),
    answers: new Map(),
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

async function deliver(world: World, order_index: number, driver_index: 0 | 1, times: number): Promise<void> {
  const order = world.orders[order_index];
  const driver = world.drivers[driver_index];
  if (!order) return;
  const name = `${order_index}/${driver_index}`;
  if (!world.prepared.has(name)) world.prepared.set(name, prepareDelivery(app, world.shop, driver, order));
  const ready = await world.prepared.get(name);
  if (!ready) return;
  const sent = Array.from({ length: times }, () => sendDelivery(app, driver, ready));
  for (const answer of await Promise.all(sent)) {
    const body = await answer.text();
    if (answer.status !== 200) continue;
    expect(world.answers.get(name) ?? body).toBe(body);
    world.answers.set(name, body);
  }
}

async function run(world: World, step: Step): Promise<void> {
  const order = 'order' in step ? world.orders[step.order] : undefined;
  if ('who' in step) return runTableStep(app, world.shop, world.table, step);
  if (step.kind === 'deliver') return deliver(world, step.order, step.driver, step.times);
  if (step.kind === 'sweep') {
    await postWaitingMovements(app.owner, silentLog);
  } else if (step.kind === 'connections_die') {
    // Asked by the request role itself: nobody else may end its connections. Two at once may end each other.
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
      hand_to_other: { driver_id: world.drivers[1].driver_id },
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

/** The connection dies before the answer: the device sends the same command again until it hears one. */
async function settleEverything(world: World): Promise<void> {
  await app.database.owner.query('update balance_switch set fails = false');
  for (const name of world.prepared.keys()) {
    const [order, driver] = name.split('/').map(Number);
    await deliver(world, order ?? 0, driver === 1 ? 1 : 0, 1);
    expect(world.answers.has(name)).toBe(true);
  }
  await settleTable(app, world.table);
  expect((await postWaitingMovements(app.owner, silentLog)).failed).toBe(0);
}

async function expectTruth(world: World): Promise<void> {
  expect(await verifyCash(app.owner)).toEqual([]);
  const { shop_id } = world.shop;
  for (const person of [...world.drivers, world.shop.admin, world.shop.manager]) {
    const expected = delivered(world, person) + netOf(world.table, person.user_id);
    expect(await cashOnHand(app, person)).toBe(expected);
  }
  await expectTableRows(world);
  expect((await app.database.owner.query('select * from overdrawn')).rows).toEqual([]);
  const confirmations = await app.owner
    .selectFrom('delivery_confirmations')
    .select(['order_id', 'user_id', 'outcome'])
    .where('shop_id', '=', shop_id)
    .execute();
  expect(confirmations).toHaveLength(world.prepared.size);
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

/** What a driver took at the door. */
function delivered(world: World, person: TestStaff): number {
  const index = world.drivers.indexOf(person);
  return world.orders.reduce(
    (sum, order, at) => sum + (world.prepared.has(`${at}/${index}`) ? order.due_amount_fils : 0),
    0,
  );
}

/** A handover, collection or deposit is there when and only when its command was answered so. */
async function expectTableRows(world: World): Promise<void> {
  const { rows } = await app.database.owner.query<{ command_id: string }>(
    `select command_id from cash_handovers where shop_id = $1
     union all select command_id from bank_deposits where shop_id = $1`,
    [world.shop.shop_id],
  );
  const done = world.table.filter(({ answer }) => answer !== null);
  expect(rows.map(({ command_id }) => command_id).sort()).toEqual(
    done.map(({ prepared }) => prepared.command_id).sort(),
  );
}

/**
 * Notes each collection that leaves its person with less than nothing, and each end of day that leaves less than the stored difference
 * says, what waits to be posted included. Looked at when it is posted: then nobody else takes from that person, and whoever
 * did before has committed.
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
      const world = await newWorld();
      for (const group of mix) await Promise.all(group.map((step) => run(world, step)));
      await settleEverything(world);
      await expectTruth(world);
    }),
    { numRuns: runs },
  );
}

const NAME = 'explains every fils after any mix of deliveries, repetitions, changes and crashes';
it(NAME, () => expectExplained(4));
it(`${NAME}: more mixes`, { tags: ['servers'] }, () => expectExplained(25));

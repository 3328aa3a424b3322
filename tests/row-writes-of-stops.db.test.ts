import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../contract/rules/ids.ts';
import { type Ask, asRequest, type FilledShop, fillShop, outcome } from './support/row-security.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';
import { addOrder, createTestShop, type TestShop, type TestStaff } from './support/test-shop.ts';

/**
 * Row-level security as second protection: the permitted writes of attempts, loads and settings of
 * deliveries, without endpoints.
 */

let app: TestApp;
let shop: TestShop;
let other: TestShop;
let own: FilledShop;
let foreign: FilledShop;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
  other = await createTestShop(app.owner, 'Another Shop');
  own = await fillShop(app, shop);
  foreign = await fillShop(app, other);
});
afterAll(() => app.drop());

const as = <T>(person: TestStaff, work: (ask: Ask) => Promise<T>) =>
  asRequest(app.database.request, person, work);

type Row = Record<string, unknown>;
const insert = (ask: Ask, table: string, row: Row) =>
  ask(
    `insert into ${table} (${Object.keys(row)}) values (${Object.keys(row).map((_, at) => `$${at + 1}`)})`,
    Object.values(row),
  );
const inserting = (person: TestStaff, table: string, row: Row) =>
  as(person, (ask) => outcome(insert(ask, table, row)));

const recorded = () => ({ command_id: newId(), occurred_at: new Date(), recorded_at: new Date() });
function attempt(of: TestStaff, order_id: string, { shop_id } = shop, changes: Row = {}): Row {
  return {
    ...{ shop_id, id: newId(), order_id, driver_id: of.driver_id, user_id: of.user_id, number: 50 },
    ...{ reason: 'other', from_status: 'dispatching', ...recorded(), ...changes },
  };
}

describe('attempts', () => {
  it('are inserted only by their own driver, for orders that the driver was ever assigned', async () => {
    const { driver, driver2, manager, admin } = shop;
    const cases: [string, TestStaff, Row, 1 | 'refused'][] = [
      ['own', driver, attempt(driver, own.open_order), 1],
      ['own, of a former order', driver, attempt(driver, own.reassigned_order), 1],
      ['for another driver', driver, attempt(driver2, own.second_drivers), 'refused'],
      [
        'in another user’s name',
        driver,
        attempt(driver, own.open_order, shop, { user_id: driver2.user_id }),
        'refused',
      ],
      ['of another driver’s order', driver, attempt(driver, own.second_drivers), 'refused'],
      ['in another shop', driver, attempt(other.driver, foreign.open_order, other), 'refused'],
      ['by the desk for a driver', manager, attempt(driver, own.open_order), 'refused'],
      ['by an admin for a driver', admin, attempt(driver, own.open_order), 'refused'],
      ['already erased', driver, attempt(driver, own.open_order, shop, { erased_at: new Date() }), 'refused'],
    ];
    for (const [name, person, row, expected] of cases)
      expect({ name, got: await inserting(person, 'delivery_attempts', row) }).toEqual({
        name,
        got: expected,
      });
  });

  it('are undone only by the user who recorded them', async () => {
    const { shop_id } = shop;
    const undo = (by: TestStaff, attempt_id: string, in_shop = shop_id): Row => ({
      ...{
        shop_id: in_shop,
        id: newId(),
        attempt_id,
        user_id: by.user_id,
        has_conflict: true,
        ...recorded(),
      },
    });
    const { first, second } = own.attempted;
    const cases: [TestStaff, Row, 1 | 'refused'][] = [
      [shop.driver, undo(shop.driver, first.attempt_id), 1],
      [shop.driver, undo(shop.driver, second.attempt_id), 'refused'],
      [shop.driver, undo(shop.driver2, second.attempt_id), 'refused'],
      [shop.manager, undo(shop.manager, first.attempt_id), 'refused'],
      [shop.driver, undo(other.driver, foreign.attempted.first.attempt_id, other.shop_id), 'refused'],
    ];
    for (const [person, row, expected] of cases)
      expect({ row, got: await inserting(person, 'attempt_undos', row) }).toEqual({ row, got: expected });
  });

  it('and undos, loads and decisions are never changed or deleted', async () => {
    const tables = [
      'delivery_attempts',
      'attempt_undos',
      'loading_checks',
      'missing_goods',
      'goods_decisions',
    ];
    for (const person of [shop.driver, shop.manager, shop.admin])
      for (const table of tables)
        for (const statement of [`update ${table} set shop_id = shop_id`, `delete from ${table}`])
          expect({ statement, got: await as(person, (ask) => outcome(ask(statement))) }).toEqual({
            statement,
            got: 'refused',
          });
  });
});

describe('orders', () => {
  const ON_THE_ROAD = `update orders set status = 'dispatching', dispatching_started_at = now() where id = $1`;
  const OFF_THE_ROAD = `update orders set status = 'dispatched', dispatching_started_at = null, open_attempt_id = $2
    where id = $1`;
  const moving = (person: TestStaff, text: string, values: unknown[]) =>
    as(person, (ask) => outcome(ask(text, values)));

  it('are moved to the road and back only by their own driver', async () => {
    const { first, second } = own.attempted;
    const cases: [string, TestStaff, string, number | 'refused'][] = [
      ['own', shop.driver, first.order.id, 1],
      ['of another driver', shop.driver, second.order.id, 0],
      ['of another driver, seen earlier', shop.driver, own.reassigned_order, 0],
      ['of another shop', shop.driver, foreign.attempted.first.order.id, 0],
      ['delivered', shop.driver, own.delivered_order, 0],
      ['as no driver', shop.stranger, first.order.id, 0],
    ];
    for (const [name, person, order_id, expected] of cases)
      expect({ name, got: await moving(person, ON_THE_ROAD, [order_id]) }).toEqual({ name, got: expected });
  });

  it('are set out in a shop whose desk sends orders out only after an attempt', async () => {
    const { first } = own.attempted;
    const of_shop = app.owner.updateTable('shops').where('id', '=', shop.shop_id);
    await of_shop.set({ drivers_set_out: false }).execute();
    const { id: never } = await addOrder(app.owner, shop, shop.driver, { status: 'dispatched' });
    expect(await moving(shop.driver, ON_THE_ROAD, [never])).toBe('refused');
    expect(await moving(shop.driver, ON_THE_ROAD, [first.order.id])).toBe(1);
    await of_shop.set({ drivers_set_out: true }).execute();
    expect(await moving(shop.driver, ON_THE_ROAD, [never])).toBe(1);
  });

  it('are taken from the road only with an own attempt of the same order that changes it', async () => {
    const { driver, driver2 } = shop;
    const on_the_road = own.open_order;
    const { first, second } = own.attempted;
    const with_own = (changes: Row = {}, of = driver) =>
      as(driver, async (ask) => {
        const row = attempt(of, on_the_road, shop, changes);
        await insert(ask, 'delivery_attempts', row);
        return outcome(ask(OFF_THE_ROAD, [on_the_road, row.id]));
      });
    expect(await with_own()).toBe(1);
    expect(await with_own({ conflict: 'cancelled', from_status: 'cancelled' })).toBe('refused');
    const undone = await as(driver, async (ask) => {
      const row = attempt(driver, on_the_road, shop);
      await insert(ask, 'delivery_attempts', row);
      const undo = { shop_id: shop.shop_id, id: newId(), attempt_id: row.id, user_id: driver.user_id };
      const at = {
        command_id: newId(),
        occurred_at: new Date(),
        recorded_at: new Date(),
        has_conflict: true,
      };
      await insert(ask, 'attempt_undos', { ...undo, ...at });
      return outcome(ask(OFF_THE_ROAD, [on_the_road, row.id]));
    });
    expect(undone).toBe('refused');
    for (const attempt_id of [null, first.attempt_id, second.attempt_id])
      expect(await moving(driver, OFF_THE_ROAD, [on_the_road, attempt_id])).toBe('refused');
    expect(await moving(driver2, OFF_THE_ROAD, [on_the_road, second.attempt_id])).toBe(0);
  });

  it('keep their open attempt unless they are moved', async () => {
    const { first } = own.attempted;
    const cleared = 'update orders set open_attempt_id = null where id = $1';
    expect(await moving(shop.driver, cleared, [first.order.id])).toBe('refused');
    const on_the_road = own.open_order;
    const set = 'update orders set open_attempt_id = $2 where id = $1';
    expect(await moving(shop.driver, set, [on_the_road, first.attempt_id])).toBe('refused');
    await expect(app.database.owner.query(set, [on_the_road, first.attempt_id])).rejects.toThrow(
      'orders_open_attempt_is_dispatched',
    );
  });

  it('settle their attempt when any user takes them from the driver or the status', async () => {
    const { first } = own.attempted;
    const attemptAfter = (set: string) =>
      as(shop.manager, async (ask) => {
        await ask(`update orders set ${set} where id = $1`, [first.order.id]);
        const { rows } = await ask('select open_attempt_id from orders where id = $1', [first.order.id]);
        return rows[0]?.open_attempt_id;
      });
    expect(await attemptAfter("status = 'packed'")).toBeNull();
    expect(await attemptAfter("status = 'cancelled'")).toBeNull();
    expect(await attemptAfter("status = 'dispatching'")).toBeNull();
    expect(await attemptAfter(`driver_id = ${shop.driver2.driver_id}`)).toBeNull();
    expect(await attemptAfter("notes = 'Ring twice'")).toBe(first.attempt_id);
  });

  it('are completed by their driver after an attempt, and by no other one', async () => {
    const complete = `update orders set status = 'completed', payment_status = 'paid', actual_delivery_time = now()
      where id = $1`;
    const { first, second } = own.attempted;
    expect(await moving(shop.driver, complete, [first.order.id])).toBe(1);
    expect(await moving(shop.driver, complete, [second.order.id])).toBe(0);
    const never_tried = await addOrder(app.owner, shop, shop.driver, { status: 'dispatched' });
    expect(await moving(shop.driver, complete, [never_tried.id])).toBe('refused');
  });

  it('are locked several at once only if the driver was ever assigned them', async () => {
    const all = [own.open_order, own.reassigned_order, own.second_drivers, foreign.open_order];
    const locking = 'select id from lock_orders($1)';
    const locked = async (person: TestStaff) =>
      (await as(person, (ask) => ask(locking, [all]))).rows.map(({ id }) => id).sort();
    expect(await locked(shop.driver)).toEqual([own.open_order, own.reassigned_order].sort());
    expect(await locked(shop.manager)).toEqual([]);
    expect(await locked(shop.stranger)).toEqual([]);
    const counting = 'select count_attempts($1) as count';
    const count = async (person: TestStaff, order_id: string) =>
      (await as(person, (ask) => ask(counting, [order_id]))).rows[0]?.count;
    const { first } = own.attempted;
    expect(await count(shop.driver, first.order.id)).toBe(2);
    expect(await count(shop.manager, first.order.id)).toBe(2);
    for (const person of [shop.driver2, shop.stranger, other.driver, other.manager])
      expect(await count(person, first.order.id)).toBe(0);
  });
});

it('a load is recorded only by its own driver, for orders that the driver was ever assigned', async () => {
  const { driver, driver2, manager, shop_id } = shop;
  const check = (of: TestStaff, order_id: string, in_shop = shop_id): Row => ({
    ...{ shop_id: in_shop, id: newId(), check_id: newId(), order_id, driver_id: of.driver_id },
    ...{ user_id: of.user_id, missing: '[]', ...recorded() },
  });
  const cases: [TestStaff, Row, 1 | 'refused'][] = [
    [driver, check(driver, own.open_order), 1],
    [driver, check(driver, own.second_drivers), 'refused'],
    [driver, check(driver2, own.second_drivers), 'refused'],
    [manager, check(driver, own.open_order), 'refused'],
    [driver, check(other.driver, foreign.open_order, other.shop_id), 'refused'],
  ];
  for (const [person, row, expected] of cases)
    expect({ row, got: await inserting(person, 'loading_checks', row) }).toEqual({ row, got: expected });
  const listing = { shop_id, order_id: own.open_order, loading_check_id: newId() };
  for (const person of [driver, manager])
    expect(await inserting(person, 'missing_goods', listing)).toBe('refused');
});

it('decisions about goods are recorded, and settings of deliveries changed, by admins of the shop only', async () => {
  const { shop_id, driver } = shop;
  const handover = app.owner.selectFrom('cash_handovers').select('id').where('shop_id', '=', shop_id);
  const { id: handover_id } = await handover.executeTakeFirstOrThrow();
  const goods = { shop_id, id: newId(), handover_id, order_id: own.open_order, driver_id: driver.driver_id };
  const needs = { needs_photo: false, needs_note: false, needs_time: false, position: 1 };
  const inserts: [string, Row][] = [
    ['goods_decisions', { ...goods, outcome: 'kept', recorded_at: new Date() }],
    ['attempt_reasons', { shop_id, key: 'own_2', label: 'Flood', ...needs }],
    ['message_templates', { shop_id, kind: 'on_the_way', language: 'ar', text: 'A', is_reviewed: false }],
  ];
  const updates = [
    'update attempt_reasons set is_offered = false where shop_id = $1',
    "update message_templates set text = 'B' where shop_id = $1",
    'update shops set drivers_set_out = false, records_position = true where id = $1',
  ];
  for (const person of [shop.admin, shop.manager, shop.driver, other.admin]) {
    const is_admin = person === shop.admin;
    for (const [table, row] of inserts)
      expect({ table, got: await inserting(person, table, row) }).toEqual({
        table,
        got: is_admin ? 1 : 'refused',
      });
    for (const text of updates) {
      const got = await as(person, (ask) => outcome(ask(text, [shop_id])));
      expect({ by: person.full_name, text, got }).toMatchObject({ got: is_admin ? 1 : 0 });
    }
  }
  const since = 'update shops set goods_since = now()';
  expect(await as(shop.admin, (ask) => outcome(ask(since)))).toBe('refused');
});

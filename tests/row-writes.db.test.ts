import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../contract/operations/definition.ts';
import { ENDPOINTS } from '../contract/operations/endpoints.ts';
import { newId } from '../contract/rules/ids.ts';
import {
  type Ask,
  asRequest,
  type FilledShop,
  fillShop,
  outcome,
  type Person,
} from './support/row-security.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';
import { addStaff, createTestShop, type TestShop, type TestStaff } from './support/test-shop.ts';

/**
 * Row-level security as second protection: the permitted writes of each role on the request pool, without
 * endpoints.
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

const as = <T>(person: TestStaff | null, work: (ask: Ask) => Promise<T>, pool = app.database.request) =>
  asRequest(pool, person, work);

/** Grants that every command and change needs, in addition to those of its definition. */
const OF_EVERY_COMMAND = [
  'insert audit_events',
  'insert commands',
  'insert feed',
  'update commands.body',
  'update commands.status',
];

const declared = Object.values(ENDPOINTS).flatMap(({ grants = [] }: Endpoint) => grants);

describe('writing', () => {
  it('is permitted in exactly the tables and columns that the definitions declare', async () => {
    const { rows } = await app.database.owner.query<{ right: string }>(
      `select distinct concat(r.name, ' ', c.relname, case r.name when 'update' then '.' || a.attname end) as right
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped,
         unnest(array['insert', 'update']) r(name)
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
         and has_column_privilege('mandoob_request', c.oid, a.attnum, r.name) order by 1`,
    );
    const expected = [...new Set([...OF_EVERY_COMMAND, ...declared])].sort();
    expect(rows.map(({ right }) => right).sort()).toEqual(expected);
  });

  it('sets exactly these columns of an upload', async () => {
    const { rows } = await app.database.owner.query<{ column: string }>(
      `select attname as column from pg_attribute
       where attrelid = 'files'::regclass and attnum > 0 and not attisdropped
         and has_column_privilege('mandoob_request', attrelid, attnum, 'insert') order by 1`,
    );
    const columns = [
      'bucket',
      'bytes',
      'id',
      'path',
      'pinned_at',
      'sha256',
      'shop_id',
      'type',
      'uploaded_by',
    ];
    expect(rows.map(({ column }) => column)).toEqual(columns);
  });

  type Row = Record<string, unknown>;
  const insert = (ask: Ask, table: string, row: Row) =>
    ask(
      `insert into ${table} (${Object.keys(row)}) values (${Object.keys(row).map((_, at) => `$${at + 1}`)})`,
      Object.values(row),
    );
  const command = (owner: TestStaff, shop_id: number): Row => ({
    shop_id,
    user_id: owner.user_id,
    endpoint: 'confirm_delivery',
    command_id: newId(),
    fingerprint: 'a'.repeat(64),
  });
  const file = (owner: TestStaff, shop_id: number): Row => ({
    shop_id,
    id: newId(),
    bucket: 'order-deliveries',
    path: `made-up/${newId()}`,
    sha256: 'b'.repeat(64),
    bytes: 1,
    type: 'image/jpeg',
    uploaded_by: owner.user_id,
  });
  const event = (actor: TestStaff, shop_id: number, order_id: string): Row => ({
    shop_id,
    id: newId(),
    order_id,
    kind: 'status',
    actor_user_id: actor.user_id,
  });

  it('cannot insert an event in an operator’s name', async () => {
    const { driver } = shop;
    const faked = { ...event(driver, shop.shop_id, own.open_order), operator: 'root' };
    await expect(as(driver, (ask) => insert(ask, 'order_events', faked))).rejects.toThrow(
      'order_events_of_one_actor',
    );
    const without_actor = { ...faked, actor_user_id: null };
    expect(await outcome(as(driver, (ask) => insert(ask, 'order_events', without_actor)))).toBe('refused');
  });

  it('can insert only the user’s own records', async () => {
    const { driver, driver2, manager } = shop;
    const attempts: [string, TestStaff, string, Row, 1 | 'refused'][] = [
      ['an own command', driver, 'commands', command(driver, shop.shop_id), 1],
      ['another user’s command', driver, 'commands', command(driver2, shop.shop_id), 'refused'],
      ['a manager for a driver', manager, 'commands', command(driver, shop.shop_id), 'refused'],
      ['a command in another shop', driver, 'commands', command(other.driver, other.shop_id), 'refused'],
      ['an own file', driver, 'files', file(driver, shop.shop_id), 1],
      ['another user’s file', driver, 'files', file(driver2, shop.shop_id), 'refused'],
      ['a file in another shop', driver, 'files', file(other.driver, other.shop_id), 'refused'],
      [
        'a file as the receipt of a driver',
        driver,
        'files',
        { ...file(driver, shop.shop_id), receipt_driver_id: driver.driver_id },
        'refused',
      ],
      ['an own event', driver, 'order_events', event(driver, shop.shop_id, own.open_order), 1],
      [
        'an event of a former order',
        driver,
        'order_events',
        event(driver, shop.shop_id, own.reassigned_order),
        1,
      ],
      [
        'an event of another user',
        driver,
        'order_events',
        event(driver2, shop.shop_id, own.open_order),
        'refused',
      ],
      [
        'an event of another driver’s order',
        driver,
        'order_events',
        event(driver, shop.shop_id, own.second_drivers),
        'refused',
      ],
      [
        'an event in another shop',
        driver,
        'order_events',
        event(other.driver, other.shop_id, foreign.open_order),
        'refused',
      ],
      ['a fulfilment', driver, 'order_fulfilments', { shop_id: shop.shop_id, order_id: own.open_order }, 1],
      [
        'a fulfilment of another driver’s order',
        driver,
        'order_fulfilments',
        { shop_id: shop.shop_id, order_id: own.second_drivers },
        'refused',
      ],
      [
        'a fulfilment in another shop',
        driver,
        'order_fulfilments',
        { shop_id: other.shop_id, order_id: foreign.open_order },
        'refused',
      ],
    ];
    for (const [name, person, table, row, expected] of attempts) {
      const got = await as(person, (ask) => outcome(insert(ask, table, row)));
      expect({ name, table, got }).toEqual({ name, table, got: expected });
    }
  });

  it('arranges only a driver’s own stops, and for the desk only as its user', async () => {
    const { driver, driver2, manager, shop_id } = shop;
    const fresh = await addStaff(app.owner, shop_id, 'Driver', 'Farah Fresh', true);
    const arrangement = (of: TestStaff, by = of, by_desk = false, in_shop = shop): Row => ({
      shop_id: in_shop.shop_id,
      driver_id: of.driver_id,
      id: newId(),
      by_desk,
      known_desk: 0,
      order_ids: [],
      stands: true,
      user_id: by.user_id,
      arranged_at: new Date(),
    });
    const attempts: [TestStaff, string, Row, 1 | 'refused'][] = [
      [driver, 'stop_arrangements', arrangement(driver), 1],
      [driver, 'stop_arrangements', arrangement(driver, driver, true), 'refused'],
      [driver, 'stop_arrangements', arrangement(driver, driver2), 'refused'],
      [driver, 'stop_arrangements', arrangement(driver2), 'refused'],
      [manager, 'stop_arrangements', arrangement(driver, manager), 'refused'],
      [manager, 'stop_arrangements', arrangement(driver, manager, true), 1],
      [manager, 'stop_arrangements', arrangement(driver, driver, true), 'refused'],
      [manager, 'stop_arrangements', arrangement(other.driver, manager, true, other), 'refused'],
      [driver, 'stop_arrangements', arrangement(other.driver, other.driver, false, other), 'refused'],
      [fresh, 'driver_stops', { shop_id, driver_id: fresh.driver_id }, 1],
      [driver, 'driver_stops', { shop_id, driver_id: fresh.driver_id }, 'refused'],
      [manager, 'driver_stops', { shop_id, driver_id: fresh.driver_id }, 1],
      [driver, 'driver_stops', { shop_id: other.shop_id, driver_id: other.driver.driver_id }, 'refused'],
    ];
    for (const [person, table, row, expected] of attempts) {
      const got = await as(person, (ask) => outcome(insert(ask, table, row)));
      expect({ person: person.full_name, table, row, got }).toMatchObject({ got: expected });
    }
    const rearranged = `update driver_stops set order_ids = '{}' where shop_id = $1`;
    expect(await as(driver, (ask) => outcome(ask(rearranged, [shop_id])))).toBe(1);
    expect(await as(other.driver, (ask) => outcome(ask(rearranged, [shop_id])))).toBe(0);
    expect(await as(manager, (ask) => outcome(ask(rearranged, [shop_id])))).toBe(2);
    const forgotten = 'update driver_stops set desk_arrangements = desk_arrangements + 1';
    expect(await as(driver, (ask) => outcome(ask(forgotten, [])))).toBe('refused');
    expect(await as(manager, (ask) => outcome(ask(forgotten, [])))).toBe(2);
  });

  it('confirms only a driver’s own deliveries, of orders ever assigned to them', async () => {
    const confirmation = async (of: TestStaff, in_shop: TestShop, order_id: string): Promise<Row> => {
      const files = await app.owner
        .selectFrom('files')
        .select('id')
        .where('shop_id', '=', in_shop.shop_id)
        .execute();
      return {
        shop_id: in_shop.shop_id,
        id: newId(),
        order_id,
        driver_id: of.driver_id,
        user_id: of.user_id,
        delivery_image_url: 'a',
        customer_signature_url: 'b',
        delivery_image_file_id: files[0]?.id,
        delivery_note_file_id: files[0]?.id,
        customer_name: 'Layla',
        tender: null,
        collected_fils: 0,
        cash_fils: 0,
        outcome: 'recorded_with_conflict',
        conflict: 'cancelled',
        command_id: newId(),
        delivered_at: new Date(),
      };
    };
    const attempts: [TestStaff, TestShop, string, 1 | 'refused'][] = [
      [shop.driver, shop, own.open_order, 1],
      [shop.driver, shop, own.reassigned_order, 1],
      [shop.driver, shop, own.second_drivers, 'refused'],
      [shop.driver2, shop, own.second_drivers, 'refused'],
      [other.driver, other, foreign.open_order, 'refused'],
    ];
    for (const [of, in_shop, order_id, expected] of attempts) {
      const row = await confirmation(of, in_shop, order_id);
      expect(await as(shop.driver, (ask) => outcome(insert(ask, 'delivery_confirmations', row)))).toBe(
        expected,
      );
    }
  });

  it('records only the user’s own handovers, collections and deposits', async () => {
    const { shop_id, admin, manager, driver } = shop;
    const idOf = async (path: string, in_shop: number) =>
      (
        await app.owner
          .selectFrom('files')
          .select('id')
          .where('shop_id', '=', in_shop)
          .where('path', 'like', path)
          .limit(1)
          .executeTakeFirstOrThrow()
      ).id;
    const handover = async (handover_type: string, by: TestStaff, of = shop): Promise<Row> => ({
      shop_id: of.shop_id,
      id: newId(),
      handover_reference: newId(),
      handover_type,
      driver_id: of.driver.driver_id,
      staff_user_id: of.driver.user_id,
      admin_id: by.user_id,
      amount_fils: 100,
      difference_fils: handover_type === 'end' ? 0 : null,
      cash_received: true,
      driver_signature_url: 'a',
      admin_signature_url: 'b',
      driver_signature_file_id: await idOf('%.png', of.shop_id),
      admin_signature_file_id: await idOf('%.png', of.shop_id),
      driver_signature_typed: false,
      admin_signature_typed: false,
      driver_signer: 'A',
      admin_signer: 'B',
      ...(handover_type === 'collection'
        ? { notes: 'Cash collected' }
        : { receipt_url: 'c', receipt_file_id: await idOf('SOD/%.pdf', of.shop_id) }),
      command_id: newId(),
      completed_at: new Date(),
    });
    const deposit = async (by: TestStaff, of = shop): Promise<Row> => ({
      shop_id: of.shop_id,
      id: newId(),
      reference: newId(),
      manager_id: by.user_id,
      amount_fils: 100,
      deposit_date: '2026-11-20',
      deposit_document_url: 'a',
      receipt_file_id: await idOf('%BD-%.pdf', of.shop_id),
      invoice_file_id: await idOf('%BD-%.jpg', of.shop_id),
      signature_file_id: await idOf('%BD-%.png', of.shop_id),
      signature_typed: false,
      signer: 'A',
      command_id: newId(),
      occurred_at: new Date(),
    });
    const attempts: [TestStaff, string, Row, 1 | 'refused'][] = [
      [admin, 'cash_handovers', await handover('start', admin), 1],
      [admin, 'cash_handovers', await handover('end', admin), 1],
      [admin, 'cash_handovers', await handover('collection', admin), 'refused'],
      [admin, 'cash_handovers', await handover('start', manager), 'refused'],
      [admin, 'cash_handovers', await handover('start', other.admin, other), 'refused'],
      [manager, 'cash_handovers', await handover('collection', manager), 1],
      [manager, 'cash_handovers', await handover('start', manager), 'refused'],
      [manager, 'cash_handovers', await handover('collection', other.manager, other), 'refused'],
      [driver, 'cash_handovers', await handover('collection', manager), 'refused'],
      [manager, 'bank_deposits', await deposit(manager), 1],
      [manager, 'bank_deposits', await deposit(admin), 'refused'],
      [manager, 'bank_deposits', await deposit(other.manager, other), 'refused'],
      [admin, 'bank_deposits', await deposit(admin), 'refused'],
      [driver, 'bank_deposits', await deposit(driver), 'refused'],
    ];
    for (const [person, table, row, expected] of attempts) {
      const got = await as(person, (ask) => outcome(insert(ask, table, row)));
      expect({ person: person.full_name, table, row, got }).toMatchObject({ got: expected });
    }
    expect(shop_id).not.toBe(other.shop_id);
  });

  it('updates card machines, and locks drivers and balances, only for the permitted roles of the shop', async () => {
    const move = 'update card_machines set holder_driver_id = null where shop_id = $1';
    const rows = async (person: TestStaff, statement: string, values: unknown[]) =>
      as(person, (ask) => outcome(ask(statement, values)));
    const { admin, manager, driver, stranger } = shop;
    // Managers void handovers, and give card machines back by that.
    for (const person of [admin, manager]) expect(await rows(person, move, [shop.shop_id])).toBe(2);
    for (const person of [driver, stranger]) expect(await rows(person, move, [shop.shop_id])).toBe(0);
    for (const person of [admin, manager]) expect(await rows(person, move, [other.shop_id])).toBe(0);
    const backdate = 'update card_machines set created_at = now()';
    expect(await rows(admin, backdate, [])).toBe('refused');

    const lock = 'select from lock_driver($1)';
    expect(await rows(admin, lock, [driver.driver_id])).toBe(1);
    expect(await rows(admin, lock, [other.driver.driver_id])).toBe(0);
    for (const person of [manager, driver]) expect(await rows(person, lock, [driver.driver_id])).toBe(0);

    const balance = 'select lock_balance_of($1)';
    for (const person of [admin, manager]) expect(await rows(person, balance, [driver.user_id])).toBe(1);
    for (const person of [driver, stranger])
      expect(await rows(person, balance, [driver.user_id])).toBe('refused');

    await app.owner
      .updateTable('users')
      .set({ disabled_at: new Date() })
      .where('id', 'in', [shop.driver2.user_id, other.driver2.user_id])
      .execute();
    const disabled = 'select disabled_staff() as user_id';
    const seen = await as(admin, (ask) => ask(disabled));
    expect(seen.rows).toEqual([{ user_id: shop.driver2.user_id }]);
    expect(await rows(driver, disabled, [])).toBe(0);
  });

  it('completes a driver’s own dispatched order once, and changes nothing else of it', async () => {
    const complete = `update orders set status = 'completed', payment_status = 'paid', actual_delivery_time = now()
      where id = $1`;
    const to = (status: string) => `update orders set status = '${status}' where id = $1`;
    const attempts: [Person, string, string, number | 'refused'][] = [
      ['driver', complete, own.open_order, 1],
      ['driver', to('cancelled'), own.open_order, 'refused'],
      ['driver', to('packed'), own.open_order, 'refused'],
      ['driver', `update orders set driver_id = null where id = $1`, own.open_order, 'refused'],
      ['driver', `update orders set due_amount_fils = 1 where id = $1`, own.open_order, 'refused'],
      ['driver', `delete from orders where id = $1`, own.open_order, 'refused'],
      ['driver', complete, own.delivered_order, 0],
      ['driver', complete, own.reassigned_order, 0],
      ['driver', complete, own.second_drivers, 0],
      ['driver', complete, foreign.open_order, 0],
      ['driver', `update orders set area = 'Marina' where id = $1`, own.open_order, 'refused'],
      [
        'driver',
        complete.replace('set', 'set due_amount_fils = 1, paid_amount_fils = 2,'),
        own.open_order,
        'refused',
      ],
      ['driver', `update orders set version = 9 where id = $1`, own.open_order, 'refused'],
      ['manager', complete, own.open_order, 'refused'],
      ['admin', complete, own.open_order, 'refused'],
      ['manager', to('cancelled'), own.delivered_order, 'refused'],
      ['stranger', complete, own.open_order, 0],
    ];
    for (const [person, statement, order_id, expected] of attempts) {
      const got = await as(shop[person], (ask) => outcome(ask(statement, [order_id])));
      expect({ person, statement, order_id, got }).toEqual({ person, statement, order_id, got: expected });
    }
  });

  it('permits the writes of order operations to managers and admins, and to no driver', async () => {
    const { shop_id } = shop;
    const id = own.open_order;
    const { customer_id } = await app.owner
      .selectFrom('orders')
      .select('customer_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { id: product_id } = await app.owner
      .selectFrom('products')
      .select('id')
      .where('shop_id', '=', shop_id)
      .limit(1)
      .executeTakeFirstOrThrow();
    const amounts = { subtotal_fils: 100, total_amount_fils: 100, due_amount_fils: 100 };
    const order = {
      ...{ shop_id, id: newId(), order_number: 'by-hand', customer_id, delivery_address: 'Marina' },
      ...{
        payment_method: 'cash',
        payment_status: 'pending',
        created_at: new Date(),
        area: 'Marina',
        ...amounts,
      },
    };
    const line = { shop_id, id: newId(), order_id: id, position: 2, product_id, qty: 1 };
    const inserts: [string, Row, Row][] = [
      ['orders', order, { shop_id: other.shop_id }],
      [
        'customers',
        { shop_id, id: newId(), first_name: 'A', last_name: 'B', phone: null },
        { shop_id: other.shop_id },
      ],
      ['products', { shop_id, id: newId(), name: 'New', sku: null }, { shop_id: other.shop_id }],
      [
        'order_line_items',
        { ...line, unit_price_fils: 1, line_total_fils: 1 },
        { order_id: own.delivered_order },
      ],
      [
        'order_assignments',
        { shop_id, id: newId(), order_id: own.delivered_order, driver_id: shop.driver2.driver_id },
        { shop_id: other.shop_id },
      ],
      ['order_amounts', { shop_id, order_id: id, due_amount_fils: 5 }, { shop_id: other.shop_id }],
    ];
    // A current assignment would prevent a second one.
    await app.owner
      .updateTable('order_assignments')
      .set({ ended_at: new Date() })
      .where('order_id', '=', own.delivered_order)
      .execute();
    const attempts: [string, unknown[], 0 | 'refused'][] = [
      [`update orders set status = 'cancelled', driver_id = null where id = $1`, [id], 'refused'],
      [
        `update orders set area = 'Marina', promised_at = now(), notes = 'x' where id = $1`,
        [own.second_drivers],
        0,
      ],
      [`update customers set phone = '1' where id = $1`, [customer_id], 0],
      [`update order_assignments set ended_at = now() where order_id = $1`, [id], 0],
      [`update order_amounts set replaced_at = now() where order_id = $1`, [id], 0],
      [`update drivers set status = 'available' where id = $1`, [shop.driver2.driver_id], 0],
    ];
    for (const person of [shop.manager, shop.admin, shop.driver, shop.stranger]) {
      const is_desk = person === shop.manager || person === shop.admin;
      for (const [table, row, elsewhere] of inserts) {
        const got = await as(person, (ask) => outcome(insert(ask, table, row)));
        expect({ by: person.full_name, table, got }).toMatchObject({ got: is_desk ? 1 : 'refused' });
        const beyond = await as(person, (ask) => outcome(insert(ask, table, { ...row, ...elsewhere })));
        expect({ by: person.full_name, table, beyond }).toMatchObject({ beyond: 'refused' });
      }
      for (const [text, values, expected] of attempts) {
        const got = await as(person, (ask) => outcome(ask(text, values)));
        const sees = person === shop.driver ? expected : 0;
        expect({ by: person.full_name, text, got }).toMatchObject({ got: is_desk ? 1 : sees });
      }
    }
    const again = `update order_assignments set ended_at = null where order_id = $1`;
    expect(await as(shop.manager, (ask) => outcome(ask(again, [own.delivered_order])))).toBe('refused');
    const elsewhere = `update orders set notes = 'x' where id = $1`;
    expect(await as(shop.admin, (ask) => outcome(ask(elsewhere, [foreign.open_order])))).toBe(0);
    const lines = (person: TestStaff, order_id: string) =>
      as(person, async (ask) => {
        await ask('select remove_lines($1, $2)', [shop_id, order_id]);
        const left = await app.owner
          .selectFrom('order_line_items')
          .select('id')
          .where('order_id', '=', order_id)
          .execute();
        const seen = await ask('select from order_line_items where order_id = $1', [order_id]);
        return left.length - (seen.rowCount ?? 0);
      });
    expect(await lines(shop.admin, id)).toBe(1);
    expect(await lines(shop.admin, own.delivered_order)).toBe(0);
    expect(await lines(shop.driver, id)).toBe(0);
    const staff_name = `select full_name from staff_of_driver($1, $2)`;
    const rowsFor = (person: TestStaff, of: TestShop) =>
      as(person, (ask) => outcome(ask(staff_name, [of.shop_id, of.driver.driver_id])));
    expect(await rowsFor(shop.manager, shop)).toBe(1);
    expect(await rowsFor(shop.manager, other)).toBe(0);
    expect(await rowsFor(shop.driver, shop)).toBe(0);
  });

  it('changes no row of another user', async () => {
    const { shop_id } = shop;
    const [me, you] = [shop.driver, shop.driver2];
    const statements: [string, (staff: TestStaff) => unknown[]][] = [
      [`update drivers set status = 'off_duty' where user_id = $1`, ({ user_id }) => [user_id]],
      [`update commands set body = '{}' where user_id = $1`, ({ user_id }) => [user_id]],
      [`update files set pinned_at = now() where uploaded_by = $1`, ({ user_id }) => [user_id]],
    ];
    for (const [statement, values] of statements) {
      expect(await as(me, (ask) => outcome(ask(statement, values(me))))).toBeGreaterThan(0);
      expect(await as(me, (ask) => outcome(ask(statement, values(you))))).toBe(0);
      const by_manager = await as(shop.manager, (ask) => outcome(ask(statement, values(you))));
      // A driver's status depends on his orders, which the desk moves too.
      expect(by_manager).toBe(statement.includes('drivers') ? 1 : 0);
      expect(await as(me, (ask) => outcome(ask(statement, values(other.driver))))).toBe(0);
    }
    expect(
      await as(me, async (ask) => (await ask('select from lock_order($1)', [own.open_order])).rowCount),
    ).toBe(1);
    expect(
      await as(me, async (ask) => (await ask('select from lock_order($1)', [own.second_drivers])).rowCount),
    ).toBe(0);
    const elsewhere = await as(me, (ask) => ask('select from lock_order($1)', [foreign.open_order]));
    expect(elsewhere.rowCount).toBe(0);
    expect(shop_id).not.toBe(other.shop_id);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../contract/rules/ids.ts';
import { directSql, insert, type Move, type Row, reasonOf } from './support/direct-sql.ts';
import { type FilledShop, fillShop } from './support/row-security.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';
import { createTestShop, type TestShop, type TestStaff } from './support/test-shop.ts';

/**
 * The database itself protects part deliveries, later payments, corrections and expenses, without the checks
 * of the endpoints.
 */

let app: TestApp;
let shop: TestShop;
let other: TestShop;
let filled: FilledShop;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
  other = await createTestShop(app.owner, 'Another Shop');
  filled = await fillShop(app, shop);
  await fillShop(app, other);
});
afterAll(() => app.drop());

const { as, inserted, rowOf, post } = directSql(
  () => app,
  () => shop,
);

const first = () => filled.paid.first;

/** Returns the row of the first driver, with new keys. */
async function copyOf(table: string, id: string, changes: Row = {}): Promise<Row> {
  const row = await rowOf(table, `id = '${id}'`);
  const keys = 'reference' in row ? { reference: newId() } : {};
  return { ...row, id: newId(), command_id: newId(), ...keys, ...changes };
}

/** Inserts a row as each of the users, and compares the reasons. */
async function expectReasons(table: string, attempts: readonly [TestStaff, Row, string][]): Promise<void> {
  for (const [at, [by, row, reason]] of attempts.entries())
    expect({ at, reason: await inserted(by, table, row) }).toEqual({ at, reason });
}

describe('a line of a delivery', () => {
  it('is added only to an own delivery', async () => {
    const line = await rowOf('delivery_lines', `confirmation_id = '${first().confirmation_id}'`);
    const another = { ...line, item_id: newId(), position: 2 };
    const { driver, driver2, manager, admin, stranger } = shop;
    const in_own_name = { ...another, user_id: driver2.user_id, driver_id: driver2.driver_id };
    await expectReasons('delivery_lines', [
      [driver, another, 'done'],
      [driver, { ...another, handed_over: 3 }, 'too much'],
      [driver, { ...another, handed_over: 2 }, 'too much'],
      [driver, { ...another, amount_fils: -1 }, 'too much'],
      [driver2, another, 'refused'],
      [driver2, in_own_name, 'refused'],
      [manager, another, 'refused'],
      [admin, another, 'refused'],
      [stranger, another, 'refused'],
      [other.driver, another, 'refused'],
    ]);
  });
});

describe('a later payment', () => {
  it('is added in the name of its user: of the driver who delivered, or of a manager', async () => {
    const payment = await copyOf('order_payments', first().payment_id);
    const by = ({ user_id, driver_id }: TestStaff, as_driver = false) => ({
      ...payment,
      user_id,
      ...(as_driver && { driver_id }),
    });
    const { driver, driver2, manager, admin, stranger } = shop;
    await expectReasons('order_payments', [
      [driver, payment, 'done'],
      [manager, by(manager), 'done'],
      [driver2, by(driver2), 'refused'],
      [driver2, by(driver2, true), 'refused'],
      [driver, by(driver2), 'refused'],
      [manager, payment, 'refused'],
      [admin, by(admin), 'refused'],
      [stranger, by(stranger), 'refused'],
      [other.manager, by(other.manager), 'refused'],
      [manager, { ...by(manager), order_id: filled.paid.second.order_id }, 'refused'],
    ]);
  });

  it('has a positive amount, and a reference for each payment without cash', async () => {
    const payment = await copyOf('order_payments', first().payment_id);
    const nothing = { cash_fils: 0, card_fils: 0, link_fils: 0, link_reference: null };
    for (const changes of [
      nothing,
      { cash_fils: -1 },
      { card_fils: 1_000_000_001 },
      { link_reference: null },
      { transfer_fils: 100 },
    ]) {
      const reason = await inserted(shop.driver, 'order_payments', { ...payment, ...changes });
      expect({ changes, reason }).toEqual({ changes, reason: 'too much' });
    }
  });

  it('moves exactly its cash to the user who took it', async () => {
    const { driver, driver2, manager } = shop;
    const move: Move = {
      ...{ from: 'customers', to: 'staff', to_user_id: driver.user_id, amount_fils: 300, leg: 1 },
      ...{ reason: 'order_payment', source_type: 'order_payment', source_id: first().payment_id },
    };
    const posted = (by: TestStaff, changes: Partial<Move> = {}) =>
      as(by, (ask) => reasonOf(post(ask, { ...move, ...changes })));
    expect(await posted(driver)).toBe('done');
    expect(await posted(driver, { amount_fils: 299 })).toBe('unexplained');
    expect(await posted(driver, { leg: 2 })).toBe('refused');
    expect(await posted(driver, { source_type: 'delivery_confirmation' })).toBe('refused');
    expect(await posted(driver, { reason: 'delivery' })).not.toBe('done');
    expect(await posted(manager, { to_user_id: manager.user_id })).toBe('unexplained');
    for (const by of [driver2, shop.admin, shop.stranger, other.driver])
      expect(await posted(by)).toBe('refused');
  });
});

describe('a correction', () => {
  const next = (changes: Row = {}) =>
    copyOf('delivery_corrections', first().correction_id, { number: 2, ...changes });
  const cash = (fils: number) => ({ collected_fils: fils, cash_fils: fils });

  it('without approval, is added by the driver who delivered if the cash does not fall', async () => {
    const { driver, driver2, manager, admin, stranger } = shop;
    const by = ({ user_id }: TestStaff, changes: Row = {}) => next({ recorded_by: user_id, ...changes });
    const reason = 'Counted again';
    await expectReasons('delivery_corrections', [
      [driver, await next(), 'done'],
      [driver, await next(cash(9_000)), 'done'],
      [driver, await next(cash(8_499)), 'refused'],
      [driver, await next({ number: 3 }), 'too much'],
      [driver, await next({ number: 1 }), 'too much'],
      [driver, await next({ order_id: filled.paid.second.order_id }), 'too much'],
      [driver, await next({ confirmation_id: filled.paid.second.confirmation_id }), 'too much'],
      [driver2, await by(driver2), 'refused'],
      [driver2, await by(driver2, { user_id: driver2.user_id, driver_id: driver2.driver_id }), 'too much'],
      [driver, await next({ recorded_by: manager.user_id, reason }), 'refused'],
      [manager, await by(manager), 'refused'],
      [manager, await by(manager, { reason, ...cash(1_000) }), 'done'],
      [admin, await by(admin, { reason }), 'refused'],
      [stranger, await by(stranger, { reason }), 'refused'],
      [other.manager, await by(other.manager, { reason }), 'refused'],
    ]);
  });

  it('needs an approval once the driver has handed in cash', async () => {
    const handover = await rowOf('cash_handovers', "handover_type = 'end'");
    const { driver } = shop;
    const handed_in = {
      ...{ ...handover, id: newId(), handover_reference: newId(), command_id: newId() },
      ...{ driver_id: driver.driver_id, staff_user_id: driver.user_id, recorded_at: new Date() },
    };
    const correction = await next(cash(9_000));
    await as(shop.admin, async (ask) => {
      expect(await reasonOf(insert(ask, 'cash_handovers', handed_in))).toBe('done');
      await ask('select from begin_request($1)', [driver.session_id]);
      expect(await reasonOf(insert(ask, 'delivery_corrections', correction))).toBe('refused');
    });
  });

  it('is added as it was requested, by the user who approved it', async () => {
    const { driver, manager } = shop;
    const lower = await next(cash(8_000));
    const {
      shop_id,
      approval_id: _,
      recorded_at: __,
      erased_at: ___,
      erased_hashes: ____,
      ...record
    } = lower;
    const approval_id = newId();
    const request = {
      ...{ shop_id, id: approval_id, kind: 'correction', requested_by: driver.user_id },
      ...{ user_id: driver.user_id, amount_fils: 0, record: JSON.stringify(record), command_id: newId() },
      expires_at: new Date(Date.now() + 60_000),
    };
    await as(driver, async (ask) => {
      expect(await reasonOf(insert(ask, 'approvals', request))).toBe('done');
      await ask('savepoint requested');
      const decision = { shop_id, approval_id, outcome: 'approved', command_id: newId() };
      expect(
        await reasonOf(insert(ask, 'approval_decisions', { ...decision, decided_by: driver.user_id })),
      ).toBe('refused');
      await ask('rollback to requested');
      expect(await reasonOf(insert(ask, 'delivery_corrections', { ...lower, approval_id }))).toBe('refused');
      await ask('rollback to requested');
      await ask('select from begin_request($1)', [manager.session_id]);
      await insert(ask, 'approval_decisions', { ...decision, decided_by: manager.user_id });
      await ask('savepoint approved');
      for (const changes of [cash(7_000), { customer_name: 'Another' }, { recorded_by: manager.user_id }]) {
        const row = { ...lower, approval_id, ...changes };
        expect(await reasonOf(insert(ask, 'delivery_corrections', row))).toBe('refused');
        await ask('rollback to approved');
      }
      expect(await reasonOf(insert(ask, 'delivery_corrections', { ...lower, approval_id }))).toBe('done');
    });
  });

  it('reverses only the movement of its delivery, and books only its own cash', async () => {
    const { driver, driver2, manager } = shop;
    const delivered = await rowOf(
      'cash_movements',
      `reason = 'delivery' and to_user_id = '${driver.user_id}'`,
    );
    const of = { reason: 'correction', source_type: 'delivery_correction', source_id: first().correction_id };
    const booked: Move = {
      ...{ ...of, from: 'customers', to: 'staff', to_user_id: driver.user_id, amount_fils: 8_500, leg: 2 },
    };
    const reversal: Move = {
      ...{ ...of, from: 'staff', from_user_id: driver.user_id, to: 'customers', leg: 1 },
      ...{ amount_fils: Number(delivered.amount_fils), reverses: String(delivered.id) },
    };
    const posted = (by: TestStaff, move: Move) => as(by, (ask) => reasonOf(post(ask, move)));
    expect(await posted(driver, booked)).toBe('done');
    expect(await posted(driver, { ...booked, amount_fils: 8_501 })).toBe('unexplained');
    expect(await posted(driver, { ...booked, leg: 3 })).toBe('refused');
    expect(await posted(driver, reversal)).toBe('unexplained');
    expect(await posted(driver2, booked)).toBe('refused');
    expect(await posted(driver2, { ...booked, to_user_id: driver2.user_id })).toBe('unexplained');
    expect(await posted(manager, { ...booked, to_user_id: manager.user_id })).toBe('unexplained');
    const to_bank = { ...booked, from: 'bank' };
    for (const by of [driver, manager]) expect(await posted(by, to_bank)).toBe('refused');
  });

  it('has no difference of another amount, person or time', async () => {
    const { manager, driver } = shop;
    const difference = {
      ...{
        shop_id: shop.shop_id,
        id: newId(),
        correction_id: first().correction_id,
        user_id: driver.user_id,
      },
      ...{ kind: 'shortage', amount_fils: 500, decided_by: manager.user_id, command_id: newId() },
    };
    // The cash has not been handed in.
    expect(await inserted(manager, 'cash_differences', difference)).toBe('refused');
    const wrong = [
      { kind: 'over' },
      { amount_fils: 501 },
      { user_id: shop.driver2.user_id },
      { kind: 'none' },
    ];
    for (const changes of wrong)
      expect(await inserted(manager, 'cash_differences', { ...difference, ...changes })).not.toBe('done');
  });
});

describe('the match of a payment', () => {
  it('is added by managers and admins, in their own name', async () => {
    const { order_id, payment_id } = first();
    const { manager, admin, driver, stranger } = shop;
    const by = ({ user_id }: TestStaff) => ({
      ...{ shop_id: shop.shop_id, id: newId(), order_id, source_id: payment_id, tender: 'payment_link' },
      ...{ reference: 'L-2', amount_fils: 200, outcome: 'received', decided_by: user_id },
      command_id: newId(),
    });
    await expectReasons('payment_matches', [
      [manager, by(manager), 'done'],
      [manager, { ...by(manager), reference: 'L-1' }, 'there already'],
      [manager, by(admin), 'refused'],
      [admin, by(admin), 'done'],
      [driver, by(driver), 'refused'],
      [stranger, by(stranger), 'refused'],
      [other.manager, by(other.manager), 'refused'],
    ]);
  });
});

describe('a waiver and an expense', () => {
  const request = (by: TestStaff, kind: string, record: Row, changes: Row = {}): Row => ({
    ...{ shop_id: shop.shop_id, id: newId(), kind, requested_by: by.user_id, user_id: by.user_id },
    ...{ amount_fils: 100, record: JSON.stringify(record), command_id: newId() },
    expires_at: new Date(Date.now() + 60_000),
    ...changes,
  });

  it('are not added without an approval, or with the approval of another record', async () => {
    const waiver = await rowOf('order_waivers');
    const expense = await rowOf('expenses');
    for (const by of [shop.driver, shop.manager, shop.admin, shop.stranger, other.manager]) {
      for (const [table, row] of [
        ['order_waivers', waiver],
        ['expenses', { ...expense, reference: newId() }],
      ] as const) {
        expect(await inserted(by, table, { ...row, id: newId() })).toBe('refused');
        expect(await inserted(by, table, { ...row, approval_id: newId(), id: newId() })).toBe('refused');
      }
    }
  });

  it('are requested by a driver only as an own expense, correction or delivery without payment', async () => {
    const { driver, driver2, manager } = shop;
    for (const kind of ['expense', 'correction', 'unpaid'])
      expect(await inserted(driver, 'approvals', request(driver, kind, {}))).toBe('done');
    for (const kind of ['waiver', 'adjustment', 'issue', 'float', 'write_off', 'void'])
      expect(await inserted(driver, 'approvals', request(driver, kind, {}))).toBe('refused');
    for (const changes of [{ user_id: driver2.user_id }, { requested_by: driver2.user_id }])
      expect(await inserted(driver, 'approvals', request(driver, 'expense', {}, changes))).toBe('refused');
    expect(await inserted(manager, 'approvals', request(manager, 'waiver', {}))).toBe('done');
    expect(await inserted(shop.stranger, 'approvals', request(shop.stranger, 'expense', {}))).toBe('refused');
  });

  it('are decided by no driver, and approved by no user for themselves', async () => {
    const { driver, driver2, manager, admin } = shop;
    const { id } = await rowOf(
      'approvals',
      `kind = 'expense' and requested_by = '${driver.user_id}' and id not in (select approval_id from approval_decisions)`,
    );
    const decision = (by: TestStaff, outcome: string) => ({
      ...{ shop_id: shop.shop_id, approval_id: id, outcome, decided_by: by.user_id, command_id: newId() },
    });
    await expectReasons('approval_decisions', [
      [driver, decision(driver, 'withdrawn'), 'done'],
      [driver, decision(driver, 'approved'), 'refused'],
      [driver, decision(driver, 'refused'), 'refused'],
      [driver2, decision(driver2, 'withdrawn'), 'refused'],
      [driver2, decision(driver2, 'approved'), 'refused'],
      [manager, decision(manager, 'approved'), 'done'],
      [admin, decision(admin, 'approved'), 'done'],
      [other.manager, decision(other.manager, 'approved'), 'refused'],
    ]);
    await as(manager, async (ask) => {
      const own = request(manager, 'expense', {});
      await insert(ask, 'approvals', own);
      const approved = { ...decision(manager, 'approved'), approval_id: own.id };
      expect(await reasonOf(insert(ask, 'approval_decisions', approved))).toBe('refused');
    });
  });

  it('moves exactly its amount, from the person who paid it', async () => {
    const { driver, driver2, manager } = shop;
    const move: Move = {
      ...{ from: 'staff', from_user_id: driver.user_id, to: 'expense', account_user_id: driver.user_id },
      ...{
        amount_fils: 500,
        leg: 1,
        reason: 'expense',
        source_type: 'expense',
        source_id: first().expense_id,
      },
    };
    const posted = (by: TestStaff, changes: Partial<Move> = {}) =>
      as(by, (ask) => reasonOf(post(ask, { ...move, ...changes })));
    expect(await posted(manager)).toBe('done');
    expect(await posted(manager, { amount_fils: 501 })).toBe('unexplained');
    expect(await posted(manager, { from_user_id: driver2.user_id })).toBe('unexplained');
    expect(await posted(manager, { account_user_id: driver2.user_id })).toBe('unexplained');
    expect(
      await posted(manager, { from: 'expense', to: 'staff', from_user_id: null, to_user_id: driver.user_id }),
    ).not.toBe('done');
    for (const by of [driver, driver2, shop.stranger, other.manager])
      expect(await posted(by)).toBe('refused');
  });
});

describe('the balance of an order', () => {
  it('is changed by no user, and its payment status only follows it', async () => {
    const { order_id } = first();
    const { driver, manager, admin } = shop;
    const statements = [
      `update order_balances set owed_fils = 0 where order_id = '${order_id}'`,
      `delete from order_balances where order_id = '${order_id}'`,
      `insert into order_balances select id, '${filled.open_order}', 0, 0, 5000, 1, now() from shops`,
      `select balance_of_order(id, '${order_id}') from shops`,
    ];
    for (const by of [driver, manager, admin])
      for (const statement of statements)
        expect(await as(by, (ask) => reasonOf(ask(statement)))).toBe('refused');
    const { payment_status } = await rowOf('orders', `id = '${order_id}'`);
    expect(payment_status).toBe('pending');
    const paid = `update orders set payment_status = 'paid' where id = '${order_id}'`;
    for (const by of [driver, manager, admin])
      expect(
        await as(by, (ask) =>
          ask(paid).then(
            ({ rowCount }) => rowCount,
            () => 0,
          ),
        ),
      ).toBe(0);
  });

  it('is what was due less everything that was taken, matched and waived', async () => {
    const row = await rowOf('order_balances', `order_id = '${first().order_id}'`);
    // 100.00 - 85.00 - 3.00 - 2.00 by link - 4.00 waived
    expect(row).toMatchObject({ owed_fils: 600, unmatched_fils: 0, refund_fils: 0 });
  });
});

it.each(['delivery_lines', 'order_waivers', 'expenses'])('rows of %s are never changed', async (table) => {
  const { owner } = app.database;
  for (const statement of [`update ${table} set shop_id = shop_id`, `delete from ${table}`]) {
    for (const by of [shop.admin, shop.manager, shop.driver])
      expect(await as(by, (ask) => reasonOf(ask(statement)))).toBe('refused');
    await expect(owner.query(statement)).rejects.toThrow('append-only');
  }
});

it.each(['delivery_confirmations', 'order_payments', 'delivery_corrections', 'payment_matches'])(
  'rows of %s are changed by no user, nor added as erased',
  async (table) => {
    for (const by of [shop.admin, shop.manager, shop.driver]) {
      for (const statement of [`update ${table} set shop_id = shop_id`, `delete from ${table}`])
        expect(await as(by, (ask) => reasonOf(ask(statement)))).toBe('refused');
    }
    const row = await rowOf(table);
    const by = table === 'payment_matches' ? shop.manager : shop.driver;
    const keys = { id: newId(), command_id: newId(), ...(table === 'delivery_corrections' && { number: 2 }) };
    const erased = { ...row, ...keys, erased_at: new Date() };
    expect(await inserted(by, table, erased)).toBe('refused');
  },
);

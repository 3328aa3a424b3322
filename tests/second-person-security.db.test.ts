import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../contract/rules/ids.ts';
import { directSql, insert, type Move, type Row, reasonOf } from './support/direct-sql.ts';
import { fillShop } from './support/row-security.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';
import { approvalsIn } from './support/test-approvals.ts';
import { createTestShop, type TestShop, type TestStaff } from './support/test-shop.ts';

/**
 * The database itself requires the second person and the row that explains each movement, without the checks
 * of the endpoints.
 */

let app: TestApp;
let shop: TestShop;
let other: TestShop;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
  other = await createTestShop(app.owner, 'Another Shop');
  await fillShop(app, shop);
});
afterAll(() => app.drop());

const { as, inserted, rowOf, post } = directSql(
  () => app,
  () => shop,
);

const requestOf = (by: TestStaff, changes: Row = {}): Row => {
  const id = newId();
  const { user_id } = shop.driver;
  return {
    shop_id: shop.shop_id,
    id: newId(),
    kind: 'adjustment',
    requested_by: by.user_id,
    user_id,
    amount_fils: 500,
    reason: 'Found',
    record: JSON.stringify({ id, user_id, amount_fils: 500, reason: 'Found' }),
    command_id: newId(),
    expires_at: new Date(Date.now() + 60_000),
    ...changes,
  };
};
const decisionOf = (by: TestStaff, approval_id: unknown, outcome_of = 'approved'): Row => ({
  shop_id: shop.shop_id,
  approval_id,
  outcome: outcome_of,
  decided_by: by.user_id,
  command_id: newId(),
});

describe('a request for approval', () => {
  it('is added by managers and admins, in their own name and shop', async () => {
    for (const by of [shop.admin, shop.manager])
      expect(await inserted(by, 'approvals', requestOf(by))).toBe('done');
    for (const by of [shop.driver, shop.stranger])
      expect(await inserted(by, 'approvals', requestOf(by))).toBe('refused');
    const wrong = [
      requestOf(shop.manager),
      requestOf(shop.admin, { requested_by: null, operator: 'omar' }),
      requestOf(shop.admin, { shop_id: other.shop_id }),
    ];
    for (const row of wrong) expect(await inserted(shop.admin, 'approvals', row)).toBe('refused');
  });

  it('is not approved by its user, nor in the name of another', async () => {
    await as(shop.admin, async (ask) => {
      const request = requestOf(shop.admin);
      await insert(ask, 'approvals', request);
      await ask('savepoint tried');
      for (const decision of [
        decisionOf(shop.admin, request.id),
        decisionOf(shop.admin, request.id, 'refused'),
        decisionOf(shop.manager, request.id),
        { ...decisionOf(shop.admin, request.id), decided_by: null, operator: 'omar' },
      ]) {
        expect(await reasonOf(insert(ask, 'approval_decisions', decision))).toBe('refused');
        await ask('rollback to tried');
      }
      expect(
        await reasonOf(insert(ask, 'approval_decisions', decisionOf(shop.admin, request.id, 'withdrawn'))),
      ).toBe('done');
    });
  });

  it('is neither withdrawn by another user, nor approved by its person, a driver or after it expired', async () => {
    const approvals = approvalsIn(app, shop);
    const [of_driver, of_manager] = [
      await approvals.requestAdjustment(shop.admin),
      await approvals.requestAdjustment(shop.admin, { of: shop.manager }),
    ];
    const decide = (by: TestStaff, id: string, outcome_of?: string, more: Row = {}) =>
      inserted(by, 'approval_decisions', { ...decisionOf(by, id, outcome_of), ...more });
    expect(await decide(shop.manager, of_driver)).toBe('done');
    expect(await decide(shop.manager, of_driver, 'withdrawn')).toBe('refused');
    expect(await decide(shop.manager, of_manager)).toBe('refused');
    expect(await decide(shop.driver, of_driver)).toBe('refused');
    expect(await decide(other.manager, of_driver)).toBe('refused');
    const decided_at = new Date(Date.now() + 25 * 60 * 60 * 1000);
    expect(await decide(shop.manager, of_driver, 'approved', { decided_at })).toBe('refused');
  });
});

describe('a row that needs an approval', () => {
  /** Adds a row as a Manager after approving an Admin's request, and returns the outcome. */
  async function approved(table: string, changes: Row, kind = 'adjustment'): Promise<string> {
    const approval_id = await approvalsIn(app, shop).requestAdjustment(shop.admin);
    const { record } = await rowOf('approvals', `id = '${approval_id}'`);
    const { reason, ...common } = record as Row;
    return as(shop.manager, async (ask) => {
      await insert(ask, 'approval_decisions', decisionOf(shop.manager, approval_id));
      const row = { shop_id: shop.shop_id, ...common, ...(kind === 'adjustment' && { reason }), approval_id };
      return reasonOf(insert(ask, table, { ...row, ...changes }));
    });
  }

  it('is added as it was requested, by the user who approved it', async () => {
    expect(await approved('cash_adjustments', {})).toBe('done');
    for (const changes of [
      { amount_fils: -999_999 },
      { user_id: shop.manager.user_id },
      { reason: 'Another' },
      { id: newId() },
    ])
      expect({ changes, got: await approved('cash_adjustments', changes) }).toEqual({
        changes,
        got: 'refused',
      });
    expect(await approved('cash_issues', { amount_fils: 500 }, 'issue')).toBe('refused');
  });

  it('is not added without an approval, before it, or after the one of another user', async () => {
    const { shop_id, driver, admin, manager } = shop;
    const adjustment = { shop_id, id: newId(), user_id: driver.user_id, amount_fils: 5, reason: 'Found' };
    const issue = { shop_id, id: newId(), user_id: driver.user_id, amount_fils: 5 };
    const pending = await approvalsIn(app, shop).requestAdjustment(admin);
    const { record } = await rowOf('approvals', `id = '${pending}'`);
    for (const by of [admin, manager, driver]) {
      expect(await inserted(by, 'cash_adjustments', adjustment)).toBe('refused');
      expect(await inserted(by, 'cash_issues', issue)).toBe('refused');
      const early = { shop_id, ...(record as Row), approval_id: pending };
      expect(await inserted(by, 'cash_adjustments', early)).toBe('refused');
    }
    const done = await rowOf('cash_adjustments', 'approval_id is not null');
    expect(await inserted(admin, 'cash_adjustments', done)).toBe('refused');
    expect(await inserted(manager, 'cash_adjustments', done)).toBe('there already');
  });

  it('is a float above the limit, in the name of its signer or not', async () => {
    const float = { ...(await rowOf('cash_floats')), id: newId(), reference: newId(), command_id: newId() };
    const by_manager = { ...float, recorded_by: shop.manager.user_id };
    expect(await inserted(shop.manager, 'cash_floats', by_manager)).toBe('done');
    const limit = (fils: number | null) =>
      app.owner.updateTable('shops').set({ float_limit_fils: fils }).where('id', '=', shop.shop_id).execute();
    await limit(1);
    expect(await inserted(shop.manager, 'cash_floats', by_manager)).toBe('refused');
    await limit(null);
    const { approval_id } = await rowOf('cash_adjustments', 'approval_id is not null');
    expect(await inserted(shop.manager, 'cash_floats', { ...by_manager, approval_id })).toBe('refused');
  });

  it('is a write-off, or a void that one signer signed', async () => {
    const { approval_id } = await rowOf('cash_adjustments', 'approval_id is not null');
    const { shop_id, difference_id, user_id, completed_at } = await rowOf('cash_settlements');
    const loss = {
      shop_id,
      id: newId(),
      difference_id,
      user_id,
      kind: 'loss',
      amount_fils: 5,
      reason: 'Old',
    };
    const of = { command_id: newId(), completed_at };
    expect(await inserted(shop.manager, 'cash_settlements', { ...loss, ...of, approval_id })).toBe('refused');
    const { other_user_id, other_signer, other_signature_typed, other_signature_file_id, ...signed } =
      await rowOf('cash_voids');
    const alone = { ...signed, id: newId(), reference: newId(), command_id: newId(), approval_id };
    expect(await inserted(shop.admin, 'cash_voids', alone)).toBe('refused');
    expect([other_user_id, other_signer, other_signature_typed, other_signature_file_id]).not.toContain(null);
  });
});

describe('a void', () => {
  it('is added in the name of its user, with the signature of a signer', async () => {
    const done = await rowOf('cash_voids');
    const valid = await rowOf('cash_handovers', "handover_type = 'end'");
    const voided = { ...done, id: newId(), reference: newId(), command_id: newId(), record_id: valid.id };
    const signed = (by: TestStaff, co: TestStaff) => ({
      ...voided,
      driver_id: valid.driver_id,
      recorded_by: by.user_id,
      other_user_id: co.user_id,
    });
    const driver = valid.staff_user_id === shop.driver.user_id ? shop.driver : shop.driver2;
    const outsider = driver === shop.driver ? shop.driver2 : shop.driver;
    expect(await inserted(shop.admin, 'cash_voids', signed(shop.admin, driver))).toBe('done');
    expect(await inserted(shop.manager, 'cash_voids', signed(shop.manager, driver))).toBe('done');
    const refused: [TestStaff, Row][] = [
      [shop.manager, signed(shop.admin, driver)],
      [shop.manager, signed(shop.manager, outsider)],
      [shop.admin, signed(shop.admin, shop.manager)],
      [driver, signed(driver, shop.admin)],
      [other.admin, signed(other.admin, driver)],
    ];
    for (const [by, row] of refused) expect(await inserted(by, 'cash_voids', row)).toBe('refused');
    expect(
      await inserted(shop.admin, 'cash_voids', { ...signed(shop.admin, driver), record_id: done.record_id }),
    ).not.toBe('done');
  });
});

describe('a movement', () => {
  it('is refused if the difference, settlement, write-off or void that explains it is missing', async () => {
    const { user_id } = shop.driver;
    const { user_id: me } = shop.manager;
    const source_id = newId();
    const of = { account_user_id: user_id, amount_fils: 5, source_id, leg: 1 };
    const moves: Move[] = [
      {
        ...of,
        from: 'staff',
        from_user_id: user_id,
        to: 'shortage',
        reason: 'difference',
        source_type: 'cash_difference',
      },
      {
        ...of,
        from: 'over',
        to: 'staff',
        to_user_id: user_id,
        reason: 'difference',
        source_type: 'cash_difference',
      },
      {
        ...of,
        from: 'shortage',
        to: 'staff',
        to_user_id: me,
        reason: 'settlement',
        source_type: 'cash_settlement',
      },
      {
        ...of,
        from: 'staff',
        from_user_id: me,
        to: 'over',
        reason: 'settlement',
        source_type: 'cash_settlement',
      },
      { ...of, from: 'shortage', to: 'adjustment', reason: 'write_off', source_type: 'cash_settlement' },
      { ...of, from: 'adjustment', to: 'over', reason: 'write_off', source_type: 'cash_settlement' },
      {
        ...of,
        account_user_id: null,
        from: 'staff',
        from_user_id: user_id,
        to: 'staff',
        to_user_id: me,
        reason: 'reversal',
        source_type: 'cash_void',
      },
    ];
    for (const move of moves) {
      const { reason } = move;
      expect({ reason, got: await as(shop.manager, (ask) => reasonOf(post(ask, move))) }).toEqual({
        reason,
        got: 'unexplained',
      });
      for (const by of [shop.driver, shop.stranger])
        expect({ reason, got: await as(by, (ask) => reasonOf(post(ask, move))) }).toEqual({
          reason,
          got: 'refused',
        });
    }
    const adjustment: Move = {
      ...{ from: 'adjustment', to: 'staff', to_user_id: me, amount_fils: 5, leg: 1 },
      ...{ reason: 'adjustment', source_type: 'cash_adjustment', source_id },
    };
    expect(await as(shop.manager, (ask) => reasonOf(post(ask, adjustment)))).toBe('refused');
    const issue: Move = { ...adjustment, from: 'safe', reason: 'issue', source_type: 'cash_issue' };
    expect(await as(shop.manager, (ask) => reasonOf(post(ask, issue)))).toBe('refused');
  });

  it('is recorded once for its row, and with the holders and the amount of its row', async () => {
    const reasons = ['difference', 'settlement', 'adjustment', 'reversal'];
    for (const reason of reasons) {
      const approved = reason === 'adjustment' ? ' and recorded_by is not null' : '';
      const was = await rowOf('cash_movements', `reason = '${reason}'${approved}`);
      const move: Move = {
        ...{ from: String(was.from_holder), to: String(was.to_holder), reason },
        ...(was as Pick<Move, 'from_user_id' | 'to_user_id' | 'account_user_id' | 'amount_fils'>),
        ...(was as Pick<Move, 'source_type' | 'source_id' | 'reverses'>),
      };
      const attempt = (changes: Partial<Move>) =>
        as(shop.manager, (ask) => reasonOf(post(ask, { ...move, ...changes })));
      expect({ reason, got: await attempt({ leg: 2 }) }).not.toMatchObject({ got: 'done' });
      expect({ reason, got: await attempt({ leg: 1 }) }).not.toMatchObject({ got: 'done' });
      const more = { amount_fils: move.amount_fils + 1, leg: 3 };
      expect({ reason, got: await attempt(more) }).not.toMatchObject({ got: 'done' });
    }
  });

  it('is not reversed by the void of another record', async () => {
    const { id, record_id } = await rowOf('cash_voids');
    const was = await rowOf('cash_movements', `reason = 'collection' and source_id <> '${record_id}'`);
    const reversal: Move = {
      ...{ from: String(was.to_holder), from_user_id: String(was.to_user_id) },
      ...{ to: String(was.from_holder), to_user_id: String(was.from_user_id) },
      ...{ amount_fils: Number(was.amount_fils), reason: 'reversal', leg: 9, reverses: String(was.id) },
      ...{ source_type: 'cash_void', source_id: String(id) },
    };
    expect(await as(shop.manager, (ask) => reasonOf(post(ask, reversal)))).toBe('unexplained');
  });
});

describe('a difference', () => {
  it('is booked only in the name of its user, within what both signed', async () => {
    const { id: _, handover_id, ...row } = await rowOf('cash_differences');
    const again = { ...row, id: newId(), handover_id, command_id: newId() };
    expect(await inserted(shop.admin, 'cash_differences', { ...again, decided_by: shop.admin.user_id })).toBe(
      'there already',
    );
    expect(await inserted(shop.manager, 'cash_differences', again)).toBe('refused');
    const amount_fils = Number(row.amount_fils) + 1;
    expect(await inserted(shop.admin, 'cash_differences', { ...again, amount_fils })).toBe('refused');
    expect(await inserted(shop.admin, 'cash_differences', { ...again, kind: 'over' })).toBe('refused');
    const collected = await rowOf('cash_handovers', "handover_type = 'collection'");
    const of = { handover_id: collected.id, user_id: collected.staff_user_id };
    expect(await inserted(shop.admin, 'cash_differences', { ...again, ...of })).toBe('refused');
  });
});

describe('the ceiling of a person', () => {
  it('is set by admins only', async () => {
    const set = 'update cash_ceilings set ceiling_fils = 1 where shop_id = $1';
    const changed = (by: TestStaff, of = shop) =>
      as(by, async (ask) => (await ask(set, [of.shop_id])).rowCount);
    expect(await changed(shop.admin)).toBe(2);
    for (const by of [shop.manager, shop.driver, shop.stranger, other.admin])
      expect(await changed(by)).toBe(0);
    const row = { shop_id: shop.shop_id, user_id: shop.manager.user_id, ceiling_fils: 5 };
    expect(await inserted(shop.admin, 'cash_ceilings', row)).toBe('done');
    for (const by of [shop.manager, shop.driver])
      expect(await inserted(by, 'cash_ceilings', row)).toBe('refused');
  });
});

it.each([
  'approvals',
  'approval_decisions',
  'cash_differences',
  'cash_settlements',
  'cash_voids',
  'salary_proposals',
])('rows of %s are never changed, by a request or by the owner', async (table) => {
  for (const by of [shop.admin, shop.manager]) {
    for (const statement of [`update ${table} set command_id = command_id`, `delete from ${table}`])
      expect(await as(by, (ask) => reasonOf(ask(statement)))).toBe('refused');
  }
  const { owner } = app.database;
  await expect(owner.query(`update ${table} set command_id = command_id`)).rejects.toThrow('append-only');
  await expect(owner.query(`delete from ${table}`)).rejects.toThrow('append-only');
  await expect(owner.query(`truncate ${table} cascade`)).rejects.toThrow('append-only');
});

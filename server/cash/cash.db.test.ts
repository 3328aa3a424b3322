import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { leftBy } from '../../tests/support/audit.ts';
import { build } from '../../tests/support/query-builder.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import { waitingForLocks } from '../../tests/support/waiting-for-locks.ts';
import { runTransaction, type Tx } from '../platform/database/database.ts';
import { sql } from '../platform/database/sql.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import { verifyCash } from '../verification/verify-cash.ts';
import { cashOf, collectedToday } from './balances.ts';
import { type Movement, postMovement } from './movements.ts';
import { bookIssue } from './operator-bookings.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
});

function movement(changes: Partial<Movement> = {}): Movement {
  return {
    shop_id: shop.shop_id,
    from: { holder: 'safe' },
    to: { holder: 'staff', user_id: shop.admin.user_id },
    amount_fils: 10_000,
    reason: 'issue',
    source_type: 'cash_issue',
    source_id: newId(),
    command_id: null,
    occurred_at: new Date(),
    may_wait: false,
    ...changes,
  };
}

/** Inserts the source row of a movement from the safe, unless it exists. */
async function explain(tx: Tx, { shop_id, source_id, amount_fils, occurred_at }: Movement): Promise<void> {
  const { user_id } = shop.admin;
  await build(tx)
    .insertInto('cash_issues')
    .values({
      shop_id,
      id: source_id,
      user_id,
      amount_fils: Math.min(Math.max(amount_fils, 1), 1_000),
      occurred_at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const post = (changes: Partial<Movement> = {}) =>
  inTransaction(app.owner, async (tx) => {
    const changed = movement(changes);
    await explain(tx, changed);
    return postMovement(tx, changed);
  });
const issue = (amount_fils: number) =>
  inTransaction(app.owner, (tx) =>
    bookIssue(tx, {
      id: newId(),
      shop_id: shop.shop_id,
      user_id: shop.admin.user_id,
      amount_fils,
      occurred_at: new Date(),
    }),
  );
const held = (user_id: string) =>
  inTransaction(app.owner, async (tx) => (await cashOf(tx, shop.shop_id, user_id)).cash_on_hand_fils);

const differences = async () =>
  (await verifyCash(app.owner)).filter(({ shop_id }) => shop_id === shop.shop_id);

describe('a movement', () => {
  it('moves the amount from one holder to the other, and returns both totals', async () => {
    await issue(50_000);
    const posted = await post({
      from: { holder: 'staff', user_id: shop.admin.user_id },
      to: { holder: 'staff', user_id: shop.driver.user_id },
      amount_fils: 70_000,
      reason: 'start_handover',
    });
    expect(posted).toEqual({ success: true, error: null, from_total_fils: -20_000, to_total_fils: 70_000 });
    expect([await held(shop.admin.user_id), await held(shop.driver.user_id)]).toEqual([-20_000, 70_000]);
  });

  it('repeating the transaction books an issue once', async () => {
    const issue = {
      id: newId(),
      shop_id: shop.shop_id,
      user_id: shop.admin.user_id,
      amount_fils: 5_000,
      occurred_at: new Date(),
    };
    expect(await inTransaction(app.owner, (tx) => bookIssue(tx, issue))).toMatchObject({
      to_total_fils: 5_000,
    });
    expect(await inTransaction(app.owner, (tx) => bookIssue(tx, issue))).toBeNull();
    expect(await held(shop.admin.user_id)).toBe(5_000);
  });

  it.each([
    { amount_fils: 0 },
    { amount_fils: -1 },
    { amount_fils: 1_000_000_001 },
    { to: { holder: 'bank' as const } },
    { from: { holder: 'customers' as const }, to: { holder: 'customers' as const } },
  ])('cannot be %j', async (changes) => {
    await expect(post(changes)).rejects.toThrow(/violates check constraint/);
  });

  it('cannot go from a person to the same person, or concern another shop’s staff', async () => {
    const admin = { holder: 'staff' as const, user_id: shop.admin.user_id };
    await expect(post({ from: admin, to: admin })).rejects.toThrow(/violates check constraint/);
    const other = await createTestShop(app.owner, 'Other Shop');
    await expect(post({ to: { holder: 'staff', user_id: other.admin.user_id } })).rejects.toThrow(
      /violates foreign key constraint/,
    );
  });

  it('is rejected a second time for the same source and leg', async () => {
    const source_id = newId();
    await post({ source_id });
    await expect(post({ source_id })).rejects.toThrow(/duplicate key/);
    await post({ source_id, leg: 2 });
    expect(await held(shop.admin.user_id)).toBe(20_000);
  });

  it('fails as a whole if it must not stay pending and the balance update exceeds the statement timeout', async () => {
    const source_id = newId();
    const locked = await app.database.owner.connect();
    try {
      await post();
      await inTransaction(app.owner, (tx) => explain(tx, movement({ source_id })));
      await locked.query('begin');
      await locked.query('lock table cash_tracking_parts in exclusive mode');
      const slow = inTransaction(app.owner, async (tx) => {
        await sql`set local statement_timeout = '300ms'`.execute(tx);
        await postMovement(tx, movement({ source_id }));
      });
      await expect(slow).rejects.toThrow('took longer than a statement may');
    } finally {
      await locked.query('rollback');
      locked.release();
    }
    expect(await held(shop.admin.user_id)).toBe(10_000);
    await post({ source_id });
    expect(await held(shop.admin.user_id)).toBe(20_000);
  });

  it('cannot be edited, deleted or truncated, even by the owner', async () => {
    await post();
    for (const statement of [
      'update cash_movements set amount_fils = 1',
      'update cash_movements set posted_at = null',
      'update cash_movements set posted_at = now()',
      'delete from cash_movements',
      'truncate cash_movements',
    ]) {
      await expect(app.database.owner.query(statement)).rejects.toThrow(/append-only/);
    }
  });

  it('keeps all totals correct under many concurrent movements in both directions', async () => {
    const admin = { holder: 'staff' as const, user_id: shop.admin.user_id };
    const driver = { holder: 'staff' as const, user_id: shop.driver.user_id };
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        post(
          index % 2 === 0
            ? { from: admin, to: driver, amount_fils: 300, reason: 'start_handover' }
            : { from: driver, to: admin, amount_fils: 100, reason: 'end_handover' },
        ),
      ),
    );
    expect([await held(shop.admin.user_id), await held(shop.driver.user_id)]).toEqual([-2_000, 2_000]);
    const balances = (await differences()).filter(({ kind }) => kind === 'balance' || kind === 'shop_total');
    expect(balances).toEqual([]);
  });

  it('fails as a whole if it must not stay pending and the balance update fails', async () => {
    await app.database.owner.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'closed'; end $$;
      create trigger refuse before insert or update on cash_tracking_parts for each row execute function refuse()`);
    try {
      await expect(post()).rejects.toThrow('closed');
    } finally {
      await app.database.owner.query('drop trigger refuse on cash_tracking_parts; drop function refuse');
    }
    const rows = await app.owner
      .selectFrom('cash_movements')
      .select('id')
      .where('shop_id', '=', shop.shop_id)
      .execute();
    expect(rows).toEqual([]);
  });
});

describe('reading cash', () => {
  it('returns 0.00 without a row, and initialising creates only a missing balance', async () => {
    expect(await held(shop.driver.user_id)).toBe(0);
    const initialise = (as: string) => app.send('POST', '/api/cash/initialise', { as });
    expect(await (await initialise(shop.driver.session_id)).json()).toEqual({
      success: true,
      error: null,
      new_total_fils: 0,
    });
    await post({ to: { holder: 'staff', user_id: shop.driver.user_id }, amount_fils: 7_500 });
    expect(await (await initialise(shop.driver.session_id)).json()).toMatchObject({ new_total_fils: 7_500 });
    for (const who of [shop.admin, shop.manager, shop.stranger]) {
      expect((await initialise(who.session_id)).status).toBe(403);
    }
  });

  it('concurrent initialisations create, audit and announce the balance once', async () => {
    const initialise = () => app.send('POST', '/api/cash/initialise', { as: shop.driver.session_id });
    let requests: Promise<Response>[] = [];
    const given_up = new Error('given up');
    const left = await leftBy(app.owner, async () => {
      const elsewhere = inTransaction(app.owner, async (tx) => {
        const row = { shop_id: shop.shop_id, user_id: shop.driver.user_id };
        await build(tx).insertInto('cash_tracking_parts').values(row).execute();
        requests = [initialise(), initialise(), initialise()];
        await expect.poll(() => waitingForLocks(app.owner)).toBe(3);
        throw given_up;
      });
      await expect(elsewhere).rejects.toBe(given_up);
      expect((await Promise.all(requests)).map(({ status }) => status)).toEqual([200, 200, 200]);
    });
    expect(left.audit).toMatchObject([{ what: 'initialise_cash', after: { cash_on_hand_fils: 0 } }]);
    expect(left.topics).toEqual(['cash']);
  });

  it('counts today from midnight in the shop’s time zone, less cash returned to customers', async () => {
    // 00:30 in Dubai is still the previous day in UTC.
    const now = new Date('2026-11-19T20:30:00Z');
    const customers = { holder: 'customers' as const };
    const driver = { holder: 'staff' as const, user_id: shop.driver.user_id };
    const at = (iso: string, amount_fils: number) =>
      post({ from: customers, to: driver, amount_fils, reason: 'delivery', occurred_at: new Date(iso) });
    await at('2026-11-19T19:59:59Z', 1);
    await at('2026-11-19T20:00:00Z', 20);
    await at('2026-11-20T19:59:59Z', 300);
    await at('2026-11-20T20:00:00Z', 4_000);
    await post({
      from: driver,
      to: customers,
      amount_fils: 5,
      reason: 'adjustment',
      occurred_at: new Date('2026-11-19T21:00:00Z'),
    });
    const today = { shop_id: shop.shop_id, time_zone: 'Asia/Dubai' };
    expect(await inTransaction(app.owner, (tx) => collectedToday(tx, today, shop.driver.user_id, now))).toBe(
      315,
    );
  });

  it('returns null for an unreadable balance, not zero', async () => {
    await app.database.owner.query('revoke select on cash_tracking from mandoob_request');
    try {
      const response = await app.send('GET', '/api/profile/statistics', { as: shop.driver.session_id });
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ cash_on_hand_fils: null, pending_deliveries: 0 });
    } finally {
      await app.database.owner.query('grant select on cash_tracking to mandoob_request');
    }
  });
});

describe('verification', () => {
  it('reports a balance that differs from the sum of its movements', async () => {
    await issue(10_000);
    await app.database.owner.query(
      `update cash_tracking_parts set cash_on_hand_fils = 9999 where shop_id = ${shop.shop_id}`,
    );
    const found = await differences();
    expect(found).toMatchObject([
      { kind: 'balance', subject: 'Amal Admin', expected_fils: 10_000, found_fils: 9_999 },
      { kind: 'shop_total', subject: `Shop #${shop.shop_id}`, expected_fils: 10_000, found_fils: 9_999 },
    ]);
    await app.database.owner.query(
      `update cash_tracking_parts set cash_on_hand_fils = 10000 where shop_id = ${shop.shop_id}`,
    );
  });

  it('reports a movement without a source', async () => {
    await post({ from: { holder: 'customers' }, reason: 'delivery' });
    const { owner } = app.database;
    await owner.query('alter table cash_issues disable trigger user');
    await owner.query('delete from cash_issues where shop_id = $1', [shop.shop_id]);
    await owner.query('alter table cash_issues enable trigger user');
    expect(await differences()).toMatchObject([{ kind: 'unexplained_movement', found_fils: 10_000 }]);
  });
});

describe('a source', () => {
  const movements = () =>
    app.owner.selectFrom('cash_movements').select('id').where('shop_id', '=', shop.shop_id).execute();

  it.each([
    'delivery_confirmation',
    'cash_handover',
    'bank_deposit',
    'cash_issue',
    'cash_adjustment',
  ] as const)('is rejected if it does not exist: %s', async (source_type) => {
    const posting = inTransaction(app.owner, (tx) => postMovement(tx, movement({ source_type })));
    await expect(posting).rejects.toThrow(/no \w+ \w+ [0-9a-f-]{36} explains this movement/);
    expect(await movements()).toEqual([]);
  });

  it('is rejected if its kind is unknown or wrong, or if it is another shop’s', async () => {
    const other = await createTestShop(app.owner, 'Other Shop');
    const source_id = newId();
    await inTransaction(app.owner, (tx) => explain(tx, movement({ source_id })));
    const unknown = 'gift' as Movement['source_type'];
    for (const changes of [
      { source_type: unknown },
      { source_type: 'cash_adjustment' as const },
      { shop_id: other.shop_id, to: { holder: 'staff' as const, user_id: other.admin.user_id } },
    ]) {
      const posting = inTransaction(app.owner, (tx) => postMovement(tx, movement({ source_id, ...changes })));
      await expect(posting).rejects.toThrow(/explains this movement/);
    }
    expect(await movements()).toEqual([]);
  });

  it('is an append-only row of its own for cash from the safe', async () => {
    await issue(50_000);
    const { rows } = await app.database.owner.query(
      `select i.user_id, i.amount_fils, m.source_type from cash_issues i
       join cash_movements m on m.shop_id = i.shop_id and m.source_id = i.id where i.shop_id = $1`,
      [shop.shop_id],
    );
    expect(rows).toEqual([{ user_id: shop.admin.user_id, amount_fils: 50_000, source_type: 'cash_issue' }]);
    for (const statement of [
      'update cash_issues set amount_fils = 1',
      'delete from cash_issues',
      'truncate cash_issues',
    ]) {
      await expect(app.database.owner.query(statement)).rejects.toThrow('append-only');
    }
  });
});

it('a request cannot record a movement for another user', async () => {
  const as = (session_id: string, changes: Partial<Movement>) =>
    runTransaction(app.requests, async (tx) => {
      await sql`select * from begin_request(${session_id}::uuid)`.execute(tx);
      return postMovement(tx, movement({ source_id, ...changes }));
    });
  const source_id = newId();
  await inTransaction(app.owner, (tx) => explain(tx, movement({ source_id })));
  const customers = { holder: 'customers' as const };
  const driver = { holder: 'staff' as const, user_id: shop.driver.user_id };
  const forDriver = { from: customers, to: driver, reason: 'delivery' as const };
  await expect(as(shop.driver2.session_id, forDriver)).rejects.toThrow(/not the actor's/);
  await expect(as(shop.driver.session_id, { to: driver })).rejects.toThrow(/not the actor's/);
  await expect(as(shop.admin.session_id, forDriver)).rejects.toThrow(/not the actor's/);
  const other = await createTestShop(app.owner, 'Other Shop');
  await expect(as(other.driver.session_id, forDriver)).rejects.toThrow(/not the actor's/);
  await expect(as(newId(), forDriver)).rejects.toThrow(/not the actor's/);
  expect(await as(shop.driver.session_id, forDriver)).toMatchObject({ success: true, to_total_fils: 10_000 });
});

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { newId } from '../contract/rules/ids.ts';
import { requestUrlOf } from '../server/platform/database/pools.ts';
import { type Ask, asRequest, fillShop, outcome, PEOPLE, type Person } from './support/row-security.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';
import { asMaintenance } from './support/test-database.ts';
import { createTestShop, type TestShop, type TestStaff } from './support/test-shop.ts';

/** The database itself protects cash, without the checks of the endpoints. */

let app: TestApp;
let shop: TestShop;
let other: TestShop;
/**
 * The request role as on a foreign Postgres: a login with privileges of its own sets the role when it
 * connects.
 */
let switching: Awaited<ReturnType<typeof loginWithSetRole>>;
/** The record that explains the movements of these tests; each is rolled back. */
const source_id = newId();

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
  other = await createTestShop(app.owner, 'Another Shop');
  await fillShop(app, shop);
  const { shop_id } = shop;
  const { user_id } = shop.admin;
  await app.owner
    .insertInto('cash_issues')
    .values({ shop_id, id: source_id, user_id, amount_fils: 100, occurred_at: new Date() })
    .execute();
  switching = await loginWithSetRole();
});
afterAll(async () => {
  await switching.pool.end();
  await app.drop();
  await asMaintenance(inject('test_postgres').owner_url, `drop role ${switching.name}`);
});

const as = <T>(person: TestStaff | null, work: (ask: Ask) => Promise<T>, pool = app.database.request) =>
  asRequest(pool, person, work);

/** Creates a login that may write cash itself, so that only the role it sets can cause a refusal. */
async function loginWithSetRole() {
  const name = `taking_on_${newId().replaceAll('-', '')}`;
  const { owner, owner_url } = app.database;
  await owner.query(`create role ${name} login password '${name}'`);
  await owner.query(`grant mandoob_request to ${name}`);
  await owner.query(
    `grant select, insert, update, delete on cash_tracking_parts, cash_movements, orders to ${name}`,
  );
  await owner.query(`grant execute on function apply_movement(int, uuid) to ${name}`);
  const own_login = new URL(owner_url);
  own_login.username = name;
  own_login.password = name;
  const url = requestUrlOf(own_login.href);
  return { name, url, plain_url: own_login.href, pool: new pg.Pool({ connectionString: url, max: 2 }) };
}

describe('cash', () => {
  type Move = {
    shop_id: number;
    from: [string, string | null];
    to: [string, string | null];
    reason: string;
    amount_fils?: number;
  };
  const post = (ask: Ask, { shop_id, from, to, reason, amount_fils = 100 }: Move) =>
    ask(
      `select * from post_movement($1, $2, $3, $4, $5, $6, $7, $8, 'cash_issue', $9, 1::smallint, null, now(), null, false)`,
      [shop_id, newId(), ...from, ...to, amount_fils, reason, source_id],
    );

  /**
   * Movements by reason: the permitted users, and the holders for the acting user (`me`) and another one
   * (`you`).
   */
  const MOVES: {
    reason: string;
    by: Person[];
    move: (me: string, you: string) => Pick<Move, 'from' | 'to'>;
  }[] = [
    {
      reason: 'delivery',
      by: ['driver', 'driver2', 'manager'],
      move: (me) => ({ from: ['customers', null], to: ['staff', me] }),
    },
    {
      reason: 'start_handover',
      by: ['admin'],
      move: (me, you) => ({ from: ['staff', me], to: ['staff', you] }),
    },
    {
      reason: 'end_handover',
      by: ['admin'],
      move: (me, you) => ({ from: ['staff', you], to: ['staff', me] }),
    },
    {
      reason: 'collection',
      by: ['manager'],
      move: (me, you) => ({ from: ['staff', you], to: ['staff', me] }),
    },
    { reason: 'bank_deposit', by: ['manager'], move: (me) => ({ from: ['staff', me], to: ['bank', null] }) },
    { reason: 'issue', by: [], move: (me) => ({ from: ['safe', null], to: ['staff', me] }) },
    // Users who record floats may also do this if both have signed (`server/floats/record-float.db.test.ts`).
    { reason: 'float_return', by: [], move: (me) => ({ from: ['staff', me], to: ['safe', null] }) },
    { reason: 'opening', by: [], move: (me) => ({ from: ['opening', null], to: ['staff', me] }) },
    {
      reason: 'drop',
      by: ['admin'],
      move: (me, you) => ({ from: ['staff', you], to: ['staff', me] }),
    },
    // Differences, settlements, write-offs and voids need the row that explains them
    // (`second-person-security.db.test.ts`).
    { reason: 'difference', by: [], move: (_, you) => ({ from: ['staff', you], to: ['shortage', null] }) },
    { reason: 'settlement', by: [], move: (me) => ({ from: ['shortage', null], to: ['staff', me] }) },
    { reason: 'write_off', by: [], move: () => ({ from: ['shortage', null], to: ['adjustment', null] }) },
    { reason: 'late_delivery', by: [], move: (me) => ({ from: ['staff', me], to: ['over', null] }) },
    { reason: 'adjustment', by: [], move: (me) => ({ from: ['adjustment', null], to: ['staff', me] }) },
    { reason: 'reversal', by: [], move: (me) => ({ from: ['staff', me], to: ['customers', null] }) },
    // Payments, corrections and expenses need their rows too (`payment-security.db.test.ts`).
    { reason: 'order_payment', by: [], move: (me) => ({ from: ['customers', null], to: ['staff', me] }) },
    { reason: 'correction', by: [], move: (me) => ({ from: ['customers', null], to: ['staff', me] }) },
    { reason: 'expense', by: [], move: (me) => ({ from: ['staff', me], to: ['expense', null] }) },
    { reason: 'gift', by: [], move: (me) => ({ from: ['safe', null], to: ['staff', me] }) },
  ];

  it('covers every reason that the table allows', async () => {
    const { rows } = await app.database.owner.query<{ text: string }>(
      `select pg_get_constraintdef(oid) as text from pg_constraint
       where conrelid = 'cash_movements'::regclass and pg_get_constraintdef(oid) like '%reason%adjustment%'`,
    );
    const allowed = [...(rows[0]?.text.matchAll(/'(\w+)'/g) ?? [])].map(([, word]) => word).sort();
    expect(allowed).toEqual(
      MOVES.map(({ reason }) => reason)
        .filter((reason) => reason !== 'gift')
        .sort(),
    );
  });

  it.each(MOVES)(
    '$reason is recorded only by its permitted roles, and only from or to the acting user',
    async ({ reason, by, move }) => {
      for (const pool of [app.database.request, switching.pool]) {
        for (const person of PEOPLE) {
          const me = shop[person].user_id;
          const you = (person === 'driver2' ? shop.driver : shop.driver2).user_id;
          const third = shop[person === 'admin' ? 'manager' : 'admin'].user_id;
          const attempt = (change: Partial<Move>) =>
            as(
              shop[person],
              (ask) => outcome(post(ask, { shop_id: shop.shop_id, ...move(me, you), reason, ...change })),
              pool,
            );
          expect({ person, got: await attempt({}) }).toEqual({
            person,
            got: by.includes(person) ? 1 : 'refused',
          });
          expect({ person, got: await attempt(move(third, you)) }).toEqual({ person, got: 'refused' });
          expect({ person, got: await attempt({ shop_id: other.shop_id }) }).toEqual({
            person,
            got: 'refused',
          });
        }
      }
    },
  );

  it('is moved only between the holders that its reason allows', async () => {
    const { shop_id } = shop;
    const wrong: [Person, string, [string, string | null], [string, string | null]][] = [
      ['driver', 'delivery', ['safe', null], ['staff', shop.driver.user_id]],
      ['driver', 'delivery', ['staff', shop.driver2.user_id], ['staff', shop.driver.user_id]],
      ['driver', 'delivery', ['staff', shop.driver.user_id], ['customers', null]],
      ['manager', 'bank_deposit', ['staff', shop.manager.user_id], ['safe', null]],
      ['manager', 'collection', ['adjustment', null], ['staff', shop.manager.user_id]],
      ['admin', 'start_handover', ['staff', shop.admin.user_id], ['adjustment', null]],
      ['admin', 'end_handover', ['safe', null], ['staff', shop.admin.user_id]],
    ];
    for (const [person, reason, from, to] of wrong) {
      const got = await as(shop[person], (ask) => outcome(post(ask, { shop_id, reason, from, to })));
      expect({ person, reason, got }).toEqual({ person, reason, got: 'refused' });
    }
  });

  it('cannot be moved before begin_request', async () => {
    const { user_id } = shop.driver;
    for (const pool of [app.database.request, switching.pool]) {
      const move: Move = {
        shop_id: shop.shop_id,
        from: ['customers', null],
        to: ['staff', user_id],
        reason: 'delivery',
      };
      expect(await as(null, (ask) => outcome(post(ask, move)), pool)).toBe('refused');
      expect(await as(null, (ask) => outcome(ask('select initialise_own_balance()')), pool)).toBe('refused');
    }
  });

  const FORBIDDEN = [
    'update cash_tracking_parts set cash_on_hand_fils = 1000000',
    'insert into cash_tracking_parts (shop_id, user_id) select shop_id, user_id from drivers',
    'delete from cash_tracking_parts',
    'truncate cash_movements',
    'update cash_movements set posted_at = null',
    'delete from cash_movements',
    'select apply_movement(shop_id, id) from cash_movements',
    "select graphile_worker.add_job('sweep-files')",
    "select enqueue('sweep-files', '{}', 'x')",
    'alter table cash_tracking_parts disable row level security',
    'drop policy own_or_shop on cash_tracking_parts',
    'create table mine (id int)',
    'create or replace function actor.sees_shop() returns boolean language sql return true',
    'alter role mandoob_request bypassrls',
    'set session_replication_role = replica',
  ];

  it.each(['reset role', 'reset all', 'discard all', 'reset session authorization'])(
    'stays protected after "%s", for a login and for a role set at connection',
    async (way_out) => {
      for (const url of [app.database.request_url, switching.url]) {
        const client = new pg.Client({ connectionString: url });
        await client.connect();
        try {
          await client.query(way_out);
          for (const statement of FORBIDDEN) {
            expect({ statement, got: await outcome(client.query(statement)) }).toEqual({
              statement,
              got: 'refused',
            });
          }
          expect((await client.query('select from orders')).rowCount).toBe(0);
        } finally {
          await client.end();
        }
      }
    },
  );

  it('would not be protected from the second login without the role', async () => {
    const client = new pg.Client({ connectionString: switching.plain_url });
    await client.connect();
    try {
      expect(await outcome(client.query('update cash_tracking_parts set cash_on_hand_fils = 1'))).not.toBe(
        'refused',
      );
    } finally {
      await client.end();
    }
  });

  it('stays protected from a login that sets no role, or another’s', async () => {
    const client = new pg.Client({ connectionString: app.database.request_url });
    await client.connect();
    try {
      const { rows } = await client.query<{ login: string }>('select session_user as login');
      // On a foreign Postgres the owner logs in, and a deliberate `set role none` switches back to the owner.
      if (rows[0]?.login !== 'mandoob_request') return;
      await client.query('set role none');
      expect(await outcome(client.query('update cash_tracking_parts set cash_on_hand_fils = 0'))).toBe(
        'refused',
      );
      const owner = new URL(app.database.owner_url).username;
      expect(await outcome(client.query(`set role ${owner}`))).toBe('refused');
      expect(await outcome(client.query(`set session authorization ${owner}`))).toBe('refused');
    } finally {
      await client.end();
    }
  });
});

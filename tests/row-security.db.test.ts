import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../contract/rules/ids.ts';
import { sumUp } from '../server/reports/sums/sum-up.ts';
import { type Ask, asRequest, fillShop, outcome, PEOPLE, type Person } from './support/row-security.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';
import { addStaff, createTestShop, type TestShop, type TestStaff } from './support/test-shop.ts';

/**
 * Row-level security as second protection: every role on the request pool, without the checks of the
 * endpoints.
 */
const SEES_SHOP: Person[] = ['manager', 'admin'];

let app: TestApp;
let shop: TestShop;
let other: TestShop;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
  other = await createTestShop(app.owner, 'Another Shop');
  await fillShop(app, shop);
  await fillShop(app, other);
  await sumUp(app.owner, new AbortController().signal, { margin_ms: 0, wait_ms: 5_000 });
});
afterAll(() => app.drop());

const as = <T>(person: TestStaff | null, work: (ask: Ask) => Promise<T>, pool = app.database.request) =>
  asRequest(pool, person, work);

const mine_ever = (order: string) => `exists (select from order_assignments a
  where a.shop_id = t.shop_id and a.order_id = ${order} and a.driver_id = $3)`;

/**
 * The condition, by table, for the rows of shop $1 that user $2 (driver record $3) may see, unless the user
 * sees the whole shop.
 */
const VISIBLE: Record<string, string> = {
  shops: 't.id = $1',
  profiles: 't.shop_id = $1 and t.id = $2',
  shop_members: 't.shop_id = $1 and t.user_id = $2',
  sessions: 't.user_id = $2',
  drivers: 't.shop_id = $1 and t.user_id = $2',
  commands: 't.shop_id = $1 and t.user_id = $2',
  audit_events: 'false',
  erasings: 'false',
  // The files of a driver's own deliveries and the receipts of his handovers, but no raw signature (ruling
  // C6).
  files: `t.shop_id = $1 and (t.bucket = 'order-deliveries' and t.uploaded_by = $2 or exists (
    select from cash_handovers h where h.shop_id = t.shop_id and h.receipt_file_id = t.id and h.driver_id = $3))`,
  cash_handovers: `t.shop_id = $1 and t.handover_type <> 'collection' and t.driver_id = $3`,
  card_machines: 'false',
  bank_deposits: 'false',
  cash_floats: 'false',
  cash_adjustments: 't.shop_id = $1 and t.user_id = $2',
  cash_issues: 't.shop_id = $1 and t.user_id = $2',
  approvals: 't.shop_id = $1 and t.requested_by = $2',
  approval_decisions: `t.shop_id = $1 and exists (select from approvals a
    where a.shop_id = t.shop_id and a.id = t.approval_id and a.requested_by = $2)`,
  salary_proposals: 'false',
  cash_ceilings: 't.shop_id = $1 and t.user_id = $2',
  cash_differences: 't.shop_id = $1 and t.user_id = $2',
  cash_settlements: 't.shop_id = $1 and t.user_id = $2',
  cash_voids: 't.shop_id = $1 and t.driver_id = $3',
  cash_movements: 't.shop_id = $1 and $2 in (t.from_user_id, t.to_user_id)',
  cash_tracking: 't.shop_id = $1 and t.user_id = $2',
  cash_tracking_parts: 't.shop_id = $1 and t.user_id = $2',
  customers: `t.shop_id = $1 and exists (select from orders o
    where o.shop_id = t.shop_id and o.customer_id = t.id and ${mine_ever('o.id')})`,
  products: 't.shop_id = $1',
  orders: `t.shop_id = $1 and ${mine_ever('t.id')}`,
  order_line_items: `t.shop_id = $1 and ${mine_ever('t.order_id')}`,
  order_assignments: 't.shop_id = $1 and t.driver_id = $3',
  stop_arrangements: 't.shop_id = $1 and t.driver_id = $3',
  driver_stops: 't.shop_id = $1 and t.driver_id = $3',
  order_events: `t.shop_id = $1 and ${mine_ever('t.order_id')}`,
  delivery_confirmations: 't.shop_id = $1 and t.user_id = $2',
  delivery_corrections: 't.shop_id = $1 and t.user_id = $2',
  delivery_facts: 't.shop_id = $1 and t.user_id = $2',
  delivery_lines: 't.shop_id = $1 and t.user_id = $2',
  expenses: 't.shop_id = $1 and t.user_id = $2',
  order_balances: `t.shop_id = $1 and exists (select from orders o
    where o.shop_id = t.shop_id and o.id = t.order_id and o.driver_id = $3)`,
  order_payments: 't.shop_id = $1 and (t.user_id = $2 or t.driver_id = $3)',
  order_waivers: 'false',
  payment_matches: 'false',
  order_amounts: `t.shop_id = $1 and ${mine_ever('t.order_id')}`,
  order_fulfilments: `t.shop_id = $1 and ${mine_ever('t.order_id')}`,
  attempt_reasons: 't.shop_id = $1',
  message_templates: 't.shop_id = $1',
  delivery_attempts: 't.shop_id = $1 and t.user_id = $2',
  attempt_undos: 't.shop_id = $1 and t.user_id = $2',
  loading_checks: 't.shop_id = $1 and t.user_id = $2',
  missing_goods: 'false',
  goods_decisions: 't.shop_id = $1 and t.driver_id = $3',
  conflicts_to_review: 'false',
  import_layouts: 'false',
  import_methods: 'false',
  source_names: 'false',
  cash_sums: 'false',
  delivery_sums: 'false',
  report_horizons: 'false',
};

/** In these tables, even a user who sees the whole shop sees no more than any other user. */
const VISIBLE_TO_ALL_ALIKE = ['shops', 'commands', 'sessions'];

const NOT_FOR_DRIVERS = [
  ...['order_waivers', 'payment_matches', 'salary_proposals'],
  ...['audit_events', 'card_machines', 'bank_deposits', 'cash_floats'],
  ...['conflicts_to_review', 'erasings', 'import_layouts', 'import_methods', 'source_names'],
  ...['cash_sums', 'delivery_sums', 'report_horizons', 'missing_goods'],
];

describe('reading', () => {
  it('is permitted in exactly the tables listed here', async () => {
    const { rows } = await app.database.owner.query<{ relname: string }>(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
       and has_any_column_privilege('mandoob_request', oid, 'select') order by 1`,
    );
    expect(rows.map(({ relname }) => relname)).toEqual(Object.keys(VISIBLE).sort());
  });

  it.each(Object.keys(VISIBLE))('%s: each role sees its own rows and no other shop’s', async (table) => {
    const total = await app.database.owner.query(`select from ${table}`);
    for (const person of PEOPLE) {
      const staff = shop[person];
      const whole = SEES_SHOP.includes(person) && !VISIBLE_TO_ALL_ALIKE.includes(table);
      const condition = whole ? 't.shop_id = $1' : VISIBLE[table];
      // All three parameters occur, because Postgres infers no type for an absent one.
      const typed = `$1::int is not null and $2::uuid is not null and coalesce($3::int, 0) >= 0`;
      const expected = await app.database.owner.query<{ row: string }>(
        `select t::text as row from ${table} t where ${condition} and ${typed}`,
        [shop.shop_id, staff.user_id, staff.driver_id],
      );
      const seen = await as(staff, (ask) => ask(`select t::text as row from ${table} t`));
      const rows = (result: pg.QueryResult<{ row: string }>) => result.rows.map(({ row }) => row).sort();
      expect({ person, rows: rows(seen) }).toEqual({ person, rows: rows(expected) });
      if (condition !== 'false' && (person === 'driver' || (condition?.includes('t.shop_id = $1') && whole)))
        expect(expected.rowCount).toBeGreaterThan(0);
      if (person === 'driver') expect(expected.rowCount === 0).toBe(NOT_FOR_DRIVERS.includes(table));
      expect(expected.rowCount).toBeLessThan(total.rowCount ?? 0);
    }
  });

  it('returns nothing before begin_request, for an ended session, or in the connection’s next transaction', async () => {
    const dead = await addStaff(app.owner, shop.shop_id, 'Manager', 'Revoked Manager', true);
    await app.owner
      .updateTable('sessions')
      .set({ revoked_at: new Date() })
      .where('id', '=', dead.session_id)
      .execute();
    const disabled = await addStaff(app.owner, shop.shop_id, 'Manager', 'Disabled Manager', true);
    await app.owner
      .updateTable('users')
      .set({ disabled_at: new Date() })
      .where('id', '=', disabled.user_id)
      .execute();
    const unknown = { ...dead, session_id: newId() };
    const single = new pg.Pool({ connectionString: app.database.request_url, max: 1 });
    try {
      await as(shop.manager, (ask) => ask('select from orders'), single);
      for (const person of [null, dead, disabled, unknown]) {
        for (const table of Object.keys(VISIBLE)) {
          const seen = await as(person, (ask) => ask(`select from ${table}`), single);
          expect({ table, rows: seen.rowCount }).toEqual({ table, rows: 0 });
        }
      }
    } finally {
      await single.end();
    }
  });

  it('is refused for the tables of sign-in and of stores', async () => {
    const closed = ['users', 'refresh_tokens', 'sign_in_attempts', 'installation'];
    for (const table of [...closed, 'shopify_connections', 'shopify_webhooks', 'shopify_orders']) {
      for (const person of PEOPLE) {
        expect(await as(shop[person], (ask) => outcome(ask(`select from ${table}`)))).toBe('refused');
      }
    }
  });
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RecordedEvent, record, removeConstraints } from '../../../tests/support/random-book.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { createTestShop, type TestShop } from '../../../tests/support/test-shop.ts';
import { runTransaction } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import { verifyCash } from '../../verification/verify-cash.ts';
import { recomputeSums, sumUntil, sumUp } from './sum-up.ts';
import { sums } from './verify-sums.ts';

let app: TestApp;
let shop: TestShop;
const { signal } = new AbortController();
const AT_ONCE = { margin_ms: 0, wait_ms: 0 };

beforeAll(async () => {
  app = await createTestApp();
  await removeConstraints(app);
});
afterAll(() => app.drop());
beforeEach(async () => {
  await app.database.owner.query(
    'truncate cash_movements, delivery_confirmations, cash_sums, delivery_sums, report_horizons, cash_issues, orders',
  );
  shop = await createTestShop(app.owner);
});

const DAY = 24 * 60;
const delivery = (minutes: number, more: Partial<RecordedEvent> = {}): RecordedEvent => ({
  ...{
    kind: 'delivery',
    minutes,
    recorded_after_minutes: 0,
    amount_fils: 1_000,
    second: false,
    tender: 'cash',
  },
  ...{ difference_fils: 0, ...more },
});

/** The time of the first record, three months ago. */
const SINCE = new Date(Date.now() - 90 * DAY * 60_000);
const recorded = (...happened: RecordedEvent[]) => record(app, shop, SINCE, happened);

const wrong = async () =>
  (await verifyCash(app.owner)).filter(({ kind }) => kind === 'wrong_sum').map(({ text }) => text);

async function summed(): Promise<{ movements: number; deliveries: number; horizon: string | null }> {
  const { rows } = await app.database.owner.query(
    `select (select coalesce(sum(movements), 0)::int from cash_sums where shop_id = $1 and grain = 'person_day') as movements,
       (select coalesce(sum(deliveries), 0)::int from delivery_sums where shop_id = $1 and grain = 'quarter') as deliveries,
       (select summed_before::text from report_horizons where shop_id = $1) as horizon`,
    [shop.shop_id],
  );
  return rows[0];
}

test('sums years in chunks, continues after an interruption and writes nothing without new records', async () => {
  await recorded(delivery(0), delivery(20 * DAY), delivery(40 * DAY, { recorded_after_minutes: 3 * DAY }));
  await app.database.owner.query(`
    create function break_it() returns trigger language plpgsql as $$ begin
      if new.summed_before > '${new Date(SINCE.getTime() + 30 * DAY * 60_000).toISOString()}' then raise exception 'killed'; end if;
      return new; end $$;
    create trigger break_it before update on report_horizons for each row execute function break_it()`);
  await expect(sumUp(app.owner, signal, AT_ONCE)).rejects.toThrow('killed');
  expect(await summed()).toMatchObject({ movements: 1, deliveries: 1 });
  expect(await wrong()).toEqual([]);
  await app.database.owner.query('drop trigger break_it on report_horizons; drop function break_it');

  const both = await Promise.all([sumUp(app.owner, signal, AT_ONCE), sumUp(app.owner, signal, AT_ONCE)]);
  // Each of the two may have waited for the other's transaction in vain.
  if (!both.includes(true)) expect(await sumUp(app.owner, signal, { ...AT_ONCE, wait_ms: 5_000 })).toBe(true);
  const done = await summed();
  expect(done).toMatchObject({ movements: 3, deliveries: 3 });
  expect(await wrong()).toEqual([]);
  await sumUp(app.owner, signal, { ...AT_ONCE, wait_ms: 5_000 });
  expect(await summed()).toEqual(done);
  expect(await recomputeSums(app.owner, signal, { ...AT_ONCE, wait_ms: 5_000 })).toBe(true);
  expect(await summed()).toMatchObject({ movements: 3, deliveries: 3 });
  expect(await wrong()).toEqual([]);
});

test('waits for earlier transactions that are still running, and blocks no others', async () => {
  const [driver] = [shop.driver];
  const write = (of: { query(text: string, values: unknown[]): Promise<unknown> }) =>
    of.query(
      `insert into cash_movements (shop_id, id, from_holder, to_holder, to_user_id, amount_fils, reason, source_type, source_id, occurred_at)
       values ($1, gen_random_uuid(), 'customers', 'staff', $2, 700, 'delivery', 'delivery_confirmation', gen_random_uuid(), now())`,
      [shop.shop_id, driver.user_id],
    );
  const slow = await app.database.request.connect();
  const client = await app.database.owner.connect();
  try {
    await client.query('begin');
    await write(client);
    await write(app.database.owner);
    expect(await sumUp(app.owner, signal, { margin_ms: 0, wait_ms: 150 })).toBe(false);
    expect(await summed()).toEqual({ movements: 0, deliveries: 0, horizon: null });
    // When aborted, it stops waiting.
    const stopping = new AbortController();
    const stopped = sumUp(app.owner, stopping.signal, { margin_ms: 0, wait_ms: 60_000 });
    stopping.abort();
    expect(await stopped).toBe(false);
    // A read-only transaction of the other role.
    await slow.query('begin');
    await slow.query('select 1');
    const waiting = sumUp(app.owner, signal, { margin_ms: 0, wait_ms: 5_000 });
    await client.query('commit');
    await slow.query('commit');
    expect(await waiting).toBe(true);
    expect((await summed()).movements).toBe(2);
    expect(await wrong()).toEqual([]);
  } finally {
    client.release();
    slow.release();
  }
});

test('a record that arrives before the horizon is summed on the next run', async () => {
  const [first] = await recorded(delivery(DAY), delivery(DAY + 5));
  const after = new Date((first?.recorded_at.getTime() ?? 0) + 60 * 60_000);
  await sumUntil(app.owner, signal, after.toISOString());
  await recorded(delivery(DAY + 1));
  expect(await wrong()).not.toEqual([]);
  await recorded(delivery(2 * DAY));
  await sumUp(app.owner, signal, { ...AT_ONCE, wait_ms: 5_000 });
  expect((await summed()).movements).toBe(4);
  expect(await wrong()).toEqual([]);
});

test('the check of the book reports every sum that is wrong, missing or superfluous', async () => {
  await recorded(
    delivery(DAY),
    delivery(DAY + 1, { second: true, tender: 'card_machine' }),
    delivery(3 * DAY),
  );
  await sumUp(app.owner, signal, { ...AT_ONCE, wait_ms: 5_000 });
  expect(await wrong()).toEqual([]);
  const each: Record<string, string[]> = {
    cash_sums: [
      ...[
        "grain = case grain when 'day' then 'quarter' else 'day' end, starts_at = starts_at + interval '1 minute'",
      ],
      ...[
        "starts_at = starts_at + interval '15 minutes'",
        "reason = 'issue'",
        "from_holder = 'safe'",
        "to_holder = 'bank'",
      ],
      ...[
        'from_user_id = gen_random_uuid()',
        'to_user_id = gen_random_uuid()',
        'movements = movements + 1',
        'late = 1 - late',
      ],
      'amount_fils = amount_fils + 1',
    ],
    delivery_sums: [
      ...[
        "starts_at = starts_at - interval '1 day'",
        'user_id = gen_random_uuid()',
        "tender = 'none'",
        "outcome = 'other'",
      ],
      ...[
        'deliveries = deliveries + 1',
        'late = 1 - late',
        'collected_fils = 0',
        'cash_fils = cash_fils + 1',
      ],
    ],
    report_horizons: [
      "summed_before = summed_before - interval '88 days'",
      `shop_id = ${shop.shop_id} + 1000`,
    ],
    cash_movements: ['amount_fils = amount_fils + 1', "occurred_at = occurred_at - interval '2 hours'"],
    delivery_confirmations: [
      "delivered_at = delivered_at + interval '1 day'",
      "tender = 'card_machine', cash_fils = 0",
    ],
  };
  const tried = Object.entries(each).flatMap(([table, changes]) =>
    changes.map(
      (change) =>
        `update ${table} set ${change} where ctid in (select ctid from ${table} where shop_id = ${shop.shop_id} limit 1)`,
    ),
  );
  tried.push(
    ...['cash_sums', 'delivery_sums'].map((table) => `delete from ${table} where grain = 'quarter'`),
  );
  for (const change of tried) {
    const undone = runTransaction(app.owner, async (tx) => {
      await sql.raw(change).execute(tx);
      const named = await Promise.all(sums.map(async (check) => (await check.execute(tx)).rows.length));
      throw new Undone(named.reduce((sum, rows) => sum + rows, 0));
    });
    const found = await undone.catch((error: unknown) => {
      if (error instanceof Undone) return error.found;
      throw error;
    });
    expect(found, change).toBeGreaterThan(0);
  }
  expect(await wrong()).toEqual([]);
});

class Undone extends Error {
  found: number;
  constructor(found: number) {
    super('undone');
    this.found = found;
  }
}

test('the horizon follows a clock that is set back, and includes records made in between', async () => {
  const at = (days: number) => new Date(SINCE.getTime() + days * DAY * 60_000).toISOString();
  await recorded(delivery(0), delivery(3 * DAY));
  expect(await sumUntil(app.owner, signal, at(5))).toBe(true);
  await recorded(delivery(DAY));
  for (const [until, movements] of [
    [at(2), 2],
    [at(2), 2],
    [at(6), 3],
  ] as const) {
    expect(await sumUntil(app.owner, signal, until)).toBe(true);
    expect((await summed()).movements).toBe(movements);
    expect(await wrong()).toEqual([]);
  }
});

test('a run ends even if another server moves the horizon forward each time it is moved back', async () => {
  const at = (days: number) => new Date(SINCE.getTime() + days * DAY * 60_000).toISOString();
  await recorded(delivery(0), delivery(3 * DAY));
  await sumUntil(app.owner, signal, at(5));
  await sql`create function moved_on() returns trigger language plpgsql as 'begin return old; end'`.execute(
    app.owner,
  );
  await sql`create trigger moved_on before update on report_horizons for each row execute function moved_on()`.execute(
    app.owner,
  );
  try {
    expect(await sumUntil(app.owner, signal, at(2))).toBe(true);
  } finally {
    await sql`drop function moved_on cascade`.execute(app.owner);
  }
  await sumUntil(app.owner, signal, at(2));
  await sumUntil(app.owner, signal, at(5));
  expect((await summed()).movements).toBe(2);
  expect(await wrong()).toEqual([]);
});

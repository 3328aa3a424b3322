import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayOf } from '../../../contract/rules/dates/dates.ts';
import { describeSchema } from '../../../scripts/database/database-schema.ts';
import { verifyNamedFiles } from '../../../server/files/verify-named-files.ts';
import { accessTokens } from '../../../server/identity/sessions/access-tokens.ts';
import { sql } from '../../../server/platform/database/sql.ts';
import { machineNow } from '../../../server/platform/machine.ts';
import { sumUp } from '../../../server/reports/sums/sum-up.ts';
import { verifyCash } from '../../../server/verification/verify-cash.ts';
import { createTestApp, TEST_SECRETS, type TestApp } from '../../../tests/support/test-app.ts';
import { makeDemoShop } from '../demo-shop.ts';
import { markBegun } from '../fill-demo-day.ts';
import { beginDay } from '../running-day.ts';
import { beforeHistory, planHistory } from './history-plan.ts';
import { DONE_DAYS, makeHistory } from './make-history.ts';
import { openPast } from './past-clock.ts';

const PASSWORD = 'mandoob-demo';
const ZONE = 'Asia/Dubai';
const NOW = new Date();
const { days } = planHistory(NOW, 2);
const dates = days.map(({ float }) => dayOf(float.out_at, ZONE));

let app: TestApp;
let product_schema: string;

beforeAll(async () => {
  const { sessionOf, tokenEnd } = accessTokens({ auth_secrets: TEST_SECRETS, now: machineNow });
  app = await createTestApp({ sessionOf, tokenEnd });
  product_schema = await schema();
  await makeDemoShop(app.owner, { password: PASSWORD, now: NOW });
  await markBegun(app.owner, NOW);
});
afterAll(() => app.drop());

/** Makes the history, and stops after this number of requests. */
async function make(stopped_after = Number.POSITIVE_INFINITY): Promise<void> {
  const { owner, requests, parts, database: pools } = app;
  const stopping = new AbortController();
  const past = await openPast({ parts, pools });
  let asked = 0;
  const ask: typeof past.ask = (path, init) => {
    asked += 1;
    if (asked === stopped_after) stopping.abort();
    return past.ask(path, init);
  };
  try {
    past.goTo(beforeHistory(NOW, 2));
    const door = (path: string, init: RequestInit) => app.app.request(path, init);
    const given = { owner, requests, ask: door, password: PASSWORD, now: NOW, signal: stopping.signal };
    await makeHistory(await beginDay(given, { owner: past.owner, clock: past.now }), { ...past, ask }, 2);
  } finally {
    await past.close();
  }
}

async function rowsOf<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return (await query.execute(app.owner)).rows;
}

async function schema(): Promise<string> {
  const client = await app.database.owner.connect();
  return describeSchema(client).finally(() => client.release());
}

/** Runs the job that maintains the reports' sums. */
const addUp = () => sumUp(app.owner, new AbortController().signal, { margin_ms: 0, wait_ms: 5_000 });

type Counted = { what: string; day: string; rows: number; fils: string | null };

/** Returns the number and sum of the records of each kind on each business day. */
const recorded = () =>
  rowsOf(sql<Counted>`
    select what, (at at time zone ${ZONE})::date as day, count(*)::int as rows, sum(fils) as fils from (
      select reason as what, recorded_at as at, amount_fils as fils from cash_movements
      union all select 'delivered', recorded_at, collected_fils from delivery_confirmations
      union all select 'handed over', recorded_at, amount_fils from cash_handovers
      union all select 'audit ' || what, recorded_at, null from audit_events where what not in ('sign_in', 'sign_out')
      union all select 'story ' || kind, recorded_at, null from order_events
      union all select 'command', recorded_at, null from commands
      union all select 'file', uploaded_at, null from files
      union all select 'order', created_at, null from orders where order_number like '9___'
    ) r group by 1, 2 order by 1, 2`);

const cashOfAdminAndDriver2 = () =>
  rowsOf(sql<{ email: string; fils: number }>`
    select u.email, c.cash_on_hand_fils as fils from cash_tracking c join users u on u.id = c.user_id
    where u.email in ('admin@demo.mandoob.example', 'driver2@demo.mandoob.example') order by 1`);

const sumOf = (list: readonly { amount_fils: number }[]) =>
  list.reduce((sum, { amount_fils }) => sum + amount_fils, 0);

it('records two days at their own times, and only once although it is aborted in between', {
  tags: ['documents'],
}, async () => {
  const four = await cashOfAdminAndDriver2();
  await expect(make(60)).rejects.toThrow('aborted');
  await addUp();
  await make();
  await addUp();
  const first = await recorded();
  for (const [at, { orders, starts, ends, collections, deposit }] of days.entries()) {
    const of = (what: string) => first.find((row) => row.what === what && row.day === dates[at]);
    const delivered = orders.filter(({ outcome }) => 'driver' in outcome);
    expect(delivered.length).toBeGreaterThanOrEqual(30);
    expect(of('delivered')?.rows).toBe(delivered.length);
    expect(of('start_handover')).toMatchObject({ fils: String(sumOf(starts)) });
    expect(of('end_handover')).toMatchObject({ rows: ends.length, fils: String(sumOf(ends)) });
    expect(of('collection')).toMatchObject({ rows: collections.length, fils: String(sumOf(collections)) });
    expect(of('bank_deposit')?.fils).toBe(deposit ? String(deposit.amount_fils) : undefined);
    expect(of('order')?.rows).toBeGreaterThan(0);
  }
  // The only records of today are those of Joseph's start of day.
  const today = first.filter(({ day }) => day === dayOf(NOW, ZONE)).map(({ what, rows }) => [what, rows]);
  const of_today = today.filter(([what]) => !/^(story|audit (import|assign|move))/.test(String(what)));
  expect(of_today).toEqual([
    ['audit start_handover', 1],
    ['command', 1],
    ['file', 3],
    ['handed over', 1],
    ['start_handover', 1],
  ]);
  const other_days = sql<{ id: string }>`
    select id from cash_movements where (recorded_at at time zone ${ZONE})::date <> (occurred_at at time zone ${ZONE})::date`;
  expect(await rowsOf(other_days)).toEqual([]);
  expect(await cashOfAdminAndDriver2()).toEqual(four);

  const [facts] = await rowsOf(sql<Record<string, unknown>>`
    select (select count(*) from delivery_confirmations where recorded_at > delivered_at + interval '1 hour')::int as late,
      (select count(*) from delivery_confirmations where conflict = 'cancelled')::int as conflicts,
      (select count(*) from order_events where kind = 'reviewed')::int as reviewed,
      (select count(distinct reason) from delivery_attempts)::int as reasons,
      (select count(*) from orders where open_attempt_id is not null)::int as open_attempts,
      (select json_object_agg(outcome, times) from (
        select outcome, count(*) as times from goods_decisions group by 1) g) as goods,
      (select count(*) from conflicts_to_review)::int as to_review,
      (select count(*) from cash_handovers where difference_fils <> 0)::int as differences,
      (select count(*) from cash_adjustments where approval_id is not null)::int as adjustments,
      (select json_agg(json_build_array(kind, amount_fils)) from cash_differences) as short_and_over,
      (select count(distinct tender) from delivery_confirmations)::int as tenders,
      (select count(*) from users where disabled_at is not null)::int as left_us`);
  const once = {
    open_attempts: 0,
    goods: { returned: expect.any(Number), kept: 1, missing: 1 },
    conflicts: 1,
    reviewed: 1,
    to_review: 0,
    differences: 2,
    adjustments: 1,
    short_and_over: [['shortage', 4_000]],
    tenders: 2,
  };
  expect(facts).toEqual({ ...once, late: expect.any(Number), reasons: expect.any(Number), left_us: 1 });
  expect(facts?.reasons).toBeGreaterThan(1);
  expect(facts?.late).toBeGreaterThan(3);
  expect(await verifyCash(app.owner)).toEqual([]);
  expect(await verifyNamedFiles(app.owner)).toEqual([]);

  // Simulates a process that was killed before it could mark the second day as done.
  await app.owner.updateTable('installation').set({ value: '1' }).where('key', '=', DONE_DAYS).execute();
  await make();
  expect(await recorded()).toEqual(first);
  expect(await schema()).toBe(product_schema);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { response as depositsSchema } from '../../contract/operations/dashboard/cash/reads/list-deposits.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { prepareDeposit, sendCommand } from '../../tests/support/test-handover.ts';
import { createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import { runTransaction } from '../platform/database/database.ts';
import { sql } from '../platform/database/sql.ts';
import { depositsBefore } from './deposit-queries.ts';

let app: TestApp;
let shop: TestShop;
const DEPOSITS = 2_000;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
  await fill(shop, DEPOSITS);
  await fill(await createTestShop(app.owner, 'Other Shop'), DEPOSITS);
  await app.database.owner.query('analyze');
});
afterAll(() => app.drop());

/** Adds past deposits, three to each instant, with the files and signature of one real deposit. */
async function fill(of: TestShop, count: number): Promise<void> {
  const first = await prepareDeposit(app, of, {});
  expect((await sendCommand(app, 'deposit', of.manager, first)).status).toBe(200);
  await app.database.owner.query(
    `insert into bank_deposits (shop_id, id, reference, manager_id, amount_fils, deposit_date, deposit_document_url,
       receipt_file_id, invoice_file_id, signature_file_id, signature_typed, signer, command_id, occurred_at, created_at)
     select shop_id, gen_random_uuid(), 'old ' || n, manager_id, n, deposit_date, deposit_document_url, receipt_file_id,
       invoice_file_id, signature_file_id, false, signer, gen_random_uuid(), occurred_at,
       created_at - make_interval(secs => (n / 3) + 0.0000011)
     from bank_deposits, generate_series(1, $2) n where shop_id = $1`,
    [of.shop_id, count - 1],
  );
}

const page = async (before?: string, by = shop.manager) => {
  const query = before ? `?before=${before}` : '';
  const response = await app.send('GET', `/api/deposits${query}`, { as: by.session_id });
  expect(response.status).toBe(200);
  return depositsSchema.parse(await response.json());
};

it('the list returns every deposit once, page by page, newest first', async () => {
  const seen: string[] = [];
  const created: number[] = [];
  let before: string | undefined;
  let pages = 0;
  do {
    const { deposits, next_before } = await page(before);
    expect(deposits.every(({ shop_id }) => shop_id === shop.shop_id)).toBe(true);
    seen.push(...deposits.map(({ id }) => id));
    created.push(...deposits.map(({ created_at }) => Date.parse(created_at)));
    before = next_before ?? undefined;
    pages += 1;
  } while (before);
  expect(pages).toBe(DEPOSITS / 50);
  expect(new Set(seen).size).toBe(DEPOSITS);
  expect(seen).toHaveLength(DEPOSITS);
  expect(created).toEqual(created.toSorted((a, b) => b - a));
});

it('the list ends at a deposit that does not exist or belongs to another shop', async () => {
  const other = await createTestShop(app.owner, 'Third Shop');
  const [foreign] = (await page()).deposits;
  for (const before of [newId(), foreign?.id]) {
    expect(await page(before, other.manager)).toMatchObject({ deposits: [], next_before: null });
  }
  const response = await app.send('GET', '/api/deposits?before=x', { as: shop.manager.session_id });
  expect(response.status).toBe(422);
});

it('the list reads no more rows than a page shows, on the first and the last page', async () => {
  const { rows } = await app.database.owner.query<{ created_at: string; id: string }>(
    `select created_at::text, id from bank_deposits where shop_id = $1 order by created_at, id offset 60 limit 1`,
    [shop.shop_id],
  );
  const places = [{ created_at: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' }, rows[0]];
  for (const place of places) {
    if (!place) throw new Error('there are too few deposits');
    const plan = await runTransaction(app.requests, async (tx) => {
      await sql`select * from begin_request(${shop.manager.session_id}::uuid)`.execute(tx);
      const reading = depositsBefore(shop.shop_id, place);
      return sql<{ 'QUERY PLAN': string }>`explain (analyze) ${reading}`.execute(tx);
    });
    const text = plan.rows.map((line) => line['QUERY PLAN']).join('\n');
    expect(text).toMatch(/Index Scan using bank_deposits_newest on bank_deposits/);
    // The number of rows that each step of the plan read, over all of its loops.
    const read = [...text.matchAll(/actual [^)]*rows=([\d.]+) loops=(\d+)/g)].map(
      ([, n, loops]) => Number(n) * Number(loops),
    );
    expect(read.length).toBeGreaterThan(3);
    expect(Math.max(...read)).toBeLessThanOrEqual(250);
    const in_vain = [...text.matchAll(/Rows Removed by \w+: (\d+)/g)].map(([, n]) => Number(n));
    expect(Math.max(0, ...in_vain)).toBeLessThanOrEqual(60);
  }
});

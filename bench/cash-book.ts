import { cashOf, collectedToday } from '../server/cash/balances.ts';
import { databaseOf } from '../server/platform/database/database.ts';
import { inTransaction } from '../server/platform/database/transactions.ts';
import { verifyCash } from '../server/verification/verify-cash.ts';
import type { BenchPlace } from './bench-place.ts';
import { measure, timed } from './measure.ts';
import { fillBook, passingAround } from './movements.ts';
import type { Part, Row, Table } from './part.ts';

export const book: Part<{ movements: number[]; postings: number }> = {
  name: 'book',
  about: 'posting, reading and proving cash as the book grows',
  sizes: {
    full: { movements: [1_000, 100_000, 1_000_000], postings: 4_000 },
    quick: { movements: [1_000, 20_000], postings: 160 },
  },
  measure: async ({ place }, { movements, postings }) => [
    await growingBook(await place(), movements, postings),
  ],
};

/** What a larger cash book costs: posting, one person's cash, and the proof of all of it. */
async function growingBook(place: BenchPlace, sizes: readonly number[], count: number): Promise<Table> {
  const { pools, shop_id, manager, drivers } = place;
  const database = databaseOf(pools.owner);
  const user_id = drivers[0]?.user_id ?? manager.user_id;
  const rows: Row[] = [];
  for (const movements of sizes) {
    await fillBook(place, movements);
    const own = await timed(() =>
      inTransaction(database, async (tx) => {
        await cashOf(tx, shop_id, user_id);
        await collectedToday(tx, { shop_id, time_zone: 'UTC' }, user_id, new Date());
      }),
    );
    const verified = await timed(() => verifyCash(database));
    const posted = await measure(await passingAround(place, count), 8);
    const differences = verified.answer.filter(({ kind }) => kind === 'balance' || kind === 'shop_total');
    if (differences.length > 0) throw new Error(`the filled book is not right: ${differences[0]?.text}`);
    rows.push({
      movements,
      posted_per_second: posted.per_second,
      p95_ms: posted.p95_ms,
      own_cash_ms: own.ms,
      verify_ms: verified.ms,
    });
  }
  return {
    title: 'With a growing cash book',
    keys: ['movements'],
    steady: {},
    times: { posted_per_second: 'more', p95_ms: 'less', own_cash_ms: 'less', verify_ms: 'less' },
    rows,
  };
}

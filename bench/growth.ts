import type { Database } from '../server/platform/database/database.ts';
import { verifyCash } from '../server/verification/verify-cash.ts';
import { type BenchPlace, openBenchPlace } from './bench-place.ts';
import { addOtherShops, fillBook } from './book/filled-book.ts';
import { commandsAndReads, type Work } from './commands-and-reads.ts';
import { hundredths, tenths, timed } from './measure/measure.ts';
import type { Part, Row, Table } from './part.ts';
import { type Counted, countedStatements, countStatements } from './postgres/statement-statistics.ts';
import { giveEveryoneCash } from './signed-commands.ts';

type Sizes = { drivers: number; small: number; books: number[]; rounds: number };

export const growth: Part<Sizes> = {
  name: 'growth',
  about: 'every command and read, and the verification of the cash book, as the database grows',
  sizes: {
    full: { drivers: 64, small: 1_000, books: [1_000_000, 10_000_000], rounds: 200 },
    quick: { drivers: 8, small: 1_000, books: [5_000], rounds: 8 },
  },
  measure: async (_bench, sizes) => grow(sizes),
};

const MOVEMENTS_AN_ORDER = 10;
const bookOf = (movements: number) => ({ movements, orders: Math.floor(movements / MOVEMENTS_AN_ORDER) });

/**
 * Measures every command, and every read of the specified screens, on a growing database and on one with a
 * small book. The two measurements of a pair run directly after one another, so that other load on the
 * machine affects both.
 */
async function grow({ drivers, small, books, rounds }: Sizes): Promise<Table[]> {
  const open = () => openBenchPlace(drivers, countStatements);
  const [beside, growing] = [await open(), await open()];
  try {
    const people = await addOtherShops(growing);
    await fillBook(beside, await addOtherShops(beside), bookOf(small));
    await giveEveryoneCash(beside);
    const [took, proofs]: [Row[], Row[]] = [[], []];
    for (const movements of books) {
      await fillBook(growing, people, bookOf(movements));
      await giveEveryoneCash(growing);
      took.push(...(await compare(movements, beside, growing, rounds)));
      proofs.push(await proofOf(growing, movements));
    }
    return [
      {
        title: 'Each command and read over HTTP, against a small book: p50, pages touched, WAL bytes',
        keys: ['movements', 'what'],
        steady: { ratio: 'less', small_pages: 'less', pages: 'less', small_log: 'less', log: 'less' },
        times: { small_ms: 'less', p50_ms: 'less' },
        rows: took,
      },
      {
        title: 'The cash book verified, against the bare sum of its amounts',
        keys: ['movements'],
        steady: { sum_cpu_us: 'less', balances_cpu_us: 'less', balances_to_sum: 'more' },
        times: {
          sum_per_second: 'more',
          balances_per_second: 'more',
          whole_per_second: 'more',
          whole_s: 'less',
        },
        rows: proofs,
      },
    ];
  } finally {
    await growing.close();
    await beside.close();
  }
}

const PROOFS = 5;

/**
 * Compares one scan that only sums the movements with the verification of all balances, in turns: movements
 * per second, and PostgreSQL's processor time per movement. Also measures the whole verification.
 */
async function proofOf(place: BenchPlace, movements: number): Promise<Row> {
  const { owner, pools } = place;
  const took = { sum: [] as Taken[], balances: [] as Taken[] };
  for (let proof = 0; proof < PROOFS; proof += 1) {
    const sum = () => pools.owner.query('select sum(amount_fils) from cash_movements');
    took.sum.push(await takenBy(place, sum));
    took.balances.push(await takenBy(place, () => proveBalances(owner)));
  }
  const whole = await timed(() => verifyCash(owner));
  const [wrong] = whole.answer;
  if (wrong) throw new Error(`The filled book is not correct: ${wrong.subject}: ${wrong.text}`);
  const of = (taken: Taken[], what: keyof Taken) => median(taken.map((one) => one[what]));
  const [sum_ms, balances_ms] = [of(took.sum, 'ms'), of(took.balances, 'ms')];
  const per_second = (ms: number) => Math.round((movements / ms) * 1_000);
  return {
    movements,
    sum_cpu_us: hundredths((of(took.sum, 'cpu_ms') / movements) * 1_000),
    balances_cpu_us: hundredths((of(took.balances, 'cpu_ms') / movements) * 1_000),
    sum_per_second: per_second(sum_ms),
    balances_per_second: per_second(balances_ms),
    balances_to_sum: hundredths(sum_ms / balances_ms),
    whole_per_second: per_second(whole.ms),
    whole_s: tenths(whole.ms / 1_000),
  };
}

type Taken = { ms: number; cpu_ms: number };

async function takenBy({ processorTime }: BenchPlace, work: () => Promise<unknown>): Promise<Taken> {
  const before = processorTime()?.postgres_ms ?? 0;
  const { ms } = await timed(work);
  return { ms, cpu_ms: (processorTime()?.postgres_ms ?? 0) - before };
}

/** Stops the verification after its first step, the balances. */
async function proveBalances(owner: Database): Promise<void> {
  const proved = new Error('the balances are verified');
  const giveUp = ({ done }: { done: number }) => {
    if (done === 1) throw proved;
  };
  await verifyCash(owner, giveUp).catch((error: unknown) => {
    if (error !== proved) throw error;
  });
}

/**
 * Measures times on both databases in turns. Counts do not depend on other load on the machine, so they show
 * whether a time is reliable.
 */
async function compare(
  movements: number,
  beside: BenchPlace,
  growing: BenchPlace,
  rounds: number,
): Promise<Row[]> {
  const [of_few, of_many] = [await commandsAndReads(beside, rounds), await commandsAndReads(growing, rounds)];
  const counted = async () => [await countedOf(beside), await countedOf(growing)] as const;
  const rows: Row[] = [];
  for (const [what, few] of Object.entries(of_few)) {
    const many = of_many[what];
    if (!many) throw new Error(`${what} is measured on one side only`);
    const took = { few: [] as number[], many: [] as number[] };
    const before = await counted();
    for (let round = 0; round < rounds; round += 1) {
      took.few.push(await msOf(few, round));
      took.many.push(await msOf(many, round));
    }
    const after = await counted();
    const each = (side: 0 | 1, name: keyof Counted) =>
      Math.round((after[side][name] - before[side][name]) / rounds);
    const [small_ms, p50_ms] = [median(took.few), median(took.many)];
    rows.push({
      movements,
      what,
      small_pages: each(0, 'pages'),
      pages: each(1, 'pages'),
      small_log: each(0, 'wal_bytes'),
      log: each(1, 'wal_bytes'),
      small_ms,
      p50_ms,
      ratio: hundredths(p50_ms / small_ms),
    });
  }
  return rows;
}

const countedOf = ({ pools }: BenchPlace) => countedStatements(pools.owner);

async function msOf(work: Work, round: number): Promise<number> {
  const begun = performance.now();
  await work(round);
  return performance.now() - begun;
}

function median(took: number[]): number {
  return hundredths(took.toSorted((a, b) => a - b)[Math.floor(took.length / 2)] ?? 0);
}

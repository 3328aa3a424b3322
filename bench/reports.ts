import { REPORT_NAMES } from '../contract/rules/reports/reports.ts';
import { recomputeSums, sumUp } from '../server/reports/sums/sum-up.ts';
import { type BenchPlace, openBenchPlace } from './bench-place.ts';
import { dayBefore, fillYears } from './book/years-of-book.ts';
import { measure, tenths, timed } from './measure/measure.ts';
import type { Part, Row, Table } from './part.ts';
import { sendsOf, signingShop, succeeded } from './signed-commands.ts';

type Sizes = { drivers: number; orders: number; movements: number; years: number; rounds: number };

export const reports: Part<Sizes> = {
  name: 'reports',
  about: "the first page of every report and its totals, with years of a shop's book",
  sizes: {
    full: { drivers: 20, orders: 300_000, movements: 1_000_000, years: 2, rounds: 40 },
    quick: { drivers: 4, orders: 500, movements: 1_500, years: 2, rounds: 2 },
  },
  measure: (_bench, sizes) => read(sizes),
};

const noAbort = new AbortController().signal;

async function read({ drivers, orders, movements, years, rounds }: Sizes): Promise<Table[]> {
  const place = await openBenchPlace(drivers);
  try {
    const { owner } = place;
    await fillYears(place, { orders, movements, years });
    const rebuild = await timed(() => recomputeSums(owner, noAbort));
    await place.pools.owner.query('vacuum (analyze) cash_sums, delivery_sums');
    const again = await timed(() => sumUp(owner, noAbort));
    return [
      {
        title: 'The first page of every report and its totals, over HTTP',
        keys: ['movements', 'what', 'period'],
        steady: {},
        times: { p50_ms: 'less', p95_ms: 'less' },
        rows: await pagesOf(place, { movements, years, rounds }),
      },
      {
        title: 'Sums for reports: computed from scratch, and updated with no new data',
        keys: ['movements'],
        steady: { sums: 'less' },
        times: { anew_s: 'less', again_ms: 'less' },
        rows: [
          {
            movements,
            sums: await countSums(place),
            anew_s: tenths(rebuild.ms / 1_000),
            again_ms: tenths(again.ms),
          },
        ],
      },
    ];
  } finally {
    await place.close();
  }
}

async function pagesOf(
  place: BenchPlace,
  { movements, years, rounds }: Pick<Sizes, 'movements' | 'years' | 'rounds'>,
): Promise<Row[]> {
  const app = sendsOf(place);
  const { session_id: as } = signingShop(place).manager;
  const [driver] = place.drivers;
  const of = `user_id=${driver?.user_id}`;
  const requests = [
    ['chart of deliveries by hour', '', 'delivery-hours'],
    ['chart of deliveries by hour', of, 'delivery-hours'],
    ['chart of deliveries by hour', 'tender=card_machine', 'delivery-hours'],
    ['chart of holders over time', '', 'held-over-time'],
    ...REPORT_NAMES.map((name) => [name, '']),
    ...(['deliveries', 'movements', 'handovers', 'floats', 'holders', 'days'] as const).map((name) => [
      name,
      of,
    ]),
    ...[
      ['movements', 'reason=bank_deposit'],
      ['movements', 'reason=adjustment'],
      ['movements', 'beyond=bank'],
    ],
    ...[
      ['deliveries', 'tender=card_machine'],
      ['deliveries', 'late=yes'],
      ['movements', 'late=yes'],
    ],
  ];
  const rows: Row[] = [];
  for (const [report, filter, chart] of requests) {
    for (const [period, days] of [
      ['a day', 1],
      ['a month', 30],
      ['all', years * 365],
    ] as const) {
      const place = chart === undefined ? `reports?report=${report}&` : `${chart}?`;
      const path = `/api/desk/${place}from=${dayBefore(days + 1)}&to=${dayBefore(2)}&${filter}`;
      const work = async () => succeeded(await app.send('GET', path, { as }));
      for (let warm = 0; warm < 6; warm += 1) await work();
      const { p50_ms, p95_ms } = await measure({ jobs: Array.from({ length: rounds }), work }, 1);
      const narrowed = filter === '' ? '' : ` by ${filter?.replace(/=[0-9a-f-]{36}/, '')}`;
      rows.push({
        movements,
        what: `${report}${narrowed}`,
        period,
        p50_ms: tenths(p50_ms),
        p95_ms: tenths(p95_ms),
      });
    }
  }
  return rows;
}

async function countSums({ pools }: BenchPlace): Promise<number> {
  const { rows } = await pools.owner.query<{ sums: number }>(
    'select ((select count(*) from cash_sums) + (select count(*) from delivery_sums))::int as sums',
  );
  return rows[0]?.sums ?? 0;
}

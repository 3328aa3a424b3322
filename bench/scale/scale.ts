import { setTimeout as delay } from 'node:timers/promises';
import { OWNER_LOGIN } from '../../server/platform/embedded-postgres/cluster.ts';
import { type BenchPlace, openBenchPlace } from '../bench-place.ts';
import { openListeners } from '../live/listeners.ts';
import { hundredths } from '../measure.ts';
import type { Part, Row, Table } from '../part.ts';
import { endowEverybody } from '../signed-commands.ts';
import { sayAsSuperuser } from '../stopped-database.ts';
import { DAY, type DayPart, shopDay } from './shop-day.ts';
import { difference, lying, type WorkDone, workDone } from './work-counters.ts';

/** `settle_ms`: what is waited before counting, since PostgreSQL's processes tell what they have counted every ten seconds when they have nothing to do. */
type Sizes = { drivers: number; deliveries: number; days: number; settle_ms: number };

export const scale: Part<Sizes> = {
  name: 'scale',
  about: 'what one delivery costs with everything that belongs to it, from the import to the deposit',
  sizes: {
    full: { drivers: 20, deliveries: 500, days: 4, settle_ms: 10_500 },
    quick: { drivers: 4, deliveries: 40, days: 1, settle_ms: 0 },
  },
  measure: async (_bench, sizes) => measureDays(sizes),
};

/** Days of one shop, after one that nobody counts: a server that has served little is still being compiled. Everybody listens for hints. */
async function measureDays({ drivers, deliveries, days, settle_ms }: Sizes): Promise<Table[]> {
  const place = await openBenchPlace(drivers, mayWritePages);
  const { shop_id, manager, admin } = place;
  const listeners = await openListeners(place.server.url, [
    { shop_id, desk: [manager, admin], drivers: place.drivers },
  ]);
  try {
    await endowEverybody(place);
    await workDay(place, deliveries, 0, 0);
    const lay = await lying(place);
    const taken = new Map<DayPart, WorkDone>();
    for (let day = 1; day <= days; day += 1) {
      for (const [part, work] of await workDay(place, deliveries, day, settle_ms)) {
        taken.set(part, added(taken.get(part), work));
      }
    }
    const grown = difference(lay, await lying(place));
    const count = deliveries * days;
    return [
      {
        title: 'A delivery with everything that belongs to it: the work',
        keys: ['part'],
        steady: {
          node_ms: 'less',
          postgres_ms: 'less',
          wal_bytes: 'less',
          commits: 'less',
          wal_syncs: 'less',
          page_writes: 'less',
        },
        times: {},
        rows: [...DAY.map((part) => rowOf(part, taken.get(part), count)), rowOf('all', sumOf(taken), count)],
      },
      {
        title: 'A delivery with everything that belongs to it: what stays on disks',
        keys: [],
        steady: { table_bytes: 'less', file_bytes: 'less' },
        times: {},
        rows: [
          {
            table_bytes: Math.round(grown.table_bytes / count),
            file_bytes: Math.round(grown.file_bytes / count),
          },
        ],
      },
    ];
  } finally {
    listeners.close();
    await place.close();
  }
}

/** A checkpoint is a superuser's unless it is given. */
const mayWritePages = (data_dir: string) =>
  sayAsSuperuser(data_dir, [`grant pg_checkpoint, pg_read_all_stats to ${OWNER_LOGIN}`]);

/** What each part of a day took. Pages that it changed are written before it ends, so that they count for it. */
async function workDay(
  place: BenchPlace,
  deliveries: number,
  day: number,
  settle_ms: number,
): Promise<Map<DayPart, WorkDone>> {
  const works = shopDay(place, deliveries, day);
  const taken = new Map<DayPart, WorkDone>();
  let before = await workDone(place);
  for (const part of DAY) {
    await works[part]();
    await place.pools.owner.query('checkpoint');
    await delay(settle_ms);
    const after = await workDone(place);
    taken.set(part, difference(before, after));
    before = after;
  }
  return taken;
}

function rowOf(part: string, work: WorkDone | undefined, deliveries: number): Row {
  if (!work) throw new Error(`${part} was not measured`);
  const each = Object.entries(work).map(([name, value]) => [name, hundredths(value / deliveries)]);
  return { part, ...Object.fromEntries(each) };
}

function sumOf(taken: Map<DayPart, WorkDone>): WorkDone | undefined {
  return [...taken.values()].reduce<WorkDone | undefined>(added, undefined);
}

function added(sum: WorkDone | undefined, work: WorkDone): WorkDone {
  if (!sum) return work;
  const each = Object.entries(work).map(([name, value]) => [name, value + sum[name as keyof WorkDone]]);
  return Object.fromEntries(each) as WorkDone;
}

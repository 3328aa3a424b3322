import { prepareCollection, sendCommand } from '../tests/support/test-handover.ts';
import type { TestStaff } from '../tests/support/test-shop.ts';
import type { BenchPlace } from './bench-place.ts';
import { hundredths, type Load, type Measured, measure, measureBoth } from './measure/measure.ts';
import { passingAround, postings } from './movements.ts';
import type { Part, Row, Table } from './part.ts';
import { giveEveryoneCash, pick, sendsOf, signingShop, staffOf, succeeded } from './signed-commands.ts';

const AT_ONCE = [1, 8, 32];

export const hot: Part<{ postings: number; collections: number }> = {
  name: 'hot',
  about: 'everyone hands cash to one manager, against everyone to a different person',
  sizes: { full: { postings: 4_000, collections: 400 }, quick: { postings: 160, collections: 32 } },
  measure: async ({ place }, sizes) => [
    await movements(await place(), sizes.postings),
    await collections(await place(), sizes.collections),
  ],
};

/**
 * Compares `post_movement` from each driver to one manager with `post_movement` from each driver to the next.
 */
async function movements(place: BenchPlace, count: number): Promise<Table> {
  const { manager } = place;
  const rows: Row[] = [];
  for (const at_once of AT_ONCE) {
    const [uniform, hot] = await measureBoth(
      await passingAround(place, count),
      await postings(place, count, () => manager.user_id),
      at_once,
    );
    rows.push(rowOf(at_once, hot, uniform));
  }
  return tableOf('Movements: everyone to one manager, against everyone to a different person', rows);
}

/**
 * Compares collections by one manager with collections by as many managers as run concurrently, over HTTP
 * with uploaded signatures.
 */
async function collections(place: BenchPlace, count: number): Promise<Table> {
  await giveEveryoneCash(place);
  const managers: TestStaff[] = [];
  for (let n = 0; n < Math.max(...AT_ONCE); n += 1) {
    managers.push(staffOf(await place.addSignedIn(`manager${n}`, 'Manager'), null));
  }
  const rows: Row[] = [];
  for (const at_once of AT_ONCE) {
    const [uniform, hot] = await measureBoth(
      await collecting(place, count, (index) => pick(managers, index % managers.length)),
      await collecting(place, count, () => signingShop(place).manager),
      at_once,
    );
    rows.push(rowOf(at_once, hot, uniform));
  }
  return tableOf('Collections over HTTP: all by one manager, against each by a different one', rows);
}

/** Prepares `count` collections, from each driver in turn. */
async function collecting(
  place: BenchPlace,
  count: number,
  by: (index: number) => TestStaff,
): Promise<Load<() => Promise<void>>> {
  const app = sendsOf(place);
  const { drivers, ...shop } = signingShop(place);
  const prepared = async (index: number) => {
    const [manager, from] = [by(index), pick(drivers, index % drivers.length)];
    const of = { ...shop, driver: from };
    const collection = await prepareCollection(app, of, { manager, from, amount_fils: 100 });
    return async () => succeeded(await sendCommand(app, 'collection', manager, collection));
  };
  const jobs: (() => Promise<void>)[] = [];
  await measure(
    { jobs: [...Array(count).keys()], work: async (index) => jobs.push(await prepared(index)) },
    8,
  );
  return { jobs, work: (send) => send() };
}

function rowOf(at_once: number, hot: Measured, uniform: Measured): Row {
  return {
    at_once,
    one_manager_per_second: hot.per_second,
    p95_ms: hot.p95_ms,
    uniform_per_second: uniform.per_second,
    hot_to_uniform: hundredths(hot.per_second / uniform.per_second),
  };
}

function tableOf(title: string, rows: Row[]): Table {
  return {
    title,
    keys: ['at_once'],
    steady: { hot_to_uniform: 'more' },
    times: { one_manager_per_second: 'more', p95_ms: 'less', uniform_per_second: 'more' },
    rows,
  };
}

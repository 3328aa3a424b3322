import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { limitMs } from '../../../tests/support/time-limits.ts';
import { type Log, silentLog } from '../logging/log.ts';
import { type Jobs, startJobs, startRecurringJobs } from './jobs.ts';

/** Includes the start of a worker, which retries after seconds. */
const WORKED_MS = limitMs(30_000);

const SWEEPERS = [{ task: 'sweep', every_ms: 50 }];
const KEY = 'every-50-ms-sweep';
const DAY_MS = 24 * 60 * 60 * 1000;

let database: TestDatabase;
let jobs: Jobs | undefined;
let runs: number;

beforeEach(async () => {
  database = await createTestDatabase();
  runs = 0;
});
afterEach(async () => {
  vi.useRealTimers();
  await jobs?.stop();
  await database.drop();
});

async function start(): Promise<void> {
  const sweep = async () => {
    runs += 1;
  };
  jobs = await startJobs(database.owner, { sweep }, SWEEPERS, silentLog);
}

async function expectMoreRuns(): Promise<void> {
  const before = runs;
  await expect.poll(() => runs).toBeGreaterThan(before + 1);
}

test.each([
  ['three days ahead', 3 * DAY_MS],
  ['three days behind', -3 * DAY_MS],
])('sweepers continue after a clock was %s and then corrected', async (_, off_ms) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + off_ms });
  await start();
  await expectMoreRuns();
  vi.useRealTimers();
  await expectMoreRuns();
});

test('a server that starts after the clock was ahead sweeps immediately', async () => {
  // The row that the queue's own cron leaves behind and waits for.
  await database.owner.query(
    `insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
     values ('sweep', now() + interval '3 days', now() + interval '3 days')`,
  );
  await start();
  await expectMoreRuns();
});

test.each([
  ['is scheduled for days later', `run_at = now() + interval '3 days'`],
  [
    'has a lock of a dead server, dated days ahead',
    `locked_at = now() + interval '3 days', locked_by = 'dead'`,
  ],
  ['has used up its attempts', 'attempts = max_attempts'],
])('a job that %s does not delay later ones', async (_, state) => {
  await database.owner.query(`select graphile_worker.add_job('sweep', job_key => '${KEY}')`);
  await database.owner.query(`update graphile_worker._private_jobs set ${state}`);
  await start();
  await expectMoreRuns();
});

test('sweepers do not pile up while no worker runs the queue', async () => {
  const sweepers = startRecurringJobs(database.owner, SWEEPERS, silentLog);
  const times_enqueued = async () => {
    const { rows } = await database.owner.query<{ revision: number }>(
      'select revision from graphile_worker.jobs',
    );
    return rows.map(({ revision }) => revision + 1);
  };
  await expect.poll(times_enqueued).toEqual([expect.toSatisfy((times) => times > 2)]);
  await sweepers.stop();
});

test('a sweeper that fails is retried before its next interval', async () => {
  let tries = 0;
  const sweep = async () => {
    tries += 1;
    if (tries === 1) throw new Error('the first try');
  };
  jobs = await startJobs(database.owner, { sweep }, [{ task: 'sweep', every_ms: DAY_MS }], silentLog);
  await expect.poll(() => tries, { timeout: WORKED_MS }).toBe(2);
});

test('a sweeper that cannot be enqueued is enqueued later', async () => {
  await database.owner.query('alter schema graphile_worker rename to away');
  const warned = vi.fn();
  const sweepers = startRecurringJobs(database.owner, SWEEPERS, {
    ...silentLog,
    warn: warned,
  } as unknown as Log);
  await expect.poll(() => warned.mock.calls.length).toBeGreaterThan(1);
  await database.owner.query('alter schema away rename to graphile_worker');
  const waiting = () =>
    database.owner.query('select from graphile_worker.jobs').then(({ rowCount }) => rowCount);
  await expect.poll(waiting).toBe(1);
  await sweepers.stop();
});

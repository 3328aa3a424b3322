import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyDataDirectory, runStatement } from '../../../tests/support/embedded-postgres-harness.ts';
import { limitMs } from '../../../tests/support/time-limits.ts';
import { openPools } from '../database/pools.ts';
import { silentLog } from '../logging/log.ts';
import { startJobs } from './jobs.ts';

/** Includes the start of a worker, which polls for jobs every few seconds. */
const WORKED_MS = limitMs(30_000);

let place: Awaited<ReturnType<typeof copyDataDirectory>>;
beforeEach(async () => {
  place = await copyDataDirectory();
});
afterEach(() => place.end());

/** A task whose runs wait until `letGo` is called. */
function heldTask(fails: boolean) {
  let runs = 0;
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const task = async () => {
    runs += 1;
    await held;
    if (fails && runs === 1) throw new Error('the first try');
  };
  return { task, letGo, runs: () => runs };
}

test.each([
  ['ends', false],
  ['fails', true],
])('a job that %s while the database is down is finished when it is back', async (_, fails) => {
  // Durable, so that the job and its lock survive the kill.
  const addresses = await place.start({ durable: true });
  const pools = openPools(addresses);
  const { task, letGo, runs } = heldTask(fails);
  const jobs = await startJobs(pools.owner, { held: task }, [], silentLog);
  await runStatement(addresses.owner_url, "select graphile_worker.add_job('held')");
  await expect.poll(runs, { timeout: WORKED_MS }).toBe(1);

  process.kill(await place.postmasterPid(), 'SIGKILL');
  const answers = () => runStatement(addresses.owner_url, 'select 1 as one').catch(() => 'gone');
  await expect.poll(answers, { timeout: WORKED_MS, interval: 10 }).toBe('gone');
  letGo();

  const left = () =>
    runStatement(addresses.owner_url, 'select id from graphile_worker.jobs').catch(() => 'gone');
  await expect.poll(left, { timeout: WORKED_MS }).toEqual([]);
  expect(runs()).toBeGreaterThan(fails ? 1 : 0);
  await jobs.stop();
  await pools.close();
});

test('a queue whose first poll of the database fails still runs its jobs', async () => {
  const addresses = await place.start();
  const pools = openPools(addresses);
  const { task, letGo, runs } = heldTask(false);
  letGo();
  const start = () => startJobs(pools.owner, { held: task }, [], silentLog);
  await (await start()).stop();
  await pools.owner.query(`
    create sequence looks;
    create function fail() returns trigger language plpgsql as
      $$ begin perform nextval('looks'); raise 'not now'; end $$;
    create trigger fail before insert on graphile_worker._private_tasks execute function fail()`);

  const jobs = await start();
  const looks = async () =>
    (await runStatement(addresses.owner_url, 'select is_called from looks'))[0]?.is_called;
  await expect.poll(looks, { timeout: WORKED_MS }).toBe(true);
  await pools.owner.query('drop trigger fail on graphile_worker._private_tasks');
  await pools.owner.query("select graphile_worker.add_job('held')");
  await expect.poll(runs, { timeout: WORKED_MS }).toBe(1);
  await jobs.stop();
  await pools.close();
});

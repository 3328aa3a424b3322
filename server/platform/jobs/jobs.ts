import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Log } from '../logging/log.ts';

export type Jobs = Awaited<ReturnType<typeof startJobs>>;

const START_AGAIN_MS = 1_000;

/**
 * Works the queue beside the requests. No job is the only record of work: rows say what is left to do, the recurring
 * sweepers find it, a job that was enqueued is a nudge.
 *
 * Its runner ends when it cannot write down how a job ended, as while the database restarts, or when its first look at
 * the queue fails: another one takes over, and works that job again.
 */
export async function startJobs(
  owner: pg.Pool,
  tasks: TaskList,
  recurring: readonly RecurringJob[],
  log: Log,
) {
  const stopping = new AbortController();
  const pools: string[] = [];
  const start = () => startRunner(owner, tasks, log, (pool) => pools.push(pool));
  let runner: Runner | undefined = await start();
  const sweepers = startRecurringJobs(owner, recurring, log);

  async function takeOver(): Promise<Runner | undefined> {
    while (!stopping.signal.aborted) {
      try {
        // Jobs that the last one could not give back would stay locked for hours.
        await owner.query('select graphile_worker.force_unlock_workers($1)', [pools]);
        return await start();
      } catch (error) {
        log.warn({ err: error }, 'the queue cannot be worked yet');
        await pause(START_AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
    return undefined;
  }

  async function keepRunning(): Promise<void> {
    while (runner) {
      if (stopping.signal.aborted) await stop(runner, log);
      await runner.promise.catch(() => undefined);
      if (!stopping.signal.aborted) log.error('the queue is not worked any more: starting again');
      await pause(START_AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      runner = await takeOver();
    }
  }

  const ended = keepRunning();
  return {
    /** Takes no new job and waits for those under way. */
    async stop(): Promise<void> {
      stopping.abort();
      await sweepers.stop();
      if (runner) await stop(runner, log);
      await ended;
    },
  };
}

/** A runner that is ending by itself refuses to be stopped, which is no failure: its end is waited for. */
async function stop(runner: Runner, log: Log): Promise<void> {
  await runner.stop().catch((error: unknown) => log.debug({ err: error }, 'the queue was stopping already'));
}

function startRunner(
  owner: pg.Pool,
  tasks: TaskList,
  log: Log,
  onPool: (id: string) => void,
): Promise<Runner> {
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => onPool(workerPool.id));
  const runner = run({
    pgPool: owner,
    taskList: tasks,
    // No cron: it goes by the wall clock.
    parsedCronItems: [],
    events,
    // A store that answers slowly must not keep cash waiting.
    concurrency: 4,
    // Without batches a failure to write down a job's end is a rejection that nobody handles.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    // The server drains by itself; two handlers of one signal would race.
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === 'error') log.error(message);
      else if (level === 'warning') log.warn(message);
      else log.debug(message);
    }),
  });
  // It asks once what ids its tasks have, and keeps the failure where that fails: it would never work a job.
  const giveUp = ({ error }: { error: unknown }) => {
    log.warn({ err: error }, 'the first look at the queue failed');
    void runner.then((started) => stop(started, log));
  };
  events.once('worker:getJob:error', giveUp);
  for (const looked of ['worker:getJob:empty', 'job:start'] as const) {
    events.once(looked, () => events.off('worker:getJob:error', giveUp));
  }
  return runner;
}

/**
 * Its commit waits for no standby: rows say what is left to do. While none confirms, each sweeper would keep a connection waiting, and
 * nothing else of the owner's would get one.
 */
const ENQUEUE = `select set_config('synchronous_commit', 'local', true), graphile_worker.add_job($1, job_key => $2)`;

/** A task that runs when the server starts, and again each time `every_ms` have passed since. */
export type RecurringJob = { task: string; every_ms: number };

/**
 * Enqueues sweepers by elapsed time. No clock is asked and no time stored: the queue's own cron skips until a time it once
 * saw is reached again, and sleeps through a jump backwards, so a clock that was ahead for a moment stopped it for as long.
 *
 * Jobs of one task do not pile up: one that waits is moved to now, whatever time it waited for. Several servers each enqueue
 * their own, which their sweepers bear.
 */
export function startRecurringJobs(owner: pg.Pool, jobs: readonly RecurringJob[], log: Log) {
  const timers = new Map<string, NodeJS.Timeout>();
  const under_way = new Set<Promise<void>>();
  let stopped = false;

  async function enqueue({ task, every_ms }: RecurringJob): Promise<void> {
    try {
      // Where it fails the queue tries it again, until the next one takes its place.
      await owner.query(ENQUEUE, [task, `every-${every_ms}-ms-${task}`]);
    } catch (error) {
      log.warn({ err: error, task }, 'a sweeper could not be enqueued; the next one will be');
    }
  }

  function run(job: RecurringJob): void {
    const enqueued: Promise<void> = enqueue(job).finally(() => {
      under_way.delete(enqueued);
      if (!stopped) timers.set(job.task, setTimeout(run, job.every_ms, job));
    });
    under_way.add(enqueued);
  }

  for (const job of jobs) run(job);
  return {
    /** Enqueues no more, and waits for what is being enqueued. */
    async stop(): Promise<void> {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(under_way);
    },
  };
}

import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Logger, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Log } from '../logging/log.ts';

export type Jobs = Awaited<ReturnType<typeof startJobs>>;

const START_AGAIN_MS = 1_000;

/**
 * Runs the job queue alongside the requests. No job is the only record of work: rows store what is left to
 * do, recurring sweepers find it, and an enqueued job is only a nudge.
 *
 * The runner ends when it cannot record a job's end, for example while the database restarts, or when its
 * first poll of the queue fails. Another runner then takes over and runs that job again.
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
        // Jobs that the previous runner could not release would stay locked for hours.
        await owner.query('select graphile_worker.force_unlock_workers($1)', [pools]);
        return await start();
      } catch (error) {
        log.warn({ err: error }, 'the job queue cannot be started yet');
        await pause(START_AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
    return undefined;
  }

  async function keepRunning(): Promise<void> {
    while (runner) {
      if (stopping.signal.aborted) await stop(runner, log);
      await runner.promise.catch(() => undefined);
      if (!stopping.signal.aborted) log.error('the job queue has stopped: restarting it');
      await pause(START_AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      runner = await takeOver();
    }
  }

  const ended = keepRunning();
  return {
    /** Starts no new job and waits for the running ones. */
    async stop(): Promise<void> {
      stopping.abort();
      await sweepers.stop();
      if (runner) await stop(runner, log);
      await ended;
    },
  };
}

/**
 * Stops a runner. A runner that is already ending rejects the call, which is not a failure: the caller waits
 * for its end.
 */
async function stop(runner: Runner, log: Log): Promise<void> {
  await runner
    .stop()
    .catch((error: unknown) => log.debug({ err: error }, 'the job queue was already stopping'));
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
    // No cron: it depends on the wall clock.
    parsedCronItems: [],
    events,
    // A slow file store must not delay the posting of cash.
    concurrency: 4,
    // Enables batches: without them, a failure to record the end of a job is an unhandled rejection.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    // The server has its own drain; two handlers of one signal would race.
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === 'error') log.error(message);
      else if (level === 'warning') log.warn(message);
      else log.debug(message);
    }),
  });
  // The runner fetches its task ids once and keeps a failure of that query: it would never run a job.
  const giveUp = ({ error }: { error: unknown }) => {
    log.warn({ err: error }, 'the first poll of the job queue failed');
    void runner.then((started) => stop(started, log));
  };
  events.once('worker:getJob:error', giveUp);
  for (const looked of ['worker:getJob:empty', 'job:start'] as const) {
    events.once(looked, () => events.off('worker:getJob:error', giveUp));
  }
  return runner;
}

/**
 * Enqueues without waiting for a standby, since rows store what is left to do. While no standby confirms,
 * each sweeper would hold a waiting connection, and none would be left for other work of the owner pool.
 */
const ENQUEUE = `select set_config('synchronous_commit', 'local', true), graphile_worker.add_job($1, job_key => $2)`;

/** A task that runs when the server starts, and again after each `every_ms`. */
export type RecurringJob = { task: string; every_ms: number };

/**
 * Enqueues sweepers by elapsed time, without a clock and without storing a time. The queue's own cron skips
 * until the latest time that it has seen is reached again, and sleeps through a jump backwards, so a clock
 * that was briefly ahead stopped it for as long.
 *
 * Jobs of one task do not pile up: a pending job is moved to now. Several servers each enqueue their own, so
 * sweepers tolerate running concurrently.
 */
export function startRecurringJobs(owner: pg.Pool, jobs: readonly RecurringJob[], log: Log) {
  const timers = new Map<string, NodeJS.Timeout>();
  const under_way = new Set<Promise<void>>();
  let stopped = false;

  async function enqueue({ task, every_ms }: RecurringJob): Promise<void> {
    try {
      // A job that fails is retried by the queue until the next one replaces it.
      await owner.query(ENQUEUE, [task, `every-${every_ms}-ms-${task}`]);
    } catch (error) {
      log.warn(
        { err: error, task },
        'a sweeper could not be enqueued; it is tried again at its next interval',
      );
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
    /** Enqueues no more, and waits for enqueueing in progress. */
    async stop(): Promise<void> {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(under_way);
    },
  };
}

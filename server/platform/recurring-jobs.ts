import type pg from 'pg';
import type { Log } from './log.ts';

/** A task that runs when the server starts, and again each time `every_ms` have passed since. */
export type RecurringJob = { task: string; every_ms: number };

export type RecurringJobs = {
  /** Enqueues no more, and waits for what is being enqueued. */
  stop(): Promise<void>;
};

/**
 * Enqueues sweepers by elapsed time. No clock is asked and no time stored: the queue's own cron skips until a time it once
 * saw is reached again, and sleeps through a jump backwards, so a clock that was ahead for a moment stopped it for as long.
 *
 * Jobs of one task do not pile up: one that waits is moved to now, whatever time it waited for. Several servers each enqueue
 * their own, which their sweepers bear.
 */
export function startRecurringJobs(owner: pg.Pool, jobs: readonly RecurringJob[], log: Log): RecurringJobs {
  const timers = new Map<string, NodeJS.Timeout>();
  const under_way = new Set<Promise<void>>();
  let stopped = false;

  async function enqueue({ task, every_ms }: RecurringJob): Promise<void> {
    try {
      // Where it fails the queue tries it again, until the next one takes its place.
      await owner.query('select graphile_worker.add_job($1, job_key => $2)', [
        task,
        `every-${every_ms}-ms-${task}`,
      ]);
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
    async stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(under_way);
    },
  };
}

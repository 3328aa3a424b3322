import { Logger, type Runner, run, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import type { Log } from './log.ts';

/**
 * Works the queue beside the requests. No job is the only record of work: rows say what is left to do, the crontab's
 * sweepers find it, a job that was enqueued is a nudge. `crontab` in graphile-worker's format, in UTC.
 */
export function startJobs(owner: pg.Pool, tasks: TaskList, crontab: string, log: Log): Promise<Runner> {
  return run({
    pgPool: owner,
    taskList: tasks,
    crontab,
    // A store that answers slowly must not keep cash waiting.
    concurrency: 4,
    // The server drains by itself; two handlers of one signal would race.
    noHandleSignals: true,
    logger: new Logger(() => (level, message) => {
      if (level === 'error') log.error(message);
      else if (level === 'warning') log.warn(message);
      else log.debug(message);
    }),
  });
}

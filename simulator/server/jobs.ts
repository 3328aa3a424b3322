import { postWaitingMovements } from '../../server/cash/post-waiting-movements.ts';
import { sweepContents, sweepFiles } from '../../server/files/sweep-files.ts';
import type { SimulatedServer } from './simulated-server.ts';

export const JOBS = ['post-waiting-movements', 'sweep-files', 'sweep-contents'] as const;
export type Job = (typeof JOBS)[number];

/** A sweep that comes so late that everything is old: what no command has pinned by then is swept. */
const LATE = new Date(Date.UTC(2090, 0));
/** One at which nothing is: the database stamps files by its own clock, which no run knows. */
const EARLY = new Date(Date.UTC(2000, 0));

/** Runs a job of the server's, as its queue would. */
export async function runJob({ owner, store, log }: SimulatedServer, job: Job, late: boolean): Promise<void> {
  const now = late ? LATE : EARLY;
  if (job === 'post-waiting-movements') await postWaitingMovements(owner, log);
  if (job === 'sweep-files') await sweepFiles(owner, store, now);
  if (job === 'sweep-contents') await sweepContents(owner, store, now);
}

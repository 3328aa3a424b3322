import { postWaitingMovements } from '../../server/cash/post-waiting-movements.ts';
import { sweepContents, sweepFiles } from '../../server/files/sweep-files.ts';
import type { SimulatedServer } from './simulated-server.ts';

export const JOBS = ['post-waiting-movements', 'sweep-files', 'sweep-contents'] as const;
export type Job = (typeof JOBS)[number];

/** The time of a late sweep, at which every file is old: files that no command has pinned are swept. */
const LATE = new Date(Date.UTC(2090, 0));
/**
 * The time of a sweep at which no file is old. Files have timestamps by the database's clock, which no run
 * controls.
 */
const EARLY = new Date(Date.UTC(2000, 0));

/** Runs one of the server's jobs, as its queue would. */
export async function runJob({ owner, store, log }: SimulatedServer, job: Job, late: boolean): Promise<void> {
  const now = late ? LATE : EARLY;
  if (job === 'post-waiting-movements') await postWaitingMovements(owner, log);
  if (job === 'sweep-files') await sweepFiles(owner, store, now);
  if (job === 'sweep-contents') await sweepContents(owner, store, now);
}

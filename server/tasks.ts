import type { TaskList } from 'graphile-worker';
import { AUDIT_PARTITIONS } from './audit/audit-partitions.ts';
import { postWaitingMovements } from './cash/post-waiting-movements.ts';
import { FEED_PARTITIONS, pruneFeed } from './changes/prune-feed.ts';
import { addUpUnexplained } from './desk/unexplained-cash.ts';
import type { ContentStore } from './files/store/content-store.ts';
import { sweepContents, sweepFiles } from './files/sweep-files.ts';
import { DRIVERS_OF_ORDERS } from './orders/backfills/backfill-drivers.ts';
import { KEYS_OF_NUMBERS } from './orders/backfills/backfill-number-keys.ts';
import { PHONES_OF_CUSTOMERS } from './orders/backfills/backfill-phones.ts';
import { SEARCH_OF_ORDERS } from './orders/backfills/backfill-search.ts';
import type { Database } from './platform/database/database.ts';
import { deleteFailedJobs } from './platform/database/delete-failed-jobs.ts';
import { type Backfill, runBackfills } from './platform/database/migrations/backfills.ts';
import { makePartitions } from './platform/database/time-partitions.ts';
import type { RecurringJob } from './platform/jobs/jobs.ts';
import type { Log } from './platform/logging/log.ts';
import { machineNow } from './platform/machine.ts';
import { sumUp } from './reports/sums/sum-up.ts';
import { eraseCustomers } from './retention/erase-customers.ts';
import { FINGERPRINTS_OF_ERASED_ORDERS } from './retention/erase-older-fingerprints.ts';
import { SHOPIFY_SWEEPERS } from './shopify/shopify-jobs.ts';

/** The recurring tasks. A movement that could not be posted is posted within a minute (ruling A4). */
export const SWEEPERS: readonly RecurringJob[] = [
  { task: 'post-waiting-movements', every_ms: 60_000 },
  { task: 'sweep-files', every_ms: 24 * 60 * 60 * 1000 },
  { task: 'sweep-contents', every_ms: 24 * 60 * 60 * 1000 },
  { task: 'erase-customers', every_ms: 24 * 60 * 60 * 1000 },
  { task: 'make-partitions', every_ms: 60 * 60 * 1000 },
  { task: 'prune-feed', every_ms: 60 * 60 * 1000 },
  { task: 'drop-given-up-jobs', every_ms: 24 * 60 * 60 * 1000 },
  { task: 'sum-up', every_ms: 60_000 },
  { task: 'backfill', every_ms: 60 * 60 * 1000 },
  ...SHOPIFY_SWEEPERS,
];

/** The backfills of this version; each stays here until the next version. */
const BACKFILLS: readonly Backfill[] = [
  DRIVERS_OF_ORDERS,
  SEARCH_OF_ORDERS,
  FINGERPRINTS_OF_ERASED_ORDERS,
  KEYS_OF_NUMBERS,
  PHONES_OF_CUSTOMERS,
];

type Given = {
  owner: Database;
  store: ContentStore;
  auth_secrets: readonly string[];
  log: Log;
  stopping: AbortSignal;
};

/** The tasks of the queue, except those of Shopify. */
export function tasks({ owner, store, auth_secrets, log, stopping }: Given): TaskList {
  return {
    'post-waiting-movements': async () => {
      const { failed } = await postWaitingMovements(owner, log);
      // Thrown so that the queue retries a nudge before the next minute.
      if (failed > 0) throw new Error(`${failed} movements are still to be posted`);
    },
    'sweep-files': async () => {
      const swept = await sweepFiles(owner, store, machineNow());
      log.info({ swept }, 'files without a command swept');
    },
    'sweep-contents': async () => {
      const swept = await sweepContents(owner, store, machineNow());
      log.info(swept, 'contents of interrupted uploads swept');
    },
    'erase-customers': async () => {
      await eraseCustomers({ owner, store, auth_secrets, log, stopping, now: machineNow });
    },
    'make-partitions': async () => {
      for (const partitions of [AUDIT_PARTITIONS, FEED_PARTITIONS]) {
        const made = await makePartitions(owner, partitions, machineNow());
        if (made.length > 0) log.info({ made }, 'future partitions created');
      }
    },
    'prune-feed': async () => {
      const pruned = await pruneFeed(owner, machineNow());
      log.debug({ pruned }, 'hints older than a day removed');
    },
    'drop-given-up-jobs': async () => {
      const dropped = await deleteFailedJobs(owner, machineNow());
      if (dropped > 0) log.info({ dropped }, 'jobs that failed permanently long ago removed');
    },
    'sum-up': async () => {
      const is_done = await sumUp(owner, stopping);
      if (!is_done)
        log.debug('the report sums will be completed at the next run, because of a long transaction');
    },
    'add-up-unexplained': () => addUpUnexplained(owner, machineNow(), stopping),
    backfill: () => runBackfills(owner, BACKFILLS, log, stopping),
  };
}

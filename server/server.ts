import type { TaskList } from 'graphile-worker';
import { createApp } from './app.ts';
import { postWaitingMovements } from './cash/post-waiting-movements.ts';
import { pruneFeed } from './changes/prune-feed.ts';
import { type ContentStore, storeTrouble } from './files/content-store.ts';
import { openStore } from './files/directory-store.ts';
import { sweepContents, sweepFiles } from './files/sweep-files.ts';
import { accessTokens } from './identity/access-tokens.ts';
import { DRIVERS_OF_ORDERS } from './orders/fill-in-drivers.ts';
import { authSecrets } from './platform/auth-secrets.ts';
import { type Config, withListeningPort } from './platform/config.ts';
import { type Backfill, runBackfills } from './platform/database/backfills.ts';
import { type Database, databaseOf } from './platform/database/database.ts';
import { readMigrations } from './platform/database/migration-records.ts';
import { isMigrated, migrate } from './platform/database/migrations.ts';
import { openConfiguredDatabase } from './platform/embedded-postgres/configured-database.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres.ts';
import { assertCanListen, listen } from './platform/http/listening.ts';
import { type RecurringJob, startJobs } from './platform/jobs.ts';
import type { Log } from './platform/log.ts';
import { machineNow, machineRandom } from './platform/machine.ts';
import { secretBox } from './platform/sealed-secrets.ts';
import { atMost, stopAll } from './platform/stop-all.ts';
import { roomTrouble, troublesOf } from './platform/troubles.ts';
import { WEB_DIRECTORY } from './platform/web-directory.ts';
import { SHOPIFY_SWEEPERS, shopifyTasks } from './shopify/shopify-jobs.ts';

/** Jobs, and then queries nobody waits for any more, get so long to end once the requests have, in ms: rows say what is left. */
const LEFT_OVER_MS_MAX = 300;

/**
 * Starts everything: the database (embedded unless DATABASE_URL names another), its migrations, `prepare` (the demo shop),
 * the jobs, and at last the address. What was started is stopped again when a later step fails.
 */
export async function startServer(config: Config, log: Log, prepare: (owner: Database) => Promise<void>) {
  const started: (() => Promise<void>)[] = [];
  /** Drains the requests, ends jobs and pools, then stops the database it started, in this order. */
  const stop = () => stopAll(started);
  try {
    // Said at once, and not after a database was started and migrated for nothing.
    await assertCanListen(config);
    const { data_dir, request_connections, owner_connections, named_statements } = config;
    const connections = request_connections + owner_connections;
    const { pools, stop: stopDatabase } = await openConfiguredDatabase(
      config,
      () => startEmbeddedPostgres({ data_dir, log, connections }),
      { log, owner_connections_max: owner_connections, request_connections_max: request_connections },
    );
    started.push(stopDatabase, () => atMost(LEFT_OVER_MS_MAX, pools.close()));
    const migrations = await readMigrations();
    await migrate(pools.owner, { log });
    const owner = databaseOf(pools.owner, { named_statements, random: machineRandom });
    await prepare(owner);

    const store = openStore(config.files);
    const auth_secrets = await authSecrets(config);
    const stopping = new AbortController();
    const jobs = {
      ...tasks(owner, store, log, stopping.signal),
      ...shopifyTasks({
        owner,
        box: secretBox(auth_secrets),
        log,
        now: machineNow,
        public_url: config.public_url,
      }),
    };
    const queue = await startJobs(pools.owner, jobs, SWEEPERS, log);
    const endJobs = () => {
      stopping.abort();
      return queue.stop();
    };
    started.push(() => atMost(LEFT_OVER_MS_MAX, endJobs()));

    const listening = await listen(config);
    started.push(async () => {
      // Jobs end while the requests do.
      void endJobs();
      await listening.drain();
    });
    const services = {
      config: withListeningPort(config, listening.port),
      auth_secrets,
      requests: databaseOf(pools.request, { named_statements, random: machineRandom }),
      owner,
      log,
      now: machineNow,
      random: machineRandom,
    };
    const roomForDatabase = async () => (config.database_url ? null : roomTrouble(config.data_dir));
    const app = await createApp({
      ...services,
      sessionOf: accessTokens(services).sessionOf,
      store,
      isReady: async () => !listening.isDraining() && (await isMigrated(pools.owner, migrations)),
      troubles: troublesOf([() => storeTrouble(store), roomForDatabase], services),
      web_directory: WEB_DIRECTORY,
    });
    listening.answer(app.fetch);
    return { url: services.config.public_url, owner, stop };
  } catch (error) {
    // The first failure is the one to tell.
    await stop().catch((failure: unknown) => log.error({ err: failure }, 'stopping failed too'));
    throw error;
  }
}

/** What could not be posted is posted within a minute (ruling A4). */
const SWEEPERS: readonly RecurringJob[] = [
  { task: 'post-waiting-movements', every_ms: 60_000 },
  { task: 'sweep-files', every_ms: 24 * 60 * 60 * 1000 },
  { task: 'sweep-contents', every_ms: 24 * 60 * 60 * 1000 },
  { task: 'prune-feed', every_ms: 60 * 60 * 1000 },
  { task: 'backfill', every_ms: 60 * 60 * 1000 },
  ...SHOPIFY_SWEEPERS,
];

/** What this version still has to fill in; each stays here until the version after it. */
const BACKFILLS: readonly Backfill[] = [DRIVERS_OF_ORDERS];

function tasks(owner: Database, store: ContentStore, log: Log, stopping: AbortSignal): TaskList {
  return {
    'post-waiting-movements': async () => {
      const { failed } = await postWaitingMovements(owner, log);
      // Thrown so that the queue tries a nudge again sooner than the next minute.
      if (failed > 0) throw new Error(`${failed} movements still wait to be posted`);
    },
    'sweep-files': async () => {
      const swept = await sweepFiles(owner, store, machineNow());
      log.info({ swept }, 'files without a command swept');
    },
    'sweep-contents': async () => {
      const swept = await sweepContents(owner, store, machineNow());
      log.info(swept, 'contents of killed uploads swept');
    },
    'prune-feed': async () => {
      const pruned = await pruneFeed(owner, machineNow());
      log.debug({ pruned }, 'hints of more than a day removed');
    },
    backfill: () => runBackfills(owner, BACKFILLS, log, stopping),
  };
}

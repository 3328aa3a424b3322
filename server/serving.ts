import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type AppParts, createApp } from './app.ts';
import { ADD_UP_UNEXPLAINED } from './desk/unexplained-cash.ts';
import { keepAssets, keptAssetsPath } from './files/assets/kept-assets.ts';
import { openAssetsInBucket } from './files/assets/open-assets-in-bucket.ts';
import { findStoreTrouble } from './files/store/content-store.ts';
import { meteredStore } from './files/store/metered-store.ts';
import { openStore } from './files/store/open-store.ts';
import { preparePasswords } from './identity/passwords/passwords.ts';
import { accessTokens } from './identity/sessions/access-tokens.ts';
import { changeStreams } from './live/change-streams.ts';
import { commitNotifications } from './live/server-news.ts';
import { preparePhones } from './orders/contents/customer-phones.ts';
import { atMost, BACKGROUND_END_MS_MAX } from './platform/concurrency/stop-all.ts';
import { type Database, databaseOf } from './platform/database/database.ts';
import { isRetryable } from './platform/database/driver/failures.ts';
import type { MigrationFile } from './platform/database/migrations/migration-records.ts';
import { isMigrated } from './platform/database/migrations/migrations.ts';
import { type Pools, REQUEST_ANSWER_MS } from './platform/database/pools.ts';
import { listen } from './platform/http/listening.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import { watchedTasks } from './platform/jobs/watched-tasks.ts';
import type { Log } from './platform/logging/log.ts';
import { diskSpaceTrouble, troublesOf } from './platform/logging/troubles.ts';
import { machineNow, machineRandom } from './platform/machine.ts';
import { NO_METERS } from './platform/meters.ts';
import { authSecrets } from './platform/secrets/auth-secrets.ts';
import { secretBox } from './platform/secrets/sealed-secrets.ts';
import { type Config, withListeningPort } from './platform/settings/config.ts';
import { WEB_DIRECTORY } from './platform/web-directory.ts';
import { shopifyTasks } from './shopify/shopify-jobs.ts';
import { sealedSecretProblem } from './shopify/store/sealed-secret-problem.ts';
import { SWEEPERS, tasks } from './tasks.ts';

const MACHINE = { now: machineNow, random: machineRandom };

type Given = {
  config: Config;
  log: Log;
  /** Connected to a migrated database. */
  pools: Pools;
  migrations: readonly MigrationFile[];
  prepare: (owner: Database) => Promise<void>;
  /** Collects functions that stop what is started here. */
  started: (() => Promise<void>)[];
};

/** Prepares the database, serves requests, and then runs the jobs. Resolves once both have started. */
export async function serve({ config, log, pools, migrations, prepare, started }: Given) {
  const { named_statements } = config;
  const news = commitNotifications(pools.owner, machineRandom.id(), log);
  // Loaded only if metrics are served.
  const monitoring =
    config.metrics && (await import('./monitoring/monitoring.ts')).monitoringAt(config.metrics);
  const meters = monitoring?.meters ?? NO_METERS;
  const options = { named_statements, random: machineRandom, onNews: news.tell };
  const counted = (pool: 'owner' | 'request') => ({
    ...options,
    onConnected: (seconds: number) => meters.connection(pool, seconds),
  });
  const owner = databaseOf(pools.owner, counted('owner'));
  await prepare(owner);

  const opened = await openStore(config.files, MACHINE);
  const store = meteredStore(opened, meters);
  const auth_secrets = await authSecrets(config);
  const stopping = new AbortController();
  let queue: Promise<Jobs> | undefined;
  const endJobs = async () => {
    stopping.abort();
    // A failed start of the queue has been reported already.
    const jobs = await queue?.catch(() => undefined);
    await jobs?.stop();
  };
  started.push(
    () => atMost(BACKGROUND_END_MS_MAX, endJobs()),
    () => atMost(BACKGROUND_END_MS_MAX, news.stop()),
  );

  const heartbeat = await heartbeatOf({ config, pools, log });
  if (heartbeat) started.push(() => atMost(BACKGROUND_END_MS_MAX, heartbeat.stop()));

  const streams = changeStreams({ owner, log, now: machineNow });
  const roomForDatabase = async () => (config.database_url ? null : diskSpaceTrouble(config.data_dir));
  const troubles = troublesOf([() => findStoreTrouble(store), roomForDatabase], { log, now: machineNow });
  const metrics =
    (await monitoring?.serve({ owner, log, now: machineNow, pools, streams, troubles })) ?? null;
  // Started before the listener and so stopped after it: metrics are served as long as requests are.
  if (metrics) started.push(metrics.stop);

  const listening = await listen(config);
  started.push(() =>
    listening.drain({
      noticed: pause(config.drain_seconds * 1_000),
      ending: () => {
        // The jobs end while the requests are drained.
        void endJobs();
        streams.end('draining');
      },
      onGivenUp: (request_id) =>
        log.warn({ request_id }, 'responded 503: the server is stopping and the response took too long'),
    }),
  );
  const services = {
    config: withListeningPort(config, listening.port),
    auth_secrets,
    requests: databaseOf(pools.request, { ...counted('request'), answer_ms_max: REQUEST_ANSWER_MS }),
    owner,
    log,
    now: machineNow,
    random: machineRandom,
  };
  const { sessionOf, tokenEnd } = accessTokens(services);
  const parts: AppParts = {
    ...services,
    sessionOf,
    tokenEnd,
    streams,
    store,
    meters,
    stopping: stopping.signal,
    isReady: async () => !listening.isDraining() && (await isMigrated(pools.owner, migrations)),
    databaseTrouble: () => heartbeat?.trouble() ?? null,
    troubles,
    web_directory: WEB_DIRECTORY,
  };
  const app = await createApp(parts);
  listening.answer(app.fetch);

  news.start(streams.wake);
  // Runs the checks at the start, so that the log shows limits of the server before any request.
  void troubles().catch(() => undefined);
  void sealedSecretProblem(owner, auth_secrets).then(
    (trouble) => trouble && log.error({ trouble }, 'degraded'),
    // An unreachable database is reported elsewhere.
    (error: unknown) => isRetryable(error) || log.error({ err: error }, 'degraded'),
  );
  // No request needs what follows. Rows store what is left to do, so no request waits for a job to start.
  queue = import('./platform/jobs/jobs.ts').then(({ startJobs }) =>
    startJobs(
      pools.owner,
      watchedTasks(
        {
          ...tasks({ owner, store, auth_secrets, log, stopping: stopping.signal }),
          ...shopifyTasks({
            owner,
            box: secretBox(auth_secrets),
            log,
            now: machineNow,
            public_url: config.public_url,
            stopping: stopping.signal,
          }),
        },
        meters,
      ),
      monitoring ? [...SWEEPERS, ADD_UP_UNEXPLAINED] : SWEEPERS,
      log,
    ),
  );
  void keepOwnAssets(config, auth_secrets, log);
  // If `/readyz` is never requested, the log still shows a bucket that accepts no writes.
  if (config.files.kind === 's3') void parts.troubles?.();
  await Promise.all([queue, preparePasswords(), preparePhones()]);
  return {
    url: services.config.public_url,
    owner,
    requests: services.requests,
    /** Handles a request of this process as if it came from the network. */
    ask: (path: string, init: RequestInit) => app.request(path, init),
    /** The parts of the app. */
    parts,
    pools,
    /** The port that serves metrics; null if there is none. */
    metrics_port: metrics?.port ?? null,
  };
}

/**
 * Starts the heartbeat of an external database. The embedded one is on this machine and ends with the server.
 */
async function heartbeatOf({ config, pools, log }: Pick<Given, 'config' | 'pools' | 'log'>) {
  const { database_url } = config;
  if (database_url === null) return null;
  const { startHeartbeat } = await import('./platform/database/heartbeat.ts');
  return startHeartbeat({ pools, owner_url: database_url, log });
}

/**
 * Stores this build's assets for pages that other servers serve. Without them such a page reloads itself, so
 * nothing waits for this or fails with it.
 */
async function keepOwnAssets(config: Config, auth_secrets: readonly string[], log: Log): Promise<void> {
  const own = join(WEB_DIRECTORY, 'assets');
  try {
    const directory = keptAssetsPath(config.files);
    if (directory !== null) await keepAssets(directory, own, machineNow());
    await (await openAssetsInBucket(config.files, auth_secrets, MACHINE))?.keep(own);
  } catch (error) {
    log.warn({ err: error }, 'the scripts of this build could not be stored for other servers');
  }
}

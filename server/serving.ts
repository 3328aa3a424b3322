import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type AppParts, createApp } from './app.ts';
import { ADD_UP_UNEXPLAINED } from './desk/unexplained-cash.ts';
import { keepAssets, keptAssetsPath } from './files/assets/kept-assets.ts';
import { openAssetsInBucket } from './files/assets/open-assets-in-bucket.ts';
import { storeTrouble } from './files/store/content-store.ts';
import { openStore } from './files/store/open-store.ts';
import { watchedStore } from './files/store/watched-store.ts';
import { preparePasswords } from './identity/passwords/passwords.ts';
import { accessTokens } from './identity/sessions/access-tokens.ts';
import { changeStreams } from './live/change-streams.ts';
import { serverNews } from './live/server-news.ts';
import { preparePhones } from './orders/contents/customer-phones.ts';
import { atMost, LEFT_OVER_MS_MAX } from './platform/concurrency/stop-all.ts';
import { type Database, databaseOf } from './platform/database/database.ts';
import { isRetryable } from './platform/database/driver/failures.ts';
import type { MigrationFile } from './platform/database/migrations/migration-records.ts';
import { isMigrated } from './platform/database/migrations/migrations.ts';
import { type Pools, REQUEST_ANSWER_MS } from './platform/database/pools.ts';
import { listen } from './platform/http/listening.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import { watchedTasks } from './platform/jobs/watched-tasks.ts';
import type { Log } from './platform/logging/log.ts';
import { roomTrouble, troublesOf } from './platform/logging/troubles.ts';
import { machineNow, machineRandom } from './platform/machine.ts';
import { NO_METERS } from './platform/meters.ts';
import { authSecrets } from './platform/secrets/auth-secrets.ts';
import { secretBox } from './platform/secrets/sealed-secrets.ts';
import { type Config, withListeningPort } from './platform/settings/config.ts';
import { WEB_DIRECTORY } from './platform/web-directory.ts';
import { shopifyTasks } from './shopify/shopify-jobs.ts';
import { unopenedStore } from './shopify/store/unopened-store.ts';
import { SWEEPERS, tasks } from './tasks.ts';

const MACHINE = { now: machineNow, random: machineRandom };

type Given = {
  config: Config;
  log: Log;
  /** Of a migrated database. */
  pools: Pools;
  migrations: readonly MigrationFile[];
  prepare: (owner: Database) => Promise<void>;
  /** Takes how each thing that is started here is stopped again. */
  started: (() => Promise<void>)[];
};

/** Prepares the database, answers requests, and then works the jobs. Answers once both go on. */
export async function serve({ config, log, pools, migrations, prepare, started }: Given) {
  const { named_statements } = config;
  const news = serverNews(pools.owner, machineRandom.id(), log);
  // Loaded only where somebody collects what is counted.
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
  const store = watchedStore(opened, meters);
  const auth_secrets = await authSecrets(config);
  const stopping = new AbortController();
  let queue: Promise<Jobs> | undefined;
  const endJobs = async () => {
    stopping.abort();
    // Where it did not start, that is told already.
    const jobs = await queue?.catch(() => undefined);
    await jobs?.stop();
  };
  started.push(
    () => atMost(LEFT_OVER_MS_MAX, endJobs()),
    () => atMost(LEFT_OVER_MS_MAX, news.stop()),
  );

  const heartbeat = await heartbeatOf({ config, pools, log });
  if (heartbeat) started.push(() => atMost(LEFT_OVER_MS_MAX, heartbeat.stop()));

  const streams = changeStreams({ owner, log, now: machineNow });
  const roomForDatabase = async () => (config.database_url ? null : roomTrouble(config.data_dir));
  const troubles = troublesOf([() => storeTrouble(store), roomForDatabase], { log, now: machineNow });
  const metrics =
    (await monitoring?.serve({ owner, log, now: machineNow, pools, streams, troubles })) ?? null;
  // Begun before the drain, and so stopped after it: figures are told for as long as requests are answered.
  if (metrics) started.push(metrics.stop);

  const listening = await listen(config);
  started.push(() =>
    listening.drain({
      noticed: pause(config.drain_seconds * 1_000),
      ending: () => {
        // Jobs end while the requests do.
        void endJobs();
        streams.end('draining');
      },
      onGivenUp: (request_id) =>
        log.warn({ request_id }, 'answered 503: the server stops and could not wait'),
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
  // What limits the server from the start on is in its log before anybody asks.
  void troubles().catch(() => undefined);
  void unopenedStore(owner, auth_secrets).then(
    (trouble) => trouble && log.error({ trouble }, 'degraded'),
    // A database that is away is told of elsewhere.
    (error: unknown) => isRetryable(error) || log.error({ err: error }, 'degraded'),
  );
  // Below is what no first answer needs. Rows say what is left to do: no request waits for a job to begin.
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
  // Nobody may ever ask `/readyz`: a bucket that takes nothing is told in the log.
  if (config.files.kind === 's3') void parts.troubles?.();
  await Promise.all([queue, preparePasswords(), preparePhones()]);
  return {
    url: services.config.public_url,
    owner,
    requests: services.requests,
    /** Answers a request of this process's own, as it answers those that come by the network. */
    ask: (path: string, init: RequestInit) => app.request(path, init),
    /** What the answering app is made of. */
    parts,
    pools,
    /** Where figures are told; null where they are not. */
    metrics_port: metrics?.port ?? null,
  };
}

/** The built-in database is on this very machine, and ends with it: it needs none. */
async function heartbeatOf({ config, pools, log }: Pick<Given, 'config' | 'pools' | 'log'>) {
  const { database_url } = config;
  if (database_url === null) return null;
  const { startHeartbeat } = await import('./platform/database/heartbeat.ts');
  return startHeartbeat({ pools, owner_url: database_url, log });
}

/** For pages that other servers answer. Without it they load anew what they miss, so nothing else waits for it or fails with it. */
async function keepOwnAssets(config: Config, auth_secrets: readonly string[], log: Log): Promise<void> {
  const own = join(WEB_DIRECTORY, 'assets');
  try {
    const directory = keptAssetsPath(config.files);
    if (directory !== null) await keepAssets(directory, own, machineNow());
    await (await openAssetsInBucket(config.files, auth_secrets, MACHINE))?.keep(own);
  } catch (error) {
    log.warn({ err: error }, 'the scripts of this build could not be kept for other servers');
  }
}

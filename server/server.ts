import { atMost, BACKGROUND_END_MS_MAX, stopAll } from './platform/concurrency/stop-all.ts';
import type { Database } from './platform/database/database.ts';
import { readMigrations } from './platform/database/migrations/migration-records.ts';
import { migrate } from './platform/database/migrations/migrations.ts';
import { openConfiguredDatabase } from './platform/embedded-postgres/configured-database.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres.ts';
import type { Log } from './platform/logging/log.ts';
import type { Config } from './platform/settings/config.ts';
import { assertSettingsUsable } from './settings/unusable-settings.ts';

/**
 * Starts the server: the database (embedded unless DATABASE_URL is set), its migrations, `prepare` (the demo
 * shop), the listener, and last the jobs. When a step fails, everything that was started is stopped.
 *
 * This file and its static imports only start the database. Everything else is loaded while the database
 * starts, since that is the work of another process.
 */
export async function startServer(config: Config, log: Log, prepare: (owner: Database) => Promise<void>) {
  const started: (() => Promise<void>)[] = [];
  /** Drains the requests, ends jobs and pools, then stops the database it started, in this order. */
  const stop = () => stopAll(started);
  try {
    // Checked first, so that no database is started and migrated in vain.
    await assertSettingsUsable(config);
    const { data_dir, request_connections, owner_connections } = config;
    const connections = request_connections + owner_connections;
    // A failure of this import is reported when it is awaited below.
    const meanwhile = () => void loadServing().catch(() => undefined);
    const {
      pools,
      stop: stopDatabase,
      checkRequests,
    } = await openConfiguredDatabase(
      config,
      () => startEmbeddedPostgres({ data_dir, log, connections, meanwhile }),
      { log, owner_connections_max: owner_connections, request_connections_max: request_connections },
    );
    started.push(stopDatabase, () => atMost(BACKGROUND_END_MS_MAX, pools.close()));
    const way = await checkRequests();
    if (way) log.info(way, `requests reach the database ${way.pooled ? 'through a pooler' : 'directly'}`);
    const migrations = await readMigrations();
    await migrate(pools.owner, { log, files: migrations });
    const { serve } = await loadServing();
    const serving = await serve({ config, log, pools, migrations, prepare, started });
    return { ...serving, stop };
  } catch (error) {
    // The caller gets the first failure.
    await stop().catch((failure: unknown) => log.error({ err: failure }, 'stopping failed too'));
    throw error;
  }
}

/** Loads the rest of the server; further calls return the same module. */
function loadServing() {
  return import('./serving.ts');
}

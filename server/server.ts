import { atMost, LEFT_OVER_MS_MAX, stopAll } from './platform/concurrency/stop-all.ts';
import type { Database } from './platform/database/database.ts';
import { readMigrations } from './platform/database/migrations/migration-records.ts';
import { migrate } from './platform/database/migrations/migrations.ts';
import { openConfiguredDatabase } from './platform/embedded-postgres/configured-database.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres.ts';
import type { Log } from './platform/logging/log.ts';
import type { Config } from './platform/settings/config.ts';
import { assertSettingsUsable } from './settings/unusable-settings.ts';

/**
 * Starts everything: the database (embedded unless DATABASE_URL names another), its migrations, `prepare` (the demo shop),
 * the address, and at last the jobs. What was started is stopped again when a later step fails.
 *
 * This file and what it imports start the database and no more. All else is loaded while the database starts, which is
 * another process's work.
 */
export async function startServer(config: Config, log: Log, prepare: (owner: Database) => Promise<void>) {
  const started: (() => Promise<void>)[] = [];
  /** Drains the requests, ends jobs and pools, then stops the database it started, in this order. */
  const stop = () => stopAll(started);
  try {
    // Said at once, and not after a database was started and migrated for nothing.
    await assertSettingsUsable(config);
    const { data_dir, request_connections, owner_connections } = config;
    const connections = request_connections + owner_connections;
    // Where it fails, that is told below.
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
    started.push(stopDatabase, () => atMost(LEFT_OVER_MS_MAX, pools.close()));
    const way = await checkRequests();
    if (way) log.info(way, `requests come to the database ${way.pooled ? 'through a pooler' : 'directly'}`);
    const migrations = await readMigrations();
    await migrate(pools.owner, { log, files: migrations });
    const { serve } = await loadServing();
    const serving = await serve({ config, log, pools, migrations, prepare, started });
    return { ...serving, stop };
  } catch (error) {
    // The first failure is the one to tell.
    await stop().catch((failure: unknown) => log.error({ err: failure }, 'stopping failed too'));
    throw error;
  }
}

/** The same each time it is asked. */
function loadServing() {
  return import('./serving.ts');
}

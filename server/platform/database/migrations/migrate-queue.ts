import { Logger, runMigrations } from 'graphile-worker';
import pg from 'pg';

/**
 * Applies the queue's own migrations. Does not wait for the disk if some of ours follow, the last of which
 * does.
 */
export async function migrateQueue(
  owner: pg.Pool,
  { more_follows }: { more_follows: boolean },
): Promise<void> {
  const logger = new Logger(() => () => undefined);
  if (!more_follows) return runMigrations({ pgPool: owner, logger });
  const pool = new pg.Pool({
    ...owner.options,
    max: 1,
    onConnect: (client) => client.query('set synchronous_commit = off'),
  });
  // A broken connection fails the statement under way; without listeners it would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    await runMigrations({ pgPool: pool, logger });
  } finally {
    await pool.end();
  }
}

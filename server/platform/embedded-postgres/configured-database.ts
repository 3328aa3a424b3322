import type { Config } from '../config.ts';
import { ensureRequestRole } from '../database/database-roles.ts';
import { databaseTrouble } from '../database/database-trouble.ts';
import { openPools, type PoolsOptions, requestUrlOf } from '../database/pools.ts';
import { BadSettings } from '../read-settings.ts';
import type { EmbeddedPostgres } from './embedded-postgres.ts';

type Options = Omit<PoolsOptions, 'owner_url' | 'request_url'> & {
  /** False where the database of DATABASE_URL is only looked at. */
  makes_role?: boolean;
};

/**
 * Opens the database of DATABASE_URL, else the one that `builtIn` reaches; `attached`: somebody else may be working on it. `close` closes
 * the pools, then does `stop`. Throws BadSettings, and what `builtIn` throws.
 */
export async function openConfiguredDatabase(
  { database_url }: Pick<Config, 'database_url'>,
  builtIn: () => Promise<EmbeddedPostgres & { attached?: boolean }>,
  { makes_role = true, ...options }: Options = {},
) {
  const named = database_url !== null && {
    owner_url: database_url,
    request_url: requestUrlOf(database_url),
    attached: true,
    stop: async () => undefined,
  };
  const { owner_url, request_url, attached = false, stop } = named || (await builtIn());
  const pools = openPools({ ...options, owner_url, request_url });
  const close = async () => {
    await pools.close();
    await stop();
  };
  try {
    const trouble = database_url && (await databaseTrouble(pools.owner, database_url));
    if (trouble) throw new BadSettings([`DATABASE_URL: ${trouble}`]);
    if (database_url !== null && makes_role) await ensureRequestRole(pools.owner);
    return { pools, attached, stop, close };
  } catch (error) {
    await close();
    throw error;
  }
}

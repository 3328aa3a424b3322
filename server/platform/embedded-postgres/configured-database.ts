import type { Config } from '../config.ts';
import { ensureRequestRole } from '../database/database-roles.ts';
import { openPools, type Pools, type PoolsOptions, requestUrlOf } from '../database/pools.ts';
import { assertUsable } from '../database/reach-database.ts';
import type { EmbeddedPostgres } from './embedded-postgres.ts';

/** `stop` comes after the pools are closed. `attached`: somebody else may be working on it. */
export type ConfiguredDatabase = { pools: Pools; attached: boolean; stop(): Promise<void> };

type Options = Omit<PoolsOptions, 'owner_url' | 'request_url'> & {
  /** False where the database of DATABASE_URL is only looked at. */
  makes_role?: boolean;
};

/** Opens the database of DATABASE_URL, else the one that `builtIn` reaches. Throws BadSettings, and what `builtIn` throws. */
export async function openConfiguredDatabase(
  { database_url }: Pick<Config, 'database_url'>,
  builtIn: () => Promise<EmbeddedPostgres & { attached?: boolean }>,
  { makes_role = true, ...options }: Options = {},
): Promise<ConfiguredDatabase> {
  const named = database_url !== null && {
    owner_url: database_url,
    request_url: requestUrlOf(database_url),
    attached: true,
    stop: async () => undefined,
  };
  const { owner_url, request_url, attached = false, stop } = named || (await builtIn());
  const pools = openPools({ ...options, owner_url, request_url });
  try {
    if (database_url !== null) await assertUsable(pools.owner, database_url);
    if (database_url !== null && makes_role) await ensureRequestRole(pools.owner);
    return { pools, attached, stop };
  } catch (error) {
    await pools.close();
    await stop();
    throw error;
  }
}

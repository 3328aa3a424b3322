import {
  ensureRequestLogin,
  ensureRequestRole,
  ensureRequestRoleIsThere,
} from '../database/database-roles.ts';
import { databaseTrouble } from '../database/database-trouble.ts';
import { poolerTrouble } from '../database/pooler.ts';
import { openPools, type PoolsOptions, requestUrlOf } from '../database/pools.ts';
import { requestConnection } from '../database/request-connection.ts';
import { BadSettings } from '../read-settings.ts';
import type { Config } from '../settings/config.ts';
import type { EmbeddedPostgres } from './embedded-postgres.ts';

type Options = Omit<PoolsOptions, 'owner_url' | 'request_url' | 'limits_on_role'> & {
  /**
   * The preparation of the request role if DATABASE_URL is set: ready to serve, existing for the migrations,
   * or not at all.
   */
  request_role?: 'serving' | 'there' | 'as it is';
};

type Settings = Pick<Config, 'database_url' | 'database_request_url'>;

/**
 * Opens the database of DATABASE_URL, or else that of `builtIn`; `attached` means that other processes may be
 * using it. `close` closes the pools, then calls `stop`. `checkRequests` is for processes that serve
 * requests; without it DATABASE_REQUEST_URL need not be reachable. Throws BadSettings, and the errors of
 * `builtIn`.
 */
export async function openConfiguredDatabase(
  settings: Settings,
  builtIn: () => Promise<EmbeddedPostgres & { attached?: boolean }>,
  { request_role = 'serving', ...options }: Options = {},
) {
  const { database_url, database_request_url } = settings;
  const named = database_url !== null && {
    owner_url: database_url,
    request_url: database_request_url ?? requestUrlOf(database_url),
    limits_on_role: database_request_url !== null,
    attached: true,
    stop: async () => undefined,
  };
  const { attached = false, stop, ...addresses } = named || (await builtIn());
  const pools = openPools({ ...options, ...addresses });
  const close = async () => {
    await pools.close();
    await stop();
  };
  const checkRequests = () => (named ? requestConnection(pools, named) : Promise.resolve(null));
  try {
    const trouble =
      database_url &&
      ((await databaseTrouble(pools.owner, database_url)) ?? (await poolerTrouble(pools.owner)));
    if (trouble) throw new BadSettings([`DATABASE_URL: ${trouble}`]);
    if (named && request_role === 'there') await ensureRequestRoleIsThere(pools.owner);
    if (named && request_role === 'serving') {
      await (named.limits_on_role ? ensureRequestLogin(pools.owner) : ensureRequestRole(pools.owner));
    }
    return { pools, attached, stop, close, checkRequests };
  } catch (error) {
    await close();
    throw error;
  }
}

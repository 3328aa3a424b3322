import type pg from 'pg';
import type { Config } from '../config.ts';
import { ensureRequestRole } from '../database/database-roles.ts';
import { openPools, type PoolsOptions, requestUrlOf } from '../database/pools.ts';
import { errorCode } from '../error-code.ts';
import { errorText } from '../error-text.ts';
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
    if (database_url !== null) await assertUsable(pools.owner, database_url);
    if (database_url !== null && makes_role) await ensureRequestRole(pools.owner);
    return { pools, attached, stop, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What the migrations are written for. */
const POSTGRES_MIN = 15;

const UNREACHED: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection broken off',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
  ETIMEDOUT: 'no answer',
  EHOSTUNREACH: 'no way to the host',
  ENETUNREACH: 'no way to the host',
};

/** Makes sure that DATABASE_URL leads to a PostgreSQL we work with. Throws BadSettings, which never names the password. */
async function assertUsable(owner: Pick<pg.Pool, 'query'>, database_url: string): Promise<void> {
  const place = placeOf(database_url);
  const { rows } = await owner
    .query<{ number: number; version: string }>(
      "select current_setting('server_version_num')::int as number, current_setting('server_version') as version",
    )
    .catch((error: unknown) => {
      throw unusable(`${reasonOf(error)} at ${place}`);
    });
  const [found] = rows;
  if (found && found.number >= POSTGRES_MIN * 10_000) return;
  throw unusable(
    `PostgreSQL ${found?.version ?? 'of an unknown version'} at ${place} is too old, this needs ${POSTGRES_MIN} or newer`,
  );
}

function unusable(reason: string): BadSettings {
  return new BadSettings([`DATABASE_URL: ${reason}`]);
}

/** `host:port`; parameters of the address count as they do for the driver. */
function placeOf(database_url: string): string {
  const { hostname, port, searchParams } = new URL(database_url);
  return `${searchParams.get('host') ?? hostname}:${(searchParams.get('port') ?? port) || 5432}`;
}

function reasonOf(error: unknown): string {
  const text = errorText(error);
  return UNREACHED[errorCode(error)] ?? (/timeout/.test(text) ? 'no answer' : text);
}

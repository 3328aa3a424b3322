import type pg from 'pg';
import { BadSettings } from '../config.ts';
import { errorCode } from '../error-code.ts';
import { errorText } from '../error-text.ts';

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

/**
 * Makes sure that DATABASE_URL leads to a PostgreSQL we work with, before anything is asked of it. Throws BadSettings, which
 * names the setting and the address, never the password.
 */
export async function assertUsable(owner: Pick<pg.Pool, 'query'>, database_url: string): Promise<void> {
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

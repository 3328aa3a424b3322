import pg from 'pg';
import { errorCode } from '../error-code.ts';
import { errorText } from '../error-text.ts';
import { bypassesRowSecurityText, missingRightText, REQUEST_ROLE } from './database-roles.ts';

/** The oldest major version that the migrations support. */
const POSTGRES_MIN = 15;
const ANSWER_MS_MAX = 10_000;

const UNREACHED: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  ENOTFOUND: 'no such host',
  EAI_AGAIN: 'the host name cannot be resolved now',
  ETIMEDOUT: 'no response',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the host',
};

type Connection = Pick<pg.Pool, 'query'>;

/** Returns why the PostgreSQL at `url` cannot be used, as a message without the password; null if it can. */
export async function databaseTrouble(connection: Connection, url: string): Promise<string | null> {
  const place = hostAndPortOf(url);
  try {
    const { rows } = await connection.query<{ number: number; version: string; is_standby: boolean }>(
      `select current_setting('server_version_num')::int as number, current_setting('server_version') as version,
         pg_is_in_recovery() as is_standby`,
    );
    const [found] = rows;
    if (found?.is_standby) return `the database at ${place} is read-only: it is a standby`;
    if (found && found.number >= POSTGRES_MIN * 10_000) return null;
    return `PostgreSQL ${found?.version ?? 'of an unknown version'} at ${place} is too old: version ${POSTGRES_MIN} or newer is required`;
  } catch (error) {
    return `${connectionErrorText(error)} at ${place}`;
  }
}

/**
 * Like `databaseTrouble`, for a new connection to `url`, and also checks the rights of its user. Changes
 * nothing. With `own_login` requests have a separate login, so this user need not be able to assume their
 * role.
 */
export async function databaseTroubleAt(url: string, { own_login = false } = {}): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ANSWER_MS_MAX });
  // Without a listener a broken connection would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await databaseTrouble(client, url)) ?? (await missingRights(client, own_login));
  } catch (error) {
    return `${connectionErrorText(error)} at ${hostAndPortOf(url)}`;
  } finally {
    await client.end().catch(() => undefined);
  }
}

type Rights = {
  name: string;
  /**
   * `has_role`: the request role exists; `is_above`: it bypasses row-level security; `is_granted`: this user
   * can assume it; `may_grant`: this user can create or grant it.
   */
  has_role: boolean;
  is_above: boolean;
  is_granted: boolean;
  may_grant: boolean;
  may_make_tables: boolean;
};

/**
 * Returns which rights for a server's start the user lacks, with the statements that grant them; null if
 * none.
 */
async function missingRights(connection: Connection, own_login: boolean): Promise<string | null> {
  const { rows } = await connection.query<Rights>(
    `select quote_ident(current_user) as name, r.oid is not null as has_role,
       coalesce(r.rolsuper or r.rolbypassrls, false) as is_above,
       coalesce(pg_has_role(current_user, r.oid, v.right_to_be), false) as is_granted,
       u.rolsuper or (u.rolcreaterole and (v.is_before_16 or r.oid is null))
         or coalesce(pg_has_role(current_user, r.oid, 'member with admin option'), false) as may_grant,
       coalesce(has_schema_privilege(to_regnamespace('public')::oid, 'create'),
         has_database_privilege(current_database(), 'create')) as may_make_tables
     from (select v < 160000 as is_before_16, case when v < 160000 then 'member' else 'set' end as right_to_be
       from (select current_setting('server_version_num')::int as v) n) v
     join pg_roles u on u.rolname = current_user
     left join pg_roles r on r.rolname = $1`,
    [REQUEST_ROLE],
  );
  const [found] = rows;
  if (!found) return null;
  const { name, has_role, is_above, is_granted, may_grant, may_make_tables } = found;
  if (is_above) return `the role ${bypassesRowSecurityText}`;
  if (!own_login && !is_granted && !may_grant) return missingRightText(name, has_role);
  if (!may_make_tables) {
    return `its user cannot create tables there. Run as an administrator: grant create on schema public to ${name};`;
  }
  return null;
}

/** Returns `host:port`; parameters of the URL override its host and port, as in the driver. */
export function hostAndPortOf(database_url: string): string {
  const { hostname, port, searchParams } = new URL(database_url);
  return `${searchParams.get('host') ?? hostname}:${(searchParams.get('port') ?? port) || 5432}`;
}

export function connectionErrorText(error: unknown): string {
  const [text, code] = [errorText(error), errorCode(error)];
  // Messages of the server have a code, and may contain the name of a timeout setting.
  return UNREACHED[code] ?? (code === '' && /timeout/.test(text) ? 'no response' : text);
}

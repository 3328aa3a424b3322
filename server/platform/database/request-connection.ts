import type pg from 'pg';
import { errorCode } from '../error-code.ts';
import { BadSettings } from '../read-settings.ts';
import { REQUEST_ROLE, WrongRequestRole } from './database-roles.ts';
import { connectionErrorText, hostAndPortOf } from './database-trouble.ts';
import { isPooled } from './pooler.ts';
import type { Pools } from './pools.ts';

/**
 * The connection of requests to the database: with a separate login or the owner's, and through a pooler or
 * directly.
 */
export type RequestConnection = { login: 'own' | "the owner's"; pooled: boolean };

type Addresses = { owner_url: string; request_url: string; limits_on_role: boolean };

/**
 * Throws BadSettings unless requests reach the owner's database in a role that is subject to row-level
 * security.
 */
export async function requestConnection(
  { owner, request }: Pools,
  { owner_url, request_url, limits_on_role: own_login }: Addresses,
): Promise<RequestConnection> {
  const name = own_login ? 'DATABASE_REQUEST_URL' : 'DATABASE_URL';
  const place = hostAndPortOf(own_login ? request_url : owner_url);
  const client = await request.connect().catch((error: unknown) => {
    if (!own_login)
      throw unusable(
        name,
        `no connection for requests at ${place}: ${connectionErrorText(error)}. ${OWN_LOGIN}`,
      );
    if (error instanceof WrongRequestRole) throw signsInAs(error.runs_as);
    const hint = REFUSED.has(errorCode(error))
      ? `. To set its password, run as an administrator: alter role ${REQUEST_ROLE} password '…'`
      : '';
    throw unusable(name, `${connectionErrorText(error)} at ${place}${hint}`);
  });
  try {
    const [theirs, ours] = await Promise.all([client, owner].map(whereabouts));
    if (own_login && theirs?.login !== REQUEST_ROLE) throw signsInAs(String(theirs?.login));
    if (theirs?.server !== ours?.server) {
      throw unusable(name, `the database at ${place} is not the database of DATABASE_URL`);
    }
    return { login: own_login ? 'own' : "the owner's", pooled: await isPooled(client) };
  } finally {
    client.release();
  }
}

const OWN_LOGIN = 'DATABASE_REQUEST_URL gives requests a separate login, which needs no start-up options';

/** The login or its password was rejected; PgBouncer reports 08P01. */
const REFUSED = new Set(['28P01', '28000', '08P01']);

function signsInAs(login: string): BadSettings {
  return unusable('DATABASE_REQUEST_URL', `it signs in as ${login} instead of ${REQUEST_ROLE}`);
}

/** Returns the login of a connection, and an identifier of its running server and database. */
async function whereabouts(
  connection: Pick<pg.Pool, 'query'>,
): Promise<{ login: string; server: string } | undefined> {
  const { rows } = await connection.query<{ login: string; server: string }>(
    `select session_user as login, concat_ws(' ', d.oid, extract(epoch from pg_postmaster_start_time())) as server
     from pg_database d where d.datname = current_database()`,
  );
  return rows[0];
}

function unusable(name: 'DATABASE_URL' | 'DATABASE_REQUEST_URL', reason: string): BadSettings {
  return new BadSettings([`${name}: ${reason}`]);
}

import type pg from 'pg';
import { errorCode } from '../error-code.ts';

export const REQUEST_ROLE = 'mandoob_request';

/** Another session does the same right now: duplicate object, the unique index below it, tuple updated twice. */
const AT_THE_SAME_TIME = new Set(['42710', '23505', 'XX000']);

type Connection = Pick<pg.Pool, 'query'>;

/**
 * Makes sure of the role that serves requests: neither owner nor superuser, and never past row security. Roles
 * belong to the whole cluster, so this is no migration.
 *
 * With `login` (the embedded database) the role signs in by itself with that password, which is set anew here.
 * Without (a Postgres that is not ours) it cannot sign in and is granted to the current user, whose request
 * connections take it on from their first moment (`options: '-c role=mandoob_request'`).
 * Throws with the statements to run where the current user may not do this.
 */
export async function ensureRequestRole(owner: Connection, login?: { password: string }): Promise<void> {
  if (login) {
    await retry(() => createRole(owner, 'login'));
    await owner.query(`alter role ${REQUEST_ROLE} login password ${literal(login.password)}`);
  } else {
    await retry(() => createRole(owner, 'nologin'));
    await retry(() => grantToOwner(owner));
  }
  await assertHarmless(owner);
}

async function createRole(owner: Connection, login: 'login' | 'nologin'): Promise<void> {
  const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [REQUEST_ROLE]);
  if (rowCount) return;
  await permitted(
    owner,
    `create role ${REQUEST_ROLE} ${login} nosuperuser nobypassrls nocreatedb nocreaterole noreplication`,
  );
}

async function grantToOwner(owner: Connection): Promise<void> {
  // Since version 16 a member may lack the right to take the role on, above all the one who made it.
  const { rows } = await owner.query<{ is_new: boolean }>(
    "select current_setting('server_version_num')::int >= 160000 as is_new",
  );
  const right = rows[0]?.is_new ? 'set' : 'member';
  const answer = await owner.query<{ granted: boolean }>(
    'select pg_has_role(current_user, $1, $2) as granted',
    [REQUEST_ROLE, right],
  );
  if (!answer.rows[0]?.granted) await permitted(owner, `grant ${REQUEST_ROLE} to current_user`);
}

async function permitted(owner: Connection, statement: string): Promise<void> {
  try {
    await owner.query(statement);
  } catch (error) {
    if (errorCode(error) === '42501') throw await missingRight(owner, error);
    throw error;
  }
}

async function retry(attempt: () => Promise<void>): Promise<void> {
  for (let left = 5; ; left -= 1) {
    try {
      return await attempt();
    } catch (error) {
      if (left === 0 || !AT_THE_SAME_TIME.has(errorCode(error))) throw error;
    }
  }
}

/** Behind "the role", with what to do. */
export const passesRowSecurityText = `${REQUEST_ROLE} passes row security. Run: alter role ${REQUEST_ROLE} nosuperuser nobypassrls`;

/** Throws, with what to do, where the request role passes row security. */
export async function assertHarmless(connection: Connection): Promise<void> {
  const { rows } = await connection.query<{ rolsuper: boolean; rolbypassrls: boolean }>(
    'select rolsuper, rolbypassrls from pg_roles where rolname = $1',
    [REQUEST_ROLE],
  );
  const role = rows[0];
  if (role && !role.rolsuper && !role.rolbypassrls) return;
  throw new Error(`The database role ${passesRowSecurityText}`);
}

async function missingRight(owner: Connection, cause: unknown): Promise<Error> {
  const { rows } = await owner.query<{ name: string }>('select quote_ident(current_user) as name');
  const name = rows[0]?.name ?? 'its user';
  return new Error(`DATABASE_URL: ${missingRightText(name)}`, { cause });
}

/** What the administrator of a database runs where its user may not make, or be granted, the role of requests. */
export function missingRightText(user: string, has_role = false): string {
  const make = has_role ? '' : `create role ${REQUEST_ROLE} nologin; `;
  return `its user may not make the role ${REQUEST_ROLE}. Run as an administrator: ${make}grant ${REQUEST_ROLE} to ${user};`;
}

function literal(text: string): string {
  if (!/^[\w-]+$/.test(text)) throw new Error('A generated password has unexpected characters');
  return `'${text}'`;
}

import type pg from 'pg';
import { errorCode } from '../error-code.ts';

export const REQUEST_ROLE = 'mandoob_request';

/** The time limits of a request in the database; the browser gives up later. */
export const REQUEST_LIMITS_MS = {
  statement_timeout: 20_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 15_000,
};

/**
 * Codes of a concurrent session that does the same: duplicate object, its unique index, tuple updated twice.
 */
const CONCURRENT_CHANGE = new Set(['42710', '23505', 'XX000']);

/**
 * Thrown if requests would run in another role. This is checked before any other query, so nothing was read.
 */
export class WrongRequestRole extends Error {
  override readonly name = 'WrongRequestRole';
  readonly runs_as: string;
  constructor(runs_as: string) {
    super(
      `Requests would run as ${runs_as} instead of ${REQUEST_ROLE} and bypass row-level security, so all are refused: a pooler ` +
        'in front of the database drops the start-up option that sets the role. Set DATABASE_REQUEST_URL to a separate login.',
    );
    this.runs_as = runs_as;
  }
}

/** Throws WrongRequestRole unless queries on this connection run in the request role. */
export async function assertRequestRole(connection: Connection): Promise<void> {
  const { rows } = await connection.query<{ name: string }>('select current_user as name');
  const name = rows[0]?.name ?? 'nobody';
  if (name === REQUEST_ROLE) return;
  throw new WrongRequestRole(name);
}

type Connection = Pick<pg.Pool, 'query'>;

/**
 * Ensures that the request role exists: neither owner nor superuser, and subject to row-level security. Roles
 * belong to the whole cluster, so this is not a migration.
 *
 * With `login` (the embedded database) the role signs in with that password, which is set here. Without (an
 * external PostgreSQL) it cannot sign in and is granted to the current user, whose request connections start
 * in it (`options: '-c role=mandoob_request'`). Throws with the statements to run if the current user lacks
 * the rights.
 */
export async function ensureRequestRole(owner: Connection, login?: { password: string }): Promise<void> {
  if (login) {
    await retry(() => createRole(owner, 'login'));
    await owner.query(`alter role ${REQUEST_ROLE} login password ${literal(login.password)}`);
  } else {
    await ensureRequestRoleIsThere(owner);
    await retry(() => grantToOwner(owner));
  }
  await assertHarmless(owner);
}

/**
 * Ensures only that the role exists, for migrations, whose statements name it. Throws like
 * `ensureRequestRole`.
 */
export async function ensureRequestRoleIsThere(owner: Connection): Promise<void> {
  await retry(() => createRole(owner, 'nologin'));
}

type LoginState = {
  is_there: boolean;
  may_log_in: boolean;
  may_more: boolean;
  member_of: string[];
  limited: string[];
  database: string;
};

const HARMLESS = 'nosuperuser nobypassrls nocreatedb nocreaterole noreplication';

/**
 * Ensures the same role for DATABASE_REQUEST_URL: it can log in and has its time limits in this database, so
 * that its connections need no start-up options. Existing limits stay. The password is left to the
 * administrator. Throws with all statements to run if the role has excess rights, or the current user cannot
 * run them.
 */
export async function ensureRequestLogin(owner: Connection): Promise<void> {
  await retry(async () => {
    const { excess, missing } = await lackOfLogin(owner);
    if (excess.length > 0) throw loginNotSetUp([...excess, ...missing]);
    for (const [at, statement] of missing.entries()) {
      await owner.query(statement).catch((error: unknown) => {
        throw errorCode(error) === '42501' ? loginNotSetUp(missing.slice(at), error) : error;
      });
    }
  });
}

/** Returns statements that revoke excess rights of the role, and statements that add what it lacks. */
async function lackOfLogin(owner: Connection): Promise<{ excess: string[]; missing: string[] }> {
  const { rows } = await owner.query<LoginState>(
    `select r.oid is not null as is_there, r.rolcanlogin as may_log_in, quote_ident(current_database()) as database,
       r.rolsuper or r.rolbypassrls or r.rolcreatedb or r.rolcreaterole or r.rolreplication as may_more,
       array(select quote_ident(g.rolname) from pg_auth_members m join pg_roles g on g.oid = m.roleid where m.member = r.oid) as member_of,
       array(select split_part(setting, '=', 1) from pg_db_role_setting s, unnest(s.setconfig) as setting where s.setrole = r.oid
         and s.setdatabase in (0, (select oid from pg_database where datname = current_database()))) as limited
     from (select) as always left join pg_roles r on r.rolname = $1`,
    [REQUEST_ROLE],
  );
  const [state] = rows;
  if (!state) throw new Error('The database returned no row for the request role');
  const limits = Object.entries(REQUEST_LIMITS_MS).filter(([name]) => !state.limited.includes(name));
  const login = state.may_log_in ? [] : [`alter role ${REQUEST_ROLE} login`];
  return {
    excess: [
      ...(state.may_more ? [`alter role ${REQUEST_ROLE} ${HARMLESS}`] : []),
      ...state.member_of.map((role) => `revoke ${role} from ${REQUEST_ROLE}`),
    ],
    missing: [
      ...(state.is_there ? login : [`create role ${REQUEST_ROLE} login ${HARMLESS}`]),
      ...limits.map(
        ([name, ms]) =>
          `alter role ${REQUEST_ROLE} in database ${state.database} set ${name} = '${ms / 1000}s'`,
      ),
    ],
  };
}

function loginNotSetUp(statements: string[], cause?: unknown): Error {
  const list = statements
    .map((statement) => `${statement.replace(/ login\b/, " login password '…'")};`)
    .join(' ');
  return new Error(
    `The login of DATABASE_REQUEST_URL is not set up, and the user of DATABASE_URL cannot do it. Run as an administrator${list.includes('…') ? ', with a password that you choose' : ''}: ${list}`,
    { cause },
  );
}

async function createRole(owner: Connection, login: 'login' | 'nologin'): Promise<void> {
  const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [REQUEST_ROLE]);
  if (rowCount) return;
  await permitted(owner, `create role ${REQUEST_ROLE} ${login} ${HARMLESS}`);
}

async function grantToOwner(owner: Connection): Promise<void> {
  // Since version 16 a member, even the creator of the role, may lack the right to assume it.
  const { rows } = await owner.query<{ is_new: boolean }>(
    "select current_setting('server_version_num')::int >= 160000 as is_new",
  );
  const right = rows[0]?.is_new ? 'set' : 'member';
  const result = await owner.query<{ granted: boolean }>(
    'select pg_has_role(current_user, $1, $2) as granted',
    [REQUEST_ROLE, right],
  );
  if (!result.rows[0]?.granted) await permitted(owner, `grant ${REQUEST_ROLE} to current_user`);
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
      if (left === 0 || !CONCURRENT_CHANGE.has(errorCode(error))) throw error;
    }
  }
}

/** The text after "the role", with the statement that fixes it. */
export const bypassesRowSecurityText = `${REQUEST_ROLE} bypasses row-level security. Run: alter role ${REQUEST_ROLE} nosuperuser nobypassrls`;

/** Throws, with the fix in the message, if the request role bypasses row-level security. */
export async function assertHarmless(connection: Connection): Promise<void> {
  const { rows } = await connection.query<{ rolsuper: boolean; rolbypassrls: boolean }>(
    'select rolsuper, rolbypassrls from pg_roles where rolname = $1',
    [REQUEST_ROLE],
  );
  const role = rows[0];
  if (role && !role.rolsuper && !role.rolbypassrls) return;
  throw new Error(`The database role ${bypassesRowSecurityText}`);
}

async function missingRight(owner: Connection, cause: unknown): Promise<Error> {
  const { rows } = await owner.query<{ name: string }>('select quote_ident(current_user) as name');
  const name = rows[0]?.name ?? 'its user';
  return new Error(`DATABASE_URL: ${missingRightText(name)}`, { cause });
}

/**
 * Returns a message with the statements for an administrator if the user can neither create nor assume the
 * request role.
 */
export function missingRightText(user: string, has_role = false): string {
  const make = has_role ? '' : `create role ${REQUEST_ROLE} nologin; `;
  return `its user cannot create or assume the role ${REQUEST_ROLE}. Run as an administrator: ${make}grant ${REQUEST_ROLE} to ${user};`;
}

function literal(text: string): string {
  if (!/^[\w-]+$/.test(text)) throw new Error('A generated password has unexpected characters');
  return `'${text}'`;
}

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { errorCode } from '../platform/error-code.ts';
import { errorText } from '../platform/error-text.ts';
import { BackupError } from './archive/archive-format.ts';

/** Reserved for this module, which drops only databases with this prefix. */
const PREFIX = 'mandoob_check_';
const INSUFFICIENT_PRIVILEGE = '42501';

/** Databases left by killed checks: with a reserved name, owned by this user, without sessions. */
const LEFTOVERS = `select quote_ident(datname) as name from pg_database
  where datname ~ '^${PREFIX}[0-9a-f]{16}$'
    and datdba = (select oid from pg_roles where rolname = current_user)
    and not exists (select from pg_stat_activity where datid = pg_database.oid and backend_type = 'client backend')`;

/** `remove` waits up to 5 s for ending sessions. */
export type TrialDatabase = { url: string; name: string; remove(): Promise<void> };

/**
 * Creates a database on the server of `server_url` for a trial restore, after dropping those that killed
 * checks left there. Nothing else is changed. `report` receives failed drops. Throws BackupError if the user
 * may not create databases.
 */
export async function makeTrialDatabase(
  server_url: string,
  report: (line: string) => void,
): Promise<TrialDatabase> {
  const name = `${PREFIX}${randomBytes(8).toString('hex')}`;
  await withClient(server_url, async (client) => {
    await dropLeftovers(client, report);
    // The template is not template1, which may have been customized.
    await client
      .query(`create database ${name} template template0`)
      .catch((error: unknown) => explain(error, client));
  });
  const drop = () =>
    withClient(server_url, async (client) => void (await client.query(`drop database ${name}`)));
  const url = new URL(server_url);
  url.pathname = `/${name}`;
  try {
    // An open session keeps other checks from dropping the database as a leftover.
    const present = await connect(url.href);
    const remove = () =>
      present
        .end()
        .catch(() => undefined)
        .then(drop);
    return { url: url.href, name, remove };
  } catch (error) {
    // If this fails, the next check drops the empty database.
    await drop().catch(() => undefined);
    throw error;
  }
}

async function dropLeftovers(client: pg.Client, report: (line: string) => void): Promise<void> {
  const { rows } = await client.query<{ name: string }>(LEFTOVERS);
  for (const { name } of rows) {
    await client.query(`drop database if exists ${name}`).catch((error: unknown) => {
      report(`The database ${name}, left by an earlier check, could not be dropped: ${errorText(error)}`);
    });
  }
}

function explain(error: unknown, { user = 'it' }: pg.Client): never {
  if (errorCode(error) !== INSUFFICIENT_PRIVILEGE) throw error;
  throw new BackupError(
    `The database user may not create a database for the check. Run as an administrator: alter role ${pg.escapeIdentifier(user)} createdb;`,
  );
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  // A connection that breaks while idle must not end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

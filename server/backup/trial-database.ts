import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { errorCode } from '../platform/error-code.ts';
import { errorText } from '../platform/error-text.ts';
import { BackupError } from './archive/archive-format.ts';

/** Only this module makes databases of such a name, and only such are dropped. */
const PREFIX = 'mandoob_check_';
const MAY_NOT = '42501';

/** Left by a check that was killed: by its name, ours, and nobody is in it. */
const LEFTOVERS = `select quote_ident(datname) as name from pg_database
  where datname ~ '^${PREFIX}[0-9a-f]{16}$'
    and datdba = (select oid from pg_roles where rolname = current_user)
    and not exists (select from pg_stat_activity where datid = pg_database.oid and backend_type = 'client backend')`;

/** `remove` waits up to 5 s for sessions that are just ending. */
export type TrialDatabase = { url: string; name: string; remove(): Promise<void> };

/**
 * Makes a database for trying a backup on the server of another one, which is not touched, and first drops those that killed checks left
 * there. What cannot be dropped is told. Throws BackupError where the user may not make databases.
 */
export async function makeTrialDatabase(
  server_url: string,
  tell: (line: string) => void,
): Promise<TrialDatabase> {
  const name = `${PREFIX}${randomBytes(8).toString('hex')}`;
  await asking(server_url, async (client) => {
    await dropLeftovers(client, tell);
    // Not of template1: somebody may have put something into that.
    await client
      .query(`create database ${name} template template0`)
      .catch((error: unknown) => explain(error, client));
  });
  const drop = () => asking(server_url, async (client) => void (await client.query(`drop database ${name}`)));
  const url = new URL(server_url);
  url.pathname = `/${name}`;
  try {
    // As long as somebody is in it, no other check takes it for left over.
    const present = await connect(url.href);
    const remove = () =>
      present
        .end()
        .catch(() => undefined)
        .then(drop);
    return { url: url.href, name, remove };
  } catch (error) {
    // Empty as it is, it may also wait for the next check.
    await drop().catch(() => undefined);
    throw error;
  }
}

async function dropLeftovers(client: pg.Client, tell: (line: string) => void): Promise<void> {
  const { rows } = await client.query<{ name: string }>(LEFTOVERS);
  for (const { name } of rows) {
    await client.query(`drop database if exists ${name}`).catch((error: unknown) => {
      tell(`The database ${name}, left by an earlier check, could not be dropped: ${errorText(error)}`);
    });
  }
}

function explain(error: unknown, { user = 'it' }: pg.Client): never {
  if (errorCode(error) !== MAY_NOT) throw error;
  throw new BackupError(
    `The user of the database to restore beside may not make another. Run as an administrator: alter role ${pg.escapeIdentifier(user)} createdb;`,
  );
}

async function asking<T>(url: string, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect(url);
  try {
    return await ask(client);
  } finally {
    await client.end();
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  // A connection that breaks while nothing is asked must not end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

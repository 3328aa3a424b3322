import pg from 'pg';
import { REQUEST_ROLE } from '../platform/database/database-roles.ts';

/** Schemas that are not the system's, each with the name to use in a statement. */
const SCHEMAS = `select oid, quote_ident(nspname) as name from pg_namespace
  where nspname !~ '^pg_' and nspname <> 'information_schema'`;

type State = { is_empty: boolean; has_role: boolean };

/** Whether a database holds no table at all, and whether its cluster has the role of requests. */
export function stateOfDatabase(database_url: string): Promise<State> {
  return asking(database_url, stateOf);
}

/** Takes everything out of a database that held nothing before a restore into it. */
export function emptyDatabaseAgain(database_url: string): Promise<void> {
  return asking(database_url, emptyAgain);
}

async function stateOf(client: pg.Client): Promise<State> {
  const { rows } = await client.query<State>(
    `select not exists (select from pg_class join (${SCHEMAS}) schema on schema.oid = relnamespace) as is_empty,
       exists (select from pg_roles where rolname = $1) as has_role`,
    [REQUEST_ROLE],
  );
  return rows[0] ?? { is_empty: false, has_role: false };
}

async function emptyAgain(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(SCHEMAS);
  for (const { name } of rows) await client.query(`drop schema ${name} cascade`);
  await client.query('create schema public authorization pg_database_owner');
  await client.query('grant usage on schema public to public');
}

async function asking<T>(connectionString: string, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await ask(client);
  } finally {
    await client.end();
  }
}

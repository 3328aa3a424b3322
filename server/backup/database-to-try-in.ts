import pg from 'pg';

/** Schemas that are not the system's, each with the name to use in a statement. */
const SCHEMAS = `select oid, quote_ident(nspname) as name from pg_namespace
  where nspname !~ '^pg_' and nspname <> 'information_schema'`;

/** Whether a database holds no table at all. */
export function isEmptyDatabase(database_url: string): Promise<boolean> {
  return asking(database_url, async (client) => {
    const tables = await client.query(
      `select 1 from pg_class join (${SCHEMAS}) schema on schema.oid = relnamespace limit 1`,
    );
    return tables.rowCount === 0;
  });
}

/** Takes everything out of a database that held nothing before a restore into it. */
export function emptyDatabaseAgain(database_url: string): Promise<void> {
  return asking(database_url, emptyAgain);
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

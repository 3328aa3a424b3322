import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { openPools } from '../../server/platform/database/pools.ts';

declare module 'vitest' {
  interface ProvidedContext {
    test_postgres: TestPostgres;
    /** A directory that several test files share until the run ends. */
    shared_directory: string;
  }
}

/** The Postgres of this test run; the addresses name its migrated, empty template database. */
export type TestPostgres = { owner_url: string; request_url: string; template: string };

export type TestDatabase = {
  owner: pg.Pool;
  request: pg.Pool;
  owner_url: string;
  request_url: string;
  drop(): Promise<void>;
};

/** Clones a database from the migrated template, with pools like the server's. Drop it at the end. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { owner_url, request_url, template } = inject('test_postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Copied as files, the clone includes the template's catalogue cache, so no connection need build it.
  await asMaintenance(owner_url, `create database ${name} template ${template} strategy file_copy`);
  const urls = { owner_url: withDatabase(owner_url, name), request_url: withDatabase(request_url, name) };
  const pools = openPools({ ...urls, owner_connections_max: 4, request_connections_max: 12 });
  return {
    ...urls,
    owner: pools.owner,
    request: pools.request,
    drop: async () => {
      await pools.close();
      // Waits up to 5 s for ending sessions: `force` would need a privilege over those of the request role.
      await asMaintenance(owner_url, `drop database ${name}`);
    },
  };
}

/** Creates an empty database without the product's schema, for the tests of the migrations themselves. */
export async function createEmptyDatabase(): Promise<{ owner_url: string; drop(): Promise<void> }> {
  const { owner_url } = inject('test_postgres');
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  await asMaintenance(owner_url, `create database ${name} template template0`);
  return {
    owner_url: withDatabase(owner_url, name),
    // Without `force`: a background worker of Postgres may still be connected, and no role may end it.
    drop: () => asMaintenance(owner_url, `drop database ${name}`),
  };
}

export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/** Changes an address, possibly of a socket, to loopback. */
export function overLoopback(url: string): string {
  const changed = new URL(url);
  changed.searchParams.delete('host');
  return changed.href;
}

export async function asMaintenance(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(url, 'template1') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

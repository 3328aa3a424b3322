import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { openPools } from '../../server/platform/database/pools.ts';

declare module 'vitest' {
  interface ProvidedContext {
    test_postgres: TestPostgres;
    /** For what several test files use, until the run ends. */
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

/** A database of its own, cloned from the migrated template: pools as the server opens them. Drop it at the end. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { owner_url, request_url, template } = inject('test_postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Copied as files, the template's cache of its catalogue comes along: the first connection need not make one.
  await asMaintenance(owner_url, `create database ${name} template ${template} strategy file_copy`);
  const urls = { owner_url: withDatabase(owner_url, name), request_url: withDatabase(request_url, name) };
  const pools = openPools({ ...urls, owner_connections_max: 4, request_connections_max: 12 });
  return {
    ...urls,
    owner: pools.owner,
    request: pools.request,
    drop: async () => {
      await pools.close();
      // Waits up to 5 s for sessions that are just ending; forcing would need a right over the request role's.
      await asMaintenance(owner_url, `drop database ${name}`);
    },
  };
}

/** An empty database without our schema, for the tests of the migrations themselves. */
export async function createEmptyDatabase(): Promise<{ owner_url: string; drop(): Promise<void> }> {
  const { owner_url } = inject('test_postgres');
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  await asMaintenance(owner_url, `create database ${name} template template0`);
  return {
    owner_url: withDatabase(owner_url, name),
    // Not by force: a worker of Postgres itself may still be there, and ending that is nobody's right.
    drop: () => asMaintenance(owner_url, `drop database ${name}`),
  };
}

export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/** The same address over loopback, whatever socket it names. */
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

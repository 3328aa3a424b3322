import type pg from 'pg';
import type { Caller } from './tokens.ts';

/** What a request tells the database of itself. */
export type Asked = { method: string; path: string; headers: string };

/** Statements one after the other, each waiting for the one before, as hasql and knex send them. */
async function inTransaction<T>(
  pool: pg.Pool,
  end: 'commit' | 'rollback',
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const answer = await work(client);
    await client.query(end);
    client.release();
    return answer;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    client.release();
    throw error;
  }
}

const REST_SETTINGS = `select set_config('search_path', '"public", "extensions"', true), set_config('role', $1, true),
  set_config('request.jwt.claims', $2, true), set_config('request.method', $3, true), set_config('request.path', $4, true),
  set_config('request.headers', $5, true), set_config('request.cookies', '{}', true)`;

/** One call of PostgREST: begin, who asks, the call itself, commit; statements are prepared once a connection. */
export function restTransaction<T>(
  pool: pg.Pool,
  { role, claims }: Caller,
  { method, path, headers }: Asked,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, 'commit', async (client) => {
    const values = [role, JSON.stringify(claims), method, path, headers];
    await client.query({ name: 'settings', text: REST_SETTINGS, values });
    return work(client);
  });
}

const STORAGE_SETTINGS = `select set_config('role', $1, true), set_config('request.jwt.claim.role', $1, true),
  set_config('request.jwt', $2, true), set_config('request.jwt.claim.sub', $3, true), set_config('request.jwt.claims', $4, true),
  set_config('request.headers', $5, true), set_config('request.method', $6, true), set_config('request.path', $7, true),
  set_config('storage.operation', 'storage.object.upload', true)`;

/** One transaction of the storage: as the caller, or as the service; statements have no names. */
export function storageTransaction<T>(
  pool: pg.Pool,
  { role, claims, token }: Caller,
  { method, path, headers }: Asked,
  end: 'commit' | 'rollback',
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, end, async (client) => {
    const values = [role, token, claims.sub ?? '', JSON.stringify(claims), headers, method, path];
    await client.query(STORAGE_SETTINGS, values);
    return work(client);
  });
}

import pg from 'pg';
import { newId } from '../contract/rules/ids.ts';
import { REQUEST_ROLE } from '../server/platform/database/database-roles.ts';
import { Batch, type Statement } from '../server/platform/database/driver/batch.ts';

type Said = Pick<Statement, 'text' | 'values'>;

const UUID_IN_TEXT = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * Every statement that requests send while `work` runs, in order: what the server says to the database for one command, so
 * that a bare driver can say the very same. Nothing else may be asked of the server meanwhile.
 */
export async function recordStatements(work: () => Promise<unknown>): Promise<Said[]> {
  const said: Said[] = [];
  const original = pg.Client.prototype.query;
  pg.Client.prototype.query = function recorded(this: pg.Client, ...parameters: unknown[]) {
    const [what] = parameters;
    if (what instanceof Batch && this.user === REQUEST_ROLE) said.push(...what.steps);
    return Reflect.apply(original, this, parameters);
  } as typeof original;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = original;
  }
  return said;
}

/** Says the recorded statements again on one connection, with other values for those named; ids made on the way are new. */
export async function replay(
  pool: pg.Pool,
  statements: readonly Said[],
  others: ReadonlyMap<string | number, string | number>,
): Promise<void> {
  const fresh = new Map<string, string>();
  const uuid = (id: string) => {
    const other = others.get(id) ?? fresh.get(id);
    if (other !== undefined) return String(other);
    const made = newId();
    fresh.set(id, made);
    return made;
  };
  const change = (value: unknown): unknown => {
    const other = typeof value === 'string' || typeof value === 'number' ? others.get(value) : undefined;
    if (other !== undefined) return other;
    return typeof value === 'string' ? value.replace(UUID_IN_TEXT, uuid) : value;
  };
  const client = await pool.connect();
  try {
    for (const { text, values } of statements) await client.query(text, values.map(change));
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}

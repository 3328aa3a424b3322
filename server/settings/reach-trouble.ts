import pg from 'pg';
import { placeOf, reasonOf } from '../platform/database/database-trouble.ts';
import { errorCode } from '../platform/error-code.ts';

const ANSWER_MS_MAX = 10_000;
/** The login is not admitted, or its password is not the one: the start may still set that right, and else says how. */
const REFUSED = ['28P01', '28000', '08P01'];

/** What keeps the database of another address than the owner's from being reached at all; null when nothing does. */
export async function reachTrouble(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ANSWER_MS_MAX });
  // Without a listener a connection that breaks ends the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return null;
  } catch (error) {
    return REFUSED.includes(errorCode(error)) ? null : `${reasonOf(error)} at ${placeOf(url)}`;
  } finally {
    await client.end().catch(() => undefined);
  }
}

import pg from 'pg';
import { connectionErrorText, hostAndPortOf } from '../platform/database/database-trouble.ts';
import { errorCode } from '../platform/error-code.ts';

const ANSWER_MS_MAX = 10_000;
/** The login or its password is refused: the start may still fix that, and otherwise explains it. */
const REFUSED = ['28P01', '28000', '08P01'];

/**
 * Returns why the database at a second address, other than the owner's, cannot be reached; null if it can.
 */
export async function reachTrouble(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ANSWER_MS_MAX });
  // Without a listener a connection that breaks ends the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return null;
  } catch (error) {
    return REFUSED.includes(errorCode(error))
      ? null
      : `${connectionErrorText(error)} at ${hostAndPortOf(url)}`;
  } finally {
    await client.end().catch(() => undefined);
  }
}

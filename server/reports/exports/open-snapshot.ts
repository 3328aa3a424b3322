import type { Database, Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import { inSnapshot } from '../../platform/database/transactions.ts';

/**
 * The time limit of an idle transaction in the database, in seconds. `exportStream` disconnects a client
 * earlier: a page may take ten times as long as the limit between two chunks of it.
 */
const QUIET_S_MAX = 330;

export type Held<Opened> = {
  opened: Opened;
  /** Ends the transaction after its current statements have ended. Never throws. */
  close(): Promise<void>;
};

/** Opens a snapshot that remains open while the response is read. Throws the errors of `begin`. */
export function heldSnapshot<Opened>(
  requests: Database,
  begin: (tx: Tx) => Promise<Opened>,
): Promise<Held<Opened>> {
  return new Promise((resolve, reject) => {
    let end: () => void = () => undefined;
    const ended = new Promise<void>((done) => {
      end = done;
    });
    const whole = inSnapshot(requests, async (tx) => {
      await sql`select set_config('idle_in_transaction_session_timeout', ${`${QUIET_S_MAX}s`}, true)`.execute(
        tx,
      );
      const opened = await begin(tx);
      resolve({
        opened,
        close: async () => {
          end();
          await whole.catch(() => undefined);
        },
      });
      await ended;
    });
    whole.catch(reject);
  });
}

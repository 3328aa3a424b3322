import type { Database, Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import { inSnapshot } from '../../platform/database/transactions.ts';

/** The database ends what says nothing for so long. Whoever takes the rows is put out before: a page may take ten times as long as may pass between two pieces of it. */
const QUIET_S_MAX = 330;

export type Held<Opened> = {
  opened: Opened;
  /** Ends the transaction, once the statements under way have. Never throws. */
  close(): Promise<void>;
};

/** A snapshot that stays open behind an answer which has begun, for as long as that is read. Throws what `begin` does. */
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

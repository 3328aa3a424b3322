import { type Database, runTransaction, type Tx } from '../../server/platform/database/database.ts';

type OpenTransaction = Tx & { commit(): Promise<void>; rollback(): Promise<void> };

/** Opens a transaction that stays open until the test ends it. */
export function openTransaction(database: Database): Promise<OpenTransaction> {
  return new Promise((resolve, reject) => {
    const done = runTransaction(database, (tx) => {
      return new Promise<void>((commit, undo) => {
        resolve(
          Object.assign(tx, {
            commit: () => {
              commit();
              return done;
            },
            rollback: () => {
              undo(new Error('rolled back'));
              return done.catch(() => undefined);
            },
          }),
        );
      });
    });
    done.catch(reject);
  });
}

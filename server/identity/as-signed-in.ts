import type { Facts, Origin } from '../audit/audit-event.ts';
import type { Change, Operation } from '../operations/operation.ts';
import { runOperation } from '../operations/run-as.ts';
import type { Tx } from '../platform/database/database.ts';
import { beginRequest } from '../platform/database/transactions.ts';

/** When and from where a request about a session came. */
export type Asked = { now: Date; origin: Origin };

/** As an operation of whoever has this live session; without a profile, and so without a shop, it only runs. Throws `not_signed_in`. */
export async function asSignedIn<Answer>(
  tx: Tx,
  session_id: string,
  asked: Asked,
  work: (user_id: string, operation: Pick<Operation, 'changed' | 'unchanged'>) => Promise<Answer>,
): Promise<Answer> {
  const { user_id, actor } = await beginRequest(tx, session_id);
  const silent = { changed: () => undefined, unchanged: () => undefined };
  if (!actor) return work(user_id, silent);
  return runOperation(tx, actor, asked, (operation) => work(user_id, operation));
}

/** What was done to somebody's sessions: theirs alone to see. `after` says what of them is over. */
export function sessionChange(what: string, user_id: string, session_id: string, after?: Facts): Change {
  const touched = [{ topic: 'sessions', audience: 'users', user_ids: [user_id] }] as const;
  return { what, subject_id: session_id, after, touched };
}

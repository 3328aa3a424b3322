import type { Facts } from '../audit/audit-event.ts';
import type { Change } from '../operations/operation.ts';

/** What was done to somebody's sessions: theirs alone to see. `after` says what of them is over. */
export function sessionChange(
  what: string,
  user_id: string,
  session_id: string,
  after: Facts | null = null,
): Change {
  return {
    what,
    subject_id: session_id,
    before: null,
    after,
    touched: [{ topic: 'sessions', audience: 'users', user_ids: [user_id] }],
  };
}

import type { Facts } from '../audit/audit-event.ts';
import type { Change } from '../operations/operation.ts';

/** What was done about the shop's store, for the audit and for the desk. `subject_id` is what of the store it is about. */
export function storeChange(
  what: string,
  subject_id: string | null,
  { before = null, after = null }: { before?: Facts | null | undefined; after?: Facts | null },
): Change {
  return { what, subject_id, before, after, touched: [{ topic: 'store', audience: 'desk' }] };
}

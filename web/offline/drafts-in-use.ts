import type { StoredDraft, StoredEntry } from './device-records.ts';

/**
 * Tells which drafts are those of a confirmed delivery that is not recorded. They wait with it: where it is refused it is corrected from
 * its draft, and its customer is no longer there for another photo.
 */
export function draftsInUse(
  entries: readonly StoredEntry[],
): (draft: Pick<StoredDraft, 'user_id' | 'order_id'>) => boolean {
  const unsent = new Set(
    entries.flatMap(({ endpoint, state, user_id, subject }) =>
      endpoint === 'confirm_delivery' && state !== 'done' ? [`${user_id} ${subject}`] : [],
    ),
  );
  return ({ user_id, order_id }) => unsent.has(`${user_id} ${order_id}`);
}

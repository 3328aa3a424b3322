import { type AuditedBy, auditEvent } from '../audit/audit-event.ts';
import { touchedTopics } from '../changes/touched.ts';
import { notifyAfterCommit, type Tx } from '../platform/database/database.ts';
import { addingRows } from '../platform/database/rows.ts';
import type { Recorded } from './operation.ts';

/** The author and origin of a change; `shop_id` is the actor's, null for an operator who creates a shop. */
type RecordedBy = Omit<AuditedBy, 'shop_id' | 'newId'> & { shop_id: number | null };

/**
 * Writes the audit row and the topics together with the transaction's next statement, at the latest with its
 * commit. Writes nothing without a change.
 */
export function recordChange(tx: Tx, by: RecordedBy, change: Recorded | null): void {
  if (!change) return;
  const shop_id = change.shop_id ?? by.shop_id;
  if (shop_id === null) throw new Error('an operation did not name the shop that it changed');
  const of_shop = { ...by, shop_id, newId: tx.newId };
  if (change.what !== null) tx.later(addingRows('audit_events', [auditEvent(of_shop, change)]));
  if (change.touched.length === 0) return;
  tx.later(addingRows('feed', touchedTopics(of_shop, change.touched)));
  notifyAfterCommit(tx);
}

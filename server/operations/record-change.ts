import type { QueryCreator } from 'kysely';
import { type AuditedBy, auditEvent } from '../audit/audit-event.ts';
import { touchedTopics } from '../changes/touched.ts';
import type { Tables, Tx } from '../platform/database/database.ts';
import type { Recorded } from './operation.ts';

/** In whose name; `shop_id` is the actor's, null for an operator who makes a shop. */
type RecordedBy = Omit<AuditedBy, 'shop_id' | 'newId'> & { shop_id: number | null };

/** Writes audit row and topics as part of the one statement that is built on what this answers; nothing when nothing changed. */
export function withChange(tx: Tx, by: RecordedBy, change: Recorded | null): QueryCreator<Tables> {
  if (!change) return tx;
  const shop_id = change.shop_id ?? by.shop_id;
  if (shop_id === null) throw new Error('an operation does not say which shop it changed');
  const of_shop = { ...by, shop_id, newId: tx.newId };
  const audited = tx.with('audited', (inner) => auditEvent(inner, of_shop, change));
  if (change.touched.length === 0) return audited;
  return audited.with('fed', (inner) => touchedTopics(inner, of_shop, change.touched));
}

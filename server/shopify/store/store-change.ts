import type { AuditRowName } from '../../../contract/operations/audited.ts';
import type { AuditedChange } from '../../audit/audit-event.ts';
import type { Change } from '../../operations/operation.ts';

type Done = Pick<AuditedChange, 'before' | 'after' | 'personal_fields'> & {
  /** The order that changed as well. */
  order_id?: string;
};

/**
 * Describes a change of the shop's store for the audit and the desk. `subject_id` is the changed part of the
 * store.
 */
export function storeChange(
  what: AuditRowName,
  subject_id: string | null,
  { order_id, ...facts }: Done,
): Change {
  const order = order_id ? [{ topic: 'orders', subject_id: order_id, audience: 'desk' } as const] : [];
  return { what, subject_id, ...facts, touched: [{ topic: 'store', audience: 'desk' }, ...order] };
}

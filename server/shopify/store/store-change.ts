import type { AuditedWhat } from '../../../contract/operations/audited.ts';
import type { AuditedChange } from '../../audit/audit-event.ts';
import type { Change } from '../../operations/operation.ts';

type Done = Pick<AuditedChange, 'before' | 'after' | 'personal_fields'> & {
  /** The order that it changed too, where it did. */
  order_id?: string;
};

/** What was done about the shop's store, for the audit and for the desk. `subject_id` is what of the store it is about. */
export function storeChange(
  what: AuditedWhat,
  subject_id: string | null,
  { order_id, ...facts }: Done,
): Change {
  const order = order_id ? [{ topic: 'orders', subject_id: order_id, audience: 'desk' } as const] : [];
  return { what, subject_id, ...facts, touched: [{ topic: 'store', audience: 'desk' }, ...order] };
}

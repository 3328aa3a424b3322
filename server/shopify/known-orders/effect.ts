import type { AuditedChange } from '../../audit/audit-event.ts';
import type { Change } from '../../operations/operation.ts';
import { orderChange } from '../../orders/order-events.ts';
import type { Tx } from '../../platform/database/database.ts';
import { storeChange } from '../store/store-change.ts';
import type { ImportProblemDetail } from '../store-orders/read-payload.ts';
import type { KnownOrder } from './known-order.ts';

/**
 * The result of a webhook. `stale`: a newer version was processed earlier. `left_out`: nothing to deliver.
 * `not_taken`: the order should be delivered but cannot be imported; it is listed until a later version can.
 * `conflict`: cancelled after its delivery.
 */
export type ImportResult = {
  outcome:
    | 'imported'
    | 'updated'
    | 'cancelled'
    | 'conflict'
    | 'unchanged'
    | 'stale'
    | 'left_out'
    | 'not_taken';
  reason: string | null;
  external_id: string | null;
  order_number: string | null;
  /** The version of the order, by the store's clock. */
  external_updated_at: Date | null;
};

export type Effect = Pick<ImportResult, 'outcome' | 'reason'> & {
  personal_fields?: AuditedChange['personal_fields'];
  /** The reason to list an imported order for the desk. */
  listed_because?: string;
  /** The faults of a listed order by field, and the possible fix. */
  detail?: ImportProblemDetail;
  /** The reason with which a skipped order is listed among the skipped orders. */
  left_out_because?: string | null;
  /** The hash of the store's report about a known order, from `reportHashOf`. */
  report_hash?: string;
};
export type Names = Pick<ImportResult, 'external_id' | 'order_number' | 'external_updated_at'>;
export const NAMELESS: Names = { external_id: null, order_number: null, external_updated_at: null };

/** Describes the change for the audit, and notifies the viewers of the order and of the store's lists. */
export async function changeOf(
  tx: Tx,
  { outcome, external_id, personal_fields = [] }: Names & Effect,
  { before, after }: { before?: KnownOrder | undefined; after?: KnownOrder | undefined },
): Promise<Change> {
  const facts = ({ external_id, status, due_amount_fils }: KnownOrder) => ({
    external_id,
    status,
    due_amount_fils,
  });
  const store_change = storeChange('take_order', after?.id ?? null, {
    before: before && facts(before),
    after: { outcome, external_id, ...(after && facts(after)) },
    personal_fields,
  });
  if (!after) return store_change;
  const change = await orderChange(tx, after, store_change);
  return { ...change, touched: [...change.touched, ...store_change.touched] };
}

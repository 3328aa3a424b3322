import type { AuditedChange } from '../../audit/audit-event.ts';
import type { Change } from '../../operations/operation.ts';
import { orderChange } from '../../orders/order-events.ts';
import type { Tx } from '../../platform/database/database.ts';
import { storeChange } from '../store/store-change.ts';
import type { NotTakenDetail } from '../taken-orders/read-payload.ts';
import type { KnownOrder } from './known-order.ts';

/**
 * What a webhook did. `stale`: a newer version had been seen. `left_out`: nothing to deliver. `not_taken`: it should have been
 * delivered and cannot be; it is listed until a later version can. `conflict`: cancelled after it was delivered (ruling A9).
 */
export type Taken = {
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
  /** The version that it is of, by the store's own clock. */
  external_updated_at: Date | null;
};

export type Effect = Pick<Taken, 'outcome' | 'reason'> & {
  personal_fields?: AuditedChange['personal_fields'];
  /** Why somebody has to look at it, though it was taken. */
  listed_because?: string;
  /** Of what is listed, what is wrong by field, and what can be done about it. */
  detail?: NotTakenDetail;
  /** Why it is named among those that nobody delivers. */
  left_out_because?: string | null;
  /** What the store said of an order that is here by now. */
  word?: string;
};
export type Names = Pick<Taken, 'external_id' | 'order_number' | 'external_updated_at'>;
export const NAMELESS: Names = { external_id: null, order_number: null, external_updated_at: null };

/** For the audit, and for those who look at the order, where it is here, and at the lists of what the store told. */
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
  const told = storeChange('take_order', after?.id ?? null, {
    before: before && facts(before),
    after: { outcome, external_id, ...(after && facts(after)) },
    personal_fields,
  });
  if (!after) return told;
  const change = await orderChange(tx, after, told);
  return { ...change, touched: [...change.touched, ...told.touched] };
}

import type { Selectable } from 'kysely';
import type { Tables, Tx } from '../../platform/database/database.ts';
import { addUnlessThere, changeRows, oneRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';

/**
 * A version of an order: the store's time of its last change, and the time at which Shopify sent the webhook.
 */
export type OrderVersion = { updated_at: Date; triggered_at: Date | null };

/**
 * Locks the row of a store's order, so that its webhooks are processed one by one. Take it before the order's
 * own lock.
 */
export async function lockVersion(tx: Tx, shop_id: number, external_id: string): Promise<LockedVersion> {
  await addUnlessThere(tx, 'shopify_orders', { shop_id, external_id });
  const locking = sql<LockedVersion>`
    select * from shopify_orders where shop_id = ${shop_id} and external_id = ${external_id} for update`;
  return oneRow(tx, locking);
}

export type LockedVersion = Selectable<Tables['shopify_orders']>;

/** The reasons why an order is listed. */
export type Lists = Pick<LockedVersion, 'not_taken_because' | 'left_out_because'>;

/**
 * True if a version is older. The store's times are whole seconds: within one, the webhook sent later is
 * newer.
 */
export function isOlder({ updated_at, triggered_at }: OrderVersion, seen: LockedVersion): boolean {
  if (!seen.external_updated_at) return false;
  const difference = updated_at.getTime() - seen.external_updated_at.getTime();
  if (difference !== 0) return difference < 0;
  return triggered_at !== null && seen.triggered_at !== null && triggered_at < seen.triggered_at;
}

/** Marks an order as deleted in the store; only its id is kept. */
export async function buryVersion(
  tx: Tx,
  { shop_id, external_id }: LockedVersion,
  deleted_at: Date,
): Promise<void> {
  const listed = { not_taken_because: null, not_taken_detail: null, left_out_because: null };
  await changeRows(tx, 'shopify_orders', { shop_id, external_id }, { deleted_at, ...listed });
}

export async function saveVersion(
  tx: Tx,
  seen: LockedVersion,
  version: OrderVersion &
    Lists &
    Pick<LockedVersion, 'order_id' | 'order_number' | 'cancelled_at' | 'taken_word'> & {
      not_taken_detail: string | null;
    },
): Promise<void> {
  const { updated_at: external_updated_at, ...columns } = version;
  const { shop_id, external_id } = seen;
  await changeRows(tx, 'shopify_orders', { shop_id, external_id }, { external_updated_at, ...columns });
}

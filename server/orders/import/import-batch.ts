import type { Operation } from '../../operations/operation.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import type { NewOrder } from '../contents/new-order.ts';
import { PERSONAL_OF_NEW_ORDER, writeOrders } from '../contents/write-orders.ts';
import { withDefinedPayments } from '../incoming/with-defined-payments.ts';
import type { MissingField } from './fill-missing-fields.ts';
import { type CompareOrder, findExistingOrders } from './find-existing-orders.ts';

/** The kind of file from which an order was read; stored in its history. */
export type ImportSource = 'shopify_export' | 'list';

/** An order as its file reports it from this line on; `missing_fields` are the fields that the file omits. */
export type OrderInFile = { order: NewOrder; line: number; missing_fields?: readonly MissingField[] };

export type Compared = OrderInFile & { state: ReturnType<CompareOrder> };

/**
 * Compares each of these orders with the stored ones, in the same order; two queries, whatever the number.
 */
export async function compareBatch(
  tx: Tx,
  { shop_id }: Pick<Actor, 'shop_id'>,
  batch: readonly OrderInFile[],
): Promise<Compared[]> {
  const compare = await findExistingOrders(
    tx,
    shop_id,
    batch.map(({ order }) => order),
  );
  return batch.map((one) => ({ ...one, state: compare(one.order, one.missing_fields) }));
}

/** Inserts the new orders of a batch as one operation. Returns the comparison of each order. */
export async function importBatch(
  tx: Tx,
  actor: Actor,
  { orders, source }: { orders: readonly OrderInFile[]; source: ImportSource },
  { now, changed, unchanged }: Operation,
): Promise<Compared[]> {
  // With concurrent imports of the same file, the second one finds what the first has written.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`import ${actor.shop_id}`}, 0))`.execute(tx);
  const compared = await compareBatch(tx, actor, orders);
  const new_orders = compared.filter(({ state }) => state === 'new').map(({ order }) => order);
  const fresh = await withDefinedPayments(tx, actor.shop_id, new_orders, now);
  await writeOrders(tx, actor, fresh, source);
  if (fresh.length === 0) unchanged();
  else {
    // Without statistics of tables that grew from empty within minutes, the rest of the file takes five times
    // as long.
    await sql`select refresh_order_statistics()`.execute(tx);
    changed({
      what: 'import_orders',
      subject_id: null,
      after: { order_numbers: fresh.map(({ order_number }) => order_number) },
      personal_fields: PERSONAL_OF_NEW_ORDER,
      touched: [{ topic: 'orders', audience: 'desk' }],
    });
  }
  return compared;
}

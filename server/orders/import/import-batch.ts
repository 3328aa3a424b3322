import type { Operation } from '../../operations/operation.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import type { NewOrder } from '../contents/new-order.ts';
import { PERSONAL_OF_NEW_ORDER, writeOrders } from '../contents/write-orders.ts';
import { asDefined } from '../incoming/as-defined.ts';
import type { Untold } from './fill-untold.ts';
import { type CompareOrder, findExistingOrders } from './find-existing-orders.ts';

/** What an order was read from; its history tells it. */
export type ImportSource = 'shopify_export' | 'list';

/** An order as its file tells it from this line on, `untold` being what that says nothing of. */
export type Told = { order: NewOrder; line: number; untold?: readonly Untold[] };

export type Compared = Told & { state: ReturnType<CompareOrder> };

/** What each of these orders is in the shop, in their order; two queries, however many. */
export async function compareBatch(
  tx: Tx,
  { shop_id }: Pick<Actor, 'shop_id'>,
  batch: readonly Told[],
): Promise<Compared[]> {
  const compare = await findExistingOrders(
    tx,
    shop_id,
    batch.map(({ order }) => order),
  );
  return batch.map((one) => ({ ...one, state: compare(one.order, one.untold) }));
}

/** Writes those of a batch that are new: one operation, as it is one transaction. Answers what each was. */
export async function importBatch(
  tx: Tx,
  actor: Actor,
  { orders, source }: { orders: readonly Told[]; source: ImportSource },
  { now, changed, unchanged }: Operation,
): Promise<Compared[]> {
  // Two who import the same file at once: the second finds what the first has written.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`import ${actor.shop_id}`}, 0))`.execute(tx);
  const compared = await compareBatch(tx, actor, orders);
  const told = compared.filter(({ state }) => state === 'new').map(({ order }) => order);
  const fresh = await asDefined(tx, actor.shop_id, told, now);
  await writeOrders(tx, actor, fresh, source);
  if (fresh.length === 0) unchanged();
  else {
    // On tables that grew from nothing within minutes the rest of the file would take five times as long.
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

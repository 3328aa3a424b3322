import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { addingRows, addRows } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { OrderKey } from '../lock-shop-order.ts';
import { recordOrderEvents } from '../order-events.ts';
import { phonesColumn } from './customer-phones.ts';
import type { NewLine, NewOrder } from './new-order.ts';

/** The fields of a new order that identify its customer or contain free text. */
export const PERSONAL_OF_NEW_ORDER = ['customer', 'delivery_address', 'notes', 'phone'] as const;

/** The sources of new orders. */
type OrderSource = 'shopify_export' | 'list' | 'shopify_webhook' | 'desk';

/**
 * Inserts new orders with their customers, products, lines and first history event, in a fixed number of
 * statements. New orders are in picking. Every order has its own customer row, since the name and phone with
 * which it was placed must not change with a later order. Returns their ids in the same order.
 */
export async function writeOrders(
  tx: Tx,
  actor: Actor,
  orders: NewOrder[],
  source: OrderSource,
): Promise<string[]> {
  if (orders.length === 0) return [];
  const { shop_id } = actor;
  const all_lines = orders.flatMap(({ lines }) => lines);
  const products = await ensureProducts(tx, shop_id, all_lines);
  const withPhones = await phonesColumn(tx, shop_id);
  const placed = orders.map((order) => ({ id: tx.newId(), customer_id: tx.newId(), order }));
  const customers = placed.map(({ customer_id, order }) => ({
    shop_id,
    id: customer_id,
    ...order.customer,
    ...withPhones(order.customer.phone),
  }));
  await addRows(tx, 'customers', customers);
  const rows = placed.map(({ order: { customer, lines, ...columns }, ...ids }) => ({
    shop_id,
    ...ids,
    ...columns,
  }));
  await addRows(tx, 'orders', rows);
  const line_rows = placed.flatMap(({ id, order }) =>
    lineRows(tx, { shop_id, order_id: id }, order.lines, products),
  );
  await addRows(tx, 'order_line_items', line_rows);
  const event = { kind: 'imported' as const, detail: { source } };
  await recordOrderEvents(
    tx,
    actor,
    placed.map(({ id }) => ({ order: { shop_id, id }, event })),
  );
  return placed.map(({ id }) => id);
}

type PickedLine = NewLine & { picked_qty?: number | null };

/** The rows of an order's lines, in the same order. */
export function lineRows(tx: Tx, key: OrderKey, lines: PickedLine[], products: ProductIds) {
  return lines.map((line, index) => ({
    ...key,
    id: tx.newId(),
    position: index + 1,
    product_id: productIdOf(products, line),
    qty: line.qty,
    picked_qty: line.picked_qty ?? null,
    unit_price_fils: line.unit_price_fils,
    line_total_fils: (line.picked_qty ?? line.qty) * line.unit_price_fils,
    // Columns without a value are not written: most sources have none.
    tax_fils: line.tax_fils ?? undefined,
    tax_rate: line.tax_rate ?? undefined,
    external_id: line.external_id ?? undefined,
  }));
}

type ProductIds = Map<string, string>;

/** The key of a product is its name and SKU together, since shops reuse either. */
function productKey({ name, sku }: Pick<NewLine, 'name' | 'sku'>): string {
  return JSON.stringify([name, sku ?? '']);
}

function productIdOf(products: ProductIds, line: NewLine): string {
  const id = products.get(productKey(line));
  if (!id) throw new Error('the product was not inserted');
  return id;
}

/** Returns the ids of the lines' products and inserts missing products. */
export async function ensureProducts(tx: Tx, shop_id: number, lines: NewLine[]): Promise<ProductIds> {
  const wanted = [...new Map(lines.map((line) => [productKey(line), line]))]
    // Sorted, so that concurrent imports wait for each other instead of deadlocking.
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { name, sku }]) => ({ name, sku }));
  const products = wanted.map(({ name, sku }) => ({ shop_id, id: tx.newId(), name, sku }));
  await sql`${addingRows('products', products)} on conflict do nothing`.execute(tx);
  const stored = sql<{ id: string; name: string; sku: string | null }>`
    select p.id, p.name, p.sku
    from unnest(${wanted.map(({ name }) => name)}::text[], ${wanted.map(({ sku }) => sku ?? '')}::text[]) as w (name, sku)
    join products p on p.shop_id = ${shop_id} and p.name = w.name and coalesce(p.sku, '') = w.sku`;
  const { rows } = await stored.execute(tx);
  return new Map(rows.map((row) => [productKey(row), row.id]));
}

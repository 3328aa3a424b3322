import { sql } from 'kysely';
import type { Tx } from '../platform/database.ts';
import type { NewLine, NewOrder } from './new-order.ts';

/** A stored order as the shop's system once told it; what its life since changed is not part of it. */
type Told = Omit<NewOrder, 'payment_status' | 'created_at'> & { created_at: Date };

/** The stored orders that bear the number or the outside id of any of these, in two queries. */
export async function findExistingOrders(
  tx: Tx,
  shop_id: number,
  orders: NewOrder[],
): Promise<ExistingOrders> {
  const numbers = orders.map(({ order_number }) => order_number);
  const ids = orders.flatMap(({ external_id }) => external_id ?? []);
  const rows = await tx
    .selectFrom('orders as o')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.shop_id', '=', 'o.shop_id').onRef('c.id', '=', 'o.customer_id'),
    )
    .selectAll('o')
    .select(['c.first_name', 'c.last_name', 'c.phone'])
    .where('o.shop_id', '=', shop_id)
    .where((where) =>
      where.or([
        where('o.order_number', '=', sql<string>`any(${numbers}::text[])`),
        where('o.external_id', '=', sql<string>`any(${ids}::text[])`),
      ]),
    )
    .execute();
  const lines = await linesOf(
    tx,
    shop_id,
    rows.map(({ id }) => id),
  );
  const told = rows.map(
    ({ first_name, last_name, phone, ...row }): Told => ({
      ...row,
      customer: { first_name, last_name, phone },
      lines: lines.get(row.id) ?? [],
    }),
  );
  return new ExistingOrders(told);
}

async function linesOf(tx: Tx, shop_id: number, order_ids: string[]): Promise<Map<string, NewLine[]>> {
  const lines = new Map<string, NewLine[]>();
  if (order_ids.length === 0) return lines;
  const rows = await tx
    .selectFrom('order_line_items as l')
    .innerJoin('products as p', (join) =>
      join.onRef('p.shop_id', '=', 'l.shop_id').onRef('p.id', '=', 'l.product_id'),
    )
    .select(['l.order_id', 'p.name', 'p.sku', 'l.qty', 'l.unit_price_fils'])
    .where('l.shop_id', '=', shop_id)
    .where('l.order_id', '=', sql<string>`any(${order_ids}::uuid[])`)
    .orderBy('l.order_id')
    .orderBy('l.position')
    .execute();
  for (const { order_id, ...line } of rows) lines.set(order_id, [...(lines.get(order_id) ?? []), line]);
  return lines;
}

export class ExistingOrders {
  readonly #by_number: Map<string, Told>;
  readonly #by_external_id: Map<string, Told>;

  constructor(orders: Told[]) {
    this.#by_number = new Map(orders.map((order) => [order.order_number, order]));
    this.#by_external_id = new Map(
      orders.flatMap((order) => (order.external_id === null ? [] : [[order.external_id, order]])),
    );
  }

  /** Whether the order is new; there with these very contents; or there (its number or its id is taken) with others. */
  compare(order: NewOrder): 'new' | 'same' | { different: string } {
    const same_number = this.#by_number.get(order.order_number);
    const same_id = order.external_id === null ? undefined : this.#by_external_id.get(order.external_id);
    const existing = same_number ?? same_id;
    if (!existing) return 'new';
    const column = firstDifference(existing, order);
    return column === undefined ? 'same' : { different: column };
  }
}

/** The export's column in which the two differ first. `payment_status` is left out: a delivery changes it. */
function firstDifference(existing: Told, order: NewOrder): string | undefined {
  const columns: [column: string, of: (order: Told) => unknown][] = [
    ['Name', (o) => o.order_number],
    ['Id', (o) => o.external_id],
    ['Created at', (o) => o.created_at.getTime()],
    ['Lineitem name', (o) => JSON.stringify(o.lines.map((line) => [line.name, line.sku]))],
    ['Lineitem quantity', (o) => JSON.stringify(o.lines.map((line) => line.qty))],
    ['Lineitem price', (o) => JSON.stringify(o.lines.map((line) => line.unit_price_fils))],
    ['Discount Amount', (o) => o.discount_fils],
    ['Shipping', (o) => o.shipping_fils],
    ['Total', (o) => o.total_amount_fils],
    ['Outstanding Balance', (o) => o.due_amount_fils],
    ['Payment Method', (o) => o.payment_method],
    ['Shipping Name', (o) => `${o.customer.first_name} ${o.customer.last_name}`],
    ['Shipping Phone', (o) => o.customer.phone],
    ['Shipping Address1', (o) => o.delivery_address],
    ['Notes', (o) => o.notes],
  ];
  return columns.find(([, of]) => of(existing) !== of(order))?.[0];
}

import { isOpen } from '../../contract/rules/order-life.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';
import { keepAmount } from './keep-amount.ts';
import { lockShopOrder, type OrderKey } from './lock-shop-order.ts';
import type { NewLine, NewOrder } from './new-order.ts';
import { recordOrderEvent } from './order-events.ts';
import { ensureProducts, lineRows } from './write-orders.ts';

const AMOUNTS = [
  'subtotal_fils',
  'discount_fils',
  'shipping_fils',
  'tax_fils',
  'total_amount_fils',
  'paid_amount_fils',
  'due_amount_fils',
] as const;
const PLACE = ['delivery_address', 'latitude', 'longitude'] as const;

/**
 * Makes an open order what the shop's system now says it is; its number, driver and status stay. Answers the names of
 * what changed, in alphabetical order; none: nothing was written. An amount due that is no more is kept, since the driver may be
 * asking for it at this moment (ruling A9). Throws `not_found`, `order_closed`.
 */
export async function updateOrder(tx: Tx, actor: Actor, key: OrderKey, order: NewOrder): Promise<string[]> {
  const locked = await lockShopOrder(tx, key);
  if (!isOpen(locked.status)) {
    throw Problem.about('order_closed', {
      order_number: locked.order_number,
      status: locked.status,
      stays: 'everything',
    });
  }
  const current = await readCurrent(tx, key);
  const changed = changesOf(current, order);
  if (changed.length === 0) return [];
  if (current.due_amount_fils !== order.due_amount_fils) await keepAmount(tx, key, current.due_amount_fils);
  await writeColumns(tx, key, current, order);
  if (changed.includes('lines')) await replaceLines(tx, key, order.lines);
  const due_changed = current.due_amount_fils !== order.due_amount_fils;
  const detail = {
    changed: changed.join(', '),
    ...(due_changed
      ? { due_from_fils: current.due_amount_fils, due_to_fils: order.due_amount_fils }
      : undefined),
  };
  await recordOrderEvent(tx, actor, locked, { kind: 'updated', detail });
  return changed;
}

async function readCurrent(tx: Tx, { shop_id, order_id }: OrderKey) {
  const row = await tx
    .selectFrom('orders as o')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.shop_id', '=', 'o.shop_id').onRef('c.id', '=', 'o.customer_id'),
    )
    .selectAll('o')
    .select(['c.first_name', 'c.last_name', 'c.phone'])
    .where('o.shop_id', '=', shop_id)
    .where('o.id', '=', order_id)
    .executeTakeFirstOrThrow();
  return { ...row, lines: await linesOf(tx, { shop_id, order_id }) };
}

type Current = Awaited<ReturnType<typeof readCurrent>>;

function linesOf(tx: Tx, { shop_id, order_id }: OrderKey) {
  return tx
    .selectFrom('order_line_items as l')
    .innerJoin('products as p', (join) =>
      join.onRef('p.shop_id', '=', 'l.shop_id').onRef('p.id', '=', 'l.product_id'),
    )
    .select(['p.name', 'p.sku', 'l.qty', 'l.unit_price_fils', 'l.picked_qty'])
    .where('l.shop_id', '=', shop_id)
    .where('l.order_id', '=', order_id)
    .orderBy('l.position')
    .execute();
}

function changesOf(current: Current, order: NewOrder): string[] {
  const { customer } = order;
  const checks: [name: string, same: boolean][] = [
    ['address', PLACE.every((column) => order[column] === undefined || order[column] === current[column])],
    ['amounts', AMOUNTS.every((column) => current[column] === order[column])],
    [
      'customer',
      current.first_name === customer.first_name &&
        current.last_name === customer.last_name &&
        current.phone === customer.phone,
    ],
    ['lines', JSON.stringify(current.lines.map(lineKey)) === JSON.stringify(order.lines.map(lineKey))],
    ['notes', current.notes === order.notes],
    [
      'payment',
      current.payment_method === order.payment_method && current.payment_status === order.payment_status,
    ],
  ];
  return checks.filter(([, same]) => !same).map(([name]) => name);
}

function lineKey({ name, sku, qty, unit_price_fils }: NewLine): string {
  return JSON.stringify([name, sku, qty, unit_price_fils]);
}

async function writeColumns(tx: Tx, key: OrderKey, current: Current, order: NewOrder): Promise<void> {
  const { customer, lines, order_number, external_id, created_at, ...columns } = order;
  // Where the old address was is not where the new one is.
  const moved = current.delivery_address !== order.delivery_address;
  await tx
    .updateTable('customers')
    .set(customer)
    .where('shop_id', '=', key.shop_id)
    .where('id', '=', current.customer_id)
    .execute();
  await tx
    .updateTable('orders')
    .set({ ...(moved ? { latitude: null, longitude: null } : {}), ...columns })
    .where('shop_id', '=', key.shop_id)
    .where('id', '=', key.order_id)
    .execute();
}

/** What was picked of a line stays where the line is still the same. */
async function replaceLines(tx: Tx, key: OrderKey, lines: NewLine[]): Promise<void> {
  const picked = new Map((await linesOf(tx, key)).map((line) => [lineKey(line), line.picked_qty]));
  const products = await ensureProducts(tx, key.shop_id, lines);
  await tx
    .deleteFrom('order_line_items')
    .where('shop_id', '=', key.shop_id)
    .where('order_id', '=', key.order_id)
    .execute();
  const kept = lines.map((line) => ({ ...line, picked_qty: picked.get(lineKey(line)) ?? null }));
  await tx
    .insertInto('order_line_items')
    .values(lineRows(tx, key, kept, products))
    .execute();
}

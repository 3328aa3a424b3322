import { orderNumberOf } from '../../../contract/rules/order-number.ts';
import { exactNumberOf, hasNumberOf } from '../../orders/orders-by-number.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { OrderHead } from '../read-payload.ts';

/** Locks the shop's order with this id, or the one with this number and without an id: the exact number first (decision 82). */
export function knownOrder(tx: Tx, shop_id: number, { id, name }: OrderHead) {
  const exact = exactNumberOf(name);
  return ordersOf(tx, shop_id)
    .where((is) =>
      is.or([
        is('o.external_id', '=', id),
        is.and([is('o.external_id', 'is', null), hasNumberOf([exact, orderNumberOf(name)])]),
      ]),
    )
    .orderBy('o.external_id')
    .orderBy((is) => is('o.order_number', '=', exact), 'desc')
    .orderBy('o.repeats_number')
    .executeTakeFirst();
}

export function orderOfStore(tx: Tx, shop_id: number, external_id: string) {
  return ordersOf(tx, shop_id).where('o.external_id', '=', external_id).executeTakeFirst();
}

function ordersOf(tx: Tx, shop_id: number) {
  return tx
    .selectFrom('orders as o')
    .select([
      'o.shop_id',
      'o.id',
      'o.external_id',
      'o.order_number',
      'o.driver_id',
      'o.status',
      'o.due_amount_fils',
      'o.waits_because',
    ])
    .where('o.shop_id', '=', shop_id)
    .forUpdate();
}

export type KnownOrder = NonNullable<Awaited<ReturnType<typeof knownOrder>>>;

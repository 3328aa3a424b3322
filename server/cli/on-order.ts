import type { Command } from 'commander';
import type { OrderKey } from '../orders/lock-shop-order.ts';
import { findShopOrder } from '../orders/shop-order-list.ts';
import type { Tx } from '../platform/database/database.ts';
import { chosenShop } from './chosen-shop.ts';
import { type OpenDatabase, operate } from './operate.ts';

/** An order as it is named on the command line. */
export type NamedOrder = { number: string; shop?: number | undefined };

/** Runs one command about an order in one transaction; `operate` says how it ends. */
export function onOrder<T>(
  command: Command,
  open: OpenDatabase,
  { number, shop }: NamedOrder,
  work: (tx: Tx, key: OrderKey) => Promise<T>,
): Promise<T> {
  return operate(command, open, async (tx) => {
    const { shop_id } = await chosenShop(tx, shop);
    return work(tx, await findShopOrder(tx, shop_id, number));
  });
}

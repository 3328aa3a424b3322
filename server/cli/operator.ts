import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { findStaff } from '../identity/find-staff.ts';
import { findShopOrder } from '../orders/shop-order-list.ts';
import type { Operator } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { chosenShop } from './chosen-shop.ts';
import { type OpenDatabase, operate } from './operate.ts';

/** Who an operator is in the audit and in histories: the account of this machine that runs the command. */
export function author() {
  return { kind: 'operator', account: account() } as const;
}

/** The operator, acting on a shop. */
export function operatorOf(shop_id: number): Operator {
  return { ...author(), shop_id };
}

function account(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container the number may have no name.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Runs one command about a shop in one transaction; `operate` says how it ends. */
export function onShop<T>(
  command: Command,
  open: OpenDatabase,
  shop: number | undefined,
  work: (tx: Tx, operator: Operator) => Promise<T>,
): Promise<T> {
  return operate(command, open, async (tx) => work(tx, operatorOf((await chosenShop(tx, shop)).shop_id)));
}

/** An order as it is named on the command line. */
export type NamedOrder = { number: string; shop?: number | undefined };

/** As `onShop`, about an order of it. */
export function onOrder<T>(
  command: Command,
  open: OpenDatabase,
  { number, shop }: NamedOrder,
  work: (tx: Tx, operator: Operator, order_id: string) => Promise<T>,
): Promise<T> {
  return onShop(command, open, shop, async (tx, operator) => {
    const { order_id } = await findShopOrder(tx, operator.shop_id, number);
    return work(tx, operator, order_id);
  });
}

/** As `onShop`, about somebody of whichever shop. */
export function onStaff<T>(
  command: Command,
  open: OpenDatabase,
  email: string,
  work: (tx: Tx, operator: Operator, user_id: string) => Promise<T>,
): Promise<T> {
  return operate(command, open, async (tx) => {
    const { shop_id, user_id } = await findStaff(tx, email);
    return work(tx, operatorOf(shop_id), user_id);
  });
}

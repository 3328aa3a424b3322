import { userInfo } from 'node:os';
import { InvalidArgumentError, Option } from 'commander';
import { findStaff } from '../identity/find-staff.ts';
import type { Runs } from '../operations/operation.ts';
import { runOnce } from '../operations/run-as.ts';
import { findShopOrder } from '../orders/lists/shop-order-list.ts';
import type { Operator } from '../platform/actor.ts';
import type { Database, Tx } from '../platform/database/database.ts';
import { sql } from '../platform/database/sql.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import { Problem } from '../platform/problem.ts';
import type { Cli } from './cli.ts';
import { stop, TerminalError } from './terminal/ending.ts';

/** The operator's identity in audit and histories: the operating-system account that runs the command. */
export function author() {
  return { kind: 'operator', account: account() } as const;
}

export function operatorOf(shop_id: number): Operator {
  return { ...author(), shop_id };
}

function account(): string {
  try {
    return userInfo().username;
  } catch {
    // A container's user id may have no name.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

export function shopId(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new InvalidArgumentError('A shop id is a whole number; see mandoob shop list.');
  return Number(text);
}

/** Adds `--shop`, for commands about one shop; see `chosenShop`. */
export function shopOption(): Option {
  return new Option('--shop <id>', 'the shop; optional if there is only one').argParser(shopId);
}

export type ShopOption = { shop?: number | undefined };

/**
 * Finds the given shop; without one, the only shop of the installation. Throws `not_found`, TerminalError.
 */
export async function chosenShop(
  database: Database | Tx,
  given: number | undefined,
): Promise<{ shop_id: number; time_zone: string }> {
  const reading = sql<{ id: number; time_zone: string }>`select id, time_zone from shops`;
  const { rows: shops } = await reading.execute(database);
  const shop = given === undefined ? shops[0] : shops.find(({ id }) => id === given);
  if (!shop && given !== undefined) throw Problem.about('not_found', { what: 'shop', shop_id: given });
  if (!shop) throw new TerminalError('There is no shop yet');
  if (given === undefined && shops.length > 1) {
    throw new TerminalError('There are several shops: choose one with --shop <id>');
  }
  return { shop_id: shop.id, time_zone: shop.time_zone };
}

/** Runs a command of the operator in one transaction, then closes the database. Rethrows its errors. */
export function operate<T>(cli: Pick<Cli, 'open'>, work: (tx: Tx) => Promise<T>): Promise<T> {
  return withDatabase(cli, (owner) => inTransaction(owner, work));
}

/** Like `operate`, for work that makes its own transactions. */
export async function withDatabase<T>(
  { open }: Pick<Cli, 'open'>,
  work: (owner: Database) => Promise<T>,
): Promise<T> {
  const { owner, close } = await open();
  try {
    stop.throwIfAborted();
    return await work(owner);
  } finally {
    await close();
  }
}

/** Like `operate`, for work on one shop. */
export function onShop<T>(
  cli: Cli,
  { shop }: ShopOption,
  work: (tx: Tx, operator: Operator) => Promise<T>,
): Promise<T> {
  return operate(cli, async (tx) => work(tx, operatorOf((await chosenShop(tx, shop)).shop_id)));
}

/**
 * Runs an operation on a shop's order, found by its number. Throws `not_found`, and the operation's errors.
 */
export function onOrder<Input, Answer>(
  cli: Cli,
  { number, shop }: ShopOption & { number: string },
  operation: Runs<Operator, Input, Answer>,
  input: (order_id: string) => NoInfer<Input>,
): Promise<Answer> {
  return onShop(cli, { shop }, async (tx, operator) => {
    const { order_id } = await findShopOrder(tx, operator.shop_id, number);
    return runOnce(tx, operator, operation, input(order_id));
  });
}

/**
 * Runs an operation on a member of staff, found by e-mail. Throws `not_found`, and the operation's errors.
 */
export function onStaff<Input, Answer>(
  cli: Cli,
  email: string,
  operation: Runs<Operator, Input, Answer>,
  input: (user_id: string) => NoInfer<Input>,
): Promise<Answer> {
  return operate(cli, async (tx) => {
    const { shop_id, user_id } = await findStaff(tx, email);
    return runOnce(tx, operatorOf(shop_id), operation, input(user_id));
  });
}

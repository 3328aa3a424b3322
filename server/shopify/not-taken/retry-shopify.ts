import type { Operation } from '../../operations/operation.ts';
import { commandRoute } from '../../operations/route.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { oneRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { Problem } from '../../platform/problem.ts';
import { storeChange } from '../store/store-change.ts';
import { listedNumber } from './listed-number.ts';

type Retried = { fulfilments: number; webhooks: number; payments: number };

type Retry = {
  /** Or the id of a webhook of which not even the order is known. */
  order_number?: string | undefined;
  /** What is listed may have nothing left to try but to ask the store. */
  is_listed?: boolean;
};

/**
 * Tries again at once what failed or waits, of one order or of the whole shop: fulfilments, webhooks that could not be taken, and payments
 * that were not marked: what is outstanding is asked anew. A store that refused us is asked again. Answers how many of each. Throws
 * `not_found` for an order of which nothing waits or failed.
 */
export async function retryShopify(
  tx: Tx,
  { shop_id }: Actor,
  { order_number, is_listed = false }: Retry,
  { changed }: Operation,
): Promise<Retried> {
  const named = order_number === undefined ? null : await listedNumber(tx, shop_id, order_number);
  const counts = await oneRow(tx, sql<Retried>`select * from retry_store(${shop_id}, ${named}::text)`);
  if (order_number !== undefined && !is_listed && isNone(counts)) {
    throw Problem.about('not_found', { what: 'waiting', named: order_number });
  }
  changed(storeChange('retry_store', named, { after: counts }));
  return counts;
}

export const retryStoreRoute = commandRoute('retry_store', (tx, actor, { order_number }, command) =>
  retryShopify(tx, actor, { order_number: order_number ?? undefined }, command),
);

function isNone(counts: Record<string, number>): boolean {
  return Object.values(counts).every((count) => count === 0);
}

type Dismissal = {
  /** An order by its number, or a webhook by the id that is listed. */
  what: string;
  /** Why it needs no more looking at. */
  note?: string | undefined;
  /** Leaves what was not marked as paid in its list. */
  only_not_taken?: boolean;
};
type Dismissed = { orders: number; webhooks: number; payments: number };

/**
 * Takes from the lists what could not be taken, or was not marked as paid. An order comes back when a later version cannot be taken for
 * another reason. Throws `not_found`.
 */
export async function dismissListed(
  tx: Tx,
  { shop_id }: Actor,
  { what, note, only_not_taken = false }: Dismissal,
  { changed }: Operation,
): Promise<Dismissed> {
  const order_number = await listedNumber(tx, shop_id, what);
  const named = sql`${shop_id}, ${order_number}::text, ${what.trim()}::text`;
  const dismissed = sql<
    Omit<Dismissed, 'payments'>
  >`select * from dismiss_not_taken(${named}, ${note ?? null}::text)`;
  const { orders, webhooks } = await oneRow(tx, dismissed);
  // With the note first: what is dismissed already stays as it is.
  const settled = sql<Dismissed>`select * from dismiss_in_store(${named})`;
  const payments = only_not_taken ? 0 : (await oneRow(tx, settled)).payments;
  const counts = { orders, webhooks, payments };
  if (isNone(counts)) throw Problem.about('not_found', { what: 'listed', named: what });
  const personal_fields = note === undefined ? [] : (['reason'] as const);
  changed(storeChange('dismiss_listed', order_number, { after: counts, personal_fields }));
  return counts;
}

export const dismissInStoreRoute = commandRoute('dismiss_in_store', dismissListed);

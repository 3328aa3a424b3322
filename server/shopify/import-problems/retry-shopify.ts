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
  /** An order number, or the id of a webhook whose order is unknown. */
  order_number?: string | undefined;
  /** A listed order may have nothing to retry except a query to the store, so no row is required. */
  is_listed?: boolean;
};

/**
 * Retries immediately all failed or pending work, for one order or the whole shop: fulfilments, webhooks that
 * could not be imported, and payments that were not marked (the outstanding amount is read again). Also
 * retries a store that refused the credentials. Returns the numbers of each kind. Throws `not_found` for an
 * order with nothing pending or failed.
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
  /** An order by its number, or a webhook by its listed id. */
  what: string;
  /** The reason for the dismissal. */
  note?: string | undefined;
  /** Keeps payments that were not marked as paid in their list. */
  only_not_taken?: boolean;
};
type Dismissed = { orders: number; webhooks: number; payments: number };

/**
 * Removes orders that could not be imported, or were not marked as paid, from their lists. An order is listed
 * again if a later version fails for another reason. Throws `not_found`.
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
  // This comes first because it stores the note; the next query skips rows that are already dismissed.
  const settled = sql<Dismissed>`select * from dismiss_in_store(${named})`;
  const payments = only_not_taken ? 0 : (await oneRow(tx, settled)).payments;
  const counts = { orders, webhooks, payments };
  if (isNone(counts)) throw Problem.about('not_found', { what: 'listed', named: what });
  const personal_fields = note === undefined ? [] : (['reason'] as const);
  changed(storeChange('dismiss_listed', order_number, { after: counts, personal_fields }));
  return counts;
}

export const dismissInStoreRoute = commandRoute('dismiss_in_store', dismissListed);

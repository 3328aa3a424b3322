import type { EndpointBody, EndpointResponse } from '../../../contract/operations/endpoint-schemas.ts';
import type { ImportProblem } from '../../../contract/schemas/import-problems.ts';
import type { Command, Operation } from '../../operations/operation.ts';
import { commandRoute, readRoute } from '../../operations/route.ts';
import type { Actor, Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { firstRow, oneRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { Problem } from '../../platform/problem.ts';
import type { ImportProblemDetail } from '../store-orders/read-payload.ts';
import { dismissListed, retryShopify } from './retry-shopify.ts';

/** The largest number of listed orders; the total counts all of them. */
const ROWS_MAX = 200;

export type ListedImportProblem = {
  what: string;
  order_number: string | null;
  reason: string;
  /** Null if a previous version wrote the reason, and for a webhook without a known order. */
  detail: ImportProblemDetail | null;
  told_at: Date | null;
  order_id: string | null;
  /** The order's id in the store. */
  external_id: string | null;
  store_domain: string | null;
  /** True if the stored payload has not been dropped. */
  is_kept: boolean;
};

/** Lists the store's orders that could not be imported, newest first, each with the possible fix. */
export async function listImportProblems(
  tx: Tx,
  { shop_id }: Staff,
  rows_max = ROWS_MAX,
): Promise<EndpointResponse<'list_not_taken'>> {
  const { rows } = await sql<ListedImportProblem>`
    select * from list_not_taken(${shop_id}, null, ${rows_max})`.execute(tx);
  const counting = sql<{ total: number }>`select count(*) as total from shopify_not_taken(${shop_id})`;
  const { total } = await oneRow(tx, counting);
  return { orders: rows.map(importProblemOf), total };
}

export const listNotTakenRoute = readRoute('list_not_taken', ({ tx, actor }) =>
  listImportProblems(tx, actor),
);

/** Finds one listed order by its number, or a listed webhook by its id. */
export function findImportProblem(
  tx: Tx,
  { shop_id }: Actor,
  what: string,
): Promise<ListedImportProblem | undefined> {
  return firstRow(tx, sql<ListedImportProblem>`select * from list_not_taken(${shop_id}, ${what}::text, 1)`);
}

/** Returns the row in the form that the desk receives. */
export function importProblemOf({
  detail,
  external_id,
  store_domain,
  is_kept,
  ...row
}: ListedImportProblem): ImportProblem {
  const at_store = store_domain !== null && external_id !== null;
  return {
    what: row.what,
    order_number: row.order_number,
    reason: row.reason,
    faults: [...(detail?.faults ?? [])],
    fix: detail?.fix ?? 'store',
    told_at: row.told_at?.toISOString() ?? null,
    order_id: row.order_id,
    store_url: at_store ? `https://${store_domain}/admin/orders/${external_id}` : null,
    may_retry: is_kept || at_store,
  };
}

/**
 * Retries a listed order. Returns its row from before the retry. Throws `not_found` if it is no longer
 * listed.
 */
export async function retryImport(
  tx: Tx,
  actor: Actor,
  { what }: { what: string },
  operation: Operation,
): Promise<ListedImportProblem> {
  const listed = await findImportProblem(tx, actor, what);
  if (!listed) throw Problem.about('not_found', { what: 'listed', named: what });
  await retryShopify(tx, actor, { order_number: what, is_listed: true }, operation);
  return listed;
}

/** Removes an order from the list, with a note. Throws `not_found`. */
export async function dismissImportProblem(
  tx: Tx,
  actor: Staff,
  { what, note }: EndpointBody<'dismiss_not_taken'>,
  operation: Command,
): Promise<EndpointResponse<'dismiss_not_taken'>> {
  await dismissListed(tx, actor, { what, note, only_not_taken: true }, operation);
  return {};
}

export const dismissNotTakenRoute = commandRoute('dismiss_not_taken', dismissImportProblem);

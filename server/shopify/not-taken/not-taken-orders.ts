import type { EndpointAnswer, EndpointBody } from '../../../contract/operations/endpoint-schemas.ts';
import type { NotTakenOrder } from '../../../contract/schemas/not-taken.ts';
import type { Command, Operation } from '../../operations/operation.ts';
import { commandRoute, readRoute } from '../../operations/route.ts';
import type { Actor, Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { firstRow, oneRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { Problem } from '../../platform/problem.ts';
import type { NotTakenDetail } from '../taken-orders/read-payload.ts';
import { dismissListed, retryShopify } from './retry-shopify.ts';

/** How many are listed; the count beside them is of all. */
const ROWS_MAX = 200;

export type ListedNotTaken = {
  what: string;
  order_number: string | null;
  reason: string;
  /** Null where a version of before wrote the reason, and of a webhook of which not even the order is known. */
  detail: NotTakenDetail | null;
  told_at: Date | null;
  order_id: string | null;
  /** The order's id in the store. */
  external_id: string | null;
  store_domain: string | null;
  /** Whether what the store told of it is still here. */
  is_kept: boolean;
};

/** Orders of the store that could not be taken, the newest first, each with what can be done about it. */
export async function listNotTaken(
  tx: Tx,
  { shop_id }: Staff,
  rows_max = ROWS_MAX,
): Promise<EndpointAnswer<'list_not_taken'>> {
  const { rows } = await sql<ListedNotTaken>`
    select * from list_not_taken(${shop_id}, null, ${rows_max})`.execute(tx);
  const counting = sql<{ total: number }>`select count(*) as total from shopify_not_taken(${shop_id})`;
  const { total } = await oneRow(tx, counting);
  return { orders: rows.map(shown), total };
}

export const listNotTakenRoute = readRoute('list_not_taken', ({ tx, actor }) => listNotTaken(tx, actor));

/** One that is listed, by what names it there. */
export function findNotTaken(tx: Tx, { shop_id }: Actor, what: string): Promise<ListedNotTaken | undefined> {
  return firstRow(tx, sql<ListedNotTaken>`select * from list_not_taken(${shop_id}, ${what}::text, 1)`);
}

/** As the desk is told of it. */
export function shown({ detail, external_id, store_domain, is_kept, ...row }: ListedNotTaken): NotTakenOrder {
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

/** Has one that is listed tried again. Answers it as it was. Throws `not_found` where it is listed no more. */
export async function retryNotTaken(
  tx: Tx,
  actor: Actor,
  { what }: { what: string },
  operation: Operation,
): Promise<ListedNotTaken> {
  const listed = await findNotTaken(tx, actor, what);
  if (!listed) throw Problem.about('not_found', { what: 'listed', named: what });
  await retryShopify(tx, actor, { order_number: what, is_listed: true }, operation);
  return listed;
}

/** Takes one from the list, with why. Throws `not_found`. */
export async function dismissNotTaken(
  tx: Tx,
  actor: Staff,
  { what, note }: EndpointBody<'dismiss_not_taken'>,
  operation: Command,
): Promise<EndpointAnswer<'dismiss_not_taken'>> {
  await dismissListed(tx, actor, { what, note, only_not_taken: true }, operation);
  return {};
}

export const dismissNotTakenRoute = commandRoute('dismiss_not_taken', dismissNotTaken);

import { z } from 'zod';
import { parseAmount } from '../../../contract/rules/amounts/parse-amount.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { changeRows, firstRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { gidOf, mutate, type ShopifyApi } from '../api/shopify-api.ts';
import { ShopifyError } from '../api/shopify-error.ts';
import {
  type Claimed,
  processQueue,
  type StoreQueue,
  shopsWithDue,
  type WorkOptions,
} from '../process-queue.ts';

type Payment = Claimed & {
  confirmation_id: string;
  collected_fils: number;
  /** The amount that the store was asked to mark, if another one was collected since. */
  marked_fils: number | null;
  conflict: boolean;
  asked_at: Date | null;
  /** True if something is owed or not matched. */
  is_open: boolean;
};
type Settled = { status: 'done' | 'listed'; outstanding_fils: number };

const PAYMENTS: StoreQueue<Payment, Settled> = {
  what: 'mark_order_paid',
  table: 'store_payments',
  key: 'confirmation_id',
  allowed: sql`exists (
    select from shopify_connections c where c.shop_id = w.shop_id and c.marking_refused_because is null)`,
  first: sql`w.created_at`,
  claims: null,
  columns: sql`exists (select from order_balances b
    where b.shop_id = q.shop_id and b.order_id = q.order_id and b.owed_fils + b.unmatched_fils > 0) as is_open`,
  work: settle,
  async write(tx, claimed, columns, outcome) {
    const { asked_at, marked_fils } = claimed;
    // Only without a response is it unknown whether the order was marked; after any other failure it was not.
    const was_not_asked = 'failure' in outcome && outcome.failure.kind !== 'unavailable';
    const end_columns = 'end' in outcome ? outcome.end : was_not_asked ? { asked_at, marked_fils } : {};
    const written = await changeRows(tx, 'store_payments', keyOf(claimed), { ...columns, ...end_columns });
    if (written > 0) return { before: 'waiting' };
    const is_marked = 'end' in outcome && outcome.end.status === 'done';
    return is_marked ? listCorrected(tx, claimed) : undefined;
  },
  audited: ({ confirmation_id, collected_fils }) => ({
    subject_id: confirmation_id,
    facts: { collected_fils },
  }),
  // Refused credentials stop everything; a missing scope stops only the marking.
  stops: ({ status }) => (status === null ? 'marking' : 'everything'),
  log_messages: { ended: 'payment settled with Shopify', failed: 'order not marked as paid in Shopify' },
};

/**
 * Marks orders as paid in a shop's store, once, if exactly the amount that is outstanding there was taken and
 * nothing is owed. All other payments are listed (ruling G10). If the app lacks the scope, only marking
 * stops. Returns the number of marked orders. Throws the errors of the database.
 */
export function markOrdersPaid(options: WorkOptions, shop_id: number): Promise<number> {
  return processQueue(options, shop_id, PAYMENTS);
}

export function shopsToMark(owner: Database): Promise<number[]> {
  return shopsWithDue(owner, PAYMENTS);
}

/** The key of a payment as long as its amount is the claimed one. */
function keyOf({ shop_id, confirmation_id, collected_fils }: Payment) {
  return { shop_id, confirmation_id, collected_fils, status: 'waiting' } as const;
}

/**
 * Settles a payment. Reads the outstanding amount first: the store may have marked the order although its
 * response was lost. `asked_at` is stored before the request, unless the amount has changed meanwhile.
 */
async function settle(api: ShopifyApi, claimed: Payment, owner: Database): Promise<Settled> {
  const { external_id, asked_at, marked_fils, conflict, collected_fils, is_open } = claimed;
  const { outstanding_fils, payable } = await readOutstanding(api, external_id);
  if (asked_at !== null && outstanding_fils === 0) {
    const is_same = (marked_fils ?? collected_fils) === collected_fils;
    return { status: is_same ? 'done' : 'listed', outstanding_fils };
  }
  // The store books the whole outstanding amount, so it must equal the collected amount.
  const may_mark = !conflict && !is_open && payable && collected_fils === outstanding_fils;
  if (!may_mark) return { status: 'listed', outstanding_fils };
  if (collected_fils === 0) return { status: 'done', outstanding_fils };
  const asked = { asked_at: sql<Date>`coalesce(asked_at, now())`, marked_fils: null };
  const written = await changeRows(owner, 'store_payments', keyOf(claimed), asked);
  if (written === 0) throw new ShopifyError('rejected', 'The payment was changed meanwhile');
  await markOrderPaid(api, external_id);
  return { status: 'done', outstanding_fils: 0 };
}

/**
 * Lists a payment that was corrected while the store marked the former amount, unless the amounts are equal
 * again.
 */
async function listCorrected(tx: Tx, { shop_id, confirmation_id, collected_fils }: Payment) {
  const listing = sql<{ before: 'owed' | 'waiting' | 'listed' | 'failed'; status: 'done' | 'listed' }>`
    update store_payments p set status = case when p.collected_fils = ${collected_fils} then 'done' else 'listed' end,
      marked_fils = ${collected_fils}, outstanding_fils = 0, last_error = null, done_at = now()
    from store_payments f
    where p.shop_id = ${shop_id} and p.confirmation_id = ${confirmation_id}::uuid and p.status not in ('done', 'dismissed')
      and f.shop_id = p.shop_id and f.confirmation_id = p.confirmation_id
    returning f.status as before, p.status`;
  const listed = await firstRow(tx, listing);
  if (!listed) return undefined;
  return { before: listed.before, end: { status: listed.status, outstanding_fils: 0 } };
}

const OUTSTANDING = `query OutstandingOfOrder($id: ID!) {
  order(id: $id) {
    cancelledAt
    totalOutstandingSet { shopMoney { amount currencyCode } }
  }
}`;

const MARK = `mutation MarkAsPaid($input: OrderMarkAsPaidInput!) {
  orderMarkAsPaid(input: $input) {
    order { displayFinancialStatus }
    userErrors { field message }
  }
}`;

const outstandingResponse = z.object({
  order: z
    .object({
      cancelledAt: z.string().nullable(),
      totalOutstandingSet: z.object({
        shopMoney: z.object({ amount: z.string(), currencyCode: z.string() }),
      }),
    })
    .nullable(),
});

/**
 * Reads the outstanding amount in the store's books. `payable`: it is in AED and the order is not cancelled.
 * Throws ShopifyError.
 */
async function readOutstanding(api: ShopifyApi, external_id: string) {
  const { order } = await api.run(outstandingResponse, OUTSTANDING, { id: gidOf(external_id) });
  if (!order) throw new ShopifyError('rejected', 'Shopify has no order with this id');
  const { amount, currencyCode } = order.totalOutstandingSet.shopMoney;
  // A negative amount means that the order is overpaid, so nothing is outstanding.
  const parsed = parseAmount(amount.startsWith('-') ? '0' : amount);
  if (!parsed.ok) throw new ShopifyError('rejected', 'Shopify sent an invalid amount');
  const payable = currencyCode === 'AED' && order.cancelledAt === null;
  return { outstanding_fils: parsed.amount_fils, payable };
}

/** Marks the whole outstanding amount as paid: Shopify cannot book a part of it. Throws ShopifyError. */
function markOrderPaid(api: ShopifyApi, external_id: string): Promise<void> {
  return mutate(api, MARK, { input: { id: gidOf(external_id) } }, 'the order was not marked as paid');
}

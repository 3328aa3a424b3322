import { z } from 'zod';
import { parseAmount } from '../../../contract/rules/amounts/parse-amount.ts';
import type { Database } from '../../platform/database/database.ts';
import { changeRows } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { gidOf, mutate, type ShopifyApi } from '../api/shopify-api.ts';
import { ShopifyError } from '../api/shopify-error.ts';
import { type Claimed, type StoreQueue, shopsWithDue, type WorkOptions, workOff } from '../work-off.ts';

type Payment = Claimed & {
  confirmation_id: string;
  collected_fils: number;
  conflict: boolean;
  asked_at: Date | null;
};
type Settled = { status: 'done' | 'listed'; outstanding_fils: number };

const PAYMENTS: StoreQueue<Payment, Settled> = {
  what: 'mark_order_paid',
  table: 'store_payments',
  key: 'confirmation_id',
  allowed: sql`exists (
    select from shopify_connections c where c.shop_id = w.shop_id and c.marking_refused_because is null)`,
  first: sql`w.created_at`,
  work: settle,
  async write(tx, { shop_id, confirmation_id, asked_at }, columns, outcome) {
    // Only an answer that did not come leaves it open whether it was marked: after any other the store has not done it.
    const was_not_asked = 'failure' in outcome && outcome.failure.kind !== 'unavailable';
    const told = 'end' in outcome ? outcome.end : was_not_asked ? { asked_at } : {};
    const key = { shop_id, confirmation_id, status: 'waiting' } as const;
    const written = await changeRows(tx, 'store_payments', key, { ...columns, ...told });
    return written > 0 ? 'waiting' : undefined;
  },
  audited: ({ confirmation_id, collected_fils }) => ({
    subject_id: confirmation_id,
    facts: { collected_fils },
  }),
  // Credentials that are refused stop everything; a scope that is missing stops marking only.
  stops: ({ status }) => (status === null ? 'marking' : 'everything'),
  told: { ended: 'payment settled with Shopify', failed: 'order not marked as paid in Shopify' },
};

/**
 * Marks in a shop's store as paid what drivers took at the door, once, and only where they took what the store says is outstanding;
 * everything else is listed (ruling G10). Where the app may not mark, only marking stops. Answers how many were marked.
 * Throws what the database throws.
 */
export function markOrdersPaid(options: WorkOptions, shop_id: number): Promise<number> {
  return workOff(options, shop_id, PAYMENTS);
}

export function shopsToMark(owner: Database): Promise<number[]> {
  return shopsWithDue(owner, PAYMENTS);
}

/** Looks first: the store may have done it without anybody hearing of it. That it is asked is kept before it is asked. */
async function settle(api: ShopifyApi, claimed: Payment, owner: Database): Promise<Settled> {
  const { shop_id, confirmation_id, external_id, asked_at, conflict, collected_fils } = claimed;
  const { outstanding_fils, payable } = await readOutstanding(api, external_id);
  if (asked_at !== null && outstanding_fils === 0) return { status: 'done', outstanding_fils };
  // The store books all that is outstanding, so that has to be what was collected.
  const may_mark = !conflict && payable && collected_fils === outstanding_fils;
  if (!may_mark) return { status: 'listed', outstanding_fils };
  const key = { shop_id, confirmation_id, status: 'waiting' } as const;
  await changeRows(owner, 'store_payments', key, { asked_at: sql<Date>`coalesce(asked_at, now())` });
  await markOrderPaid(api, external_id);
  return { status: 'done', outstanding_fils: 0 };
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

const outstandingAnswer = z.object({
  order: z
    .object({
      cancelledAt: z.string().nullable(),
      totalOutstandingSet: z.object({
        shopMoney: z.object({ amount: z.string(), currencyCode: z.string() }),
      }),
    })
    .nullable(),
});

/** What is still to be paid by the store's books; `payable` when in AED and the order stands. Throws ShopifyError. */
async function readOutstanding(api: ShopifyApi, external_id: string) {
  const { order } = await api.run(outstandingAnswer, OUTSTANDING, { id: gidOf(external_id) });
  if (!order) throw new ShopifyError('rejected', 'Shopify has no order with this id');
  const { amount, currencyCode } = order.totalOutstandingSet.shopMoney;
  // Paid too much is paid.
  const parsed = parseAmount(amount.startsWith('-') ? '0' : amount);
  if (!parsed.ok) throw new ShopifyError('rejected', 'Shopify told an amount that is none');
  const payable = currencyCode === 'AED' && order.cancelledAt === null;
  return { outstanding_fils: parsed.amount_fils, payable };
}

/** Has the store book all that is outstanding as paid; it has no way to book an amount. Throws ShopifyError. */
function markOrderPaid(api: ShopifyApi, external_id: string): Promise<void> {
  return mutate(api, MARK, { input: { id: gidOf(external_id) } }, 'nothing was marked');
}

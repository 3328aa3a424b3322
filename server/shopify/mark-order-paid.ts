import { z } from 'zod';
import { parseAmount } from '../../contract/rules/money.ts';
import { gidOf, mutate, type ShopifyApi } from './shopify-api.ts';
import { ShopifyError } from './shopify-error.ts';

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

/** What is still to be paid for an order by the store's books; `payable` when that is in AED and the order stands. */
export type Outstanding = { outstanding_fils: number; payable: boolean };

/** Throws ShopifyError. */
export async function readOutstanding(api: ShopifyApi, external_id: string): Promise<Outstanding> {
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
export function markOrderPaid(api: ShopifyApi, external_id: string): Promise<void> {
  return mutate(api, MARK, { input: { id: gidOf(external_id) } }, 'nothing was marked');
}

import { z } from 'zod';
import { mutate, type ShopifyApi } from '../api/shopify-api.ts';
import { ShopifyError } from '../api/shopify-error.ts';

/** The page size: more fulfilment orders than any order has. */
export const FULFILMENT_ORDERS = 50;
export const ROUNDS_MAX = 5;

export const fulfilmentOrders = z.object({
  pageInfo: z.object({ hasNextPage: z.boolean() }),
  nodes: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      supportedActions: z.array(z.object({ action: z.string() })),
    }),
  ),
});
type FulfilmentOrders = z.output<typeof fulfilmentOrders>;
export type FulfilmentOrder = FulfilmentOrders['nodes'][number];

export function canBeFulfilled({ supportedActions }: FulfilmentOrder): boolean {
  return supportedActions.some(({ action }) => action === 'CREATE_FULFILLMENT');
}

/** Throws ShopifyError if a fulfilment order is open and cannot be fulfilled now. */
export function assertNoneBlocked({ fulfillmentOrders }: { fulfillmentOrders: FulfilmentOrders }): void {
  const open = fulfillmentOrders.nodes.filter(({ status }) => !['CLOSED', 'CANCELLED'].includes(status));
  const blocked = open.filter((node) => !canBeFulfilled(node));
  if (blocked.length === 0) return;
  const statuses = [...new Set(blocked.map(({ status }) => status.toLowerCase().replaceAll('_', ' ')))];
  throw new ShopifyError('rejected', `Shopify does not allow fulfilment now: it is ${statuses.join(', ')}`);
}

/** All of a fulfilment order, or quantities of its lines. */
export type ToFulfil = {
  fulfillmentOrderId: string;
  fulfillmentOrderLineItems?: readonly { id: string; quantity: number }[];
};

const FULFIL = `mutation Fulfil($fulfillment: FulfillmentInput!) {
  fulfillmentCreate(fulfillment: $fulfillment) {
    fulfillment { id status }
    userErrors { field message }
  }
}`;

/**
 * Creates one fulfilment for each fulfilment order, since one fulfilment cannot cover several locations.
 * Shopify does not notify the customer, who has the goods. Tries all and returns the first rejection.
 * `before` runs before each request.
 */
export async function sendFulfilments(
  api: ShopifyApi,
  all: readonly ToFulfil[],
  before?: () => Promise<void>,
): Promise<ShopifyError | undefined> {
  let rejected: ShopifyError | undefined;
  for (const one of all) {
    await before?.();
    const variables = { fulfillment: { lineItemsByFulfillmentOrder: [one], notifyCustomer: false } };
    try {
      await mutate(api, FULFIL, variables, 'no fulfilment was created');
    } catch (error) {
      if (!(error instanceof ShopifyError) || error.kind !== 'rejected') throw error;
      rejected ??= error;
    }
  }
  return rejected;
}

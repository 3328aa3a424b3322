import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { changeRows } from '../../platform/database/rows.ts';
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

/** Pending fulfilments, newest first: a browser may be waiting for the newest. */
const FULFILMENTS: StoreQueue<Claimed, { status: 'done' }> = {
  what: 'fulfil_order',
  table: 'order_fulfilments',
  key: 'order_id',
  allowed: sql`true`,
  first: sql`w.created_at desc`,
  column: sql`null as part`,
  async work(api, { external_id }) {
    await fulfilOrder(api, external_id);
    return { status: 'done' };
  },
  async write(tx, { shop_id, order_id }, columns, outcome) {
    const end = 'end' in outcome ? outcome.end : undefined;
    // Another worker may have ended the row as failed, so the outcome is written to a failed row too.
    for (const status of end ? (['waiting', 'failed'] as const) : (['waiting'] as const)) {
      const key = { shop_id, order_id, status };
      if (await changeRows(tx, 'order_fulfilments', key, { ...columns, ...end })) return { before: status };
    }
    return undefined;
  },
  audited: ({ order_id }) => ({ subject_id: order_id }),
  stops: () => 'everything',
  log_messages: { ended: 'order fulfilled in Shopify', failed: 'order not fulfilled in Shopify' },
};

/**
 * Fulfils a shop's pending orders in its store. After a claim expires, two workers may process one order:
 * `fulfilOrder` then detects the fulfilment by the other. Returns the number of fulfilled orders.
 */
export function fulfilOrders(options: WorkOptions, shop_id: number): Promise<number> {
  return processQueue(options, shop_id, FULFILMENTS);
}

export function shopsToFulfil(owner: Database): Promise<number[]> {
  return shopsWithDue(owner, FULFILMENTS);
}

/** The page size: more fulfilment orders than any order has. */
const FULFILMENT_ORDERS = 50;
const ROUNDS_MAX = 5;

const ORDER = `query OrderToFulfil($id: ID!) {
  order(id: $id) {
    displayFulfillmentStatus
    fulfillmentOrders(first: ${FULFILMENT_ORDERS}) {
      pageInfo { hasNextPage }
      nodes {
        id
        status
        supportedActions { action }
      }
    }
  }
}`;

const FULFIL = `mutation Fulfil($fulfillment: FulfillmentInput!) {
  fulfillmentCreate(fulfillment: $fulfillment) {
    fulfillment { id status }
    userErrors { field message }
  }
}`;

const orderResponse = z.object({
  order: z
    .object({
      displayFulfillmentStatus: z.string(),
      fulfillmentOrders: z.object({
        pageInfo: z.object({ hasNextPage: z.boolean() }),
        nodes: z.array(
          z.object({
            id: z.string(),
            status: z.string(),
            supportedActions: z.array(z.object({ action: z.string() })),
          }),
        ),
      }),
    })
    .nullable(),
});
type Order = NonNullable<z.output<typeof orderResponse>['order']>;
type FulfilmentOrder = Order['fulfillmentOrders']['nodes'][number];

/**
 * Fulfils the remaining parts of an order in the store. It may be repeated after an attempt with an unknown
 * outcome: an order that is fulfilled already is done. Shopify does not notify the customer, who has the
 * goods. Throws ShopifyError.
 */
async function fulfilOrder(api: ShopifyApi, external_id: string): Promise<void> {
  let rejected: ShopifyError | undefined;
  for (let round = 1; round <= ROUNDS_MAX; round++) {
    const { order } = await api.run(orderResponse, ORDER, { id: gidOf(external_id) });
    if (!order) throw new ShopifyError('rejected', 'Shopify has no order with this id');
    const open = order.fulfillmentOrders.nodes.filter(canBeFulfilled);
    if (open.length === 0) return assertNothingLeft(order);
    // The order is still open after a rejection, so no other client has fulfilled it meanwhile.
    if (rejected) throw rejected;
    rejected = await fulfilAll(api, open);
    if (!rejected && !order.fulfillmentOrders.pageInfo.hasNextPage) return assertNoneBlocked(order);
  }
  throw rejected ?? new ShopifyError('rejected', 'The order has too many fulfilment orders');
}

function canBeFulfilled({ supportedActions }: FulfilmentOrder): boolean {
  return supportedActions.some(({ action }) => action === 'CREATE_FULFILLMENT');
}

/**
 * Throws ShopifyError unless the order is fulfilled. An empty list does not prove it: an app sees only the
 * fulfilment orders that its scopes reach.
 */
function assertNothingLeft(order: Order): void {
  const { displayFulfillmentStatus, fulfillmentOrders } = order;
  if (['FULFILLED', 'FULFILLMENT_NOT_REQUIRED'].includes(displayFulfillmentStatus)) return;
  assertNoneBlocked(order);
  if (fulfillmentOrders.nodes.length === 0) {
    throw new ShopifyError(
      'rejected',
      'The app can see no fulfilment orders, and the order is not fulfilled',
    );
  }
  if (fulfillmentOrders.pageInfo.hasNextPage) {
    throw new ShopifyError('rejected', 'The order has too many fulfilment orders');
  }
}

/** Throws ShopifyError if a fulfilment order is open and cannot be fulfilled now. */
function assertNoneBlocked({ fulfillmentOrders }: Order): void {
  const open = fulfillmentOrders.nodes.filter(({ status }) => !['CLOSED', 'CANCELLED'].includes(status));
  const blocked = open.filter((node) => !canBeFulfilled(node));
  if (blocked.length === 0) return;
  const statuses = [...new Set(blocked.map(({ status }) => status.toLowerCase().replaceAll('_', ' ')))];
  throw new ShopifyError('rejected', `Shopify does not allow fulfilment now: it is ${statuses.join(', ')}`);
}

/**
 * Creates one fulfilment for each fulfilment order, since one fulfilment cannot cover several locations.
 * Tries all and returns the first rejection.
 */
async function fulfilAll(api: ShopifyApi, open: FulfilmentOrder[]): Promise<ShopifyError | undefined> {
  let rejected: ShopifyError | undefined;
  for (const { id } of open) {
    const lineItemsByFulfillmentOrder = [{ fulfillmentOrderId: id }];
    const variables = { fulfillment: { lineItemsByFulfillmentOrder, notifyCustomer: false } };
    try {
      await mutate(api, FULFIL, variables, 'no fulfilment was created');
    } catch (error) {
      if (!(error instanceof ShopifyError) || error.kind !== 'rejected') throw error;
      rejected ??= error;
    }
  }
  return rejected;
}

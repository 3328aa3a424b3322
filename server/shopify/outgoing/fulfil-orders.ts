import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { changeRows } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { gidOf, mutate, type ShopifyApi } from '../api/shopify-api.ts';
import { ShopifyError } from '../api/shopify-error.ts';
import { type Claimed, type StoreQueue, shopsWithDue, type WorkOptions, workOff } from '../work-off.ts';

/** Newest first: somebody may be waiting for that one. */
const FULFILMENTS: StoreQueue<Claimed, { status: 'done' }> = {
  what: 'fulfil_order',
  table: 'order_fulfilments',
  key: 'order_id',
  allowed: sql`true`,
  first: sql`w.created_at desc`,
  async work(api, { external_id }) {
    await fulfilOrder(api, external_id);
    return { status: 'done' };
  },
  async write(tx, { shop_id, order_id }, columns, outcome) {
    const end = 'end' in outcome ? outcome.end : undefined;
    // Two may have worked at it.
    for (const status of end ? (['waiting', 'failed'] as const) : (['waiting'] as const)) {
      const key = { shop_id, order_id, status };
      if (await changeRows(tx, 'order_fulfilments', key, { ...columns, ...end })) return status;
    }
    return undefined;
  },
  audited: ({ order_id }) => ({ subject_id: order_id }),
  stops: () => 'everything',
  told: { ended: 'order fulfilled in Shopify', failed: 'order not fulfilled in Shopify' },
};

/** Fulfils in the store what waits. Past a claim two may work at one: `fulfilOrder` finds what the other did. Answers how many. */
export function fulfilOrders(options: WorkOptions, shop_id: number): Promise<number> {
  return workOff(options, shop_id, FULFILMENTS);
}

export function shopsToFulfil(owner: Database): Promise<number[]> {
  return shopsWithDue(owner, FULFILMENTS);
}

/** More fulfilment orders than any order has. */
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

const orderAnswer = z.object({
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
type Order = NonNullable<z.output<typeof orderAnswer>['order']>;
type FulfilmentOrder = Order['fulfillmentOrders']['nodes'][number];

/**
 * Fulfils what is left to fulfil of an order in the store; one that is fulfilled already is done, so it may be repeated after
 * an attempt whose end nobody heard. The customer is not notified by Shopify: the goods are in his hands. Throws ShopifyError.
 */
async function fulfilOrder(api: ShopifyApi, external_id: string): Promise<void> {
  let rejected: ShopifyError | undefined;
  for (let round = 1; round <= ROUNDS_MAX; round++) {
    const { order } = await api.run(orderAnswer, ORDER, { id: gidOf(external_id) });
    if (!order) throw new ShopifyError('rejected', 'Shopify has no order with this id');
    const open = order.fulfillmentOrders.nodes.filter(canBeFulfilled);
    if (open.length === 0) return assertNothingLeft(order);
    // Rejected, and it is still to be done: nobody else did it meanwhile.
    if (rejected) throw rejected;
    rejected = await fulfilAll(api, open);
    if (!rejected && !order.fulfillmentOrders.pageInfo.hasNextPage) return assertNoneHeld(order);
  }
  throw rejected ?? new ShopifyError('rejected', 'Shopify keeps more to fulfil than an order can have');
}

function canBeFulfilled({ supportedActions }: FulfilmentOrder): boolean {
  return supportedActions.some(({ action }) => action === 'CREATE_FULFILLMENT');
}

/** Nothing can be fulfilled: it was, or it is held. Seeing nothing is no proof: an app sees only what its scopes reach. */
function assertNothingLeft(order: Order): void {
  const { displayFulfillmentStatus, fulfillmentOrders } = order;
  if (['FULFILLED', 'FULFILLMENT_NOT_REQUIRED'].includes(displayFulfillmentStatus)) return;
  assertNoneHeld(order);
  if (fulfillmentOrders.nodes.length === 0) {
    throw new ShopifyError(
      'rejected',
      'Shopify shows the app nothing to fulfil, and the order is not fulfilled',
    );
  }
  if (fulfillmentOrders.pageInfo.hasNextPage) {
    throw new ShopifyError('rejected', 'Shopify keeps more to fulfil than an order can have');
  }
}

/** Something that is neither done nor can be done now keeps the order from being fulfilled. */
function assertNoneHeld({ fulfillmentOrders }: Order): void {
  const open = fulfillmentOrders.nodes.filter(({ status }) => !['CLOSED', 'CANCELLED'].includes(status));
  const held = open.filter((node) => !canBeFulfilled(node));
  if (held.length === 0) return;
  const statuses = [...new Set(held.map(({ status }) => status.toLowerCase().replaceAll('_', ' ')))];
  throw new ShopifyError('rejected', `Shopify lets nobody fulfil it now: it is ${statuses.join(', ')}`);
}

/** One for each fulfilment order: several locations' may not be in one. Answers the first rejection, after trying all. */
async function fulfilAll(api: ShopifyApi, open: FulfilmentOrder[]): Promise<ShopifyError | undefined> {
  let rejected: ShopifyError | undefined;
  for (const { id } of open) {
    const lineItemsByFulfillmentOrder = [{ fulfillmentOrderId: id }];
    const variables = { fulfillment: { lineItemsByFulfillmentOrder, notifyCustomer: false } };
    try {
      await mutate(api, FULFIL, variables, 'no fulfilment was made');
    } catch (error) {
      if (!(error instanceof ShopifyError) || error.kind !== 'rejected') throw error;
      rejected ??= error;
    }
  }
  return rejected;
}

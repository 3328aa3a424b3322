import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { changeRows } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { gidOf, type ShopifyApi } from '../api/shopify-api.ts';
import { ShopifyError } from '../api/shopify-error.ts';
import { CLAIM, processQueue, type StoreQueue, shopsWithDue, type WorkOptions } from '../process-queue.ts';
import type { ClaimedPart } from './fulfil-part.ts';
import {
  assertNoneBlocked,
  canBeFulfilled,
  FULFILMENT_ORDERS,
  fulfilmentOrders,
  ROUNDS_MAX,
  sendFulfilments,
} from './fulfilment-orders.ts';

type ToFulfil = Omit<ClaimedPart, 'part'> & {
  /** The lines of a delivery of which goods were refused; null if all goods were delivered. */
  part: ClaimedPart['part'] | null;
};

const PART = sql`(
  select jsonb_agg(jsonb_build_object('qty', l.qty, 'handed_over', l.handed_over, 'name', l.name,
      'unit_price_fils', l.unit_price_fils, 'external_id', i.external_id)
      || case when i.id is not null then jsonb_build_object('sku', p.sku) else '{}' end order by l.position)
  from delivery_lines l
  join delivery_confirmations c on c.shop_id = l.shop_id and c.id = l.confirmation_id and c.outcome = 'delivered'
  left join order_line_items i on i.shop_id = l.shop_id and i.id = l.item_id
  left join products p on p.shop_id = i.shop_id and p.id = i.product_id
  where q.is_part and l.shop_id = o.shop_id and l.order_id = o.id) as part, q.held_until::text as held`;

/** Pending fulfilments, newest first: a browser may be waiting for the newest. */
const FULFILMENTS: StoreQueue<ToFulfil, { status: 'done' }> = {
  what: 'fulfil_order',
  table: 'order_fulfilments',
  key: 'order_id',
  // The last request for a part may still be executed; a time further ahead was written by a wrong clock.
  allowed: sql`(w.held_until is null or w.held_until <= now() or w.held_until > now() + ${CLAIM})`,
  first: sql`w.created_at desc`,
  claims: sql`held_until = case when q.is_part then now() + ${CLAIM} end`,
  columns: PART,
  async work(api, { part, ...claimed }, owner) {
    if (part) {
      // Loaded with the first part delivery, which many shops never have.
      const { fulfilPart } = await import('./fulfil-part.ts');
      await fulfilPart(api, { ...claimed, part }, owner);
    } else await fulfilOrder(api, claimed.external_id);
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

const orderResponse = z.object({
  order: z
    .object({
      displayFulfillmentStatus: z.string(),
      fulfillmentOrders: fulfilmentOrders,
    })
    .nullable(),
});
type Order = NonNullable<z.output<typeof orderResponse>['order']>;

/**
 * Fulfils the remaining parts of an order in the store. It may be repeated after an attempt with an unknown
 * outcome: an order that is fulfilled already is done. Throws ShopifyError.
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
    rejected = await sendFulfilments(
      api,
      open.map(({ id }) => ({ fulfillmentOrderId: id })),
    );
    if (!rejected && !order.fulfillmentOrders.pageInfo.hasNextPage) return assertNoneBlocked(order);
  }
  throw rejected ?? new ShopifyError('rejected', 'The order has too many fulfilment orders');
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

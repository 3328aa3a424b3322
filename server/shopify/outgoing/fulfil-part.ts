import { z } from 'zod';
import { parseAmount } from '../../../contract/rules/amounts/parse-amount.ts';
import type { Database } from '../../platform/database/database.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import { gidOf, type ShopifyApi } from '../api/shopify-api.ts';
import { asShopifyError, ShopifyError } from '../api/shopify-error.ts';
import { CLAIM, type Claimed } from '../process-queue.ts';
import {
  assertNoneBlocked,
  canBeFulfilled,
  FULFILMENT_ORDERS,
  type FulfilmentOrder,
  fulfilmentOrders,
  ROUNDS_MAX,
  sendFulfilments,
} from './fulfilment-orders.ts';
import { type DeliveredLine, matchStoreLines, type StoreLine } from './match-store-lines.ts';

/** The quantities to fulfil by the store's line ids, and the fulfilments that the store had before. */
type Plan = { quantities: Record<string, number>; fulfilments: string[] };

export type ClaimedPart = Claimed & {
  part: DeliveredLine[];
  plan: Plan | null;
  /** The text of `held_until`, which only this claim has. */
  held: string;
};

/**
 * Fulfils in the store what was handed over in a part delivery, by line and quantity; refused goods stay
 * unfulfilled. The plan is stored before the first request: a later attempt subtracts what the store has
 * fulfilled since, so that a lost response fulfils nothing twice. Only one worker fulfils a part at a time.
 * Throws ShopifyError.
 */
export async function fulfilPart(api: ShopifyApi, claimed: ClaimedPart, owner: Database): Promise<void> {
  const hold = holdOf(owner, claimed);
  try {
    await fulfilHeld(api, claimed, hold);
  } catch (error) {
    // Without a response, the last request may still be executed.
    if (!hold.is_asked || asShopifyError(error).kind !== 'unavailable') await hold.release();
    throw error;
  }
  await hold.release();
}

async function fulfilHeld(api: ShopifyApi, claimed: ClaimedPart, hold: Hold): Promise<void> {
  const { external_id } = claimed;
  let { plan } = claimed;
  let rejected: ShopifyError | undefined;
  for (let round = 1; round <= ROUNDS_MAX; round++) {
    const order = await readOrder(api, external_id);
    const store_lines = await readLines(api, external_id);
    plan ??= await hold.keepPlan(planOf(claimed.part, store_lines, order));
    const left = await leftOf(api, plan, { order, store_lines });
    if (left.size === 0) return;
    // The goods are still unfulfilled after a rejection, so no other client has fulfilled them meanwhile.
    if (rejected) throw rejected;
    const open = order.fulfillmentOrders.nodes.filter(canBeFulfilled);
    const parts = await divide(api, left, open);
    if (parts.length === 0) throw notFulfillable(order);
    rejected = await sendFulfilments(api, parts, () => hold.renew());
  }
  throw rejected ?? new ShopifyError('rejected', 'The order has too many fulfilment orders');
}

type Hold = {
  /** True once a fulfilment was requested. */
  is_asked: boolean;
  /** Stores the plan, unless there is one, and returns the stored one. */
  keepPlan(plan: Plan): Promise<Plan>;
  renew(): Promise<void>;
  release(): Promise<void>;
};

/**
 * Returns the hold of a claimed part, which no other worker claims until `held_until`. `keepPlan` and `renew`
 * throw ShopifyError if that time has passed and another worker has claimed it.
 */
function holdOf(owner: Database, { shop_id, order_id, held: claimed }: ClaimedPart): Hold {
  let held = claimed;
  const mine = () =>
    sql`shop_id = ${shop_id} and order_id = ${order_id}::uuid and held_until::text = ${held}`;
  const changed = async <Row>(change: Sql<Row>): Promise<Row> => {
    const row = await firstRow(owner, change);
    if (!row) throw new ShopifyError('rejected', 'Another worker fulfils this order');
    return row;
  };
  return {
    is_asked: false,
    async keepPlan(plan) {
      const keeping = sql<{ plan: Plan }>`
        update order_fulfilments set plan = coalesce(plan, ${JSON.stringify(plan)}::jsonb) where ${mine()} returning plan`;
      return (await changed(keeping)).plan;
    },
    async renew() {
      const renewing = sql<{ held: string }>`
        update order_fulfilments set held_until = now() + ${CLAIM} where ${mine()} returning held_until::text as held`;
      held = (await changed(renewing)).held;
      this.is_asked = true;
    },
    async release() {
      await sql`update order_fulfilments set held_until = null where ${mine()}`.execute(owner);
    },
  };
}

const ORDER = `query PartToFulfil($id: ID!) {
  order(id: $id) {
    fulfillments(first: 100) { id status }
    fulfillmentOrders(first: ${FULFILMENT_ORDERS}) {
      pageInfo { hasNextPage }
      nodes { id status supportedActions { action } }
    }
  }
}`;

const orderResponse = z.object({
  order: z
    .object({
      fulfillments: z.array(z.object({ id: z.string(), status: z.string() })),
      fulfillmentOrders: fulfilmentOrders,
    })
    .nullable(),
});
type Order = NonNullable<z.output<typeof orderResponse>['order']>;

async function readOrder(api: ShopifyApi, external_id: string): Promise<Order> {
  const { order } = await api.run(orderResponse, ORDER, { id: gidOf(external_id) });
  if (!order) throw new ShopifyError('rejected', 'Shopify has no order with this id');
  return order;
}

/** The page size of lines: their query costs three points a line. */
const PAGE = 100;
const PAGE_INFO = 'pageInfo { hasNextPage endCursor }';

const LINES = `query LinesOfOrder($id: ID!, $after: String) {
  order(id: $id) {
    lineItems(first: ${PAGE}, after: $after) {
      ${PAGE_INFO}
      nodes { id name sku currentQuantity unfulfilledQuantity originalUnitPriceSet { shopMoney { amount } } }
    }
  }
}`;

const TO_FULFIL = `query LinesToFulfil($id: ID!, $after: String) {
  fulfillmentOrder(id: $id) {
    lineItems(first: ${PAGE}, after: $after) {
      ${PAGE_INFO}
      nodes { id remainingQuantity lineItem { id } }
    }
  }
}`;

const FULFILLED = `query LinesFulfilled($id: ID!, $after: String) {
  fulfillment(id: $id) {
    fulfillmentLineItems(first: ${PAGE}, after: $after) {
      ${PAGE_INFO}
      nodes { quantity lineItem { id } }
    }
  }
}`;

const lineItem = z.object({ id: z.string() });
const storeLine = z
  .object({
    id: z.string(),
    name: z.string(),
    sku: z.string().nullable(),
    currentQuantity: z.number().int(),
    unfulfilledQuantity: z.number().int(),
    originalUnitPriceSet: z.object({ shopMoney: z.object({ amount: z.string() }) }),
  })
  .transform((line): StoreLine => {
    const { id, name, sku, currentQuantity, unfulfilledQuantity, originalUnitPriceSet } = line;
    const price = parseAmount(originalUnitPriceSet.shopMoney.amount);
    return {
      id: id.replace('gid://shopify/LineItem/', ''),
      name,
      sku: sku ?? '',
      // A price with more decimals than fils matches no imported line.
      unit_price_fils: price.ok ? price.amount_fils : -1,
      current_quantity: currentQuantity,
      unfulfilled_quantity: unfulfilledQuantity,
    };
  });
const toFulfil = z.object({ id: z.string(), remainingQuantity: z.number().int(), lineItem });
const fulfilled = z.object({ quantity: z.number().int().nullable(), lineItem: lineItem.nullable() });

/** Reads all pages of a list of lines. Throws ShopifyError. */
async function readPages<Node extends z.ZodType>(
  api: ShopifyApi,
  { query, id, of, list, node }: { query: string; id: string; of: string; list: string; node: Node },
): Promise<z.output<Node>[]> {
  const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() });
  const page = z.object({ pageInfo, nodes: z.array(node) });
  const schema = z
    .object({ [of]: z.object({ [list]: page }).nullable() })
    .transform((response) => response[of]?.[list]);
  const all: z.output<Node>[] = [];
  for (let after: string | null = null; ; ) {
    const read: z.output<typeof page> | undefined = await api.run(schema, query, { id, after });
    // It was removed since its id was read.
    if (!read) return all;
    all.push(...read.nodes);
    if (!read.pageInfo.hasNextPage || read.pageInfo.endCursor === null) return all;
    after = read.pageInfo.endCursor;
  }
}

function readLines(api: ShopifyApi, external_id: string): Promise<StoreLine[]> {
  const id = gidOf(external_id);
  return readPages(api, { query: LINES, id, of: 'order', list: 'lineItems', node: storeLine });
}

const NOT_MADE = ['CANCELLED', 'ERROR', 'FAILURE'];
const idsOf = ({ fulfillments }: Order) =>
  fulfillments.filter(({ status }) => !NOT_MADE.includes(status)).map(({ id }) => id);

/**
 * Plans the quantity of each line: at most what was handed over, and what the store has not fulfilled. If a
 * part of the quantity on the way is not unfulfilled in the store, it was removed there or, after any
 * fulfilment, fulfilled: then refused goods still stay unfulfilled.
 */
function planOf(part: readonly DeliveredLine[], store_lines: readonly StoreLine[], order: Order): Plan {
  const fulfilments = idsOf(order);
  const quantities: Plan['quantities'] = {};
  for (const { line, store_line } of matchStoreLines(part, store_lines)) {
    const { qty, handed_over } = line;
    const refused = fulfilments.length > 0 ? qty - handed_over : 0;
    const quantity = Math.min(handed_over, store_line.unfulfilled_quantity - refused);
    if (quantity > 0) quantities[store_line.id] = quantity;
  }
  return { quantities, fulfilments };
}

const plainId = ({ id }: { id: string }) => id.replace('gid://shopify/LineItem/', '');

/** Returns the quantities that are still to be fulfilled, by the store's line ids. */
async function leftOf(
  api: ShopifyApi,
  { quantities, fulfilments }: Plan,
  { order, store_lines }: { order: Order; store_lines: readonly StoreLine[] },
): Promise<Map<string, number>> {
  const left = new Map(Object.entries(quantities));
  for (const id of idsOf(order).filter((one) => !fulfilments.includes(one))) {
    const list = { query: FULFILLED, id, of: 'fulfillment', list: 'fulfillmentLineItems', node: fulfilled };
    for (const { quantity, lineItem: line } of await readPages(api, list)) {
      const line_id = line && plainId(line);
      if (line_id) left.set(line_id, (left.get(line_id) ?? 0) - (quantity ?? 0));
    }
  }
  const unfulfilled = new Map(store_lines.map((line) => [line.id, line.unfulfilled_quantity]));
  const quantitiesLeft = [...left].map(
    ([id, quantity]) => [id, Math.min(quantity, unfulfilled.get(id) ?? 0)] as const,
  );
  return new Map(quantitiesLeft.filter(([, quantity]) => quantity > 0));
}

/** Divides quantities over the lines of open fulfilment orders, in their order. */
async function divide(api: ShopifyApi, quantities: ReadonlyMap<string, number>, open: FulfilmentOrder[]) {
  const left = new Map(quantities);
  const parts: {
    fulfillmentOrderId: string;
    fulfillmentOrderLineItems: { id: string; quantity: number }[];
  }[] = [];
  for (const { id: fulfillmentOrderId } of open) {
    const list = {
      query: TO_FULFIL,
      id: fulfillmentOrderId,
      of: 'fulfillmentOrder',
      list: 'lineItems',
      node: toFulfil,
    };
    const lines = (await readPages(api, list)).flatMap(({ id, remainingQuantity, lineItem: line }) => {
      const wanted = left.get(plainId(line)) ?? 0;
      const quantity = Math.min(wanted, remainingQuantity);
      left.set(plainId(line), wanted - quantity);
      return quantity > 0 ? [{ id, quantity }] : [];
    });
    if (lines.length > 0) parts.push({ fulfillmentOrderId, fulfillmentOrderLineItems: lines });
  }
  return parts;
}

/** Returns the reason why goods that were handed over are in no open fulfilment order. */
function notFulfillable(order: Order): ShopifyError {
  assertNoneBlocked(order);
  const message = order.fulfillmentOrders.pageInfo.hasNextPage
    ? 'The order has too many fulfilment orders'
    : 'The app can see no fulfilment order with the goods that were handed over';
  return new ShopifyError('rejected', message);
}

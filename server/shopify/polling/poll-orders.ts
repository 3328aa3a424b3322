import { z } from 'zod';
import type { Database } from '../../platform/database/database.ts';
import { findRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { gidOf, type ShopifyApi } from '../api/shopify-api.ts';
import { ShopifyError } from '../api/shopify-error.ts';
import type { Store } from '../store/store-session.ts';
import { ImportProblem, parsePayload, readHead } from '../store-orders/read-payload.ts';

/** Shopify's search lags behind its orders by some seconds. Orders already seen cost no further query. */
const OVERLAP_MS = 300_000;
const PAGE = 100;
/** The inbox topic of an order that was polled rather than sent by a webhook. */
const POLLED_TOPIC = 'resync';

const CHANGED = `query ChangedOrders($query: String!, $after: String) {
  orders(first: ${PAGE}, after: $after, query: $query, sortKey: UPDATED_AT) {
    pageInfo { hasNextPage endCursor }
    edges { cursor node { legacyResourceId updatedAt } }
  }
}`;

const changed = z.object({
  orders: z.object({
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
    edges: z.array(
      z.object({
        cursor: z.string(),
        node: z.object({
          legacyResourceId: z.string(),
          updatedAt: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
        }),
      }),
    ),
  }),
});

type Edge = z.output<typeof changed>['orders']['edges'][number];
/** The position of a poll. */
export type Progress = {
  since: Date;
  /** The store's cursor of the last order read; null to start at `since`. */
  after: string | null;
  /** The number of orders without a webhook. */
  read: number;
  /** The error message of the first order that could not be read. */
  unreadable: string | null;
};
type Polled = Store & {
  owner: Database;
  now: () => Date;
  /** Reads skipped orders too: the store or the rules may have changed, or the payload was dropped. */
  not_taken_too?: boolean;
};

/**
 * Reads the store's orders that changed since `since`, page by page, and puts those without a webhook into
 * the inbox, where they are processed like webhooks. After each order it stores the time up to which all were
 * read; that time stops before the first order that cannot be read, so that a later poll retries it. Reads at
 * least one order or page, then continues while `hasTime`. Returns true if it reached the end. Throws
 * ShopifyError.
 */
export async function pollOrders(
  store: Polled,
  progress: Progress,
  hasTime: () => boolean,
): Promise<boolean> {
  const query = `updated_at:>='${new Date(progress.since.getTime() - OVERLAP_MS).toISOString()}'`;
  for (;;) {
    const { after } = progress;
    const { orders }: z.output<typeof changed> = await store.api.run(changed, CHANGED, { query, after });
    const { edges, pageInfo } = orders;
    for (const edge of await unseen(store, edges)) {
      await readChange(store, progress, edge);
      await advance(store, progress, edge);
      if (!hasTime()) return false;
    }
    const last = edges.at(-1);
    if (last) await advance(store, progress, last);
    if (!pageInfo.hasNextPage || pageInfo.endCursor === null) return true;
    progress.after = pageInfo.endCursor;
    if (!hasTime()) return false;
  }
}

/**
 * Moves the position past an order. After an unreadable order `polled_until` is unchanged, so that a later
 * poll retries it.
 */
async function advance(store: Polled, progress: Progress, { cursor, node }: Edge): Promise<void> {
  progress.after = cursor;
  if (progress.unreadable === null) await keepPolledUntil(store, progress.since, node.updatedAt);
}

/**
 * Reads one order. An unreadable one does not stop the others. Throws ShopifyError if the store cannot be
 * queried.
 */
async function readChange(store: Polled, progress: Progress, edge: Edge): Promise<void> {
  try {
    if (await receive(store, edge)) progress.read += 1;
  } catch (error) {
    if (!(error instanceof ShopifyError) || error.kind !== 'rejected') throw error;
    progress.unreadable ??= error.message;
  }
}

/** Returns the orders whose current version has not been read yet. */
async function unseen({ owner, connection, not_taken_too }: Polled, edges: Edge[]): Promise<Edge[]> {
  if (edges.length === 0) return [];
  const ids = edges.map(({ node }) => node.legacyResourceId);
  const is_taken = not_taken_too ? sql`not_taken_because is null and left_out_because is null` : sql`true`;
  const { rows } = await sql<{ external_id: string; external_updated_at: Date | null }>`
    select external_id, external_updated_at from shopify_orders
    where shop_id = ${connection.shop_id} and external_id = any(${ids}::text[]) and ${is_taken}`.execute(
    owner,
  );
  const seen = new Map(rows.map((row) => [row.external_id, row.external_updated_at]));
  return edges.filter(({ node: { legacyResourceId, updatedAt } }) => {
    const version = seen.get(legacyResourceId);
    return !version || version < updatedAt;
  });
}

/** Returns false if this version is in the inbox, or a webhook has reported it since the page was read. */
async function receive(store: Polled, edge: Edge): Promise<boolean> {
  const { owner, api, connection, not_taken_too = false } = store;
  const { legacyResourceId, updatedAt } = edge.node;
  const webhook_id = polledId(legacyResourceId, updatedAt);
  const key = { shop_id: connection.shop_id, webhook_id };
  const received = await findRow(owner, 'shopify_webhooks', key, ['worked_at']);
  if (received && (!not_taken_too || received.worked_at === null)) return false;
  if ((await unseen(store, [edge])).length === 0) return false;
  const { payload } = await readPolledOrder(api, legacyResourceId);
  await putIntoInbox(store, webhook_id, payload);
  return true;
}

/**
 * Reads the current version of an order into the inbox, whatever was received before. Returns its webhook id.
 * Throws ShopifyError.
 */
export async function refetchOrder(store: Store & { owner: Database }, external_id: string): Promise<string> {
  const { payload, updated_at } = await readPolledOrder(store.api, external_id);
  const webhook_id = polledId(external_id, updated_at);
  await putIntoInbox(store, webhook_id, payload);
  return webhook_id;
}

function polledId(external_id: string, updated_at: Date): string {
  return `${POLLED_TOPIC}-${external_id}-${updated_at.toISOString()}`;
}

async function putIntoInbox(
  { owner, connection: { shop_id } }: Store & { owner: Database },
  webhook_id: string,
  payload: string,
): Promise<void> {
  await sql`
    insert into shopify_webhooks (shop_id, id, webhook_id, topic, payload, payload_sha256, received_at)
    values (${shop_id}, ${owner.newId()}, ${webhook_id}, ${POLLED_TOPIC}, ${payload}, null, clock_timestamp())
    on conflict (shop_id, webhook_id) do update set
      payload = excluded.payload, payload_sha256 = null, received_at = clock_timestamp(),
      worked_at = null, outcome = null, attempts = 0, next_attempt_at = now()`.execute(owner);
}

/**
 * Stores the time up to which all changes were read. A poll that starts after the stored time has not read
 * the gap and stores nothing.
 */
async function keepPolledUntil({ owner, connection, now }: Polled, since: Date, until: Date): Promise<void> {
  const { shop_id, shop_domain } = connection;
  await sql`
    update shopify_polls set polled_until = greatest(polled_until, least(${until}::timestamptz, ${now()}))
    where shop_id = ${shop_id} and shop_domain = ${shop_domain} and polled_until >= ${since}`.execute(owner);
}

/**
 * More lines than any order has. Missing lines would make the amounts inconsistent, so that the order is
 * listed.
 */
const LINES_MAX = 250;

const SUM = '{ bare: shopMoney { bare: amount } }';
const SET = '{ shop_money: shopMoney { amount } }';
const ATTRIBUTES = '{ name: key value }';
const ADDRESS = `{
  first_name: firstName last_name: lastName name company phone address1 address2 city zip province latitude longitude
}`;

/**
 * The query of an order. Fields are aliased to a webhook's names, and `bare` marks wrappers that a webhook
 * does not have.
 */
const ORDER = `query PolledOrder($id: ID!) {
  order(id: $id) {
    name updated_at: updatedAt created_at: createdAt cancelled_at: cancelledAt currency: currencyCode
    test note phone customer_locale: customerLocale note_attributes: customAttributes ${ATTRIBUTES}
    taxes_included: taxesIncluded payment_gateway_names: paymentGatewayNames
    financial_status: displayFinancialStatus fulfillment_status: displayFulfillmentStatus
    total_price: totalPriceSet ${SUM} current_total_price: currentTotalPriceSet ${SUM}
    total_discounts: totalDiscountsSet ${SUM} current_total_discounts: currentTotalDiscountsSet ${SUM}
    total_tax: totalTaxSet ${SUM} current_total_tax: currentTotalTaxSet ${SUM}
    total_tip_received: totalTipReceivedSet ${SUM} total_outstanding: totalOutstandingSet ${SUM}
    current_total_duties_set: currentTotalDutiesSet ${SET}
    current_total_additional_fees_set: currentTotalAdditionalFeesSet ${SET}
    total_shipping_price_set: totalShippingPriceSet ${SET}
    current_shipping_price_set: currentShippingPriceSet ${SET}
    shipping_address: shippingAddress ${ADDRESS}
    billing_address: billingAddress ${ADDRESS}
    shipping_lines: shippingLines(first: 20) {
      bare: nodes {
        title is_removed: isRemoved delivery_category: deliveryCategory
        price: originalPriceSet ${SUM} discounted_price: discountedPriceSet ${SUM}
      }
    }
    line_items: lineItems(first: ${LINES_MAX}) {
      bare: nodes {
        id name sku quantity current_quantity: currentQuantity fulfillable_quantity: unfulfilledQuantity
        requires_shipping: requiresShipping price: originalUnitPriceSet ${SUM}
        tax_lines: taxLines { rate price: priceSet ${SUM} } properties: customAttributes ${ATTRIBUTES}
      }
    }
  }
}`;

/** A status: GraphQL writes it in upper case, webhooks in lower case. */
const status = z.string().toLowerCase().nullish();
const orderResponse = z.object({
  order: z.looseObject({ financial_status: status, fulfillment_status: status }).nullable(),
});

/**
 * Reads an order in the form of a webhook, except for the customer record, which needs the scope
 * read_customers. Throws ShopifyError.
 */
async function readPolledOrder(
  api: ShopifyApi,
  external_id: string,
): Promise<{ payload: string; updated_at: Date }> {
  const { order } = await api.run(orderResponse, ORDER, { id: gidOf(external_id) });
  if (!order) throw new ShopifyError('rejected', `Shopify has no order ${external_id}`);
  const payload = JSON.stringify({ id: external_id, ...unwrapped(order) });
  try {
    const { updated_at } = readHead(parsePayload(payload));
    return { payload, updated_at };
  } catch (error) {
    if (!(error instanceof ImportProblem)) throw error;
    throw new ShopifyError('rejected', `Shopify sent order ${external_id} in an unexpected format`);
  }
}

/** Replaces each `{ bare: value }` by its value. */
function unwrapped(value: object): object;
function unwrapped(value: unknown): unknown;
function unwrapped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unwrapped);
  if (typeof value !== 'object' || value === null) return value;
  if ('bare' in value) return unwrapped(value.bare);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, unwrapped(one)]));
}

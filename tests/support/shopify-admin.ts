/**
 * The Admin API of a Shopify store on loopback, without fulfilment: the app's scopes, webhook subscriptions,
 * orders by time of change, and marking as paid. Behaves as Shopify documents it.
 */

type Rest = Record<string, unknown>;
type Variables = Record<string, unknown>;
/** Thrown for errors that the API returns under `errors`. */
export class AdminError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export type Subscription = { id: string; topic: string; uri: string };

export const ALL_SCOPES = ['read_orders', 'write_orders', 'write_merchant_managed_fulfillment_orders'];

export function shopifyAdmin() {
  const orders = new Map<string, Rest>();
  const state = {
    scopes: [...ALL_SCOPES],
    subscriptions: [] as Subscription[],
    /** The maximum number of orders on a page, even if a query requests more. */
    page_max: 100,
    /** The number of booked payments. */
    marked: 0,
  };
  let made = 0;

  function needs(scope: string, field: string): void {
    const has = state.scopes.includes(scope) || state.scopes.includes(scope.replace(/^read_/, 'write_'));
    if (!has)
      throw new AdminError(
        'ACCESS_DENIED',
        `Access denied for ${field} field. Required access: \`${scope}\``,
      );
  }

  function subscribe({ topic, webhookSubscription }: Variables): object {
    const { uri } = webhookSubscription as { uri: string };
    const fault = !uri.startsWith('https://')
      ? 'Address protocol http:// is not supported'
      : state.subscriptions.some((there) => there.topic === topic && there.uri === uri)
        ? 'Address for this topic has already been taken'
        : null;
    if (fault !== null) {
      return {
        webhookSubscriptionCreate: {
          webhookSubscription: null,
          userErrors: [{ field: ['webhookSubscription'], message: fault }],
        },
      };
    }
    made += 1;
    const id = `gid://shopify/WebhookSubscription/${made}`;
    state.subscriptions.push({ id, topic: String(topic), uri });
    return { webhookSubscriptionCreate: { webhookSubscription: { id }, userErrors: [] } };
  }

  function unsubscribe({ id }: Variables): object {
    const there = state.subscriptions.length;
    state.subscriptions = state.subscriptions.filter((subscription) => subscription.id !== id);
    const gone = state.subscriptions.length < there;
    const userErrors = gone ? [] : [{ field: ['id'], message: 'Webhook subscription does not exist' }];
    return {
      webhookSubscriptionDelete: { deletedWebhookSubscriptionId: gone ? id : null, userErrors },
    };
  }

  /** Returns orders by time of change, starting at the timestamp in the query. */
  function changed({ query, after }: Variables): object {
    needs('read_orders', 'orders');
    const since = /^updated_at:>='([^']+)'$/.exec(String(query))?.[1];
    if (since === undefined) throw new AdminError('BAD_REQUEST', `Unknown query: ${query}`);
    const found = [...orders.values()]
      .filter((order) => timeOf(order) >= Date.parse(since))
      .sort((a, b) => timeOf(a) - timeOf(b));
    const start = after === null ? 0 : Number(after);
    const page = found.slice(start, start + state.page_max);
    return {
      orders: {
        pageInfo: {
          hasNextPage: start + page.length < found.length,
          endCursor: page.length > 0 ? String(start + page.length) : null,
        },
        edges: page.map((order, at) => ({
          cursor: String(start + at + 1),
          node: {
            legacyResourceId: String(order.id),
            updatedAt: new Date(timeOf(order)).toISOString(),
          },
        })),
      },
    };
  }

  function orderOf({ id }: Variables): Rest | undefined {
    return orders.get(String(id).replace('gid://shopify/Order/', ''));
  }

  function outstanding(variables: Variables): object {
    needs('read_orders', 'order');
    const order = orderOf(variables);
    return {
      order: order
        ? {
            displayFinancialStatus: String(order.financial_status).toUpperCase(),
            cancelledAt: order.cancelled_at,
            totalOutstandingSet: {
              shopMoney: { amount: order.total_outstanding, currencyCode: order.currency },
            },
          }
        : null,
    };
  }

  function markAsPaid({ input }: Variables): object {
    needs('write_orders', 'orderMarkAsPaid');
    const order = orderOf(input as Variables);
    const payable = order !== undefined && Number(order.total_outstanding) > 0 && order.cancelled_at === null;
    if (!payable) {
      const message = order ? 'Order cannot be marked as paid.' : 'Order does not exist';
      return { orderMarkAsPaid: { order: null, userErrors: [{ field: ['id'], message }] } };
    }
    order.total_outstanding = '0.00';
    order.financial_status = 'paid';
    state.marked += 1;
    return { orderMarkAsPaid: { order: { displayFinancialStatus: 'PAID' }, userErrors: [] } };
  }

  const operations: Record<string, (variables: Variables, query: string) => object> = {
    Scopes: () => ({
      currentAppInstallation: { accessScopes: state.scopes.map((handle) => ({ handle })) },
    }),
    Subscriptions: ({ topics }) => ({
      webhookSubscriptions: {
        nodes: state.subscriptions.filter(({ topic }) => (topics as string[]).includes(topic)),
      },
    }),
    Subscribe: subscribe,
    Unsubscribe: unsubscribe,
    ChangedOrders: changed,
    PolledOrder: (variables, query) => {
      needs('read_orders', 'order');
      const order = orderOf(variables);
      return selected(query, { order: order ? graphqlOrder(order) : null });
    },
    OutstandingOfOrder: outstanding,
    MarkAsPaid: markAsPaid,
  };

  return {
    state,
    /** Stores an order in the format of a webhook. */
    keep(order: Rest): void {
      orders.set(String(order.id), order);
    },
    kept: (id: string): Rest | undefined => orders.get(id),
    /** Returns the response to an operation; undefined for those of fulfilment. Throws AdminError. */
    answer(query: string, variables: Variables): object | undefined {
      const name = /^(?:query|mutation) (\w+)/.exec(query)?.[1] ?? '';
      return operations[name]?.(variables, query);
    },
  };
}

/** Selects the fields that a query names, under their aliases. Throws AdminError for an unknown field. */
function selected(query: string, there: object): object {
  const words =
    query
      .slice(query.indexOf('{'))
      .replace(/\([^)]*\)/g, '')
      .match(/[{}]|\w+:?/g) ?? [];
  const pick = (from: unknown[]): Rest[] => {
    const picked = from.map((): Rest => ({}));
    for (let word = words.shift(); word !== '}'; word = words.shift()) {
      const alias = word?.endsWith(':') ? word.slice(0, -1) : word;
      const field = String(word?.endsWith(':') ? words.shift() : word);
      if (from.some((one) => !(field in (one as Rest))))
        throw new AdminError('undefinedField', `no field ${field}`);
      const values = from.map((one) => (one as Rest)[field] ?? null);
      const is_deeper = words[0] === '{';
      if (is_deeper) words.shift();
      const found = is_deeper ? deeper(values) : values;
      for (const [at, value] of found.entries()) Object.assign(picked[at] ?? {}, { [String(alias)]: value });
    }
    return picked;
  };
  /** Applies the same selection to values and to the values of lists; null stays null. */
  const deeper = (values: unknown[]): unknown[] => {
    const picked = pick(values.flat().filter((value) => value !== null));
    const next = (value: unknown) => (value === null ? null : picked.shift());
    return values.map((value) => (Array.isArray(value) ? value.map(next) : next(value)));
  };
  words.shift();
  return pick([there])[0] ?? {};
}

const timeOf = (order: Rest): number => Date.parse(String(order.updated_at));

function graphqlOrder(order: Rest): object {
  const sets = {
    totalPriceSet: order.total_price,
    currentTotalPriceSet: order.current_total_price,
    totalDiscountsSet: order.total_discounts,
    currentTotalDiscountsSet: order.current_total_discounts,
    totalTaxSet: order.total_tax,
    currentTotalTaxSet: order.current_total_tax,
    totalTipReceivedSet: '0.0',
    totalShippingPriceSet: shopAmount(order.total_shipping_price_set),
    currentShippingPriceSet: shopAmount(order.total_shipping_price_set),
    totalOutstandingSet: order.total_outstanding,
  };
  const lines = order.line_items as Rest[];
  return {
    name: order.name,
    updatedAt: order.updated_at,
    createdAt: order.created_at,
    cancelledAt: order.cancelled_at,
    currencyCode: order.currency,
    test: order.test ?? false,
    note: order.note,
    customerLocale: order.customer_locale ?? null,
    customAttributes: attributesOf(order.note_attributes),
    phone: order.phone,
    taxesIncluded: order.taxes_included,
    paymentGatewayNames: order.payment_gateway_names,
    displayFinancialStatus: String(order.financial_status).toUpperCase(),
    displayFulfillmentStatus: FULFILLMENT[String(order.fulfillment_status)] ?? 'UNFULFILLED',
    ...Object.fromEntries(Object.entries(sets).map(([name, amount]) => [name, setOf(amount)])),
    currentTotalDutiesSet: null,
    currentTotalAdditionalFeesSet: null,
    shippingAddress: graphqlAddress(order.shipping_address),
    billingAddress: graphqlAddress(order.billing_address),
    shippingLines: {
      nodes: (order.shipping_lines as Rest[]).map((line) => ({
        title: line.title,
        isRemoved: false,
        deliveryCategory: line.delivery_category ?? null,
        originalPriceSet: setOf(line.price),
        discountedPriceSet: setOf(line.discounted_price),
      })),
    },
    lineItems: {
      nodes: lines.map((line) => ({
        id: `gid://shopify/LineItem/${line.id}`,
        name: line.name,
        sku: line.sku,
        quantity: line.quantity,
        currentQuantity: line.current_quantity,
        unfulfilledQuantity: line.fulfillable_quantity ?? line.current_quantity,
        requiresShipping: line.requires_shipping ?? true,
        taxLines: ((line.tax_lines ?? []) as Rest[]).map(({ rate, price }) => ({
          rate,
          priceSet: setOf(price),
        })),
        customAttributes: attributesOf(line.properties),
        originalUnitPriceSet: setOf(line.price),
      })),
    },
  };
}

/** The API writes amounts without trailing zeros: 145.00 is "145.0". */
const setOf = (amount: unknown) => ({ shopMoney: { amount: String(amount).replace(/(\.\d)0$/, '$1') } });

const shopAmount = (set: unknown) => (set as { shop_money: { amount: string } }).shop_money.amount;

const FULFILLMENT: Record<string, string> = { fulfilled: 'FULFILLED', partial: 'PARTIALLY_FULFILLED' };

function attributesOf(attributes: unknown): object[] {
  return ((attributes ?? []) as Rest[]).map(({ name, value }) => ({ key: name, value }));
}

function graphqlAddress(address: unknown): object | null {
  if (address === null || address === undefined) return null;
  const { first_name: firstName, last_name: lastName, ...rest } = address as Rest;
  return { firstName, lastName, company: null, ...rest };
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AdminError, shopifyAdmin } from './shopify-admin.ts';
import { canBeFulfilled, storeGoods } from './shopify-goods.ts';

export type StoreRequest = { path: string; token: string | undefined; body: Record<string, unknown> };

/** A fault in place of a response; each applies to one request, for GraphQL only. */
export type Fault =
  | { status: number; headers?: Record<string, string>; body?: string }
  | 'hangs'
  | 'hangs_up'
  | 'throttled'
  | 'access_denied'
  | 'internal_error'
  | 'user_error'
  /** Another app fulfils the order just before. */
  | 'overtaken'
  /** Executes the request, but the response is lost. */
  | 'answer_lost'
  | null;

/** The page size of fulfilment orders. */
const PAGE = 50;

const POINTS = { maximumAvailable: 1000, currentlyAvailable: 990, restoreRate: 50 };

/** Starts a store on loopback that behaves as Shopify documents it. */
export async function startShopifyStore() {
  const goods = storeGoods();
  const { orders } = goods;
  const asked: StoreRequest[] = [];
  const faults: Fault[] = [];
  const meanwhile = new Map<string, () => Promise<void>>();
  const admin = shopifyAdmin();
  const store = { token: 'shpat_good', client: { id: 'client', secret: 'shpss_secret' }, granted: 0 };
  let points = { ...POINTS };

  const server = createServer((request, response) => {
    void readBody(request).then(async (text) => {
      const body = JSON.parse(text) as Record<string, unknown>;
      const path = request.url ?? '';
      const token = request.headers['x-shopify-access-token'];
      asked.push({ path, token: typeof token === 'string' ? token : undefined, body });
      if (path === '/admin/oauth/access_token') return grant(response, body);
      const operation = operationOf(body);
      const event = meanwhile.get(operation);
      meanwhile.delete(operation);
      await event?.();
      const fault = faults.shift() ?? null;
      if (fault === 'hangs') return;
      if (fault === 'hangs_up') return request.socket.destroy();
      if (fault === 'overtaken') for (const order of [...orders.values()].flat()) order.status = 'CLOSED';
      if (fault === 'answer_lost') {
        answerOf(body);
        return request.socket.destroy();
      }
      if (fault !== null && typeof fault === 'object') {
        response.writeHead(fault.status, fault.headers).end(fault.body ?? '');
        return;
      }
      if (token !== store.token) {
        return json(response, 401, {
          errors: '[API] Invalid API key or access token (unrecognized login or wrong password)',
        });
      }
      if (fault === 'throttled') return json(response, 200, throttled());
      if (fault === 'access_denied')
        return json(
          response,
          200,
          graphqlError('ACCESS_DENIED', 'Access denied for fulfillmentOrders field.'),
        );
      // The app does not have the scope read_locations.
      if (String(body.query).includes('assignedLocation'))
        return json(
          response,
          200,
          graphqlError('ACCESS_DENIED', 'Access denied for assignedLocation field.'),
        );
      if (fault === 'internal_error')
        return json(response, 200, graphqlError('INTERNAL_SERVER_ERROR', 'Internal error.'));
      if (fault === 'user_error' && String(body.query).includes('orderMarkAsPaid')) {
        const userErrors = [{ field: ['id'], message: 'Order cannot be marked as paid.' }];
        return data(response, { orderMarkAsPaid: { order: null, userErrors } });
      }
      if (fault === 'user_error' && isMutation(body)) {
        return data(response, {
          fulfillmentCreate: {
            fulfillment: null,
            userErrors: [{ field: ['fulfillment'], message: 'Fulfillment order is on hold.' }],
          },
        });
      }
      try {
        return data(response, answerOf(body));
      } catch (error) {
        if (!(error instanceof AdminError)) throw error;
        return json(response, 200, graphqlError(error.code, error.message));
      }
    });
  });

  function answerOf(body: Record<string, unknown>): object {
    const variables = (body.variables ?? {}) as Record<string, unknown>;
    return admin.answer(String(body.query), variables) ?? answerTo(body);
  }

  function grant(response: ServerResponse, body: Record<string, unknown>): void {
    if (body.client_id !== store.client.id || body.client_secret !== store.client.secret) {
      response.writeHead(400, { 'content-type': 'text/html' }).end('Oauth error application_cannot_be_found');
      return;
    }
    store.granted += 1;
    store.token = `shpat_granted_${store.granted}`;
    json(response, 200, { access_token: store.token, scope: 'write_orders', expires_in: 86_399 });
  }

  function answerTo(body: Record<string, unknown>): object {
    const variables = body.variables as {
      id?: string;
      after?: unknown;
      fulfillment?: { lineItemsByFulfillmentOrder: Parameters<typeof goods.fulfil>[0][] };
    };
    const id = variables.id ?? '';
    if (!isMutation(body))
      return goods.answer(operationOf(body), id, variables.after) ?? { order: orderAnswer(id, body) };
    const wanted = variables.fulfillment?.lineItemsByFulfillmentOrder ?? [];
    const ids = wanted.map(({ fulfillmentOrderId }) => fulfillmentOrderId);
    const found = [...orders.values()].flat().filter((one) => ids.includes(one.id));
    const faulty = found.find((one) => !canBeFulfilled(one));
    const fault = faulty
      ? `Fulfillment order ${faulty.id} has an unfulfillable status= ${faulty.status.toLowerCase()}.`
      : new Set(found.map(({ location }) => location)).size > 1
        ? 'All fulfillment orders must be assigned to the same location.'
        : null;
    const message = fault ?? wanted.map(goods.fulfil).find((one) => one !== null) ?? null;
    if (message !== null)
      return { fulfillmentCreate: { fulfillment: null, userErrors: [{ field: null, message }] } };
    return {
      fulfillmentCreate: {
        fulfillment: { id: `gid://shopify/Fulfillment/${goods.state.made}`, status: 'SUCCESS' },
        userErrors: [],
      },
    };
  }

  function orderAnswer(id: string, body: Record<string, unknown>): object | null {
    const found = orders.get(id);
    if (!found) return null;
    const shown = found.filter(({ location }) => !location.endsWith('/third-party'));
    const closed = found.filter(({ status }) => status === 'CLOSED').length;
    const made = goods.fulfilments.get(id) ?? [];
    const with_parts = operationOf(body) === 'PartToFulfil';
    return {
      ...(with_parts
        ? { fulfillments: made.map(({ id: made_id, status }) => ({ id: made_id, status })) }
        : {}),
      displayFulfillmentStatus:
        closed === found.length ? 'FULFILLED' : closed > 0 ? 'PARTIALLY_FULFILLED' : 'UNFULFILLED',
      fulfillmentOrders: {
        pageInfo: { hasNextPage: shown.length > PAGE },
        nodes: shown.slice(0, PAGE).map(({ id, status }) => ({
          id,
          status,
          supportedActions: canBeFulfilled({ status })
            ? [{ action: 'CREATE_FULFILLMENT' }, { action: 'HOLD' }]
            : [],
        })),
      },
    };
  }

  function throttled(): object {
    points = { ...POINTS, currentlyAvailable: 0 };
    return {
      ...graphqlError('THROTTLED', 'Throttled'),
      extensions: { cost: { requestedQueryCost: 20, actualQueryCost: null, throttleStatus: points } },
    };
  }

  function data(response: ServerResponse, answer: object): void {
    const cost = { requestedQueryCost: 20, actualQueryCost: 8, throttleStatus: points };
    json(response, 200, { data: answer, extensions: { cost } });
    points = { ...POINTS };
  }

  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', () => listening()));
  const { port } = server.address() as AddressInfo;
  return {
    ...store,
    address: () => `http://127.0.0.1:${port}`,
    asked,
    faults,
    admin,
    /** Runs `event` during the next request of this operation, before its response. */
    during(operation: string, event: () => Promise<void>): void {
      meanwhile.set(operation, event);
    },
    /** Sets the number of remaining points that the next response contains. */
    leave(currentlyAvailable: number): void {
      points = { ...POINTS, currentlyAvailable };
    },
    /**
     * Adds an order with fulfilment orders in these statuses, each `STATUS@location` or `STATUS`. Those at
     * `third-party` are hidden from the app.
     */
    place(external_id: string, statuses: string[] = ['OPEN']): void {
      const made_orders = statuses.map((text, index) => {
        const [status = '', location = 'main'] = text.split('@');
        return {
          id: `gid://shopify/FulfillmentOrder/${external_id}-${index + 1}`,
          status,
          location: `gid://shopify/Location/${location}`,
          lines: [],
        };
      });
      orders.set(`gid://shopify/Order/${external_id}`, made_orders);
    },
    statusesOf: (external_id: string) =>
      orders.get(`gid://shopify/Order/${external_id}`)?.map(({ status }) => status),
    /** The number of created fulfilments. */
    made: () => goods.state.made,
    goods,
    queries: () => asked.filter(({ path }) => path.endsWith('/graphql.json')),
    mutations: () => asked.filter(({ body }) => isMutation(body)),
    takeToken(token: string): void {
      store.token = token;
    },
    revokeToken(): void {
      store.token = 'shpat_another';
    },
    granted: () => store.granted,
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

export type ShopifyStore = Awaited<ReturnType<typeof startShopifyStore>>;

function operationOf({ query }: Record<string, unknown>): string {
  return /^(?:query|mutation) (\w+)/.exec(String(query))?.[1] ?? '';
}

function isMutation({ query }: Record<string, unknown>): boolean {
  return typeof query === 'string' && query.startsWith('mutation');
}

function graphqlError(code: string, message: string): object {
  return { errors: [{ message, extensions: { code } }] };
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return text;
}

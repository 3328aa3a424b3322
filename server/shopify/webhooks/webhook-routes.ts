import { createRoute, z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { text } from '../../../contract/schemas/fields.ts';
import { cacheFor } from '../../platform/cache-for.ts';
import { limitConcurrency } from '../../platform/concurrency/limit-concurrency.ts';
import { firstRow, oneRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { confirmEarlier, inTransaction } from '../../platform/database/transactions.ts';
import { errorText } from '../../platform/error-text.ts';
import { type App, parsePart, problemResponses } from '../../platform/http/endpoint.ts';
import { readBody } from '../../platform/http/read-body.ts';
import type { RequestEnv, Services } from '../../platform/http/services.ts';
import { Problem } from '../../platform/problem.ts';
import { type SecretBox, secretBox } from '../../platform/secrets/sealed-secrets.ts';
import { secretPlace, webhookDomain } from '../store/connection.ts';
import { unverifiedWebhooks } from './unverified-webhooks.ts';
import { isSignature, isSignedWith, triggeredAt } from './webhook-headers.ts';
import { WEBHOOK_TOPICS } from './webhook-subscriptions.ts';

/** An order of 500 lines has about a million bytes. */
const MAX_BYTES = 5 * 1024 * 1024;

const header = text(200).min(1);
const received = z.object({ received: z.boolean() });

const webhookRoute = createRoute({
  operationId: 'receive_shopify_webhook',
  method: 'post',
  path: '/webhooks/shopify',
  summary: "Receive an order from the shop's Shopify store; signed with the store's secret",
  security: [],
  request: {
    headers: z.object({
      'x-shopify-shop-domain': header,
      'x-shopify-hmac-sha256': header,
      'x-shopify-topic': header,
      'x-shopify-webhook-id': header,
      'x-shopify-triggered-at': z.string().optional(),
    }),
    body: { required: true, content: { 'application/json': { schema: {} } } },
  },
  responses: {
    200: {
      description: 'Stored and processed later, or ignored because of its topic',
      content: { 'application/json': { schema: received } },
    },
    ...problemResponses([
      'malformed',
      'invalid_input',
      'bad_signature',
      'not_found',
      'too_large',
      'too_slow',
      'unavailable',
      'unexpected',
    ]),
  },
});

/**
 * The limit of concurrent lookups for unauthenticated requests, since staff need the few database
 * connections.
 */
const LOOKUPS_AT_ONCE = 2;
const LOOKUPS_WAITING_MAX = 100;
/**
 * The time in ms for which a connected store is remembered, only to decide whether a body is read. Its secret
 * is always read again.
 */
const CONNECTED_MS = 60_000;

/**
 * Receives webhooks: checks the signature over the unchanged bytes, stores the text unchanged, and responds.
 * A job processes it. Shopify sends again without a 200. A request that cannot be a valid webhook is refused
 * before its body is read.
 */
export function webhookRoutes(app: App, services: Services): void {
  const box = secretBox(services.auth_secrets);
  const countUnverified = unverifiedWebhooks(services);
  const lookUp = limitConcurrency(LOOKUPS_AT_ONCE, LOOKUPS_WAITING_MAX);
  const connectedShop = cacheFor(CONNECTED_MS, async (domain) => {
    const store = await lookUp(() => findStore(services, domain));
    return store?.shop_id;
  });
  app.openAPIRegistry.registerPath(webhookRoute);

  app.post('/webhooks/shopify', async (c) => {
    const { domain, signature, topic, webhook_id } = headersOf(c);
    const shop_id = await connectedShop(domain);
    if (shop_id === undefined) throw new Problem('not_found');
    const unverified = () => {
      countUnverified(shop_id, services.now());
      return new Problem('bad_signature');
    };
    if (!isSignature(signature)) throw unverified();
    const body = await readBody(c, MAX_BYTES, { sender: 'store' });
    const store = await lookUp(() => findStore(services, domain));
    if (!store) throw new Problem('not_found');
    const secret = await openSecret(services, box, { ...store, domain });
    if (!isSignedWith(secret, body, signature)) throw unverified();
    // A topic without a subscription is acknowledged and not stored.
    if (!(WEBHOOK_TOPICS as readonly string[]).includes(topic)) return c.json({ received: false });
    const fresh = await storeWebhook(services, {
      domain,
      topic,
      webhook_id,
      triggered_at: triggeredAt(c.req.header('x-shopify-triggered-at'), services.now()),
      payload: payloadOf(body),
    });
    const received = { request_id: c.get('request_id'), shop_id: store.shop_id, topic, webhook_id, fresh };
    services.log.info(received, 'shopify webhook received');
    return c.json({ received: true });
  });
}

/** Throws `not_found` for an impossible domain, and `invalid_input` if another header is missing. */
function headersOf(c: Context<RequestEnv>) {
  const domain = webhookDomain(c.req.header('x-shopify-shop-domain'));
  if (!domain) throw new Problem('not_found');
  const required = (name: string) => parsePart(header, c.req.header(name), `/headers/${name}`);
  return {
    domain,
    signature: c.req.header('x-shopify-hmac-sha256') ?? '',
    topic: required('x-shopify-topic'),
    webhook_id: required('x-shopify-webhook-id'),
  };
}

type Store = { shop_id: number; sealed_secret: string };

function findStore({ requests }: Services, domain: string): Promise<Store | undefined> {
  const store = sql<Store>`select * from shopify_webhook_secret(${domain})`;
  return inTransaction(requests, (tx) => firstRow(tx, store));
}

/**
 * Opens the secret. If that fails, stops the store with an audit row, and throws `unavailable` so that
 * Shopify sends again.
 */
async function openSecret(
  { requests, log, now }: Services,
  box: SecretBox,
  { shop_id, sealed_secret, domain }: Store & { domain: string },
): Promise<string> {
  try {
    return box.open(secretPlace(shop_id), sealed_secret);
  } catch (error) {
    const because = errorText(error);
    log.error({ shop_id, because }, 'shopify webhook cannot be verified');
    await inTransaction(requests, (tx) =>
      sql`select stop_shopify_connection(${domain}, ${sealed_secret}, ${because}, ${now()}, ${tx.newId()}::uuid,
        ${tx.newId()}::uuid)`.execute(tx),
    );
    throw new Problem('unavailable');
  }
}

type Webhook = {
  domain: string;
  topic: string;
  webhook_id: string;
  triggered_at: Date | null;
  payload: string;
};

/** Returns false if this webhook is already stored. */
function storeWebhook({ requests }: Services, webhook: Webhook): Promise<boolean> {
  const { domain, webhook_id, topic, triggered_at, payload } = webhook;
  return inTransaction(requests, async (tx) => {
    const receiving = sql<{ fresh: boolean }>`select receive_shopify_webhook(
      ${domain}, ${tx.newId()}::uuid, ${webhook_id}, ${topic}, ${triggered_at}::timestamptz, ${payload}) as fresh`;
    const { fresh } = await oneRow(tx, receiving);
    // Shopify does not send the webhook again after a 200, so the stored row must be confirmed first.
    if (!fresh) confirmEarlier(tx);
    return fresh;
  });
}

/** Throws `malformed` for a body that the database cannot store as text. */
function payloadOf(body: Uint8Array): string {
  try {
    const payload = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    if (!payload.includes('\u0000')) return payload;
  } catch {
    // The error is thrown below.
  }
  throw new Problem('malformed', 'The body is not text in UTF-8');
}

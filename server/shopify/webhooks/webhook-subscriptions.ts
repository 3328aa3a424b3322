import { z } from 'zod';
import { mutate, type ShopifyApi } from '../api/shopify-api.ts';

/** The subscribed topics. Each carries the whole order, except for a deletion, which carries only its id. */
export const WEBHOOK_TOPICS = [
  'orders/create',
  'orders/updated',
  'orders/cancelled',
  'orders/paid',
  'orders/delete',
] as const;

/**
 * Returns the URL for a store's webhooks, or the `problem` without one. `public_url` is null if it is not
 * set.
 */
export function webhookUrl(public_url: string | null): { url: string } | { problem: string } {
  if (public_url?.startsWith('https://')) return { url: `${public_url}/webhooks/shopify` };
  const is = public_url === null ? 'it is not set here' : `it is ${public_url}`;
  return {
    problem: `Shopify sends webhooks to https only: set PUBLIC_URL to the server's https address (${is})`,
  };
}

/** The page size: more subscriptions than an app has for five topics. */
const PAGE = 100;

const LIST = `query Subscriptions($topics: [WebhookSubscriptionTopic!]) {
  webhookSubscriptions(first: ${PAGE}, topics: $topics) { nodes { id topic uri } }
}`;

const CREATE = `mutation Subscribe($topic: WebhookSubscriptionTopic!, $webhookSubscription: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $webhookSubscription) {
    webhookSubscription { id }
    userErrors { field message }
  }
}`;

const DELETE = `mutation Unsubscribe($id: ID!) {
  webhookSubscriptionDelete(id: $id) {
    deletedWebhookSubscriptionId
    userErrors { field message }
  }
}`;

const listed = z.object({
  webhookSubscriptions: z.object({
    nodes: z.array(z.object({ id: z.string(), topic: z.string(), uri: z.string() })),
  }),
});

type Topic = (typeof WEBHOOK_TOPICS)[number];

/** Returns the Admin API's name of a topic such as `orders/create`. */
const enumOf = (topic: Topic) => topic.toUpperCase().replace('/', '_');

async function subscriptionsTo(api: ShopifyApi, url: string) {
  const { webhookSubscriptions } = await api.run(listed, LIST, { topics: WEBHOOK_TOPICS.map(enumOf) });
  return webhookSubscriptions.nodes.filter(({ uri }) => uri === url);
}

/** Returns the topics without a subscription to this URL. Throws ShopifyError. */
export async function missingTopics(api: ShopifyApi, url: string): Promise<Topic[]> {
  const there = new Set((await subscriptionsTo(api, url)).map(({ topic }) => topic));
  return WEBHOOK_TOPICS.filter((topic) => !there.has(enumOf(topic)));
}

/**
 * Creates missing subscriptions, which Shopify deletes after eight failures in a row. Returns their topics.
 * Throws ShopifyError.
 */
export async function ensureSubscriptions(api: ShopifyApi, url: string): Promise<Topic[]> {
  const missing = await missingTopics(api, url);
  for (const topic of missing) {
    const variables = { topic: enumOf(topic), webhookSubscription: { uri: url, format: 'JSON' } };
    await mutate(api, CREATE, variables);
  }
  return missing;
}

/** Removes the subscriptions of `ensureSubscriptions`. Throws ShopifyError. */
export async function removeSubscriptions(api: ShopifyApi, url: string): Promise<void> {
  for (const { id } of await subscriptionsTo(api, url)) {
    await mutate(api, DELETE, { id });
  }
}

import { z } from 'zod';
import type { ShopifyApi } from './shopify-api.ts';
import { ShopifyError } from './shopify-error.ts';
import { WEBHOOK_TOPICS } from './webhook-topics.ts';

/** More subscriptions than an app has for four topics. */
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
const faults = z.array(z.object({ message: z.string() }));
const created = z.object({ webhookSubscriptionCreate: z.object({ userErrors: faults }).nullable() });
const deleted = z.object({ webhookSubscriptionDelete: z.object({ userErrors: faults }).nullable() });

type Topic = (typeof WEBHOOK_TOPICS)[number];

/** `orders/create` as the Admin API names it. */
const enumOf = (topic: Topic) => topic.toUpperCase().replace('/', '_');

async function subscriptionsTo(api: ShopifyApi, url: string) {
  const { webhookSubscriptions } = await api.run(listed, LIST, { topics: WEBHOOK_TOPICS.map(enumOf) });
  return webhookSubscriptions.nodes.filter(({ uri }) => uri === url);
}

/** The topics of which the store does not tell this address. Throws ShopifyError. */
export async function missingTopics(api: ShopifyApi, url: string): Promise<Topic[]> {
  const there = new Set((await subscriptionsTo(api, url)).map(({ topic }) => topic));
  return WEBHOOK_TOPICS.filter((topic) => !there.has(enumOf(topic)));
}

/**
 * Subscribes to what is missing: at first all topics, later those whose subscription Shopify deleted, as it does after eight
 * failures in a row. Answers the topics that were missing. Throws ShopifyError.
 */
export async function ensureSubscriptions(api: ShopifyApi, url: string): Promise<Topic[]> {
  const missing = await missingTopics(api, url);
  for (const topic of missing) {
    const variables = { topic: enumOf(topic), webhookSubscription: { uri: url, format: 'JSON' } };
    const { webhookSubscriptionCreate } = await api.run(created, CREATE, variables);
    assertNoFaults(webhookSubscriptionCreate?.userErrors);
  }
  return missing;
}

/** Ends what `ensureSubscriptions` made. Throws ShopifyError. */
export async function removeSubscriptions(api: ShopifyApi, url: string): Promise<void> {
  for (const { id } of await subscriptionsTo(api, url)) {
    const { webhookSubscriptionDelete } = await api.run(deleted, DELETE, { id });
    assertNoFaults(webhookSubscriptionDelete?.userErrors);
  }
}

function assertNoFaults(found: z.output<typeof faults> | undefined): void {
  if (found?.length === 0) return;
  const words = found?.map(({ message }) => message).join('; ') || 'nothing was done';
  throw new ShopifyError('rejected', `Shopify: ${words}`);
}

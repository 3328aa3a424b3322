import { newId } from '../../contract/rules/ids.ts';
import { silentLog } from '../../server/platform/logging/log.ts';
import { secretBox } from '../../server/platform/secrets/sealed-secrets.ts';
import { openConnection } from '../../server/shopify/store/connection.ts';
import { processWebhooks } from '../../server/shopify/webhooks/process-webhooks.ts';
import { payloadText, shopifyOrder } from './shopify-payload.ts';
import { startShopifyStore } from './shopify-store.ts';
import { TEST_SECRETS, type TestApp } from './test-app.ts';
import { alreadyOpen, runCli } from './test-cli.ts';
import { addOrder, createTestShop } from './test-shop.ts';

/** Sets up a new shop, a store on loopback, and the command line between them. */
export async function shopifyTerminal(app: TestApp) {
  const shop = await createTestShop(app.owner);
  const { shop_id } = shop;
  const store = await startShopifyStore();
  store.takeToken('shpat_1');
  const settings: { public_url: string | null } = { public_url: 'https://shop.example.com' };
  const name = `store-${shop_id}`;

  const mandoob = (args: string[], piped = '', secrets = TEST_SECRETS) =>
    runCli(['shopify', ...args, '--shop', String(shop_id)], alreadyOpen(app.owner), {
      secrets: async () => secrets,
      shopify: { address: store.address, answer_ms_max: 1_500, public_url: settings.public_url },
      piped,
    });
  const work = () => processWebhooks(app.owner, silentLog, { shop_id, now: () => new Date() });

  return {
    shop,
    store,
    settings,
    name,
    mandoob,
    connect: () => mandoob(['connect', name, '--token', 'shpat_1', '--secret', 'shpss_1']),
    opened: () => openConnection(app.owner, secretBox(TEST_SECRETS), shop_id),
    work,
    /** Receives a version of order 5001, as from a webhook, and processes it. */
    async receive(changes: Record<string, unknown>): Promise<void> {
      const payload = payloadText(shopifyOrder(changes));
      await app.owner
        .insertInto('shopify_webhooks')
        .values({ shop_id, id: newId(), webhook_id: newId(), topic: 'orders/updated', payload })
        .execute();
      await work();
    },
    async fulfilment(columns: { status: 'waiting' | 'failed'; attempts: number; last_error: string | null }) {
      const order = await addOrder(app.owner, shop, shop.driver);
      await app.owner
        .insertInto('order_fulfilments')
        .values({ shop_id, order_id: order.id, ...columns })
        .execute();
      return order;
    },
  };
}

export type ShopifyTerminal = Awaited<ReturnType<typeof shopifyTerminal>>;

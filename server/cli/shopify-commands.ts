import { type Command, Option } from 'commander';
import { Refusal } from '../identity/refusal.ts';
import { orderNumberOf } from '../orders/shopify-order.ts';
import { BadSettings } from '../platform/config.ts';
import { type SecretBox, secretBox } from '../platform/sealed-secrets.ts';
import { type Credentials, connectShopify, readShopDomain } from '../shopify/connection.ts';
import { retryShopify } from '../shopify/retry-shopify.ts';
import { readShopifyStatus } from '../shopify/shopify-status.ts';
import { chosenShop } from './chosen-shop.ts';
import type { InstallationSecrets } from './installation-secrets.ts';
import { type OpenDatabase, operate, shopId } from './operate.ts';
import { print, printResult } from './print.ts';
import { shopifyStatusText } from './shopify-status-text.ts';

const SHOP = 'the shop; may be left out where there is only one';

export type ShopifyParts = {
  open: OpenDatabase;
  secrets: InstallationSecrets;
  /** All that is piped in. */
  read_in: () => Promise<string>;
};

export function addShopifyCommands(program: Command, parts: ShopifyParts): void {
  const shopify = program
    .command('shopify')
    .description("the shop's Shopify store: orders in, fulfilment out");
  connectCommand(shopify, parts);
  statusCommand(shopify, parts);
  retryCommand(shopify, parts);
}

type ConnectOptions = { shop?: number; token?: string; clientId?: string; secret?: string };

function connectCommand(shopify: Command, { open, secrets, read_in }: ShopifyParts): void {
  shopify
    .command('connect')
    .argument('<store>', 'such as my-shop.myshopify.com')
    .option('--shop <id>', SHOP, shopId)
    .addOption(
      new Option('--token <token>', 'Admin API access token of an app made in the store; - reads it').env(
        'SHOPIFY_TOKEN',
      ),
    )
    .addOption(
      new Option('--client-id <id>', 'of an app of the Dev Dashboard, in place of a token').env(
        'SHOPIFY_CLIENT_ID',
      ),
    )
    .addOption(
      new Option('--secret <secret>', "the app's secret, which also signs webhooks; - reads it").env(
        'SHOPIFY_SECRET',
      ),
    )
    .description('connect a shop to its store, or replace its credentials')
    .addHelpText(
      'after',
      '\nOther users of this machine can see what is on a command line: better set SHOPIFY_TOKEN and SHOPIFY_SECRET, or say -\n' +
        'for them and pipe in one line each, the token first.\n\n' +
        'The app needs the scopes read_orders and write_merchant_managed_fulfillment_orders. In the store, send the\n' +
        'webhooks orders/create, orders/updated, orders/cancelled and orders/paid, as JSON, to\n' +
        '<PUBLIC_URL>/webhooks/shopify.',
    )
    .action(async (store: string, { shop, ...given }: ConnectOptions, command: Command) => {
      const { credentials, secret } = readCredentials(given, await piped(given, read_in));
      const box = secretBox(await secrets());
      const connected = await operate(command, open, async (tx) => {
        const { shop_id } = await chosenShop(tx, shop);
        const shop_domain = readShopDomain(store);
        await connectShopify(tx, box, { shop_id, shop_domain, credentials, secret });
        return { shop_id, shop_domain };
      });
      print(command, `Connected ${connected.shop_domain} to shop ${connected.shop_id}`);
    });
}

type GivenCredentials = Omit<ConnectOptions, 'shop'>;

/** The lines that are piped in, for whatever is given as `-`. */
async function piped({ token, secret }: GivenCredentials, read_in: () => Promise<string>): Promise<string[]> {
  return token === '-' || secret === '-' ? (await read_in()).split(/\r?\n/) : [];
}

function readCredentials(
  { token, clientId, secret }: GivenCredentials,
  lines: string[],
): { credentials: Credentials; secret: string } {
  const read = (text: string | undefined) => (text === '-' ? lines.shift() : text)?.trim() || undefined;
  const read_token = read(token);
  const read_secret = read(secret);
  if (!read_secret) throw new Refusal('Say the secret of the app with --secret, or set SHOPIFY_SECRET');
  if (read_token && clientId) throw new Refusal('Say a token or a client id, not both');
  if (read_token) return { credentials: { token: read_token }, secret: read_secret };
  if (clientId) return { credentials: { client_id: clientId }, secret: read_secret };
  throw new Refusal('Say the token of the app with --token, or its client id with --client-id');
}

type StatusOptions = { shop?: number; all?: boolean; json?: boolean };

function statusCommand(shopify: Command, { open, secrets }: ShopifyParts): void {
  shopify
    .command('status')
    .option('--shop <id>', SHOP, shopId)
    .option('--all', 'every order of the lists, however many')
    .option('--json', 'as JSON')
    .description('the connection, what waits or failed, what could not be taken, the newest webhooks')
    .action(async ({ shop, all, json }: StatusOptions, command: Command) => {
      const box = await boxWhereKnown(secrets);
      const text = await operate(command, open, async (tx) => {
        const { shop_id, time_zone } = await chosenShop(tx, shop);
        const status = await readShopifyStatus(tx, shop_id, { box, all });
        return json ? JSON.stringify(status, null, 2) : shopifyStatusText(status, time_zone);
      });
      print(command, text);
    });
}

/** What the store's secrets open with; undefined where this machine does not know the installation's. */
async function boxWhereKnown(secrets: InstallationSecrets): Promise<SecretBox | undefined> {
  try {
    return secretBox(await secrets());
  } catch (error) {
    if (error instanceof BadSettings) return undefined;
    throw error;
  }
}

type RetryOptions = { shop?: number; json?: boolean };

function retryCommand(shopify: Command, { open }: ShopifyParts): void {
  shopify
    .command('retry')
    .argument('[order]', 'its number, with or without #; left out, everything')
    .option('--shop <id>', SHOP, shopId)
    .option('--json', 'as JSON')
    .description('try again at once what failed or waits')
    .action(async (order: string | undefined, { shop, json }: RetryOptions, command: Command) => {
      const { fulfilments, webhooks } = await operate(command, open, async (tx) => {
        const { shop_id } = await chosenShop(tx, shop);
        const counts = await retryShopify(
          tx,
          shop_id,
          order === undefined ? undefined : { order_number: orderNumberOf(order) },
        );
        if (order !== undefined && counts.fulfilments + counts.webhooks === 0) {
          throw new Refusal(`Nothing of order ${orderNumberOf(order)} waits or failed`);
        }
        return counts;
      });
      const sentence = `To be tried again: ${fulfilments} fulfilments, ${webhooks} webhooks`;
      printResult(command, { json }, { fulfilments, webhooks }, sentence);
    });
}

import { type Command, InvalidArgumentError, Option } from 'commander';
import { silentLog } from '../platform/log.ts';
import { connectStore } from '../shopify/connect-store.ts';
import { type Credentials, readShopDomain } from '../shopify/connection.ts';
import { disconnectStore } from '../shopify/disconnect-store.ts';
import { resyncStore } from '../shopify/resync-store.ts';
import { tryStore } from '../shopify/try-store.ts';
import { chosenShop } from './chosen-shop.ts';
import { shopId } from './operate.ts';
import { operatorOf } from './operator.ts';
import { print } from './print.ts';
import { connectedText, storeTrialText } from './shopify-connection-text.ts';
import { SHOP, type ShopifyParts, withStore } from './shopify-parts.ts';
import { TerminalError } from './terminal-error.ts';

const CONNECT_HELP = `
Other users of this machine can see what is on a command line: better set SHOPIFY_TOKEN and SHOPIFY_SECRET, or say -
for them and pipe in one line each, the token first.

The app needs the scopes read_orders and write_merchant_managed_fulfillment_orders, and write_orders to mark orders as
paid in the store. With PUBLIC_URL, which has to be https, the store is told to send its webhooks to
<PUBLIC_URL>/webhooks/shopify; without it here the server tells it within a minute, when its own is https.`;

/** The commands that ask the store itself. */
export function addConnectionCommands(shopify: Command, parts: ShopifyParts): void {
  connectCommand(shopify, parts);
  testCommand(shopify, parts);
  resyncCommand(shopify, parts);
  disconnectCommand(shopify, parts);
}

type ConnectOptions = { shop?: number; token?: string; clientId?: string; secret?: string };

function connectCommand(shopify: Command, parts: ShopifyParts): void {
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
    .addHelpText('after', CONNECT_HELP)
    .action(async (name: string, { shop, ...given }: ConnectOptions, command: Command) => {
      const { credentials, secret } = readCredentials(given, await piped(given, parts.read_in));
      const text = await withStore(command, parts, async (options) => {
        const { shop_id } = await chosenShop(options.owner, shop);
        const shop_domain = readShopDomain(name);
        const check = await connectStore(options, operatorOf(shop_id), { shop_domain, credentials, secret });
        return connectedText({ shop_id, shop_domain }, check);
      });
      print(command, text);
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
  if (!read_secret) throw new TerminalError('Say the secret of the app with --secret, or set SHOPIFY_SECRET');
  if (read_token && clientId) throw new TerminalError('Say a token or a client id, not both');
  if (read_token) return { credentials: { token: read_token }, secret: read_secret };
  if (clientId) return { credentials: { client_id: clientId }, secret: read_secret };
  throw new TerminalError('Say the token of the app with --token, or its client id with --client-id');
}

function testCommand(shopify: Command, parts: ShopifyParts): void {
  shopify
    .command('test')
    .option('--shop <id>', SHOP, shopId)
    .description('ask the store whether it takes the credentials, gives the scopes and sends the webhooks')
    .addHelpText('after', '\nChanges nothing. Exit code 1 when orders would not come in or not be fulfilled.')
    .action(async ({ shop }: { shop?: number }, command: Command) => {
      const trial = await withStore(command, parts, async (options) =>
        tryStore(options, (await chosenShop(options.owner, shop)).shop_id),
      );
      print(command, storeTrialText(trial));
      if (!trial.works) command.error('error: The store is not connected as it should be', { exitCode: 1 });
    });
}

type ResyncOptions = { shop?: number; since?: Date };

function resyncCommand(shopify: Command, parts: ShopifyParts): void {
  shopify
    .command('resync')
    .option('--shop <id>', SHOP, shopId)
    .option('--since <date>', 'YYYY-MM-DD (UTC); left out, since the store was read last', readDay)
    .description('read at once which orders changed in the store; the server does so every 15 minutes')
    .addHelpText(
      'after',
      '\nReads also those again that could not be taken, unless they have changed before that day.',
    )
    .action(async ({ shop, since }: ResyncOptions, command: Command) => {
      const text = await withStore(command, parts, async (options) => {
        const { shop_id } = await chosenShop(options.owner, shop);
        const read = await resyncStore({ ...options, log: silentLog }, operatorOf(shop_id), { since });
        const told = read.missing === 0 ? 'nothing was missing' : `${read.missing} orders were read anew`;
        return `Read ${read.shop_domain} since ${read.since.toISOString()}: ${told}`;
      });
      print(command, text);
    });
}

function readDay(text: string): Date {
  const day = new Date(`${text}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(day.getTime())) {
    throw new InvalidArgumentError('A day is like 2026-11-20.');
  }
  return day;
}

function disconnectCommand(shopify: Command, parts: ShopifyParts): void {
  shopify
    .command('disconnect')
    .option('--shop <id>', SHOP, shopId)
    .description('end the connection: the webhooks in the store, and the credentials here; orders stay')
    .action(async ({ shop }: { shop?: number }, command: Command) => {
      const text = await withStore(command, parts, async (options) => {
        const { shop_id } = await chosenShop(options.owner, shop);
        const { shop_domain, webhooks_problem } = await disconnectStore(options, operatorOf(shop_id));
        const ended = `Disconnected ${shop_domain} from shop ${shop_id}`;
        if (webhooks_problem === null) return ended;
        return `${ended}\nIts webhooks could not be ended there (${webhooks_problem}): what it still sends is refused`;
      });
      print(command, text);
    });
}

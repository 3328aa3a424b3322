import { type Command, InvalidArgumentError, Option } from 'commander';
import { runOnce } from '../../operations/run-as.ts';
import { silentLog } from '../../platform/logging/log.ts';
import { BadSettings } from '../../platform/read-settings.ts';
import { type SecretBox, secretBox } from '../../platform/secrets/sealed-secrets.ts';
import { dismissListed, retryShopify } from '../../shopify/import-problems/retry-shopify.ts';
import { resyncStore } from '../../shopify/polling/sync-store.ts';
import { readShopifyStatus } from '../../shopify/shopify-status.ts';
import { tryStore } from '../../shopify/store/check-store.ts';
import { type ConnectOptions, connectStore, disconnectStore } from '../../shopify/store/connect-store.ts';
import { type Credentials, readShopDomain } from '../../shopify/store/connection.ts';
import type { Cli } from '../cli.ts';
import {
  chosenShop,
  onShop,
  operate,
  operatorOf,
  type ShopOption,
  shopOption,
  withDatabase,
} from '../operate.ts';
import { TerminalError } from '../terminal/ending.ts';
import { type AsJson, printResult } from '../terminal/print.ts';
import { connectedText, shopifyStatusText, storeTrialText } from './shopify-text.ts';

const CONNECT_HELP = `
Other users of this machine can see a command line: set SHOPIFY_TOKEN and SHOPIFY_SECRET instead, or use - for both
options and pipe in one line each, the token first.

The app needs the scopes read_orders and write_merchant_managed_fulfillment_orders, and write_orders to mark orders as
paid in the store. If PUBLIC_URL is set here (https only), the command subscribes webhooks at
<PUBLIC_URL>/webhooks/shopify; otherwise the server does so within a minute, if its own PUBLIC_URL is https.`;

export function addShopifyCommands(program: Command, cli: Cli): void {
  const shopify = program
    .command('shopify')
    .description("the shop's Shopify store: orders in, fulfilment out");
  connectCommand(shopify, cli);
  testCommand(shopify, cli);
  resyncCommand(shopify, cli);
  disconnectCommand(shopify, cli);
  statusCommand(shopify, cli);
  retryCommand(shopify, cli);
  dismissCommand(shopify, cli);
}

/** Runs a command that sends requests to the shop's store; each step has its own transaction. */
async function withStore<T>(
  cli: Cli,
  { shop }: ShopOption,
  work: (options: ConnectOptions, shop_id: number) => Promise<T>,
): Promise<T> {
  const box = secretBox(await cli.secrets());
  const { public_url } = cli.store;
  return withDatabase(cli, async (owner) => {
    const { shop_id } = await chosenShop(owner, shop);
    return work({ ...cli.store, public_url, owner, box }, shop_id);
  });
}

type Given = { token?: string; clientId?: string; secret?: string };

function connectCommand(shopify: Command, cli: Cli): void {
  shopify
    .command('connect')
    .argument('<store>', 'for example my-shop.myshopify.com')
    .addOption(shopOption())
    .addOption(
      new Option(
        '--token <token>',
        'Admin API access token of an app made in the store; - reads it from standard input',
      ).env('SHOPIFY_TOKEN'),
    )
    .addOption(
      new Option('--client-id <id>', 'client id of an app of the Dev Dashboard, instead of a token').env(
        'SHOPIFY_CLIENT_ID',
      ),
    )
    .addOption(
      new Option(
        '--secret <secret>',
        "the app's secret, which also signs webhooks; - reads it from standard input",
      ).env('SHOPIFY_SECRET'),
    )
    .description('connect a shop to its store, or replace its credentials')
    .addHelpText('after', CONNECT_HELP)
    .action(async (name: string, { shop, ...given }: ShopOption & Given) => {
      const credentials = readCredentials(given, await piped(given, cli));
      const text = await withStore(cli, { shop }, async (options, shop_id) => {
        const shop_domain = readShopDomain(name);
        const check = await connectStore(options, operatorOf(shop_id), { shop_domain, ...credentials });
        return connectedText({ shop_id, shop_domain }, check);
      });
      cli.print(text);
    });
}

/** Reads the lines of standard input, if an option is `-`. */
async function piped({ token, secret }: Given, { read_in }: Cli): Promise<string[]> {
  return token === '-' || secret === '-' ? (await read_in()).split(/\r?\n/) : [];
}

/** Throws TerminalError if a credential is missing. */
function readCredentials(
  { token, clientId, secret }: Given,
  lines: string[],
): { credentials: Credentials; secret: string } {
  const read = (text: string | undefined) => (text === '-' ? lines.shift() : text)?.trim() || undefined;
  const read_token = read(token);
  const read_secret = read(secret);
  if (!read_secret) throw new TerminalError("Give the app's secret with --secret, or set SHOPIFY_SECRET");
  if (read_token && clientId) throw new TerminalError('Use a token or a client id, not both');
  if (read_token) return { credentials: { token: read_token }, secret: read_secret };
  if (clientId) return { credentials: { client_id: clientId }, secret: read_secret };
  throw new TerminalError("Give the app's token with --token, or its client id with --client-id");
}

function testCommand(shopify: Command, cli: Cli): void {
  shopify
    .command('test')
    .addOption(shopOption())
    .description('check that the store accepts the credentials, grants the scopes and sends the webhooks')
    .addHelpText('after', '\nChanges nothing. Exit code 1 if orders would not be imported or fulfilled.')
    .action(async (given: ShopOption) => {
      const trial = await withStore(cli, given, tryStore);
      cli.print(storeTrialText(trial));
      if (!trial.works) throw new TerminalError('The store is not connected correctly');
    });
}

function resyncCommand(shopify: Command, cli: Cli): void {
  shopify
    .command('resync')
    .addOption(shopOption())
    .option('--since <date>', 'YYYY-MM-DD (UTC); default: the last read', readDay)
    .description('import changed orders from the store now; the server does so every 15 minutes')
    .addHelpText(
      'after',
      '\nAlso retries orders that could not be imported, unless their last change is before that day.',
    )
    .action(async ({ shop, since }: ShopOption & { since?: Date }) => {
      const read = await withStore(cli, { shop }, (options, shop_id) =>
        resyncStore({ ...options, log: silentLog }, operatorOf(shop_id), { since }),
      );
      const outcome =
        read.missing === 0 ? 'no orders were missing' : `${read.missing} missing orders were read`;
      cli.print(`Read ${read.shop_domain} since ${read.since.toISOString()}: ${outcome}`);
    });
}

function readDay(text: string): Date {
  const day = new Date(`${text}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(day.getTime())) {
    throw new InvalidArgumentError('Enter a day, as 2026-11-20.');
  }
  return day;
}

function disconnectCommand(shopify: Command, cli: Cli): void {
  shopify
    .command('disconnect')
    .addOption(shopOption())
    .description('remove the webhooks in the store and the credentials here; orders are kept')
    .action(async (given: ShopOption) => {
      const text = await withStore(cli, given, async (options, shop_id) => {
        const { shop_domain, webhooks_problem } = await disconnectStore(options, operatorOf(shop_id));
        const ended = `Disconnected ${shop_domain} from shop ${shop_id}`;
        if (webhooks_problem === null) return ended;
        return `${ended}\nIts webhooks could not be removed there (${webhooks_problem}); webhooks that it still sends are rejected`;
      });
      cli.print(text);
    });
}

function statusCommand(shopify: Command, cli: Cli): void {
  shopify
    .command('status')
    .addOption(shopOption())
    .option('--all', 'list all orders, without a limit')
    .option('--json', 'as JSON')
    .description('the connection, pending and failed work, import problems, and the newest webhooks')
    .action(async ({ shop, all, json }: ShopOption & AsJson & { all?: boolean }) => {
      const box = await boxWhereKnown(cli);
      const text = await operate(cli, async (tx) => {
        const { shop_id, time_zone } = await chosenShop(tx, shop);
        const status = await readShopifyStatus(tx, shop_id, { box, all });
        return json ? JSON.stringify(status, null, 2) : shopifyStatusText(status, time_zone);
      });
      cli.print(text);
    });
}

/** Opens the store's secrets; undefined if this machine does not know the installation's secrets. */
async function boxWhereKnown({ secrets }: Cli): Promise<SecretBox | undefined> {
  try {
    return secretBox(await secrets());
  } catch (error) {
    if (error instanceof BadSettings) return undefined;
    throw error;
  }
}

function retryCommand(shopify: Command, cli: Cli): void {
  shopify
    .command('retry')
    .argument('[order]', 'its number, with or without #; default: all orders')
    .addOption(shopOption())
    .option('--json', 'as JSON')
    .description('retry failed and pending work now')
    .action(async (order: string | undefined, { shop, json }: ShopOption & AsJson) => {
      const counts = await onShop(cli, { shop }, (tx, operator) =>
        runOnce(tx, operator, retryShopify, { order_number: order }),
      );
      const { fulfilments, webhooks, payments } = counts;
      const sentence = `To be retried: ${fulfilments} fulfilments, ${webhooks} webhooks, ${payments} payments`;
      printResult(cli, { json }, counts, sentence);
    });
}

function dismissCommand(shopify: Command, cli: Cli): void {
  shopify
    .command('dismiss')
    .argument('<order or webhook>', 'as listed by status')
    .addOption(shopOption())
    .option('--note <text>', 'the reason; stored with it', readNote)
    .description('remove a resolved order or webhook from the lists of status')
    .action(async (what: string, { shop, note }: ShopOption & { note?: string }) => {
      await onShop(cli, { shop }, (tx, operator) => runOnce(tx, operator, dismissListed, { what, note }));
      cli.print(`Dismissed ${what}`);
    });
}

const NOTE_MAX = 500;

function readNote(text: string): string {
  const note = text.trim();
  if (note === '' || note.length > NOTE_MAX)
    throw new InvalidArgumentError(`A note must have 1 to ${NOTE_MAX} characters.`);
  return note;
}

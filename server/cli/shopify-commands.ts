import type { Command } from 'commander';
import { runAs } from '../operations/run-as.ts';
import { orderNumberOf } from '../orders/order-number.ts';
import { dismissListed } from '../shopify/dismiss-listed.ts';
import { retryShopify } from '../shopify/retry-shopify.ts';
import { readShopifyStatus } from '../shopify/shopify-status.ts';
import { chosenShop } from './chosen-shop.ts';
import { operate, shopId } from './operate.ts';
import { onShop } from './operator.ts';
import { print, printResult } from './print.ts';
import { addConnectionCommands } from './shopify-connection-commands.ts';
import { boxWhereKnown, SHOP, type ShopifyParts } from './shopify-parts.ts';
import { shopifyStatusText } from './shopify-status-text.ts';

export function addShopifyCommands(program: Command, parts: ShopifyParts): void {
  const shopify = program
    .command('shopify')
    .description("the shop's Shopify store: orders in, fulfilment out");
  addConnectionCommands(shopify, parts);
  statusCommand(shopify, parts);
  retryCommand(shopify, parts);
  dismissCommand(shopify, parts);
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

type RetryOptions = { shop?: number; json?: boolean };

function retryCommand(shopify: Command, { open }: ShopifyParts): void {
  shopify
    .command('retry')
    .argument('[order]', 'its number, with or without #; left out, everything')
    .option('--shop <id>', SHOP, shopId)
    .option('--json', 'as JSON')
    .description('try again at once what failed or waits')
    .action(async (order: string | undefined, { shop, json }: RetryOptions, command: Command) => {
      const order_number = order === undefined ? undefined : orderNumberOf(order);
      const { fulfilments, webhooks, payments } = await onShop(command, open, shop, (tx, operator) =>
        runAs(tx, operator, retryShopify, { order_number }),
      );
      const sentence = `To be tried again: ${fulfilments} fulfilments, ${webhooks} webhooks, ${payments} payments`;
      printResult(command, { json }, { fulfilments, webhooks, payments }, sentence);
    });
}

function dismissCommand(shopify: Command, { open }: ShopifyParts): void {
  shopify
    .command('dismiss')
    .argument('<order or webhook>', 'as status lists it')
    .option('--shop <id>', SHOP, shopId)
    .description('take from the lists of status what needs no more looking at')
    .action(async (what: string, { shop }: { shop?: number }, command: Command) => {
      await onShop(command, open, shop, (tx, operator) => runAs(tx, operator, dismissListed, { what }));
      print(command, `Dismissed ${what}`);
    });
}

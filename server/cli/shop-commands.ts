import type { Command } from 'commander';
import { addShop, changeShop, listShops } from '../identity/shops.ts';
import { runOnce } from '../operations/run-as.ts';
import type { Cli } from './cli.ts';
import { TerminalError } from './ending.ts';
import { author, operate, operatorOf, shopId } from './operate.ts';
import { type AsJson, printResult, printRows } from './print.ts';

export function addShopCommands(program: Command, cli: Cli): void {
  const shop = program.command('shop').description('the shops of this installation');

  shop
    .command('add')
    .argument('<name>', 'as it appears on receipts')
    .option('--time-zone <zone>', 'decides what "today" is, for example Asia/Dubai', 'UTC')
    .option('--json', 'as JSON')
    .description('add a shop')
    .action(async (text: string, options: AsJson & { timeZone: string }) => {
      const shop = { name: text.trim(), time_zone: options.timeZone };
      const creating = { open: () => cli.open({ create: true }) };
      const shop_id = await operate(creating, (tx) => runOnce(tx, author(), addShop, shop));
      const sentence = `Added shop ${shop_id}: ${shop.name} (${shop.time_zone})`;
      printResult(cli, options, { shop_id, ...shop }, sentence);
    });

  shop
    .command('set')
    .argument('<id>', 'the shop, as in shop list', shopId)
    .option('--name <name>', 'as it appears on receipts from now on')
    .option('--time-zone <zone>', 'decides what "today" is from now on')
    .description('change a shop')
    .action(async (id: number, given: { name?: string; timeZone?: string }) => {
      if (given.name === undefined && given.timeZone === undefined) {
        throw new TerminalError('Say what to change: --name or --time-zone');
      }
      const change = { name: given.name, time_zone: given.timeZone };
      const changed = await operate(cli, (tx) => runOnce(tx, operatorOf(id), changeShop, change));
      cli.print(`Shop ${id} is ${changed.name} (${changed.time_zone})`);
    });

  shop
    .command('list')
    .option('--json', 'as JSON')
    .description('all shops')
    .action(async ({ json }: AsJson) => {
      printRows(cli, { json }, await operate(cli, listShops), 'There is no shop yet');
    });
}

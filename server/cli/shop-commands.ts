import type { Command } from 'commander';
import { addShop, changeShop, listShops, type ShopChange } from '../identity/shops.ts';
import { runAs } from '../operations/run-as.ts';
import { type OpenDatabase, operate, shopId } from './operate.ts';
import { author, operatorOf } from './operator.ts';
import { print, printResult, printRows } from './print.ts';
import { TerminalError } from './terminal-error.ts';

export function addShopCommands(program: Command, open: OpenDatabase): void {
  const shop = program.command('shop').description('the shops of this installation');

  shop
    .command('add')
    .argument('<name>', 'as it appears on receipts')
    .option('--time-zone <zone>', 'decides what "today" is, for example Asia/Dubai', 'UTC')
    .option('--json', 'as JSON')
    .description('add a shop')
    .action(async (text: string, options: { timeZone: string; json?: boolean }, command: Command) => {
      const shop = { name: text.trim(), time_zone: options.timeZone };
      const create = () => open({ create: true });
      const shop_id = await operate(command, create, (tx) => runAs(tx, author(), addShop, shop));
      const sentence = `Added shop ${shop_id}: ${shop.name} (${shop.time_zone})`;
      printResult(command, options, { shop_id, ...shop }, sentence);
    });

  shop
    .command('set')
    .argument('<id>', 'the shop, as in shop list', shopId)
    .option('--name <name>', 'as it appears on receipts from now on')
    .option('--time-zone <zone>', 'decides what "today" is from now on')
    .description('change a shop')
    .action(async (id: number, options: { name?: string; timeZone?: string }, command: Command) => {
      const change: ShopChange = { name: options.name, time_zone: options.timeZone };
      const { name, time_zone } = await operate(command, open, (tx) => {
        if (Object.values(change).every((given) => given === undefined)) {
          throw new TerminalError('Say what to change: --name or --time-zone');
        }
        return runAs(tx, operatorOf(id), changeShop, change);
      });
      print(command, `Shop ${id} is ${name} (${time_zone})`);
    });

  shop
    .command('list')
    .option('--json', 'as JSON')
    .description('all shops')
    .action(async ({ json }: { json?: boolean }, command: Command) => {
      const rows = await operate(command, open, listShops);
      printRows(command, rows, { json, empty: 'There is no shop yet' });
    });
}

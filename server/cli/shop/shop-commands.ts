import { type Command, InvalidArgumentError } from 'commander';
import { ERASE_DAYS_MAX, ERASE_DAYS_MIN } from '../../../contract/rules/shop-limits.ts';
import { forgetBackup, knownBackups } from '../../backup/known-backups.ts';
import { addShop, changeShop, listShops, readOwnShop } from '../../identity/shops.ts';
import { runOnce } from '../../operations/run-as.ts';
import { machineNow } from '../../platform/machine.ts';
import { readKept } from '../../retention/read-kept.ts';
import type { Cli } from '../cli.ts';
import { author, operate, operatorOf, shopId } from '../operate.ts';
import { TerminalError } from '../terminal/ending.ts';
import { type AsJson, printResult, printRows } from '../terminal/print.ts';
import { retentionText } from './retention-text.ts';

type Given = {
  name?: string;
  timeZone?: string;
  country?: string;
  eraseCustomersAfterDays?: number | 'never';
};

function daysOrNever(text: string): number | 'never' {
  return text === 'never' ? text : days(text);
}

function days(text: string): number {
  const found = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (found >= ERASE_DAYS_MIN && found <= ERASE_DAYS_MAX) return found;
  throw new InvalidArgumentError(
    `Enter a number of days from ${ERASE_DAYS_MIN} to ${ERASE_DAYS_MAX}, or never.`,
  );
}

export function addShopCommands(program: Command, cli: Cli): void {
  const shop = program.command('shop').description('the shops of this installation');

  shop
    .command('add')
    .argument('<name>', 'the name on receipts')
    .option('--time-zone <zone>', 'the time zone of business days, for example Asia/Dubai', 'UTC')
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
    .argument('<id>', 'the shop; see shop list', shopId)
    .option('--name <name>', 'the new name on receipts')
    .option('--time-zone <zone>', 'the new time zone of business days')
    .option('--country <code>', 'the country of telephone numbers without a country code, for example AE')
    .option(
      '--erase-customers-after-days <days>',
      "days after an order's last activity when its customer's data are erased, or never",
      daysOrNever,
    )
    .description('change a shop')
    .addHelpText(
      'after',
      `
Erasing cannot be undone. shop kept <id> --after-days shows first how many orders it affects.`,
    )
    .action(async (id: number, given: Given) => {
      if (Object.values(given).every((value) => value === undefined)) {
        throw new TerminalError(
          'Choose what to change: --name, --time-zone, --country or --erase-customers-after-days',
        );
      }
      const { eraseCustomersAfterDays: days } = given;
      const change = {
        name: given.name,
        time_zone: given.timeZone,
        country: given.country,
        erase_customers_after_days: days === 'never' ? null : days,
      };
      const changed = await operate(cli, (tx) => runOnce(tx, operatorOf(id), changeShop, change));
      const { name, time_zone, country, erase_customers_after_days: after } = changed;
      const numbers = given.country === undefined ? '' : `, telephone numbers default to ${country}`;
      const erases = after === null ? '' : `, customers erased after ${after} days`;
      cli.print(`Shop ${id} is ${name} (${time_zone})${numbers}${erases}`);
    });

  shop
    .command('list')
    .option('--json', 'as JSON')
    .description('all shops')
    .action(async ({ json }: AsJson) => {
      printRows(cli, { json }, await operate(cli, listShops), 'There is no shop yet');
    });

  shop
    .command('kept')
    .argument('<id>', 'the shop; see shop list', shopId)
    .option('--after-days <days>', 'count as if customers were erased after this many days', days)
    .option('--json', 'as JSON')
    .description(
      'retention times, the number of orders due to be erased, and backups that still contain erased data',
    )
    .action(
      async (shop_id: number, { afterDays: after_days, ...options }: AsJson & { afterDays?: number }) => {
        const found = await operate(cli, async (tx) => {
          const kept = await readKept(tx, { shop_id }, { after_days }, machineNow());
          const { time_zone } = await readOwnShop(tx, operatorOf(shop_id));
          const { last } = kept;
          const backups = last === null ? [] : await knownBackups(tx, new Date(last.erased_at));
          return { kept, backups, time_zone };
        });
        printResult(cli, options, { ...found.kept, backups: found.backups }, retentionText(found));
      },
    );

  shop
    .command('backup-gone')
    .argument('<file>', 'the path as shown by shop kept')
    .description('record that a backup file and all its copies are deleted')
    .action(async (path: string) => {
      const gone = await operate(cli, (tx) => forgetBackup(tx, path));
      if (gone === 0) throw new TerminalError(`There is no known backup ${path}`);
      cli.print(`${path} is no longer listed`);
    });
}

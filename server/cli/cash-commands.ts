import type { Command } from 'commander';
import { formatMoney } from '../../contract/rules/money.ts';
import type { CashDifference } from '../cash/cash-difference.ts';
import { listBalances, type StaffBalance } from '../cash/list-balances.ts';
import { verifyCash } from '../verification/verify-cash.ts';
import { addAdjustCommand, addIssueCommand } from './booking-commands.ts';
import type { Cli } from './cli.ts';
import { type OfShop, ofShop, onShop, withDatabase } from './operate.ts';
import { type AsJson, printFound, printRows } from './print.ts';
import { progressLines } from './progress-line.ts';
import { TerminalError } from './terminal-error.ts';

export function addCashCommands(program: Command, cli: Cli): void {
  const cash = program.command('cash').description('cash in the hands of staff');
  addIssueCommand(cash, cli);
  addAdjustCommand(cash, cli);

  cash
    .command('show')
    .addOption(ofShop())
    .option('--json', 'as JSON, amounts in fils')
    .description('what everybody holds, and what waits to be posted')
    .action(async ({ shop, json }: OfShop & AsJson) => {
      const balances = await onShop(cli, { shop }, (tx, { shop_id }) => listBalances(tx, shop_id));
      printRows(cli, { json }, json ? balances : balances.map(readable), 'There is no staff yet');
    });

  cash
    .command('verify')
    .option('--json', 'as JSON, amounts in fils')
    .description('prove that balances, movements and what caused them agree; exit code 1 where they do not')
    .action(async ({ json }: AsJson) => {
      const progress = progressLines<{ done: number; of: number }>(
        cli.tell,
        ({ done, of }) => `${done} of ${of} proofs made`,
      );
      const found = await withDatabase(cli, (owner) => verifyCash(owner, progress));
      const damage = found.filter(({ kind }) => kind !== 'waiting');
      printFound(cli, { json }, found, describe);
      if (damage.length > 0) throw new TerminalError(`${damage.length} differences in the cash book`);
      if (!json) cli.print('The cash book is right.');
    });
}

function readable({ email, full_name, role, cash_on_hand_fils, waiting_fils }: StaffBalance) {
  const cash_on_hand = cash_on_hand_fils === null ? null : formatMoney(cash_on_hand_fils);
  return { email, full_name, role, cash_on_hand, waiting: formatMoney(waiting_fils) };
}

function describe(difference: CashDifference): string {
  const { shop_id, kind, subject, holder, user_id, source_id, movement_id, text } = difference;
  const whose = kind === 'balance' || holder === null ? '' : ` (${holder})`;
  const details = [
    move('expected', difference.expected_fils, difference.expected_route),
    move('found', difference.found_fils, difference.found_route),
    id('user', user_id),
    id('row', source_id),
    id('movement', movement_id),
  ].flat();
  return `shop ${shop_id}, ${[`${subject}${whose}: ${text}`, ...details].join(', ')}`;
}

const move = (what: string, fils: number | null, route: string | null) =>
  fils === null ? [] : [`${what} ${formatMoney(fils)}${route === null ? '' : ` ${route}`}`];
const id = (of: string, value: string | null) => (value === null ? [] : [`${of} ${value}`]);

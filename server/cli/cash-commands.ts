import type { Command } from 'commander';
import { formatMoney } from '../../contract/rules/money.ts';
import type { CashDifference } from '../cash/cash-difference.ts';
import { listBalances, type StaffBalance } from '../cash/list-balances.ts';
import { verifyCash } from '../verification/verify-cash.ts';
import { addAdjustCommand } from './adjust-command.ts';
import type { Patience } from './book-once.ts';
import { chosenShop } from './chosen-shop.ts';
import { addIssueCommand } from './issue-command.ts';
import { type OpenDatabase, operate, shopId, withDatabase } from './operate.ts';
import { print, printRows } from './print.ts';
import { progressLines } from './progress-line.ts';
import { oneLine } from './visible-text.ts';

export function addCashCommands(program: Command, open: OpenDatabase, patience?: Patience): void {
  const cash = program.command('cash').description('cash in the hands of staff');
  addIssueCommand(cash, open, patience);
  addAdjustCommand(cash, open, patience);
  showCommand(cash, open);
  verifyCommand(cash, open);
}

function showCommand(cash: Command, open: OpenDatabase): void {
  cash
    .command('show')
    .option('--shop <id>', 'the shop; may be left out where there is only one', shopId)
    .option('--json', 'as JSON, amounts in fils')
    .description('what everybody holds, and what waits to be posted')
    .action(async ({ shop, json }: { shop?: number; json?: boolean }, command: Command) => {
      const balances = await operate(command, open, async (tx) =>
        listBalances(tx, (await chosenShop(tx, shop)).shop_id),
      );
      const rows = json ? balances : balances.map(readable);
      printRows(command, rows, { json, empty: 'There is no staff yet' });
    });
}

function readable({ email, full_name, role, cash_on_hand_fils, waiting_fils }: StaffBalance) {
  const cash_on_hand = cash_on_hand_fils === null ? null : formatMoney(cash_on_hand_fils);
  return { email, full_name, role, cash_on_hand, waiting: formatMoney(waiting_fils) };
}

function verifyCommand(cash: Command, open: OpenDatabase): void {
  cash
    .command('verify')
    .option('--json', 'as JSON, amounts in fils')
    .description('prove that balances, movements and what caused them agree; exit code 1 where they do not')
    .action(async ({ json }: { json?: boolean }, command: Command) => {
      const found = await withDatabase(command, open, (owner) =>
        verifyCash(
          owner,
          progressLines(command, ({ done, of }) => `${done} of ${of} proofs made`),
        ),
      );
      const damage = found.filter(({ kind }) => kind !== 'waiting');
      if (json) print(command, JSON.stringify(found, null, 2));
      else for (const difference of found) print(command, oneLine(describe(difference)));
      if (damage.length > 0)
        command.error(`error: ${damage.length} differences in the cash book`, { exitCode: 1 });
      if (!json) print(command, 'The cash book is right.');
    });
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

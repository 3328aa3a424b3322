import type { Command } from 'commander';
import { newId } from '../../contract/rules/ids.ts';
import { formatMoney } from '../../contract/rules/money.ts';
import { adjustCash } from '../cash/adjust-cash.ts';
import { runOperatorCommand } from '../operations/operator-commands.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';
import { anyStaff } from './active-staff.ts';
import { addCommandId, bookOnce, type Patience } from './book-once.ts';
import { totalOf } from './issue-command.ts';
import { type OpenDatabase, refusing } from './operate.ts';
import { operatorAccount } from './operator-account.ts';
import { print } from './print.ts';
import { readAmount } from './read-amount.ts';
import { TerminalError } from './terminal-error.ts';

type Options = { up?: true; down?: true; reason: string; id?: string };

/** What is answered, and answered again for the same id. The amount is below zero when the person holds less. */
type Adjusted = { user_id: string; full_name: string; amount_fils: number; new_total_fils: number | null };

export function addAdjustCommand(cash: Command, open: OpenDatabase, patience?: Patience): void {
  const adjust = cash
    .command('adjust')
    .argument('<email>', 'whose cash on hand is not what the book says; also of disabled staff')
    .argument('<amount>', 'the difference in AED, for example 50 or 1,250.50')
    .option('--up', 'the person holds that much more than the book says')
    .option('--down', 'the person holds that much less')
    .requiredOption('--reason <text>', 'why, in words; kept with the movement')
    .description('correct what a member of staff holds');
  addCommandId(adjust).action(async (email: string, text: string, options: Options, command: Command) => {
    const asked = await refusing(command, async () => readAsked(text, options));
    const { id } = options;
    const adjusted = await bookOnce(command, open, { id, patience }, (tx, command_id) =>
      adjustOnce(tx, email, asked, command_id),
    );
    const by = formatMoney(adjusted.amount_fils);
    print(command, `Adjusted the cash of ${adjusted.full_name} by ${by}.${totalOf(adjusted)}`);
  });
}

type Asked = { amount_fils: number; reason: string };

/** Throws TerminalError. */
function readAsked(text: string, { up, down, reason }: Options): Asked {
  if (up === down) throw new TerminalError('Say which way: --up or --down');
  return { amount_fils: readAmount(text) * (up ? 1 : -1), reason: readReason(reason) };
}

function readReason(text: string): string {
  const reason = text.trim();
  if (reason === '' || reason.length > 500 || /\p{Cc}/u.test(reason)) {
    throw Problem.ofField({ field: 'reason' });
  }
  return reason;
}

async function adjustOnce(tx: Tx, email: string, asked: Asked, command_id: string): Promise<Adjusted> {
  const { amount_fils } = asked;
  const { user_id, shop_id, full_name } = await anyStaff(tx, email);
  const input = { user_id, ...asked };
  const operator = { kind: 'operator' as const, account: operatorAccount(), shop_id };
  const command = { command_id, now: new Date(), command: 'cash adjust', input };
  return runOperatorCommand(tx, operator, command, async ({ now, changed }) => {
    const id = newId();
    const posted = await adjustCash(tx, { id, shop_id, ...input, command_id, occurred_at: now });
    changed({
      what: 'adjust_cash',
      subject_id: id,
      before: null,
      after: { user_id, amount_fils },
      personal_fields: ['reason'],
      touched: [{ topic: 'cash', audience: 'desk', user_ids: [user_id] }],
    });
    const new_total_fils = (amount_fils > 0 ? posted?.to_total_fils : posted?.from_total_fils) ?? null;
    return { user_id, full_name, amount_fils, new_total_fils };
  });
}

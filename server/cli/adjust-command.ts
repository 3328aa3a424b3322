import type { Command } from 'commander';
import { formatMoney } from '../../contract/rules/money.ts';
import { adjustCash } from '../cash/adjust-cash.ts';
import { readReason } from '../platform/read-reason.ts';
import { addCommandId, bookOnce, type Patience } from './book-once.ts';
import { totalOf } from './issue-command.ts';
import { type OpenDatabase, refusing } from './operate.ts';
import { print } from './print.ts';
import { readAmount } from './read-amount.ts';
import { TerminalError } from './terminal-error.ts';

type Options = { up?: true; down?: true; reason: string; id?: string };

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
    const booking = { email, words: 'cash adjust', operation: adjustCash, asked };
    const adjusted = await bookOnce(command, open, booking, { id: options.id, patience });
    const by = formatMoney(adjusted.amount_fils);
    print(command, `Adjusted the cash of ${adjusted.full_name} by ${by}.${totalOf(adjusted)}`);
  });
}

/** As it is kept, so that the same is asked for however it was written. Throws TerminalError, `invalid_input`. */
function readAsked(text: string, { up, down, reason }: Options): { amount_fils: number; reason: string } {
  if (up === down) throw new TerminalError('Say which way: --up or --down');
  return { amount_fils: readAmount(text) * (up ? 1 : -1), reason: readReason(reason) };
}

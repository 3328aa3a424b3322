import type { Command } from 'commander';
import { formatMoney, parseAmount } from '../../contract/rules/money.ts';
import { adjustCash } from '../cash/adjust-cash.ts';
import type { Booked } from '../cash/booked.ts';
import { issueCash } from '../cash/issue-cash.ts';
import { readReason } from '../platform/read-reason.ts';
import { addCommandId, bookOnce } from './book-once.ts';
import type { Cli } from './cli.ts';
import { TerminalError } from './terminal-error.ts';

export function addIssueCommand(cash: Command, cli: Cli): void {
  const issue = cash
    .command('issue')
    .argument('<email>', 'who receives it')
    .argument('<amount>', 'in AED, for example 500 or 1,250.50')
    .description('book cash from the safe to a member of staff');
  addCommandId(issue).action(async (email: string, text: string, { id }: { id?: string }) => {
    const asked = { amount_fils: readAmount(text) };
    const issued = await bookOnce(cli, { email, words: 'cash issue', operation: issueCash, asked }, id);
    const amount = formatMoney(issued.amount_fils);
    cli.print(`Issued ${amount} from the safe to ${issued.full_name}.${totalOf(issued)}`);
  });
}

type Adjustment = { up?: true; down?: true; reason: string; id?: string };

export function addAdjustCommand(cash: Command, cli: Cli): void {
  const adjust = cash
    .command('adjust')
    .argument('<email>', 'whose cash on hand is not what the book says; also of disabled staff')
    .argument('<amount>', 'the difference in AED, for example 50 or 1,250.50')
    .option('--up', 'the person holds that much more than the book says')
    .option('--down', 'the person holds that much less')
    .requiredOption('--reason <text>', 'why, in words; kept with the movement')
    .description('correct what a member of staff holds');
  addCommandId(adjust).action(async (email: string, text: string, { id, ...given }: Adjustment) => {
    const asked = readAsked(text, given);
    const adjusted = await bookOnce(cli, { email, words: 'cash adjust', operation: adjustCash, asked }, id);
    const by = formatMoney(adjusted.amount_fils);
    cli.print(`Adjusted the cash of ${adjusted.full_name} by ${by}.${totalOf(adjusted)}`);
  });
}

/** As it is kept, so that the same is asked for however it was written. Throws TerminalError, `invalid_input`. */
function readAsked(text: string, { up, down, reason }: Adjustment): { amount_fils: number; reason: string } {
  if (up === down) throw new TerminalError('Say which way: --up or --down');
  return { amount_fils: readAmount(text) * (up ? 1 : -1), reason: readReason(reason) };
}

/** Reads an amount above zero, in AED. Answers fils. Throws TerminalError. */
function readAmount(text: string): number {
  const parsed = parseAmount(text);
  if (parsed.ok && parsed.amount_fils > 0) return parsed.amount_fils;
  throw new TerminalError(`"${text}" is not an amount from AED 0.01 to AED 10,000,000.00`);
}

/** What the person held once it was booked, as the end of a sentence. */
function totalOf({ new_total_fils }: Booked): string {
  return new_total_fils === null ? '' : ` Cash on hand now: ${formatMoney(new_total_fils)}`;
}

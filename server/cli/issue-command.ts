import type { Command } from 'commander';
import { formatMoney } from '../../contract/rules/money.ts';
import type { Booked } from '../cash/booked.ts';
import { issueCash } from '../cash/issue-cash.ts';
import { addCommandId, bookOnce, type Patience } from './book-once.ts';
import { type OpenDatabase, refusing } from './operate.ts';
import { print } from './print.ts';
import { readAmount } from './read-amount.ts';

export function addIssueCommand(cash: Command, open: OpenDatabase, patience?: Patience): void {
  const issue = cash
    .command('issue')
    .argument('<email>', 'who receives it')
    .argument('<amount>', 'in AED, for example 500 or 1,250.50')
    .description('book cash from the safe to a member of staff');
  addCommandId(issue).action(
    async (email: string, text: string, { id }: { id?: string }, command: Command) => {
      const amount_fils = await refusing(command, async () => readAmount(text));
      const booking = { email, words: 'cash issue', operation: issueCash, asked: { amount_fils } };
      const issued = await bookOnce(command, open, booking, { id, patience });
      const amount = formatMoney(issued.amount_fils);
      print(command, `Issued ${amount} from the safe to ${issued.full_name}.${totalOf(issued)}`);
    },
  );
}

/** What the person held once it was booked, as the end of a sentence. */
export function totalOf({ new_total_fils }: Booked): string {
  return new_total_fils === null ? '' : ` Cash on hand now: ${formatMoney(new_total_fils)}`;
}

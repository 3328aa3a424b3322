import type { Command } from 'commander';
import { newId } from '../../contract/rules/ids.ts';
import { formatMoney } from '../../contract/rules/money.ts';
import { issueCash } from '../cash/issue-cash.ts';
import { runOperatorCommand } from '../operations/operator-commands.ts';
import { activeStaff, anyStaff } from './active-staff.ts';
import { addCommandId, bookOnce, type Patience } from './book-once.ts';
import { type OpenDatabase, refusing } from './operate.ts';
import { operatorAccount } from './operator-account.ts';
import { print } from './print.ts';
import { readAmount } from './read-amount.ts';

/** What is answered, and answered again for the same id. */
type Issued = { user_id: string; full_name: string; amount_fils: number; new_total_fils: number | null };

export function addIssueCommand(cash: Command, open: OpenDatabase, patience?: Patience): void {
  const issue = cash
    .command('issue')
    .argument('<email>', 'who receives it')
    .argument('<amount>', 'in AED, for example 500 or 1,250.50')
    .description('book cash from the safe to a member of staff');
  addCommandId(issue).action(
    async (email: string, text: string, { id }: { id?: string }, command: Command) => {
      const amount_fils = await refusing(command, async () => readAmount(text));
      const issued = await bookOnce(
        command,
        open,
        { id, patience },
        async (tx, command_id): Promise<Issued> => {
          const { user_id, shop_id, full_name } = await anyStaff(tx, email);
          const operator = { kind: 'operator' as const, account: operatorAccount(), shop_id };
          const input = { user_id, amount_fils };
          const asked = { command_id, now: new Date(), command: 'cash issue', input };
          return runOperatorCommand(tx, operator, asked, async ({ now, changed }) => {
            // Asked after the id: what was booked is answered again, whatever became of the person since.
            await activeStaff(tx, email);
            const id = newId();
            const posted = await issueCash(tx, { id, shop_id, ...input, command_id, occurred_at: now });
            changed({
              what: 'issue_cash',
              subject_id: id,
              before: null,
              after: { user_id, amount_fils },
              touched: [{ topic: 'cash', audience: 'desk', user_ids: [user_id] }],
            });
            return { user_id, full_name, amount_fils, new_total_fils: posted?.to_total_fils ?? null };
          });
        },
      );
      print(
        command,
        `Issued ${formatMoney(issued.amount_fils)} from the safe to ${issued.full_name}.${totalOf(issued)}`,
      );
    },
  );
}

/** What the person held once it was booked, as the end of a sentence. */
export function totalOf({ new_total_fils }: { new_total_fils: number | null }): string {
  return new_total_fils === null ? '' : ` Cash on hand now: ${formatMoney(new_total_fils)}`;
}

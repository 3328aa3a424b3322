import type { Command } from 'commander';
import { newId } from '../../contract/rules/ids.ts';
import { formatMoney } from '../../contract/rules/money.ts';
import { adjustCash } from '../cash/adjust-cash.ts';
import { Refusal } from '../identity/refusal.ts';
import { anyStaff } from './active-staff.ts';
import { type OpenDatabase, operate } from './operate.ts';
import { print } from './print.ts';
import { readAmount } from './read-amount.ts';

type Options = { up?: true; down?: true; reason: string };

export function addAdjustCommand(cash: Command, open: OpenDatabase): void {
  cash
    .command('adjust')
    .argument('<email>', 'whose cash on hand is not what the book says; also of disabled staff')
    .argument('<amount>', 'the difference in AED, for example 50 or 1,250.50')
    .option('--up', 'the person holds that much more than the book says')
    .option('--down', 'the person holds that much less')
    .requiredOption('--reason <text>', 'why, in words; kept with the movement')
    .description('correct what a member of staff holds')
    .action(async (email: string, text: string, { up, down, reason }: Options, command: Command) => {
      const id = newId();
      const line = await operate(command, open, async (tx) => {
        if (up === down) throw new Refusal('Say which way: --up or --down');
        const amount_fils = readAmount(text) * (up ? 1 : -1);
        const { user_id, shop_id, full_name } = await anyStaff(tx, email);
        const adjustment = { id, shop_id, user_id, amount_fils, reason: readReason(reason) };
        const posted = await adjustCash(tx, { ...adjustment, occurred_at: new Date() });
        const total = (up ? posted?.to_total_fils : posted?.from_total_fils) ?? null;
        const now = total === null ? '' : ` Cash on hand now: ${formatMoney(total)}`;
        return `Adjusted the cash of ${full_name} by ${formatMoney(amount_fils)}.${now}`;
      });
      print(command, line);
    });
}

function readReason(text: string): string {
  const reason = text.trim();
  if (reason === '' || reason.length > 500 || /\p{Cc}/u.test(reason)) {
    throw new Refusal('A reason is one line of 1 to 500 characters');
  }
  return reason;
}

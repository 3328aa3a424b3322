import type { Command } from 'commander';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { parseAmount } from '../../../contract/rules/amounts/parse-amount.ts';
import type { ApprovalRequested } from '../../../contract/schemas/approvals.ts';
import { requestAdjustment } from '../../approvals/request-adjustment.ts';
import { issueOrRequest } from '../../approvals/request-issue.ts';
import type { CashDifference } from '../../cash/cash-difference.ts';
import { listBalances, type StaffBalance } from '../../cash/list-balances.ts';
import type { Booked } from '../../cash/operator-bookings.ts';
import { findStaff } from '../../identity/find-staff.ts';
import type { Command as RunningCommand, Runs } from '../../operations/operation.ts';
import type { Operator } from '../../platform/actor.ts';
import { readReason } from '../../platform/read-reason.ts';
import { verifyCash } from '../../verification/verify-cash.ts';
import { requestText } from '../approvals/approval-text.ts';
import type { Cli } from '../cli.ts';
import { addCommandId, commandOnce, runUnderId } from '../command-once.ts';
import { onShop, operatorOf, type ShopOption, shopOption, withDatabase } from '../operate.ts';
import { TerminalError } from '../terminal/ending.ts';
import { type AsJson, printFound, printRows, progressLines } from '../terminal/print.ts';

export function addCashCommands(program: Command, cli: Cli): void {
  const cash = program.command('cash').description('cash on hand of staff');
  addIssueCommand(cash, cli);
  addAdjustCommand(cash, cli);

  cash
    .command('show')
    .addOption(shopOption())
    .option('--json', 'as JSON, amounts in fils')
    .description('cash on hand of each member of staff, amounts not posted yet, and open shortages and overs')
    .action(async ({ shop, json }: ShopOption & AsJson) => {
      const balances = await onShop(cli, { shop }, (tx, { shop_id }) => listBalances(tx, shop_id));
      printRows(cli, { json }, json ? balances : balances.map(readable), 'There is no staff yet');
    });

  cash
    .command('verify')
    .option('--json', 'as JSON, amounts in fils')
    .description('verify that balances, movements and their sources agree; exit code 1 if they do not')
    .action(async ({ json }: AsJson) => {
      const progress = progressLines<{ done: number; of: number }>(
        cli.report,
        ({ done, of }) => `${done} of ${of} checks complete`,
      );
      const found = await withDatabase(cli, (owner) => verifyCash(owner, progress));
      printFound(cli, { json }, found, describeCash);
      const damage = cashDamage(found);
      if (damage !== null) throw new TerminalError(damage);
      if (!json) cli.print('The cash book is correct.');
    });
}

/**
 * Describes the damage of a cash book; null if there is none. Pending movements are no damage. Wrong sums of
 * the reports are damage, but not of the book itself.
 */
export function cashDamage(found: readonly CashDifference[]): string | null {
  const sums = found.filter(({ kind }) => kind === 'wrong_sum').length;
  const others = found.filter(({ kind }) => kind !== 'waiting' && kind !== 'wrong_sum').length;
  const of_book =
    others === 0 ? [] : [`${others} ${others === 1 ? 'difference' : 'differences'} in the cash book`];
  const book_is_right = others === 0 ? ', the book itself is correct' : '';
  const of_sums = `${sums} ${sums === 1 ? 'sum of the reports is' : 'sums of the reports are'} wrong${book_is_right}`;
  const parts = [
    ...of_book,
    ...(sums === 0 ? [] : [`${of_sums}: run 'mandoob report rebuild' to recompute the sums`]),
  ];
  return parts.length === 0 ? null : parts.join('; ');
}

function readable({ email, full_name, role, cash_on_hand_fils, ...held }: StaffBalance) {
  return {
    email,
    full_name,
    role,
    cash_on_hand: cash_on_hand_fils === null ? null : formatMoney(cash_on_hand_fils),
    waiting: formatMoney(held.waiting_fils),
    shortage: formatMoney(held.shortage_fils),
    over: formatMoney(held.over_fils),
  };
}

/** Formats a difference as one line of text. */
export function describeCash(difference: CashDifference): string {
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

function addIssueCommand(cash: Command, cli: Cli): void {
  const issue = cash
    .command('issue')
    .argument('<email>', 'the recipient')
    .argument('<amount>', 'in AED, for example 500 or 1,250.50')
    .description(
      "book cash from the safe to a member of staff; above the shop's limit of floats, request the approval of it",
    );
  addCommandId(issue).action(async (email: string, text: string, { id }: { id?: string }) => {
    const asked = { amount_fils: readAmount(text) };
    const booking = { email, words: 'cash issue', operation: issueOrRequest, asked };
    const shownOf = ({ full_name, amount_fils, ...booked }: Booked) =>
      `Issued ${formatMoney(amount_fils)} from the safe to ${full_name}.${totalOf(booked)}`;
    cli.print(await bookOrRequest(cli, id, booking, shownOf));
  });
}

type Adjustment = { up?: true; down?: true; reason: string; id?: string };

function addAdjustCommand(cash: Command, cli: Cli): void {
  const adjust = cash
    .command('adjust')
    .argument('<email>', 'the member of staff, also if disabled')
    .argument('<amount>', 'the difference in AED, for example 50 or 1,250.50')
    .option('--up', 'the person has this much more than recorded')
    .option('--down', 'the person has this much less than recorded')
    .requiredOption('--reason <text>', 'the reason; stored with the movement')
    .description(
      "request a correction of a member of staff's cash on hand, which a Manager or Admin must approve",
    );
  addCommandId(adjust).action(async (email: string, text: string, { id, ...given }: Adjustment) => {
    const asked = readAsked(text, given);
    const booking = { email, words: 'cash adjust', operation: requestAdjustment, asked };
    const shownOf = ({ full_name, amount_fils, ...booked }: Booked) =>
      `Adjusted the cash of ${full_name} by ${formatMoney(amount_fils)}.${totalOf(booked)}`;
    cli.print(await bookOrRequest(cli, id, booking, shownOf));
  });
}

type Booking<Asked> = {
  email: string;
  words: string;
  operation: Runs<Operator, Asked & { user_id: string }, Booked | ApprovalRequested, RunningCommand>;
  asked: Asked;
};

/**
 * Runs a booking for one member of staff once, and describes its result. A repeated id may return the stored
 * reply of a booking by an older version, which needed no approval.
 */
function bookOrRequest<Asked extends object>(
  cli: Cli,
  id: string | undefined,
  { email, words, operation, asked }: Booking<Asked>,
  shownOf: (booked: Booked) => string,
): Promise<string> {
  return commandOnce(cli, id, async (tx, command_id) => {
    const { user_id, shop_id } = await findStaff(tx, email);
    const operator = operatorOf(shop_id);
    const input = { user_id, ...asked };
    const reply = await runUnderId(tx, operator, { command_id, words, input, operation });
    return 'approval_id' in reply ? requestText(tx, operator, reply) : shownOf(reply);
  });
}

/** Normalizes the input, so that repeated commands match. Throws TerminalError, `invalid_input`. */
function readAsked(text: string, { up, down, reason }: Adjustment): { amount_fils: number; reason: string } {
  if (up === down) throw new TerminalError('Add either --up or --down');
  return { amount_fils: readAmount(text) * (up ? 1 : -1), reason: readReason(reason) };
}

/** Reads an amount above zero in AED as fils. Throws TerminalError. */
function readAmount(text: string): number {
  const parsed = parseAmount(text);
  if (parsed.ok && parsed.amount_fils > 0) return parsed.amount_fils;
  if (!parsed.ok && parsed.reason === 'unclear') {
    throw new TerminalError(`"${text}" is ambiguous: write thousands as 12,500 and fils as 12.50`);
  }
  throw new TerminalError(`"${text}" is not an amount from AED 0.01 to AED 10,000,000.00`);
}

/** Formats the person's cash on hand after the booking, as the end of a sentence. */
function totalOf({ new_total_fils }: Pick<Booked, 'new_total_fils'>): string {
  return new_total_fils === null ? '' : ` Cash on hand now: ${formatMoney(new_total_fils)}`;
}

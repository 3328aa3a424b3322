import { type Command, InvalidArgumentError } from 'commander';
import type { ApprovalDecided } from '../../../contract/operations/desk/approvals/decide-approval.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import type { ApprovalOutcome } from '../../../contract/rules/approvals.ts';
import { formatDateTime } from '../../../contract/rules/dates/dates.ts';
import { UUID } from '../../../contract/rules/ids.ts';
import type { Approval } from '../../../contract/schemas/approvals.ts';
import { decideApproval } from '../../approvals/decide-approval.ts';
import { listApprovals } from '../../approvals/list-approvals.ts';
import { machineNow } from '../../platform/machine.ts';
import { readReason } from '../../platform/read-reason.ts';
import type { Cli } from '../cli.ts';
import { addCommandId, commandOnce, runUnderId } from '../command-once.ts';
import { chosenShop, operate, operatorOf, type ShopOption, shopOption } from '../operate.ts';
import { type AsJson, printRows } from '../terminal/print.ts';
import { changesText, decidedText, KINDS } from './approval-text.ts';

export function addApprovalCommands(program: Command, cli: Cli): void {
  const approvals = program
    .command('approvals')
    .description('requests that need the approval of a second person; operators count as one person');
  addListCommand(approvals, cli);
  addDecisionCommand(approvals, cli, 'approve', 'approved', 'approve a request and make its change');
  addDecisionCommand(approvals, cli, 'refuse', 'refused', 'refuse a request; nothing changes');
  addDecisionCommand(approvals, cli, 'withdraw', 'withdrawn', "withdraw one of the operator's requests");
}

function addListCommand(approvals: Command, cli: Cli): void {
  approvals
    .command('list', { isDefault: true })
    .addOption(shopOption())
    .option('--json', 'as JSON, amounts in fils')
    .description('pending requests, and the latest decided ones, with the accounts before and after')
    .action(async ({ shop, json }: ShopOption & AsJson) => {
      const { listed, time_zone } = await operate(cli, async (tx) => {
        const { shop_id, time_zone } = await chosenShop(tx, shop);
        return { listed: await listApprovals(tx, operatorOf(shop_id), machineNow()), time_zone };
      });
      if (json) return cli.print(JSON.stringify(listed, null, 2));
      const rows = [...listed.pending, ...listed.decided].map((one) => readableRow(one, time_zone));
      printRows(cli, {}, rows, 'There is no request yet');
    });
}

function readableRow(approval: Approval, time_zone: string) {
  const { decision, order } = approval;
  return {
    id: approval.id,
    request: [KINDS[approval.kind], approval.reference, order && `#${order.order_number}`]
      .filter((part) => part !== null)
      .join(' '),
    person: approval.full_name,
    amount: formatMoney(approval.amount_fils),
    changes: changesText(approval.changes) || null,
    reason: approval.reason,
    requested: `${formatDateTime(approval.requested_at, time_zone)}, ${approval.requested_by.full_name}`,
    state: decision
      ? `${decidedText(decision)}, ${formatDateTime(decision.decided_at, time_zone)}`
      : `pending until ${formatDateTime(approval.expires_at, time_zone)}`,
  };
}

type Deciding = ShopOption & { reason?: string; id?: string };

function addDecisionCommand(
  approvals: Command,
  cli: Cli,
  word: 'approve' | 'refuse' | 'withdraw',
  outcome: ApprovalOutcome,
  description: string,
): void {
  const decide = approvals
    .command(word)
    .argument('<id>', 'its id; see approvals list', approvalId)
    .option('--reason <text>', 'the reason; stored with the decision')
    .addOption(shopOption())
    .description(description);
  addCommandId(decide).action(async (approval_id: string, { shop, reason, id }: Deciding) => {
    const input = { approval_id, reason: reason === undefined ? null : readReason(reason) };
    const decided = await commandOnce(cli, id, async (tx, command_id) => {
      const { shop_id } = await chosenShop(tx, shop);
      return runUnderId(tx, operatorOf(shop_id), {
        command_id,
        words: `approvals ${word}`,
        input,
        operation: (tx, operator, input, command) =>
          decideApproval(tx, operator, { ...input, outcome }, command),
      });
    });
    cli.print(decisionText(decided));
  });
}

function decisionText({ approval_id, outcome, changes }: ApprovalDecided): string {
  if (outcome === 'approved') return `Approved ${approval_id}. It changed ${changesText(changes)}.`;
  return `${outcome === 'refused' ? 'Refused' : 'Withdrew'} ${approval_id}. Nothing has changed.`;
}

function approvalId(text: string): string {
  const id = text.toLowerCase();
  if (!UUID.test(id)) throw new InvalidArgumentError('Use an id that approvals list shows.');
  return id;
}

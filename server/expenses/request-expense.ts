import type { RequestExpense } from '../../contract/operations/dashboard/cash/expenses/request-expense.schema.ts';
import { CUSTOMER_REFUND } from '../../contract/rules/expenses.ts';
import type { CashStage } from '../../contract/rules/problems.ts';
import { instantOfExpense } from '../../contract/rules/references.ts';
import { DESK_ROLES } from '../../contract/rules/roles.ts';
import { expenseSlipPath } from '../../contract/rules/storage-paths.ts';
import type { ApprovalRequested } from '../../contract/schemas/approvals.ts';
import { handedOverAt } from '../cash/handed-over-at.ts';
import { requestApproval } from '../cash/request-approval.ts';
import { pinFile } from '../files/pin-file.ts';
import type { Command } from '../operations/operation.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { readShop } from '../platform/database/shop-facts.ts';
import { admitNamedTime } from '../platform/device-clock.ts';
import { errorCode } from '../platform/error-code.ts';
import { Problem } from '../platform/problem.ts';
import type { Expense } from './add-expense.ts';
import { pendingRefundsOf } from './pending-expenses.ts';
import { lockRefundOf } from './refund-of-order.ts';

/**
 * Requests the approval of an expense that the actor paid from the cash that they hold. The money is spent,
 * so a kind that the shop does not allow is recorded too, and the approver sees it (ruling A9). A refund to a
 * customer is limited to what is owed to them and not requested yet. Throws `driver_not_found`, `no_access`,
 * `invalid_amount`, `invalid_input`, `device_time_off`, `file_missing`, `not_found`, `more_than_open`,
 * `reference_taken`.
 */
export async function requestExpense(
  tx: Tx,
  actor: Staff,
  input: RequestExpense,
  command: Command<CashStage>,
): Promise<ApprovalRequested> {
  const { shop_id, user_id } = actor;
  const { command_id, now, stage, changed } = command;
  const { reference, kind, amount_fils, note, order_id } = input;
  if (amount_fils === 0) throw new Problem('invalid_amount');
  if ((kind === CUSTOMER_REFUND) !== (order_id !== null)) {
    throw Problem.ofInput('order_id', 'must be given for a refund, and for nothing else');
  }
  admitPerson(actor, order_id);
  stage('record');
  const slip_url = await slipPath(tx, input, now);
  if (order_id !== null) await admitRefund(tx, shop_id, { order_id, amount_fils }, now);
  stage('receipt');
  const slip_file_id = await pinFile(tx, { bucket: 'cash-handovers', ...input.slip });
  stage('record');
  const record: Expense = {
    id: tx.newId(),
    reference,
    user_id,
    kind,
    amount_fils,
    note,
    order_id,
    slip_url,
    slip_file_id,
    command_id,
    occurred_at: handedOverAt(input, now).toISOString(),
  };
  const requested = await requestApproval(
    tx,
    actor,
    { kind: 'expense', user_id, amount_fils, reason: note, record, file_ids: [slip_file_id] },
    command,
  ).catch(refuseTakenReference);
  changed({
    what: 'request_expense',
    subject_id: requested.approval_id,
    after: { user_id, amount_fils, reference, expense_kind: kind, ...(order_id !== null && { order_id }) },
    personal_fields: note === null ? [] : ['reason'],
    touched: [{ topic: 'cash', audience: 'desk', user_ids: [user_id] }],
  });
  return requested;
}

/** A driver needs a driver record, and only Managers and Admins pay customers back. */
function admitPerson({ role, driver_id }: Staff, order_id: string | null): void {
  const is_of_desk = DESK_ROLES.some((one) => one === role);
  if (!is_of_desk && driver_id === null) throw new Problem('driver_not_found');
  if (!is_of_desk && order_id !== null) throw new Problem('no_access');
}

/** Checks the path of the slip against the reference. Throws `invalid_input`, `device_time_off`. */
async function slipPath(tx: Tx, input: RequestExpense, now: Date): Promise<string> {
  const { reference, slip } = input;
  const made_at = instantOfExpense(reference);
  if (!made_at) throw Problem.ofInput('reference', 'must be EX- and milliseconds since 1970');
  admitNamedTime(made_at, input, now);
  const { time_zone } = await readShop(tx);
  const path = expenseSlipPath({ reference, made_at, time_zone });
  if (slip.path !== path) throw Problem.ofInput('slip.path', `must be ${path}`);
  return path;
}

/** Two requests for one order are admitted one after the other, by the lock of the order. */
async function admitRefund(
  tx: Tx,
  shop_id: number,
  { order_id, amount_fils }: { order_id: string; amount_fils: number },
  now: Date,
): Promise<void> {
  const owed_fils = await lockRefundOf(tx, shop_id, order_id);
  const left_fils = Math.max(0, owed_fils - (await pendingRefundsOf(tx, shop_id, order_id, now)));
  if (amount_fils > left_fils) throw new Problem('more_than_open', undefined, undefined, left_fils);
}

const UNIQUE_VIOLATION = '23505';

/** Another command of the same person has this reference. */
function refuseTakenReference(error: unknown): never {
  throw errorCode(error) === UNIQUE_VIOLATION ? new Problem('reference_taken') : error;
}

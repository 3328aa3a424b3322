import type {
  DepositRecorded,
  RecordDeposit,
} from '../../contract/operations/dashboard/cash/record-deposit.schema.ts';
import { dayOf } from '../../contract/rules/dates/dates.ts';
import type { CashStage } from '../../contract/rules/problems.ts';
import { instantOfDeposit } from '../../contract/rules/references.ts';
import { depositPaths } from '../../contract/rules/storage-paths.ts';
import { handedOverAt } from '../cash/handed-over-at.ts';
import { postMovement } from '../cash/movements.ts';
import { pinFiles } from '../files/pin-file.ts';
import type { Command } from '../operations/operation.ts';
import { commandRoute } from '../operations/route.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { addUnlessThere } from '../platform/database/rows.ts';
import { readShop } from '../platform/database/shop-facts.ts';
import { startTogether } from '../platform/database/transactions.ts';
import { admitNamedTime } from '../platform/device-clock.ts';
import { Problem } from '../platform/problem.ts';

/**
 * Records cash taken to the bank, with receipt, slip and signature. If the balance update fails, the deposit
 * is still recorded: its movement is pending, and the reply reports that (ruling A4). Throws
 * `invalid_amount`, `deposit_date_in_future`, `invalid_input`, `device_time_off`, `file_missing`,
 * `reference_taken`.
 */
export async function recordDeposit(
  tx: Tx,
  actor: Staff,
  input: RecordDeposit,
  { command_id, now, stage, changed }: Command<CashStage>,
): Promise<DepositRecorded> {
  const { shop_id, user_id: manager_id } = actor;
  const { reference, amount_fils, deposit_date } = input;
  if (amount_fils === 0) throw new Problem('invalid_amount');
  const { manager_signature, invoice_image, receipt } = input;
  const files = { manager_signature, invoice_image, receipt };
  const reads = startTogether({ shop: readShop(tx) });
  const pinned = pinFiles(tx, 'bank-deposits', files);
  stage('record');
  const { time_zone } = await reads.shop;
  if (deposit_date > dayOf(now, time_zone)) throw new Problem('deposit_date_in_future');
  const paths = pathsOf(actor, input, time_zone, now);
  stage('signatures');
  const signature_file_id = await pinned('manager_signature', paths.manager_signature);
  stage('receipt');
  const invoice_file_id = await pinned('invoice_image', paths.invoice_image);
  const receipt_file_id = await pinned('receipt', paths.receipt);
  stage('record');
  const id = tx.newId();
  const occurred_at = handedOverAt(input, now);
  const notes = input.notes?.trim() || null;
  const deposit = {
    shop_id,
    id,
    reference,
    manager_id,
    amount_fils,
    deposit_date,
    notes,
    deposit_document_url: paths.receipt,
    receipt_file_id,
    invoice_file_id,
    signature_file_id,
    signature_typed: input.manager_signature.typed,
    signer: input.manager_signature.signer,
    command_id,
    occurred_at,
    created_at: now,
  };
  const written = startTogether({
    is_new: addUnlessThere(tx, 'bank_deposits', deposit, ['shop_id', 'reference']),
    posted: postMovement(tx, {
      shop_id,
      from: { holder: 'staff', user_id: manager_id },
      to: { holder: 'bank' },
      amount_fils,
      reason: 'bank_deposit',
      source_type: 'bank_deposit',
      source_id: id,
      command_id,
      occurred_at,
      may_wait: true,
    }),
  });
  // A repeated command returns its stored reply and does not reach this point.
  if (!(await written.is_new)) throw new Problem('reference_taken');
  stage('cash');
  const { success, error, from_total_fils } = await written.posted;
  const seen_by = { audience: 'desk', user_ids: [manager_id] } as const;
  changed({
    what: 'record_deposit',
    subject_id: id,
    after: { reference, amount_fils, deposit_date, cash_posted: success },
    personal_fields: notes === null ? ['signer'] : ['signer', 'notes'],
    touched: [
      { topic: 'deposits', subject_id: id, ...seen_by },
      { topic: 'cash', ...seen_by },
    ],
  });
  const cash = { success, error, new_total_fils: from_total_fils, amount_fils };
  return { id, reference, amount_fils, cash, created_at: now.toISOString() };
}

export const recordDepositRoute = commandRoute('record_deposit', recordDeposit);

/**
 * Builds paths from the stored manager's name and the reference. Throws `invalid_input`, `device_time_off`.
 */
function pathsOf(
  { shop_id, user_id: manager_id, full_name: manager_name }: Staff,
  input: RecordDeposit,
  time_zone: string,
  now: Date,
) {
  const { reference } = input;
  const deposited_at = instantOfDeposit(reference);
  if (!deposited_at) throw Problem.ofInput('reference', 'must be BD- and milliseconds since 1970');
  admitNamedTime(deposited_at, input, now);
  return depositPaths({ shop_id, manager_id, manager_name, reference, deposited_at, time_zone });
}

import { dayOf } from '../../contract/rules/dates.ts';
import type { CashStage } from '../../contract/rules/problems.ts';
import { instantOfDeposit } from '../../contract/rules/references.ts';
import { depositPaths } from '../../contract/rules/storage-paths.ts';
import type { CashUpdate } from '../../contract/schemas/deliveries.ts';
import type { DepositRecorded, RecordDeposit } from '../../contract/schemas/deposits.ts';
import { handedOverAt } from '../cash/handed-over-at.ts';
import { postMovement } from '../cash/movements.ts';
import { pinFileAt } from '../files/pin-at.ts';
import type { Command } from '../operations/operation.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { readShop } from '../platform/database/shop-facts.ts';
import { admitNamedTime } from '../platform/device-clock.ts';
import { Problem } from '../platform/problem.ts';

type Context = { tx: Tx; actor: Staff; command_id: string; now: Date };
type Paths = ReturnType<typeof depositPaths>;
type Pinned = { receipt_file_id: string; invoice_file_id: string; signature_file_id: string };

/**
 * Records cash taken to the bank, with receipt, slip and signature. The deposit stands even where the balance update fails: its
 * movement then waits, and the answer says so (ruling A4). Throws `invalid_amount`, `deposit_date_in_future`,
 * `invalid_input`, `device_time_off`, `file_missing`, `reference_taken`.
 */
export async function recordDeposit(
  tx: Tx,
  actor: Staff,
  input: RecordDeposit,
  { command_id, now, stage, changed }: Command<CashStage>,
): Promise<DepositRecorded> {
  const context = { tx, actor, command_id, now };
  if (input.amount_fils === 0) throw new Problem('invalid_amount');
  stage('record');
  const { time_zone } = await readShop(tx, actor.shop_id);
  if (input.deposit_date > dayOf(now, time_zone)) throw new Problem('deposit_date_in_future');
  const paths = pathsOf(context, input, time_zone);
  const pinned = await pinDeposit(context, paths, input, stage);
  stage('record');
  const deposit = { id: tx.newId(), occurred_at: handedOverAt(input, now) };
  await insertDeposit(context, deposit, input, paths, pinned);
  stage('cash');
  const { reference, amount_fils, deposit_date } = input;
  const cash = await moveToBank(context, deposit, amount_fils);
  const seen_by = { audience: 'desk', user_ids: [actor.user_id] } as const;
  changed({
    what: 'record_deposit',
    subject_id: deposit.id,
    before: null,
    after: { reference, amount_fils, deposit_date, cash_posted: cash.success },
    personal_fields: ['signer', ...(input.notes?.trim() ? (['notes'] as const) : [])],
    touched: [
      { topic: 'deposits', subject_id: deposit.id, ...seen_by },
      { topic: 'cash', ...seen_by },
    ],
  });
  return {
    id: deposit.id,
    reference,
    amount_fils,
    cash,
    created_at: now.toISOString(),
  };
}

/** From the manager's name in the database and the instant in the reference. Throws `invalid_input`, `device_time_off`. */
function pathsOf({ actor, now }: Context, input: RecordDeposit, time_zone: string): Paths {
  const { reference } = input;
  const deposited_at = instantOfDeposit(reference);
  if (!deposited_at) {
    const detail = 'must be BD- and milliseconds since 1970';
    throw new Problem('invalid_input', `reference: ${detail}`, [{ pointer: '/reference', detail }]);
  }
  admitNamedTime(deposited_at, input, now);
  const manager = { shop_id: actor.shop_id, manager_id: actor.user_id, manager_name: actor.full_name };
  return depositPaths({ ...manager, reference, deposited_at, time_zone });
}

async function pinDeposit(
  { tx, actor }: Context,
  paths: Paths,
  input: RecordDeposit,
  stage: Command<CashStage>['stage'],
): Promise<Pinned> {
  const types = {
    receipt: 'application/pdf',
    invoice_image: 'image/jpeg',
    manager_signature: 'image/png',
  } as const;
  const pin = (field: keyof Paths) =>
    pinFileAt(
      tx,
      actor,
      field,
      { bucket: 'bank-deposits', path: paths[field], type: types[field] },
      input[field],
    );
  stage('signatures');
  const signature_file_id = await pin('manager_signature');
  stage('receipt');
  const invoice_file_id = await pin('invoice_image');
  return { signature_file_id, invoice_file_id, receipt_file_id: await pin('receipt') };
}

/** Throws `reference_taken`: the same command sent again never comes here. */
async function insertDeposit(
  { tx, actor, command_id, now }: Context,
  deposit: { id: string; occurred_at: Date },
  input: RecordDeposit,
  paths: Paths,
  pinned: Pinned,
): Promise<void> {
  const notes = input.notes?.trim() ?? '';
  const inserted = await tx
    .insertInto('bank_deposits')
    .values({
      shop_id: actor.shop_id,
      ...deposit,
      reference: input.reference,
      manager_id: actor.user_id,
      amount_fils: input.amount_fils,
      deposit_date: input.deposit_date,
      notes: notes === '' ? null : notes,
      deposit_document_url: paths.receipt,
      ...pinned,
      signature_typed: input.manager_signature.typed,
      signer: input.manager_signature.signer,
      command_id,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['shop_id', 'reference']).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) throw new Problem('reference_taken');
}

async function moveToBank(
  { tx, actor, command_id }: Context,
  deposit: { id: string; occurred_at: Date },
  amount_fils: number,
): Promise<CashUpdate> {
  const posted = await postMovement(tx, {
    shop_id: actor.shop_id,
    from: { holder: 'staff', user_id: actor.user_id },
    to: { holder: 'bank' },
    amount_fils,
    reason: 'bank_deposit',
    source_type: 'bank_deposit',
    source_id: deposit.id,
    command_id,
    occurred_at: deposit.occurred_at,
    may_wait: true,
  });
  return {
    success: posted.success,
    error: posted.error,
    new_total_fils: posted.from_total_fils,
    amount_fils,
  };
}

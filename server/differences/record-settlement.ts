import type {
  RecordSettlement,
  SettlementRecorded,
} from '../../contract/operations/dashboard/cash/record-settlement.schema.ts';
import type { CashStage } from '../../contract/rules/problems.ts';
import { instantOfSettlement } from '../../contract/rules/references.ts';
import { settlementPaths } from '../../contract/rules/storage-paths.ts';
import { heldBy, lockBalanceOf } from '../cash/balances.ts';
import { handedOverAt } from '../cash/handed-over-at.ts';
import { type Holder, postMovement } from '../cash/movements.ts';
import { pinFiles } from '../files/pin-file.ts';
import type { Command } from '../operations/operation.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { addUnlessThere } from '../platform/database/rows.ts';
import { readShop } from '../platform/database/shop-facts.ts';
import { admitNamedTime } from '../platform/device-clock.ts';
import { Problem } from '../platform/problem.ts';
import { findDifference, lockOpen } from './open-differences.ts';

/**
 * Records a payment, signed by both: the actor receives what a person owes, or pays back what a person
 * handed in too much; in full or in part (ruling H6). Locks the actor's balance, then the difference. Throws
 * `invalid_amount`, `not_found`, `own_cash`, `invalid_input`, `device_time_off`, `file_missing`,
 * `more_than_open` with what is open, `reference_taken`.
 */
export async function recordSettlement(
  tx: Tx,
  actor: Staff,
  input: RecordSettlement,
  { command_id, now, stage, changed }: Command<CashStage>,
): Promise<SettlementRecorded> {
  const { shop_id } = actor;
  const { reference, difference_id, amount_fils, person_signature, staff_signature, receipt } = input;
  if (amount_fils === 0) throw new Problem('invalid_amount');
  stage('record');
  const { account, user_id, full_name } = await findDifference(tx, shop_id, difference_id);
  if (user_id === actor.user_id) throw new Problem('own_cash');
  const paths = await pathsOf(tx, input, now);
  const pinned = pinFiles(tx, 'cash-handovers', { person_signature, staff_signature, receipt });
  stage('signatures');
  const person_signature_file_id = await pinned('person_signature', paths.person_signature);
  const staff_signature_file_id = await pinned('staff_signature', paths.staff_signature);
  stage('receipt');
  const receipt_file_id = await pinned('receipt', paths.receipt);
  stage('cash');
  // Voids lock in the same order: balances, then differences.
  await lockBalanceOf(tx, actor.user_id);
  const open_fils = await lockOpen(tx, shop_id, input);
  stage('record');
  const settlement = {
    shop_id,
    id: tx.newId(),
    difference_id,
    user_id,
    kind: 'payment',
    amount_fils,
    reference,
    staff_user_id: actor.user_id,
    receipt_url: paths.receipt,
    person_signature_file_id,
    staff_signature_file_id,
    receipt_file_id,
    person_signature_typed: person_signature.typed,
    person_signer: person_signature.signer,
    staff_signature_typed: staff_signature.typed,
    staff_signer: staff_signature.signer,
    command_id,
    completed_at: handedOverAt(input, now),
    recorded_at: now,
  };
  const { id, completed_at } = settlement;
  if (!(await addUnlessThere(tx, 'cash_settlements', settlement, ['shop_id', 'reference']))) {
    throw new Problem('reference_taken');
  }
  stage('cash');
  const own: Holder = { holder: 'staff', user_id: actor.user_id };
  const theirs: Holder = { holder: account, of_user_id: user_id };
  await postMovement(tx, {
    shop_id,
    ...(account === 'shortage' ? { from: theirs, to: own } : { from: own, to: theirs }),
    amount_fils,
    reason: 'settlement',
    source_type: 'cash_settlement',
    source_id: id,
    command_id,
    occurred_at: completed_at,
    may_wait: false,
  });
  const own_total_fils = await heldBy(tx, shop_id, actor.user_id);
  changed({
    what: 'record_settlement',
    subject_id: id,
    before: { open_fils },
    after: { reference, user_id, account, amount_fils, open_fils: open_fils - amount_fils },
    personal_fields: ['signer'],
    touched: [{ topic: 'cash', subject_id: id, audience: 'desk', user_ids: [user_id, actor.user_id] }],
  });
  return {
    id,
    reference,
    difference_id,
    account,
    user_id,
    full_name,
    amount_fils,
    open_fils: open_fils - amount_fils,
    own_total_fils,
    completed_at: completed_at.toISOString(),
  };
}

/** Builds the paths from the instant in the reference. Throws `invalid_input`, `device_time_off`. */
async function pathsOf(tx: Tx, input: RecordSettlement, now: Date) {
  const named_at = instantOfSettlement(input.reference);
  if (!named_at) throw Problem.ofInput('reference', 'must be ST- and milliseconds since 1970');
  admitNamedTime(named_at, input, now);
  const { time_zone } = await readShop(tx);
  return settlementPaths({ reference: input.reference, signed_at: named_at, time_zone });
}

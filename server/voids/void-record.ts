import type {
  RecordVoided,
  VoidRecord,
} from '../../contract/operations/dashboard/cash/void-record.schema.ts';
import type { CashStage } from '../../contract/rules/problems.ts';
import { instantOfVoid } from '../../contract/rules/references.ts';
import { voidPaths } from '../../contract/rules/storage-paths.ts';
import { handedOverAt } from '../cash/handed-over-at.ts';
import { requestApproval } from '../cash/request-approval.ts';
import { isVoidRequested } from '../cash/voids/is-voided.ts';
import { pinFiles } from '../files/pin-file.ts';
import type { NamedFile } from '../operations/command-files.ts';
import type { Command } from '../operations/operation.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { firstRow } from '../platform/database/rows.ts';
import { readShop } from '../platform/database/shop-facts.ts';
import { sql } from '../platform/database/sql.ts';
import { admitNamedTime } from '../platform/device-clock.ts';
import { Problem } from '../platform/problem.ts';
import { readReason } from '../platform/read-reason.ts';
import type { Voidable } from './find-voidable.ts';
import { lockVoidable, reverseRecord, type SignedVoid, touchedByVoid } from './reverse-record.ts';

/**
 * Voids a record made by mistake. It takes effect with the signatures of both signers, or of one signer and
 * the actor, who then approves it. A signer alone requests the approval of another Manager or Admin. Locks
 * the record's card machine, then the balances of its people. Throws `not_found`, `not_a_signer`,
 * `invalid_input`, `device_time_off`, `file_missing`, `already_void`, `void_blocked` with the later record,
 * `reference_taken`.
 */
export async function voidRecord(
  tx: Tx,
  actor: Staff,
  input: VoidRecord,
  command: Command<CashStage>,
): Promise<RecordVoided> {
  const { shop_id } = actor;
  const { record_type, record_id, reference } = input;
  const { stage, changed } = command;
  stage('record');
  const record = await lockVoidable(tx, shop_id, record_type, record_id);
  admitSigners(actor, record, input);
  const signed = await readSigned(tx, actor, input, command);
  stage('cash');
  const facts = {
    reference,
    record_reference: record.reference,
    record_type,
    amount_fils: record.amount_fils,
  };
  const done = { id: signed.id, reference, completed_at: signed.completed_at.toISOString() };
  if (input.other === null) {
    await assertNotRequested(tx, signed, command.now);
    const { approval_id } = await requestApproval(tx, actor, requestOf(record, signed), command);
    changed({
      what: 'request_void',
      subject_id: approval_id,
      after: facts,
      personal_fields: ['reason', 'signer'],
      touched: touchedByVoid(record_type, record),
    });
    return { ...done, approval_id };
  }
  await reverseRecord(tx, record, signed, command);
  changed({
    what: 'void_record',
    subject_id: signed.id,
    after: { ...facts, other_user_id: signed.other_user_id },
    personal_fields: ['reason', 'signer'],
    touched: touchedByVoid(record_type, record),
  });
  return { ...done, approval_id: null };
}

/**
 * Throws `not_a_signer` unless the actor signed the record, or the given other person did and is not the
 * actor.
 */
function admitSigners(actor: Staff, { signer_ids }: Voidable, { other }: VoidRecord): void {
  const signer_id = other === null ? actor.user_id : other.user_id;
  if (!signer_ids.includes(signer_id) || other?.user_id === actor.user_id) throw new Problem('not_a_signer');
}

/** Pins the files and builds the row. Throws `invalid_input`, `device_time_off`, `file_missing`. */
async function readSigned(
  tx: Tx,
  actor: Staff,
  input: VoidRecord,
  { command_id, now, stage }: Command<CashStage>,
): Promise<SignedVoid> {
  const { reference, record_type, record_id, own_signature, other, receipt } = input;
  const named_at = instantOfVoid(reference);
  if (!named_at) throw Problem.ofInput('reference', 'must be VD- and milliseconds since 1970');
  admitNamedTime(named_at, input, now);
  const { time_zone } = await readShop(tx);
  const paths = voidPaths({ reference, signed_at: named_at, time_zone });
  stage('signatures');
  const files: Record<string, NamedFile> = { own_signature, receipt };
  if (other) files.other_signature = other.signature;
  const pinned = pinFiles(tx, 'cash-handovers', files);
  const own_signature_file_id = await pinned('own_signature', paths.own_signature);
  const other_signature_file_id =
    other === null ? null : await pinned('other_signature', paths.other_signature);
  stage('receipt');
  const receipt_file_id = await pinned('receipt', paths.receipt);
  return {
    shop_id: actor.shop_id,
    id: tx.newId(),
    reference,
    record_type,
    record_id,
    reason: readReason(input.reason),
    recorded_by: actor.user_id,
    other_user_id: other?.user_id ?? null,
    receipt_url: paths.receipt,
    receipt_file_id,
    own_signature_file_id,
    own_signature_typed: own_signature.typed,
    own_signer: own_signature.signer,
    other_signature_file_id,
    other_signature_typed: other?.signature.typed ?? null,
    other_signer: other?.signature.signer ?? null,
    command_id,
    completed_at: handedOverAt(input, now),
  };
}

function requestOf({ signer_ids, receiver_id, amount_fils }: Voidable, signed: SignedVoid) {
  return {
    kind: 'void',
    user_id: receiver_id ?? signer_ids[0] ?? signed.recorded_by,
    amount_fils,
    reason: signed.reason,
    record: signed,
    file_ids: [signed.own_signature_file_id, signed.receipt_file_id],
  } as const;
}

/**
 * Throws `already_exists` while another request to void the record is pending, and `reference_taken` if
 * another void or request has this reference.
 */
async function assertNotRequested(tx: Tx, signed: SignedVoid, now: Date): Promise<void> {
  const { shop_id, record_type, record_id, reference } = signed;
  if (await isVoidRequested(tx, shop_id, { record_type, record_id }, now))
    throw new Problem('already_exists');
  const finding = sql<{ found: number }>`
    select 1 as found from cash_voids where shop_id = ${shop_id} and reference = ${reference}
    union all
    select 1 from approvals where shop_id = ${shop_id} and kind = 'void' and record ->> 'reference' = ${reference}`;
  if (await firstRow(tx, finding)) throw new Problem('reference_taken');
}

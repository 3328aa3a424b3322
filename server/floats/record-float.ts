import type {
  FloatRecorded,
  RecordFloat,
} from '../../contract/operations/dashboard/cash/record-float.schema.ts';
import type { CashStage } from '../../contract/rules/problems.ts';
import { instantOfFloat } from '../../contract/rules/references.ts';
import { floatPaths } from '../../contract/rules/storage-paths.ts';
import type { ApprovalRequested } from '../../contract/schemas/approvals.ts';
import { heldBy, lockBalanceOf } from '../cash/balances.ts';
import { handedOverAt } from '../cash/handed-over-at.ts';
import { type Holder, postMovement } from '../cash/movements.ts';
import { requestApproval } from '../cash/request-approval.ts';
import { pinFiles } from '../files/pin-file.ts';
import type { Change, Command } from '../operations/operation.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { addUnlessThere, firstRow } from '../platform/database/rows.ts';
import { readShop } from '../platform/database/shop-facts.ts';
import { sql } from '../platform/database/sql.ts';
import { admitNamedTime } from '../platform/device-clock.ts';
import { Problem } from '../platform/problem.ts';
import { readFloatLimit } from './float-queries.ts';

/**
 * Moves cash between the safe and an admin, signed by that admin and a manager; either of them records it
 * and names the other. A return is limited to the admin's balance, which it locks. Fails as a whole. Throws
 * `invalid_amount`, `not_found` if the other person is no admin or manager of the shop, `staff_disabled`,
 * `invalid_input`, `device_time_off`, `file_missing`, `approval_needed` out of the safe above the shop's
 * limit, `amount_too_high` with the current balance, `reference_taken`.
 */
export async function recordFloat(
  tx: Tx,
  actor: Staff,
  input: RecordFloat,
  command: Command<CashStage>,
): Promise<FloatRecorded> {
  const { stage, changed } = command;
  const { direction, amount_fils } = input;
  const { float, admin, exceeds_limit } = await readSigned(tx, actor, input, command);
  if (exceeds_limit) throw new Problem('approval_needed');
  stage('cash');
  if (direction === 'return') await admitReturn(tx, admin.user_id, amount_fils);
  stage('record');
  const { command_id, now } = command;
  await addFloat(tx, { ...float, recorded_at: now }, { command_id, occurred_at: float.completed_at });
  const admin_total_fils = await heldBy(tx, actor.shop_id, admin.user_id);
  changed({ what: 'record_float', subject_id: float.id, ...changeOf(float) });
  const { id, reference, completed_at } = float;
  return {
    id,
    reference,
    direction,
    amount_fils,
    admin_id: admin.user_id,
    admin_name: admin.full_name,
    admin_total_fils,
    completed_at: completed_at.toISOString(),
  };
}

/**
 * Requests the approval of a signed float above the shop's limit; the approval records it. Throws the
 * errors of `recordFloat`, and `approval_not_needed`.
 */
export async function requestFloat(
  tx: Tx,
  actor: Staff,
  input: RecordFloat,
  command: Command<CashStage>,
): Promise<ApprovalRequested> {
  const { float, admin, exceeds_limit } = await readSigned(tx, actor, input, command);
  if (!exceeds_limit) throw new Problem('approval_not_needed');
  await assertFree(tx, float);
  const requested = await requestApproval(
    tx,
    actor,
    {
      kind: 'float',
      user_id: admin.user_id,
      amount_fils: input.amount_fils,
      reason: null,
      record: float,
      file_ids: [float.admin_signature_file_id, float.manager_signature_file_id, float.receipt_file_id],
    },
    command,
  );
  command.changed({ what: 'request_float', subject_id: requested.approval_id, ...changeOf(float) });
  return requested;
}

/** A signed float, as its row has it. */
export type Float = Awaited<ReturnType<typeof readSigned>>['float'];

/** Checks both signers, pins the files, and builds the row. */
async function readSigned(
  tx: Tx,
  actor: Staff,
  input: RecordFloat,
  { command_id, now, stage }: Command<CashStage>,
) {
  const { shop_id } = actor;
  const { reference, direction, amount_fils, admin_signature, manager_signature, receipt } = input;
  if (amount_fils === 0) throw new Problem('invalid_amount');
  stage('record');
  const { admin, manager } = await bothOf(tx, actor, input.with_user_id);
  const paths = await pathsOf(tx, input, now);
  const pinned = pinFiles(tx, 'cash-handovers', { admin_signature, manager_signature, receipt });
  const limit_fils = await readFloatLimit(tx, shop_id);
  stage('signatures');
  const admin_signature_file_id = await pinned('admin_signature', paths.admin_signature);
  const manager_signature_file_id = await pinned('manager_signature', paths.manager_signature);
  stage('receipt');
  const receipt_file_id = await pinned('receipt', paths.receipt);
  stage('record');
  const float = {
    shop_id,
    id: tx.newId(),
    reference,
    direction,
    admin_id: admin.user_id,
    manager_id: manager.user_id,
    recorded_by: actor.user_id,
    amount_fils,
    receipt_url: paths.receipt,
    admin_signature_file_id,
    manager_signature_file_id,
    receipt_file_id,
    admin_signature_typed: admin_signature.typed,
    admin_signer: admin_signature.signer,
    manager_signature_typed: manager_signature.typed,
    manager_signer: manager_signature.signer,
    command_id,
    completed_at: handedOverAt(input, now),
  };
  const exceeds_limit = direction === 'issue' && limit_fils !== null && amount_fils > limit_fils;
  return { float, admin, exceeds_limit };
}

/** Adds a signed float and moves its cash. Throws `reference_taken`. */
export async function addFloat(
  tx: Tx,
  float: Float & { recorded_at: Date; approval_id?: string },
  { command_id, occurred_at }: { command_id: string; occurred_at: Date },
): Promise<void> {
  const { shop_id, id, direction, admin_id, amount_fils } = float;
  if (!(await addUnlessThere(tx, 'cash_floats', float, ['shop_id', 'reference']))) {
    throw new Problem('reference_taken');
  }
  const safe: Holder = { holder: 'safe' };
  const person: Holder = { holder: 'staff', user_id: admin_id };
  await postMovement(tx, {
    shop_id,
    ...(direction === 'issue' ? { from: safe, to: person } : { from: person, to: safe }),
    amount_fils,
    reason: direction === 'issue' ? 'issue' : 'float_return',
    source_type: 'cash_float',
    source_id: id,
    command_id,
    occurred_at,
    may_wait: false,
  });
}

function changeOf({ id, reference, direction, amount_fils, admin_id, manager_id }: Float) {
  return {
    after: { reference, direction, amount_fils, admin_id, manager_id },
    personal_fields: ['signer'],
    touched: [{ topic: 'cash', subject_id: id, audience: 'desk', user_ids: [admin_id, manager_id] }],
  } satisfies Omit<Change, 'what' | 'subject_id'>;
}

/** Throws `reference_taken` if a float or a pending request has this reference. */
async function assertFree(tx: Tx, { shop_id, reference }: Float): Promise<void> {
  const finding = sql<{ found: number }>`
    select 1 as found from cash_floats where shop_id = ${shop_id} and reference = ${reference}
    union all
    select 1 from approvals where shop_id = ${shop_id} and kind = 'float' and record ->> 'reference' = ${reference}`;
  if (await firstRow(tx, finding)) throw new Problem('reference_taken');
}

type Person = { user_id: string; full_name: string };

/** Assigns actor and other person to their roles. Throws `not_found`, `staff_disabled`. */
async function bothOf(
  tx: Tx,
  actor: Staff,
  with_user_id: string,
): Promise<{ admin: Person; manager: Person }> {
  const other = await firstRow(
    tx,
    sql<Person & { role: string | null; is_disabled: boolean }>`
      select id as user_id, full_name, role, id in (select disabled_staff()) as is_disabled from profiles
      where shop_id = ${actor.shop_id} and id = ${with_user_id}`,
  );
  const by_admin = actor.role === 'Admin';
  if (!other || other.role !== (by_admin ? 'Manager' : 'Admin')) throw new Problem('not_found');
  if (other.is_disabled) throw new Problem('staff_disabled');
  return by_admin ? { admin: actor, manager: other } : { admin: other, manager: actor };
}

/** Builds the paths from the instant in the reference. Throws `invalid_input`, `device_time_off`. */
async function pathsOf(tx: Tx, input: RecordFloat, now: Date) {
  const named_at = instantOfFloat(input.reference);
  if (!named_at) throw Problem.ofInput('reference', 'must be FL- and milliseconds since 1970');
  admitNamedTime(named_at, input, now);
  const { time_zone } = await readShop(tx);
  return floatPaths({ reference: input.reference, signed_at: named_at, time_zone });
}

async function admitReturn(tx: Tx, admin_id: string, amount_fils: number): Promise<void> {
  const held_fils = await lockBalanceOf(tx, admin_id);
  if (amount_fils > held_fils) throw new Problem('amount_too_high', undefined, undefined, held_fils);
}

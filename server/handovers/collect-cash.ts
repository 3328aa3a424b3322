import type { CashStage } from '../../contract/rules/problems.ts';
import { instantOfCollection } from '../../contract/rules/references.ts';
import { collectionPaths } from '../../contract/rules/storage-paths.ts';
import type { CashCollected, CollectCash } from '../../contract/schemas/collections.ts';
import { heldBy, lockBalanceOf } from '../cash/balances.ts';
import { handedOverAt } from '../cash/handed-over-at.ts';
import { pinFileAt } from '../files/pin-at.ts';
import type { Command } from '../operations/operation.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { admitNamedTime } from '../platform/device-clock.ts';
import { Problem } from '../platform/problem.ts';
import { badReference, type HandoverContext } from './begin-handover.ts';
import { handedOver, insertHandover, moveHandedCash } from './record-handover.ts';

type Holder = { user_id: string; full_name: string; role: string | null; driver_id: number | null };

/**
 * Moves a member of staff's cash to the manager, never more than that person holds (ruling A8); whoever was disabled can be
 * collected from. Locks both balances. Throws `invalid_amount`, `own_cash`, `not_found`, `driver_unknown`,
 * `invalid_input`, `device_time_off`, `file_missing`, `amount_too_high` with the current balance, `reference_taken`.
 */
export async function collectCash(
  tx: Tx,
  actor: Staff,
  input: CollectCash,
  command: Command<CashStage>,
): Promise<CashCollected> {
  const context = { ...command, tx, actor };
  const { now, stage, changed } = context;
  if (input.amount_fils === 0) throw new Problem('invalid_amount');
  if (input.staff_user_id === actor.user_id) throw new Problem('own_cash');
  stage('record');
  const staff = await staffOf(context, input.staff_user_id);
  const named_at = instantOfCollection(input.handover_reference, staff.user_id, actor.user_id);
  if (!named_at) throw badReference();
  admitNamedTime(named_at, input, now);
  stage('signatures');
  const pinned = await pinSignatures(context, input);
  stage('cash');
  const held_fils = await lockBalanceOf(tx, staff.user_id);
  if (input.amount_fils > held_fils) throw new Problem('amount_too_high', undefined, undefined, held_fils);
  stage('record');
  const { id, completed_at } = await insertCollection(context, staff, input, pinned);
  stage('cash');
  await moveHandedCash(context, {
    id,
    from_user_id: staff.user_id,
    to_user_id: actor.user_id,
    amount_fils: input.amount_fils,
    reason: 'collection',
    completed_at,
  });
  const { handover_reference, amount_fils } = input;
  changed({
    what: 'collect_cash',
    ...handedOver(id, [staff.user_id, actor.user_id]),
    after: { handover_reference, staff_user_id: staff.user_id, amount_fils },
  });
  return {
    id,
    handover_reference,
    staff_user_id: staff.user_id,
    full_name: staff.full_name,
    amount_fils,
    staff_total_fils: await heldBy(tx, actor.shop_id, staff.user_id),
    manager_total_fils: await heldBy(tx, actor.shop_id, actor.user_id),
    completed_at: completed_at.toISOString(),
  };
}

/** Throws `not_found`, and `driver_unknown` for a driver without a driver record. */
async function staffOf({ tx, actor }: HandoverContext, user_id: string): Promise<Holder> {
  const staff = await tx
    .selectFrom('profiles as p')
    .leftJoin('drivers as d', (join) =>
      join.onRef('d.shop_id', '=', 'p.shop_id').onRef('d.user_id', '=', 'p.id'),
    )
    .select(['p.id as user_id', 'p.full_name', 'p.role', 'd.id as driver_id'])
    .where('p.shop_id', '=', actor.shop_id)
    .where('p.id', '=', user_id)
    .executeTakeFirst();
  if (!staff) throw new Problem('not_found');
  if (staff.role === 'Driver' && staff.driver_id === null) throw new Problem('driver_unknown');
  return staff;
}

type Pinned = { user_signature_file_id: string; manager_signature_file_id: string };

async function pinSignatures({ tx, actor }: HandoverContext, input: CollectCash): Promise<Pinned> {
  const paths = collectionPaths(input);
  const pin = (field: 'user_signature' | 'manager_signature') =>
    pinFileAt(
      tx,
      actor,
      field,
      { bucket: 'cash-handovers', path: paths[field], type: 'image/png' },
      input[field],
    );
  const manager_signature_file_id = await pin('manager_signature');
  return { manager_signature_file_id, user_signature_file_id: await pin('user_signature') };
}

async function insertCollection(
  { tx, actor, command_id, now }: HandoverContext,
  staff: Holder,
  input: CollectCash,
  pinned: Pinned,
): Promise<{ id: string; completed_at: Date }> {
  const id = tx.newId();
  const completed_at = handedOverAt(input, now);
  await insertHandover(tx, {
    shop_id: actor.shop_id,
    id,
    handover_reference: input.handover_reference,
    handover_type: 'collection',
    driver_id: staff.driver_id,
    staff_user_id: staff.user_id,
    admin_id: actor.user_id,
    amount_fils: input.amount_fils,
    cash_received: true,
    driver_signature_url: input.user_signature.path,
    admin_signature_url: input.manager_signature.path,
    driver_signature_file_id: pinned.user_signature_file_id,
    admin_signature_file_id: pinned.manager_signature_file_id,
    driver_signature_typed: input.user_signature.typed,
    driver_signer: input.user_signature.signer,
    admin_signature_typed: input.manager_signature.typed,
    admin_signer: input.manager_signature.signer,
    notes: `Cash collected from ${staff.full_name} to ${actor.full_name}`,
    command_id,
    completed_at,
    recorded_at: now,
  });
  return { id, completed_at };
}

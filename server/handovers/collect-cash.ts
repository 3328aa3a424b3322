import type {
  CashCollected,
  CollectCash,
} from '../../contract/operations/dashboard/cash/collect-cash.schema.ts';
import type { CashStage } from '../../contract/rules/problems.ts';
import { instantOfCollection } from '../../contract/rules/references.ts';
import { collectionPaths } from '../../contract/rules/storage-paths.ts';
import { lockBalanceOf } from '../cash/balances.ts';
import { handedOverAt } from '../cash/handed-over-at.ts';
import { pinFiles } from '../files/pin-file.ts';
import type { Command } from '../operations/operation.ts';
import { commandRoute } from '../operations/route.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { firstRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { startTogether } from '../platform/database/transactions.ts';
import { admitNamedTime } from '../platform/device-clock.ts';
import { Problem } from '../platform/problem.ts';
import { badReference } from './day-handover.ts';
import { type HandoverContext, recordHandover } from './record-handover.ts';

type Holder = { user_id: string; full_name: string; role: string | null; driver_id: number | null };

/**
 * Moves a member of staff's cash to the manager, at most that person's balance (ruling A8). Disabled users
 * can be collected from. Locks that balance. Throws `invalid_amount`, `own_cash`, `not_found`,
 * `driver_unknown`, `invalid_input`, `device_time_off`, `file_missing`, `amount_too_high` with the current
 * balance, `reference_taken`.
 */
export async function collectCash(
  tx: Tx,
  actor: Staff,
  input: CollectCash,
  command: Command<CashStage>,
): Promise<CashCollected> {
  const context = { ...command, tx, actor };
  const { now, stage } = command;
  const { handover_reference, staff_user_id, amount_fils, user_signature, manager_signature } = input;
  if (amount_fils === 0) throw new Problem('invalid_amount');
  if (staff_user_id === actor.user_id) throw new Problem('own_cash');
  const pending = startTogether({ staff: staffOf(context, staff_user_id) });
  const pinned = pinFiles(tx, 'cash-handovers', { manager_signature, user_signature });
  stage('record');
  const staff = await pending.staff;
  const named_at = instantOfCollection(handover_reference, staff_user_id, actor.user_id);
  if (!named_at) throw badReference();
  admitNamedTime(named_at, input, now);
  stage('signatures');
  const paths = collectionPaths(input);
  const admin_signature_file_id = await pinned('manager_signature', paths.manager_signature);
  const driver_signature_file_id = await pinned('user_signature', paths.user_signature);
  const collection = {
    handover_reference,
    handover_type: 'collection' as const,
    driver_id: staff.driver_id,
    staff_user_id,
    amount_fils,
    cash_received: true,
    driver_signature_url: user_signature.path,
    admin_signature_url: manager_signature.path,
    driver_signature_file_id,
    admin_signature_file_id,
    driver_signature_typed: user_signature.typed,
    driver_signer: user_signature.signer,
    admin_signature_typed: manager_signature.typed,
    admin_signer: manager_signature.signer,
    notes: `Cash collected from ${staff.full_name} to ${actor.full_name}`,
    completed_at: handedOverAt(input, now),
  };
  const audited = { handover_reference, staff_user_id, amount_fils };
  // Locked in the same round trip as the writes, to keep the balances locked as briefly as possible.
  const admitted = lockBalanceOf(tx, staff.user_id).then((held_fils) => {
    if (amount_fils > held_fils) throw new Problem('amount_too_high', undefined, undefined, held_fils);
  });
  const { own_total_fils, ...recorded } = await recordHandover(context, collection, audited, { admitted });
  return { ...recorded, ...audited, full_name: staff.full_name, manager_total_fils: own_total_fils };
}

export const collectCashRoute = commandRoute('collect_cash', collectCash);

/** Reads a member of staff. Throws `not_found`, and `driver_unknown` for a driver without a driver record. */
async function staffOf({ tx, actor: { shop_id } }: HandoverContext, user_id: string): Promise<Holder> {
  const finding = sql<Holder & { role: string | null }>`
    select p.id as user_id, p.full_name, p.role, d.id as driver_id
    from profiles p left join drivers d on d.shop_id = p.shop_id and d.user_id = p.id
    where p.shop_id = ${shop_id} and p.id = ${user_id}`;
  const staff = await firstRow(tx, finding);
  if (!staff) throw new Problem('not_found');
  if (staff.role === 'Driver' && staff.driver_id === null) throw new Problem('driver_unknown');
  return staff;
}

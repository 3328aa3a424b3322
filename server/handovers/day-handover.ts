import { sql } from 'kysely';
import { instantOfHandover } from '../../contract/rules/references.ts';
import { type HandoverType, handoverPaths } from '../../contract/rules/storage-paths.ts';
import type { EndHandover, HandoverDone, StartHandover } from '../../contract/schemas/handovers.ts';
import { handedOverAt } from '../cash/handed-over-at.ts';
import { pinnerAt } from '../files/pin-file.ts';
import type { Tx } from '../platform/database/database.ts';
import { readShop } from '../platform/database/shop-facts.ts';
import { admitNamedTime } from '../platform/device-clock.ts';
import { Problem } from '../platform/problem.ts';
import { admitDriver, type LockedDriver } from './handover-policy.ts';
import { type HandoverContext, recordHandover } from './record-handover.ts';

/** What differs between a start and an end of day. */
type Facts = { card_machine_given: boolean; card_machine_received: boolean; difference_fils: number | null };

/**
 * A start or end of day. Locks the driver and works out where the files must lie, from the names in the database and the instant in the
 * reference; `handMachine` moves the card machine; both signatures and the receipt are pinned; `factsOf` says what is to be
 * written beside the amount. Throws `driver_unknown`, `own_cash`, `driver_not_available`, `invalid_input`, `device_time_off`,
 * `file_missing`, `reference_taken`.
 */
export async function handOver<Input extends StartHandover | EndHandover>(
  context: HandoverContext,
  handover_type: HandoverType,
  input: Input,
  handMachine: (context: HandoverContext, input: Input) => Promise<void>,
  factsOf: (driver: LockedDriver) => Promise<Facts>,
): Promise<HandoverDone> {
  const { tx, actor, now, stage } = context;
  const { driver_id, handover_reference, amount_fils, card_machine_id } = input;
  stage('record');
  const [locked, shop] = await Promise.all([lockDriver(tx, driver_id), readShop(tx, actor.shop_id)]);
  const driver = admitDriver(actor, locked);
  const { name: shop_name, time_zone } = shop;
  const named_at = instantOfHandover(handover_reference, { handover_type, driver_id, time_zone });
  if (!named_at) throw badReference();
  admitNamedTime(named_at, input, now);
  const place = { handover_type, shop_id: actor.shop_id, shop_name, completed_at: named_at, time_zone };
  const paths = handoverPaths({ ...place, driver_id, admin_id: actor.user_id, handover_reference });
  await handMachine(context, input);
  const pin = pinnerAt(tx, actor, 'cash-handovers', paths, input);
  stage('signatures');
  const driver_signature_file_id = await pin('driver_signature');
  const admin_signature_file_id = await pin('admin_signature');
  stage('receipt');
  const receipt_file_id = await pin('receipt');
  const facts = await factsOf(driver);
  const handover = {
    handover_reference,
    handover_type,
    driver_id,
    staff_user_id: driver.user_id,
    amount_fils,
    cash_received: amount_fils > 0,
    card_machine_id,
    driver_signature_url: paths.driver_signature,
    admin_signature_url: paths.admin_signature,
    receipt_url: paths.receipt,
    driver_signature_file_id,
    admin_signature_file_id,
    receipt_file_id,
    driver_signature_typed: input.driver_signature.typed,
    driver_signer: input.driver_signature.signer,
    admin_signature_typed: input.admin_signature.typed,
    admin_signer: input.admin_signature.signer,
    completed_at: handedOverAt(input, now),
    ...facts,
  };
  const audited = { handover_reference, driver_id, amount_fils, card_machine_id, ...facts };
  const { staff_total_fils, own_total_fils, ...recorded } = await recordHandover(context, handover, audited);
  return {
    ...recorded,
    handover_reference,
    amount_fils,
    difference_fils: facts.difference_fils,
    driver_total_fils: staff_total_fils,
    admin_total_fils: own_total_fils,
  };
}

async function lockDriver(tx: Tx, driver_id: number): Promise<LockedDriver | undefined> {
  const { rows } = await sql<LockedDriver>`
    select d.id, d.user_id, d.full_name, d.status, d.works_here and p.role is distinct from 'Admin' as drives_here
    from lock_driver(${driver_id}) d left join profiles p on p.id = d.user_id`.execute(tx);
  return rows[0];
}

export function badReference(): Problem {
  return Problem.ofInput('handover_reference', 'is not the reference of this handover');
}

import { sql } from 'kysely';
import type { CashStage } from '../../contract/rules/problems.ts';
import { instantOfHandover } from '../../contract/rules/references.ts';
import { type HandoverType, handoverPaths } from '../../contract/rules/storage-paths.ts';
import type { EndHandover, StartHandover } from '../../contract/schemas/handovers.ts';
import { handedOverAt } from '../cash/handed-over-at.ts';
import { pinFileAt } from '../files/pin-at.ts';
import type { Command } from '../operations/operation.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { readShop } from '../platform/database/shop-facts.ts';
import { admitNamedTime } from '../platform/device-clock.ts';
import { Problem } from '../platform/problem.ts';
import { admitDriver, type LockedDriver } from './handover-policy.ts';

export type HandoverContext = Command<CashStage> & { tx: Tx; actor: Staff };

/** A start or end of day whose driver is locked and may be handed cash. */
export type BegunHandover = {
  handover_type: HandoverType;
  driver: LockedDriver;
  paths: ReturnType<typeof handoverPaths>;
  completed_at: Date;
};

/**
 * Locks the driver and works out where the files must lie, from the names in the database and the instant in the
 * reference. Throws `driver_unknown`, `own_cash`, `driver_not_available`, `invalid_input`, `device_time_off`.
 */
export async function beginHandover(
  { tx, actor, now }: HandoverContext,
  handover_type: HandoverType,
  input: StartHandover | EndHandover,
): Promise<BegunHandover> {
  const { driver_id, handover_reference } = input;
  const [locked, shop] = await Promise.all([lockDriver(tx, driver_id), readShop(tx, actor.shop_id)]);
  const driver = admitDriver(actor, locked);
  const { name: shop_name, time_zone } = shop;
  const named_at = instantOfHandover(handover_reference, { handover_type, driver_id, time_zone });
  if (!named_at) throw badReference();
  admitNamedTime(named_at, input, now);
  const paths = handoverPaths({
    handover_type,
    shop_id: actor.shop_id,
    shop_name,
    completed_at: named_at,
    time_zone,
    driver_id,
    admin_id: actor.user_id,
    handover_reference,
  });
  return { handover_type, driver, paths, completed_at: handedOverAt(input, now) };
}

async function lockDriver(tx: Tx, driver_id: number): Promise<LockedDriver | undefined> {
  const { rows } = await sql<LockedDriver>`
    select d.id, d.user_id, d.full_name, d.status, d.works_here and p.role is distinct from 'Admin' as drives_here
    from lock_driver(${driver_id}) d left join profiles p on p.id = d.user_id`.execute(tx);
  return rows[0];
}

export function badReference(): Problem {
  const detail = 'is not the reference of this handover';
  return new Problem('invalid_input', `handover_reference: ${detail}`, [
    { pointer: '/handover_reference', detail },
  ]);
}

export type PinnedHandover = {
  driver_signature_file_id: string;
  admin_signature_file_id: string;
  receipt_file_id: string;
};

/** Pins both signatures and the receipt. Throws `invalid_input` for other paths, `file_missing`. */
export async function pinHandover(
  { tx, actor, stage }: HandoverContext,
  { paths }: BegunHandover,
  input: StartHandover | EndHandover,
): Promise<PinnedHandover> {
  const png = (path: string) => ({ bucket: 'cash-handovers', path, type: 'image/png' }) as const;
  const pdf = { bucket: 'cash-handovers', path: paths.receipt, type: 'application/pdf' } as const;
  const { driver_signature, admin_signature, receipt } = input;
  stage('signatures');
  const driver_signature_file_id = await pinFileAt(
    tx,
    actor,
    'driver_signature',
    png(paths.driver_signature),
    driver_signature,
  );
  const admin_signature_file_id = await pinFileAt(
    tx,
    actor,
    'admin_signature',
    png(paths.admin_signature),
    admin_signature,
  );
  stage('receipt');
  const receipt_file_id = await pinFileAt(tx, actor, 'receipt', pdf, receipt);
  return { driver_signature_file_id, admin_signature_file_id, receipt_file_id };
}

import type { Holder } from '../../cash/movements.ts';
import type { Tx } from '../../platform/database/database.ts';
import { findRow } from '../../platform/database/rows.ts';
import type { FoundRecord } from './found-record.ts';

const COLUMNS = [
  'handover_reference',
  'handover_type',
  'staff_user_id',
  'admin_id',
  'amount_fils',
  'difference_fils',
  'difference_choice',
  'card_machine_id',
  'card_machine_given',
  'card_machine_received',
  'notes',
  'completed_at',
  'recorded_at',
  'driver_signer',
  'driver_signature_typed',
  'driver_signature_file_id',
  'admin_signer',
  'admin_signature_typed',
  'admin_signature_file_id',
  'receipt_file_id',
] as const;

/**
 * Finds a start or end of day, cash handed in during the day, or a collection, whose manager is stored as
 * admin and giver as driver.
 */
export async function findHandover(
  tx: Tx,
  key: { shop_id: number; id: string },
): Promise<FoundRecord | undefined> {
  const row = await findRow(tx, 'cash_handovers', key, COLUMNS);
  if (!row) return undefined;
  const { handover_type: type, staff_user_id, admin_id } = row;
  const [given, taken] = type === 'start' ? [admin_id, staff_user_id] : [staff_user_id, admin_id];
  const person = (user_id: string): Holder => ({ holder: 'staff', user_id });
  const [staff, boss] =
    type === 'collection' ? (['staff', 'manager'] as const) : (['driver', 'admin'] as const);
  return {
    type,
    reference: row.handover_reference,
    amount_fils: row.amount_fils,
    difference_fils: row.difference_fils,
    difference_choice: row.difference_choice,
    from: person(given),
    to: person(taken),
    card_machine:
      row.card_machine_id === null
        ? null
        : { id: row.card_machine_id, given: row.card_machine_given, received: row.card_machine_received },
    deposit_date: null,
    notes: row.notes,
    occurred_at: row.completed_at.toISOString(),
    recorded_at: row.recorded_at.toISOString(),
    recorded_by: admin_id,
    bucket: 'cash-handovers',
    signatures: [
      {
        as: staff,
        user_id: staff_user_id,
        signer: row.driver_signer,
        typed: row.driver_signature_typed,
        file_id: row.driver_signature_file_id,
      },
      {
        as: boss,
        user_id: admin_id,
        signer: row.admin_signer,
        typed: row.admin_signature_typed,
        file_id: row.admin_signature_file_id,
      },
    ],
    receipt_file_id: row.receipt_file_id,
    slip_file_id: null,
  };
}

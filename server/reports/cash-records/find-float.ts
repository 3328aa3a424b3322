import type { Holder } from '../../cash/movements.ts';
import type { Tx } from '../../platform/database/database.ts';
import { findRow } from '../../platform/database/rows.ts';
import type { FoundRecord } from './found-record.ts';

const COLUMNS = [
  'reference',
  'direction',
  'admin_id',
  'manager_id',
  'recorded_by',
  'amount_fils',
  'completed_at',
  'recorded_at',
  'admin_signer',
  'admin_signature_typed',
  'admin_signature_file_id',
  'manager_signer',
  'manager_signature_typed',
  'manager_signature_file_id',
  'receipt_file_id',
] as const;

export async function findFloat(
  tx: Tx,
  key: { shop_id: number; id: string },
): Promise<FoundRecord | undefined> {
  const row = await findRow(tx, 'cash_floats', key, COLUMNS);
  if (!row) return undefined;
  const { reference, amount_fils, admin_id, manager_id } = row;
  const type = row.direction === 'issue' ? 'issue' : 'return';
  const [safe, admin]: [Holder, Holder] = [{ holder: 'safe' }, { holder: 'staff', user_id: admin_id }];
  const [from, to] = type === 'issue' ? [safe, admin] : [admin, safe];
  return {
    ...{ type, reference, amount_fils, from, to },
    difference_fils: null,
    difference_choice: null,
    card_machine: null,
    deposit_date: null,
    notes: null,
    occurred_at: row.completed_at.toISOString(),
    recorded_at: row.recorded_at.toISOString(),
    recorded_by: row.recorded_by,
    bucket: 'cash-handovers',
    signatures: [
      {
        as: 'admin',
        user_id: admin_id,
        signer: row.admin_signer,
        typed: row.admin_signature_typed,
        file_id: row.admin_signature_file_id,
      },
      {
        as: 'manager',
        user_id: manager_id,
        signer: row.manager_signer,
        typed: row.manager_signature_typed,
        file_id: row.manager_signature_file_id,
      },
    ],
    receipt_file_id: row.receipt_file_id,
    slip_file_id: null,
  };
}

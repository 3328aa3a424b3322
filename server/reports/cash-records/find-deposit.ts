import type { Tx } from '../../platform/database/database.ts';
import { findRow } from '../../platform/database/rows.ts';
import type { FoundRecord } from './found-record.ts';

const COLUMNS = [
  'reference',
  'manager_id',
  'amount_fils',
  'deposit_date',
  'notes',
  'occurred_at',
  'created_at',
  'signer',
  'signature_typed',
  'signature_file_id',
  'receipt_file_id',
  'invoice_file_id',
] as const;

export async function findDeposit(
  tx: Tx,
  key: { shop_id: number; id: string },
): Promise<FoundRecord | undefined> {
  const row = await findRow(tx, 'bank_deposits', key, COLUMNS);
  if (!row) return undefined;
  const { reference, manager_id, amount_fils, deposit_date, notes } = row;
  return {
    type: 'deposit',
    ...{ reference, amount_fils, deposit_date, notes },
    difference_fils: null,
    difference_choice: null,
    from: { holder: 'staff', user_id: manager_id },
    to: { holder: 'bank' },
    card_machine: null,
    occurred_at: row.occurred_at.toISOString(),
    recorded_at: row.created_at.toISOString(),
    recorded_by: manager_id,
    bucket: 'bank-deposits',
    signatures: [
      {
        as: 'manager',
        user_id: manager_id,
        signer: row.signer,
        typed: row.signature_typed,
        file_id: row.signature_file_id,
      },
    ],
    receipt_file_id: row.receipt_file_id,
    slip_file_id: row.invoice_file_id,
  };
}

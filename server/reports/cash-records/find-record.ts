import type { CashRecordKind } from '../../../contract/rules/cash-records.ts';
import type { CashRecordQuery } from '../../../contract/schemas/cash-records.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { findDeposit } from './find-deposit.ts';
import { findFloat } from './find-float.ts';
import { findHandover } from './find-handover.ts';
import type { FoundRecord } from './found-record.ts';

type Find = (tx: Tx, key: { shop_id: number; id: string }) => Promise<FoundRecord | undefined>;

const FIND: Record<CashRecordKind, Find> = {
  handover: findHandover,
  collection: findHandover,
  deposit: findDeposit,
  float: findFloat,
};

export const SOURCE_TYPES = {
  handover: 'cash_handover',
  collection: 'cash_handover',
  deposit: 'bank_deposit',
  float: 'cash_float',
} as const satisfies Record<CashRecordKind, string>;

/** Throws `not_found`, including for a record of another kind. */
export async function findRecord(
  tx: Tx,
  shop_id: number,
  { kind, id }: CashRecordQuery,
): Promise<FoundRecord> {
  const found = await FIND[kind](tx, { shop_id, id });
  if (!found || (kind === 'collection') !== (found.type === 'collection')) {
    throw new Problem('not_found');
  }
  return found;
}

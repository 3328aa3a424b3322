import type { VoidableRecord } from '../../../contract/rules/approvals.ts';
import type { Tx } from '../../platform/database/database.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import { APPROVED_WITHIN } from '../decided.ts';

/** True if the record `row` was voided; it has the columns shop_id and id. */
export function isVoided(record_type: VoidableRecord, row: Sql<unknown>): Sql<boolean> {
  return sql<boolean>`exists (
    select from cash_voids void where void.shop_id = ${row}.shop_id and void.record_type = ${record_type} and void.record_id = ${row}.id)`;
}

/** True while a request to void the record is pending. */
export async function isVoidRequested(
  tx: Tx,
  shop_id: number,
  { record_type, record_id }: { record_type: VoidableRecord; record_id: string },
  now: Date,
): Promise<boolean> {
  const finding = sql<{ id: string }>`
    select a.id from approvals a
    left join approval_decisions d on d.shop_id = a.shop_id and d.approval_id = a.id
    where a.shop_id = ${shop_id} and a.kind = 'void' and a.record ->> 'record_type' = ${record_type}
      and a.record ->> 'record_id' = ${record_id} and d.approval_id is null and a.expires_at >= ${now}::timestamptz
      and a.requested_at >= ${now}::timestamptz - ${APPROVED_WITHIN}`;
  return (await firstRow(tx, finding)) !== undefined;
}

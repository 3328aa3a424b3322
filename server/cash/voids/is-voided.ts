import type { VoidableRecord } from '../../../contract/rules/approvals.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';

/** True if the record `row` was voided; it has the columns shop_id and id. */
export function isVoided(record_type: VoidableRecord, row: Sql<unknown>): Sql<boolean> {
  return sql<boolean>`exists (
    select from cash_voids void where void.shop_id = ${row}.shop_id and void.record_type = ${record_type} and void.record_id = ${row}.id)`;
}

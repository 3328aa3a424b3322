import type { VoidableRecord } from '../../contract/rules/approvals.ts';
import { isVoided } from '../cash/voids/is-voided.ts';
import type { Tx } from '../platform/database/database.ts';
import { firstRow } from '../platform/database/rows.ts';
import { type Sql, sql } from '../platform/database/sql.ts';
import { Problem } from '../platform/problem.ts';

/** A cash record as far as its void needs it. */
export type Voidable = {
  id: string;
  reference: string;
  /** The people who signed it; a deposit has one. */
  signer_ids: string[];
  /** The driver of a handover. */
  driver_id: number | null;
  /** The person who received the cash; null for the bank and the safe. */
  receiver_id: string | null;
  amount_fils: number;
  recorded_at: Date;
  /** The booked difference of an end of day. */
  difference_id: string | null;
  card_machine_id: string | null;
  /** The drivers who had the card machine before and after; null for the shop. */
  machine_from_driver_id: number | null;
  machine_to_driver_id: number | null;
  is_voided: boolean;
};

const NO_MACHINE = sql`null::uuid as card_machine_id, null::int as machine_from_driver_id, null::int as machine_to_driver_id`;

const RECORDS: Record<VoidableRecord, Sql<unknown>> = {
  // Older versions did not store the previous holder of the card machine: it was the shop before a start, and
  // the driver before an end.
  handover: sql`
    select h.id, h.handover_reference as reference, array[h.staff_user_id, h.admin_id] as signer_ids, h.driver_id,
      case h.handover_type when 'start' then h.staff_user_id else h.admin_id end as receiver_id, h.amount_fils, h.recorded_at,
      (select d.id from cash_differences d where d.shop_id = h.shop_id and d.handover_id = h.id and d.kind <> 'none') as difference_id,
      h.card_machine_id, coalesce(h.card_machine_from_driver_id,
        case when h.handover_type = 'end' and not h.card_machine_from_shop then h.driver_id end) as machine_from_driver_id,
      case h.handover_type when 'start' then h.driver_id end as machine_to_driver_id,
      ${isVoided('handover', sql`h`)} as is_voided, h.shop_id
    from cash_handovers h`,
  deposit: sql`
    select d.id, d.reference, array[d.manager_id] as signer_ids, null::int as driver_id, null::uuid as receiver_id, d.amount_fils,
      d.created_at as recorded_at, null::uuid as difference_id, ${NO_MACHINE}, ${isVoided('deposit', sql`d`)} as is_voided, d.shop_id
    from bank_deposits d`,
  float: sql`
    select f.id, f.reference, array[f.admin_id, f.manager_id] as signer_ids, null::int as driver_id,
      case f.direction when 'issue' then f.admin_id end as receiver_id, f.amount_fils, f.recorded_at, null::uuid as difference_id,
      ${NO_MACHINE}, ${isVoided('float', sql`f`)} as is_voided, f.shop_id
    from cash_floats f`,
};

/** Finds a record of the shop. Throws `not_found`. */
export async function findVoidable(
  tx: Tx,
  shop_id: number,
  record_type: VoidableRecord,
  id: string,
): Promise<Voidable> {
  const finding = sql<Voidable>`select * from (${RECORDS[record_type]}) r where shop_id = ${shop_id} and id = ${id}`;
  const found = await firstRow(tx, finding);
  if (!found) throw new Problem('not_found');
  return found;
}

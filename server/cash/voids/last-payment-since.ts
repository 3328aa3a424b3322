import { type Sql, sql } from '../../platform/database/sql.ts';

/**
 * Selects the reference of the last valid record with which the receiver gave cash away since; ids are in
 * order of time.
 */
export function lastPaymentSince(
  shop_id: number,
  { id, receiver_id }: { id: string; receiver_id: string | null },
): Sql<{ reference: string | null }> {
  return sql<{ reference: string | null }>`
    select r.reference
    from cash_movements m
    left join cash_handovers h on h.shop_id = m.shop_id and h.id = m.source_id
    left join bank_deposits b on b.shop_id = m.shop_id and b.id = m.source_id
    left join cash_floats f on f.shop_id = m.shop_id and f.id = m.source_id
    left join cash_settlements s on s.shop_id = m.shop_id and s.id = m.source_id
    cross join lateral (select coalesce(h.handover_reference, b.reference, f.reference, s.reference) as reference) r
    where m.shop_id = ${shop_id} and m.from_user_id = ${receiver_id}::uuid and m.id > ${id}::uuid and r.reference is not null
      and m.reverses is null and not exists (select from cash_movements v where v.shop_id = m.shop_id and v.reverses = m.id)
    order by m.id desc limit 1`;
}

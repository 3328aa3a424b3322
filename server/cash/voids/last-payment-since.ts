import { type Sql, sql } from '../../platform/database/sql.ts';

/** Selects the reference of the last record with which the receiver gave cash away since. */
export function lastPaymentSince(
  shop_id: number,
  { receiver_id, recorded_at }: { receiver_id: string | null; recorded_at: Date },
): Sql<{ reference: string | null }> {
  return sql<{ reference: string | null }>`
    select coalesce(h.handover_reference, b.reference, f.reference, s.reference) as reference
    from cash_movements m
    left join cash_handovers h on h.shop_id = m.shop_id and h.id = m.source_id
    left join bank_deposits b on b.shop_id = m.shop_id and b.id = m.source_id
    left join cash_floats f on f.shop_id = m.shop_id and f.id = m.source_id
    left join cash_settlements s on s.shop_id = m.shop_id and s.id = m.source_id
    where m.shop_id = ${shop_id} and m.from_user_id = ${receiver_id}::uuid and m.recorded_at >= ${recorded_at}::timestamptz
      and m.reverses is null
    order by m.recorded_at desc, m.id desc limit 1`;
}

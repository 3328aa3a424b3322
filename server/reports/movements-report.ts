import { type RawBuilder, sql } from 'kysely';
import type { ListReport } from './list-report.ts';

/** Whose cash it was, or whose it became. */
const PERSONS = {
  in: [sql`m.to_user_id`],
  out: [sql`m.from_user_id`],
  both: [sql`m.from_user_id`, sql`m.to_user_id`],
};
/** From where staff got it, or where they gave it. */
const BEYOND = {
  in: [sql`m.from_holder`],
  out: [sql`m.to_holder`],
  both: [sql`m.from_holder`, sql`m.to_holder`],
};
const STAFF = { in: BEYOND.out, out: BEYOND.in };

const partOf = (one: RawBuilder<unknown>, columns: readonly RawBuilder<unknown>[]) =>
  sql`${one} in (${sql.join(columns)})`;

/** The cash book, whatever moved it; what waits to be posted is in it (ruling A4). */
export const MOVEMENTS: ListReport = {
  records: sql`cash_movements m`,
  shop_id: sql`m.shop_id`,
  id: sql`m.id`,
  at: sql`m.recorded_at`,
  happened_at: sql`m.occurred_at`,
  recorded_at: sql`m.recorded_at`,
  narrowed: ({ user_id, reason, beyond, flow }) => [
    ...(user_id === undefined ? [] : [partOf(sql`${user_id}::uuid`, PERSONS[flow ?? 'both'])]),
    ...(reason === undefined ? [] : [sql`m.reason = ${reason}`]),
    ...(beyond === undefined ? [] : [partOf(sql`${beyond}`, BEYOND[flow ?? 'both'])]),
    ...(flow && user_id === undefined ? [partOf(sql`'staff'`, STAFF[flow])] : []),
  ],
  joined: sql`left join profiles g on g.id = m.from_user_id
    left join profiles t on t.id = m.to_user_id
    left join delivery_confirmations c on m.source_type = 'delivery_confirmation' and c.shop_id = m.shop_id and c.id = m.source_id
    left join orders o on o.shop_id = c.shop_id and o.id = c.order_id
    left join cash_handovers h on m.source_type = 'cash_handover' and h.shop_id = m.shop_id and h.id = m.source_id
    left join bank_deposits b on m.source_type = 'bank_deposit' and b.shop_id = m.shop_id and b.id = m.source_id
    left join cash_floats f on m.source_type = 'cash_float' and f.shop_id = m.shop_id and f.id = m.source_id
    left join cash_adjustments a on m.source_type = 'cash_adjustment' and a.shop_id = m.shop_id and a.id = m.source_id`,
  shown: sql`m.recorded_at, m.occurred_at, m.reason, g.full_name as from_name, nullif(m.from_holder, 'staff') as from_beyond,
    t.full_name as to_name, nullif(m.to_holder, 'staff') as to_beyond, m.amount_fils,
    coalesce(o.order_number, h.handover_reference, b.reference, f.reference, a.reason) as source,
    m.source_type, m.source_id, o.id as order_id, h.handover_type, h.id as handover_id, b.id as deposit_id, f.id as float_id, m.from_user_id, m.to_user_id`,
  sums: { amount_fils: sql`m.amount_fils` },
};

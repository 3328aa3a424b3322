import { sql } from 'kysely';

/** Every adjustment has its one movement, between the person and 'adjustment', with its amount. */
export const adjustments = sql<{
  shop_id: number;
  kind: 'missing_movement' | 'wrong_movement';
  subject: string;
  expected_fils: number;
  found_fils: number | null;
  text: string;
}>`
  select a.shop_id,
    case when m.id is null then 'missing_movement' else 'wrong_movement' end as kind,
    'adjustment ' || a.id || ' of ' || coalesce(p.full_name, a.user_id::text) as subject,
    abs(a.amount_fils) as expected_fils, m.amount_fils as found_fils,
    case when m.id is null then 'an adjustment has no movement'
         else 'the movement of an adjustment is not its person''s with its amount' end as text
  from cash_adjustments a
  left join profiles p on p.id = a.user_id
  left join cash_movements m on m.shop_id = a.shop_id and m.source_type = 'cash_adjustment' and m.source_id = a.id
    and m.leg = 1
  where m.id is null
    or (m.reason, m.amount_fils) is distinct from ('adjustment', abs(a.amount_fils))
    or (case when a.amount_fils > 0 then m.from_holder = 'adjustment' and m.to_user_id = a.user_id
             else m.to_holder = 'adjustment' and m.from_user_id = a.user_id end) is not true
  order by a.shop_id, a.id`;

import { type CashCheck, differences, namesOfFaults } from '../../cash/cash-difference.ts';
import { sql } from '../../platform/database/sql.ts';

/**
 * Compares the payments to mark in the store with the confirmations, whose trigger creates them (decision
 * 29).
 */
export const storePayments: CashCheck = differences(sql`
  select p.shop_id, 'wrong_record' as kind, 'delivery of order ' || coalesce(o.order_number, p.order_id::text) as subject,
    c.user_id, c.id as source_id, ${namesOfFaults({
      'its payment in the store belongs to another order': sql`p.order_id <> c.order_id`,
      'its payment in the store has another amount': sql`p.collected_fils <> c.collected_fils`,
      'its payment in the store has another conflict state': sql`p.conflict <> (c.outcome = 'recorded_with_conflict')`,
    })} as text
  from store_payments p
  join delivery_confirmations c on c.shop_id = p.shop_id and c.id = p.confirmation_id
  left join orders o on o.shop_id = c.shop_id and o.id = c.order_id`);

import { sql } from 'kysely';
import type { CashSource } from './cash-difference.ts';

/** What the operator books: cash from the safe, and adjustments. */

export const adjustments: CashSource = {
  source_type: 'cash_adjustment',
  called: 'an adjustment',
  moving: sql`select shop_id, id from cash_adjustments`,
  expected: sql`
    select a.shop_id, a.id, 'adjustment ' || a.id as subject, a.user_id,
      case when a.amount_fils > 0 then 'adjustment' else 'staff' end as from_holder,
      case when a.amount_fils < 0 then a.user_id end as from_user_id,
      case when a.amount_fils < 0 then 'adjustment' else 'staff' end as to_holder,
      case when a.amount_fils > 0 then a.user_id end as to_user_id,
      abs(a.amount_fils) as amount_fils, 'adjustment' as reason,
      a.command_id, null::uuid as recorded_by, a.occurred_at, a.recorded_at
    from cash_adjustments a`,
};

export const issues: CashSource = {
  source_type: 'cash_issue',
  called: 'cash from the safe',
  moving: sql`select shop_id, id from cash_issues`,
  expected: sql`
    select i.shop_id, i.id, 'cash from the safe ' || i.id as subject, i.user_id,
      'safe' as from_holder, null::uuid as from_user_id, 'staff' as to_holder, i.user_id as to_user_id,
      i.amount_fils, 'issue' as reason,
      i.command_id, null::uuid as recorded_by, i.occurred_at, i.recorded_at
    from cash_issues i`,
};

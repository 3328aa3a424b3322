import { type CashCheck, type CashSource, differences, namesOfFaults } from '../cash/cash-difference.ts';
import { joinApproval } from '../cash/decided.ts';
import { MAX_RECORDING_DELAY } from '../cash/handed-over-at.ts';
import { sql } from '../platform/database/sql.ts';

/** The other columns are compared with the request, which the check of approvals does. */
const expenseRecords: CashCheck = differences(sql`
  select e.shop_id, 'wrong_record' as kind, 'expense ' || e.reference as subject, e.user_id, e.id as source_id, ${namesOfFaults(
    {
      'the money was spent after it was requested': sql`e.occurred_at > a.requested_at`,
      'it was requested too late': sql`a.requested_at > e.occurred_at + ${MAX_RECORDING_DELAY}`,
      'it is erased but about no order': sql`num_nonnulls(e.erased_at, e.erased_hashes) > 0 and e.order_id is null`,
      'it pays back a customer, but its kind is another one': sql`(e.kind = 'customer_refund') <> (e.order_id is not null)`,
    },
  )} as text
  from expenses e
  left join approvals a on a.shop_id = e.shop_id and a.id = e.approval_id`);

/** Expenses: cash that a person has spent for the shop, approved by another user. */
export const expenseSource: CashSource = {
  source_type: 'expense',
  label: 'an expense',
  expected: sql`
    select e.shop_id, e.id, 'expense ' || e.reference as subject, e.user_id, 'staff' as from_holder, e.user_id as from_user_id,
      'expense' as to_holder, null::uuid as to_user_id, e.amount_fils, 'expense' as reason, g.command_id, g.decided_by as recorded_by,
      g.decided_at as occurred_at, g.recorded_at, 1::smallint as leg, null::uuid as reverses, e.user_id as account_user_id
    from expenses e
    ${joinApproval('e')}`,
  checks: [expenseRecords],
};

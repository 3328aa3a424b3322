import {
  type CashCheck,
  type CashSource,
  differences,
  FIRST_MOVEMENT,
  joinCommand,
  namesOfFaults,
} from '../cash/cash-difference.ts';
import { APPROVED_WITHIN, decidedOr, joinApproval } from '../cash/decided.ts';
import { MAX_RECORDING_DELAY } from '../cash/handed-over-at.ts';
import { acceptedName, field, isoText } from '../cash/reply-check.ts';
import { sql } from '../platform/database/sql.ts';

const floatRecords: CashCheck = differences(sql`
  select f.shop_id, 'wrong_record' as kind, 'float ' || f.reference as subject, f.admin_id as user_id, f.id as source_id, ${namesOfFaults(
    {
      'it happened after it was recorded': sql`f.completed_at > f.recorded_at`,
      'it was recorded too late': sql`f.recorded_at > f.completed_at + ${MAX_RECORDING_DELAY} + ${decidedOr('f', APPROVED_WITHIN, sql`interval '0'`)}`,
    },
  )} as text
  from cash_floats f`);

/**
 * Floats: cash moved between the safe and an admin, signed by a manager and the admin. The stored reply of an
 * approved float is that of its request. A float without the approval that it needed is not detected: the
 * limit may have changed since.
 */
export const floatSource: CashSource = {
  source_type: 'cash_float',
  label: 'a float',
  expected: sql`
    select f.shop_id, f.id, 'float ' || f.reference as subject, f.admin_id as user_id,
      case f.direction when 'issue' then 'safe' else 'staff' end as from_holder,
      case f.direction when 'return' then f.admin_id end as from_user_id,
      case f.direction when 'return' then 'safe' else 'staff' end as to_holder,
      case f.direction when 'issue' then f.admin_id end as to_user_id,
      f.amount_fils, case f.direction when 'issue' then 'issue' else 'float_return' end as reason,
      ${decidedOr('f', sql`g.command_id`, sql`f.command_id`)} as command_id,
      ${decidedOr('f', sql`g.decided_by`, sql`f.recorded_by`)} as recorded_by,
      ${decidedOr('f', sql`g.decided_at`, sql`f.completed_at`)} as occurred_at,
      ${decidedOr('f', sql`g.recorded_at`, sql`k.recorded_at`)} as recorded_at, ${FIRST_MOVEMENT}
    from cash_floats f
    ${joinCommand('f', 'recorded_by', sql`'record_float'`)}
    ${joinApproval('f')}`,
  replies: {
    endpoints: ['record_float'],
    records: sql`
    select f.*, f.recorded_by as by_user_id, 'record_float' as endpoint, f.admin_id as user_id, 'float ' || f.reference as subject,
      p.full_name
    from cash_floats f
    left join profiles p on p.id = f.admin_id
    where f.approval_id is null`,
    fields: {
      id: [field('id'), sql`r.id::text`],
      reference: [field('reference'), sql`r.reference`],
      direction: [field('direction'), sql`r.direction`],
      amount: [field('amount_fils'), sql`r.amount_fils::text`],
      admin: [field('admin_id'), sql`r.admin_id::text`],
      'name of the admin': [
        field('admin_name'),
        acceptedName(field('admin_name'), sql`r.full_name`, sql`r.admin_id`),
      ],
      time: [field('completed_at'), isoText(sql`r.completed_at`)],
    },
  },
  checks: [floatRecords],
};

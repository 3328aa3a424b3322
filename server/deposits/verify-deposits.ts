import {
  type CashCheck,
  type CashSource,
  differences,
  FIRST_MOVEMENT,
  joinCommand,
  namesOfFaults,
} from '../cash/cash-difference.ts';
import { MAX_RECORDING_DELAY } from '../cash/handed-over-at.ts';
import { cashUpdateFields, field, isoText, postedLater } from '../cash/reply-check.ts';
import { sql } from '../platform/database/sql.ts';

/**
 * The offset of the earliest time zone, which gives the latest possible business day: a shop's own zone may
 * have changed since.
 */
const EARLIEST_ZONE = sql`interval '14 hours'`;

const depositRecords: CashCheck = differences(sql`
  select d.shop_id, 'wrong_record' as kind, 'deposit ' || d.reference as subject, d.manager_id as user_id,
    d.id as source_id, ${namesOfFaults({
      'it happened after it was recorded': sql`d.occurred_at > d.created_at`,
      'it was recorded too late': sql`d.created_at > d.occurred_at + ${MAX_RECORDING_DELAY}`,
      'its date is after the day it was recorded': sql`
        d.deposit_date > (d.created_at at time zone 'UTC' + ${EARLIEST_ZONE})::date`,
    })} as text
  from bank_deposits d`);

export const depositSource: CashSource = {
  source_type: 'bank_deposit',
  label: 'a bank deposit',
  expected: sql`
    select d.shop_id, d.id, 'deposit ' || d.reference as subject, d.manager_id as user_id,
      'staff' as from_holder, d.manager_id as from_user_id, 'bank' as to_holder, null::uuid as to_user_id,
      d.amount_fils, 'bank_deposit' as reason,
      d.command_id, d.manager_id as recorded_by, d.occurred_at, k.recorded_at, ${FIRST_MOVEMENT}
    from bank_deposits d
    ${joinCommand('d', 'manager_id', sql`'record_deposit'`)}`,
  replies: {
    endpoints: ['record_deposit'],
    records: sql`
    select d.*, d.manager_id as by_user_id, 'record_deposit' as endpoint, d.manager_id as user_id,
      null::timestamptz as recorded_at, 'deposit ' || d.reference as subject, later.source_id is not null as posted_later
    from bank_deposits d
    left join (${postedLater}) later on later.shop_id = d.shop_id and later.source_id = d.id`,
    fields: {
      id: [field('id'), sql`r.id::text`],
      reference: [field('reference'), sql`r.reference`],
      amount: [field('amount_fils'), sql`r.amount_fils::text`],
      cash: [sql`k.answer -> 'cash' ->> 'amount_fils'`, sql`r.amount_fils::text`],
      ...cashUpdateFields('record_deposit', sql`true`),
      'time of recording': [field('created_at'), isoText(sql`r.created_at`)],
    },
  },
  checks: [depositRecords],
};

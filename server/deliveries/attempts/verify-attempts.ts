import { DELIVERABLE_STATUSES } from '../../../contract/rules/orders/order-life.ts';
import {
  type CashCheck,
  differences,
  joinCommand,
  namesOfDifferences,
  namesOfFaults,
} from '../../cash/cash-difference.ts';
import { isoText } from '../../cash/reply-check.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';

/** Checks of attempts against their orders, their drivers and the orders' history. */

/** An event is written by the transaction of its command. Its time is the database's. */
export const isWrittenWith = (event_at: Sql<unknown>, command_at: Sql<unknown>) => sql`
  ${event_at} between ${command_at} - interval '1 minute' and ${command_at} + interval '1 hour'`;

const ON_THE_ROAD = sql`(${sql.join([...DELIVERABLE_STATUSES])})`;

/** The states of an order in which its driver's attempt has this conflict. */
const fitsConflict = sql`case t.conflict
  when 'cancelled' then t.from_status = 'cancelled'
  when 'already_delivered' then t.from_status = 'completed'
  when 'reassigned' then t.from_status not in ('cancelled', 'completed')
  when 'not_out_for_delivery' then t.from_status in ('picking', 'packed', 'dispatched')
    or (t.from_status in ${ON_THE_ROAD} and t.occurred_at < t.from_started_at)
  else t.from_status in ${ON_THE_ROAD} end`;

const attemptRecords: CashCheck = differences(sql`
  select t.shop_id, 'wrong_record' as kind, 'attempt of order ' || coalesce(o.order_number, t.order_id::text) as subject,
    t.user_id, t.id as source_id, ${namesOfFaults({
      'its order is missing': sql`o.id is null`,
      'its command has no stored reply': sql`k.command_id is null`,
      'its driver is another person': sql`d.user_id is distinct from t.user_id`,
      'the order was never given to its driver': sql`a.order_id is null`,
      'it happened after it was recorded': sql`t.occurred_at > t.recorded_at`,
      'it happened before the delivery was started': sql`t.conflict is null and t.from_started_at > t.occurred_at and t.occurred_at < t.recorded_at`,
      'its number is not the next one of the order': sql`t.number <> t.place`,
      'its conflict does not match the status of the order': sql`not ${fitsConflict}`,
    })} as text
  from (select *, row_number() over (partition by shop_id, order_id order by number) as place from delivery_attempts) t
  left join orders o on o.shop_id = t.shop_id and o.id = t.order_id
  left join drivers d on d.shop_id = t.shop_id and d.id = t.driver_id
  left join (select distinct shop_id, order_id, driver_id from order_assignments) a
    on a.shop_id = t.shop_id and a.order_id = t.order_id and a.driver_id = t.driver_id
  ${joinCommand('t', 'user_id', sql`'record_attempt'`)}`);

/** Compares an event with its attempt. */
const eventFields: Parameters<typeof namesOfDifferences>[0] = {
  number: [sql`e.detail ->> 'number'`, sql`t.number::text`],
  reason: [sql`e.detail ->> 'reason_key'`, sql`t.reason`],
  label: [sql`e.detail ->> 'reason_label'`, sql`t.reason_label`],
  'previous status': [sql`e.detail ->> 'from'`, sql`t.from_status`],
  time: [sql`e.detail ->> 'occurred_at'`, isoText(sql`t.occurred_at`)],
  conflict: [sql`e.detail ->> 'conflict'`, sql`t.conflict`],
};

/** Every attempt has one event, and every such event its attempt. */
const attemptHistory: CashCheck = differences(sql`
  select coalesce(t.shop_id, e.shop_id) as shop_id, case when e.id is null then 'missing_history'
      when t.id is null then 'unexplained_history' else 'wrong_history' end as kind,
    'attempt of order ' || coalesce(o.order_number, t.order_id::text, e.order_id::text) as subject,
    coalesce(t.user_id, e.actor_user_id) as user_id, coalesce(t.id, e.id) as source_id, ${namesOfFaults({
      'the order’s history has no entry for it': sql`e.id is null`,
      'the order’s history has an entry but nothing is recorded': sql`t.id is null`,
      'the order’s history has it twice': sql`e.lines > 1`,
      'it is in another order’s history': sql`e.order_id <> t.order_id`,
      'the order’s history names another user': sql`t.id is not null and e.id is not null and e.actor_user_id is distinct from t.user_id`,
      'the order’s history differs': sql`t.id is not null and e.id is not null and ${namesOfDifferences(eventFields)} <> ''`,
      'the order’s history was written at another time than its command': sql`
        not ${isWrittenWith(sql`e.recorded_at`, sql`k.recorded_at`)}`,
    })} as text
  from delivery_attempts t
  full join (
    select e.*, e.detail ->> 'attempt_id' as attempt_id, count(*) over (partition by e.shop_id, e.detail ->> 'attempt_id') as lines
    from order_events e where e.kind = 'attempted'
  ) e on e.shop_id = t.shop_id and e.attempt_id = t.id::text
  left join orders o on o.shop_id = coalesce(t.shop_id, e.shop_id) and o.id = coalesce(t.order_id, e.order_id)
  ${joinCommand('t', 'user_id', sql`'record_attempt'`)}`);

export const attemptChecks: readonly CashCheck[] = [attemptRecords, attemptHistory];

import { UNDO_ATTEMPT_GRACE_MS, UNDO_ATTEMPT_MS } from '../../../contract/rules/orders/attempts.ts';
import { type CashCheck, differences, joinCommand, namesOfFaults } from '../../cash/cash-difference.ts';
import { sql } from '../../platform/database/sql.ts';
import { isWrittenWith } from './verify-attempts.ts';

/** Checks of undone attempts, and of the attempts about which the desk has not decided. */

const LIMIT = sql`interval '1 millisecond' * ${UNDO_ATTEMPT_MS + UNDO_ATTEMPT_GRACE_MS}::int`;

const undoRecords: CashCheck = differences(sql`
  select u.shop_id, 'wrong_record' as kind, 'undone attempt of order ' || coalesce(o.order_number, t.order_id::text, u.attempt_id::text) as subject,
    u.user_id, u.id as source_id, ${namesOfFaults({
      'its attempt is missing': sql`t.id is null`,
      'its command has no stored reply': sql`k.command_id is null`,
      'its attempt is another user’s': sql`t.user_id <> u.user_id`,
      'it happened before its attempt': sql`u.occurred_at < t.occurred_at and u.occurred_at < u.recorded_at`,
      'it happened after it was recorded': sql`u.occurred_at > u.recorded_at`,
      'it happened too late': sql`u.occurred_at > t.occurred_at + ${LIMIT}`,
      'it restored an order that its attempt had not changed': sql`t.conflict is not null and not u.has_conflict`,
    })} as text
  from attempt_undos u
  left join delivery_attempts t on t.shop_id = u.shop_id and t.id = u.attempt_id
  left join orders o on o.shop_id = t.shop_id and o.id = t.order_id
  ${joinCommand('u', 'user_id', sql`'undo_attempt'`)}`);

/** Every undo has one event, and every such event its undo. */
const undoHistory: CashCheck = differences(sql`
  select coalesce(u.shop_id, e.shop_id) as shop_id, case when e.id is null then 'missing_history'
      when u.id is null then 'unexplained_history' else 'wrong_history' end as kind,
    'undone attempt of order ' || coalesce(o.order_number, t.order_id::text, e.order_id::text, u.attempt_id::text) as subject,
    coalesce(u.user_id, e.actor_user_id) as user_id, coalesce(u.id, e.id) as source_id, ${namesOfFaults({
      'the order’s history has no entry for it': sql`e.id is null`,
      'the order’s history has an entry but nothing is recorded': sql`u.id is null`,
      'the order’s history has it twice': sql`e.lines > 1`,
      'it is in another order’s history': sql`e.order_id <> t.order_id`,
      'the order’s history names another user': sql`u.id is not null and e.id is not null and e.actor_user_id is distinct from u.user_id`,
      'the order’s history has another conflict': sql`e.id is not null and u.has_conflict <> coalesce(e.detail ->> 'conflict' = 'true', false)`,
      'the order’s history has other statuses': sql`
        case when u.has_conflict then e.detail ->> 'from' is distinct from e.detail ->> 'to'
          else (e.detail ->> 'from', e.detail ->> 'to') is distinct from ('dispatched', t.from_status) end and e.id is not null`,
      'the order’s history was written at another time than its command': sql`
        not ${isWrittenWith(sql`e.recorded_at`, sql`k.recorded_at`)}`,
    })} as text
  from attempt_undos u
  full join (
    select e.*, e.detail ->> 'attempt_id' as attempt_id, count(*) over (partition by e.shop_id, e.detail ->> 'attempt_id') as lines
    from order_events e where e.kind = 'attempt_undone'
  ) e on e.shop_id = u.shop_id and e.attempt_id = u.attempt_id::text
  left join delivery_attempts t on t.shop_id = u.shop_id and t.id = u.attempt_id
  left join orders o on o.shop_id = coalesce(t.shop_id, e.shop_id) and o.id = coalesce(t.order_id, e.order_id)
  ${joinCommand('u', 'user_id', sql`'undo_attempt'`)}`);

/** The newest attempt of each order that changed it and was not undone. */
const newestAttempts = sql`
  select distinct on (t.shop_id, t.order_id) t.*, e.recorded_at as written_at
  from delivery_attempts t
  left join order_events e on e.shop_id = t.shop_id and e.order_id = t.order_id and e.kind = 'attempted'
    and e.detail ->> 'attempt_id' = t.id::text
  where t.conflict is null and not exists (select from attempt_undos u where u.shop_id = t.shop_id and u.attempt_id = t.id)
  order by t.shop_id, t.order_id, t.number desc`;

/**
 * An event after the attempt that may have settled it: the desk's decision, or the driver who set out again.
 * Clocks may have been set back a little in between.
 */
const isSettled = sql`exists (
  select from order_events e
  where e.shop_id = t.shop_id and e.order_id = t.order_id and e.kind in ('status', 'assigned', 'unassigned')
    and e.recorded_at > t.written_at - interval '1 minute')`;

/** An open attempt is the newest one of its dispatched order, which no event has settled. */
const openAttempts: CashCheck = differences(sql`
  select o.shop_id, 'wrong_order' as kind, 'order ' || o.order_number as subject, t.user_id, o.id as source_id, ${namesOfFaults(
    {
      'its open attempt is not its newest one': sql`o.open_attempt_id is not null and o.open_attempt_id is distinct from t.id`,
      'it has an open attempt but is not dispatched': sql`o.open_attempt_id is not null and o.status <> 'dispatched'`,
      'its open attempt is another driver’s': sql`o.open_attempt_id = t.id and o.driver_id is distinct from t.driver_id`,
      'its newest attempt is not open, and nothing has settled it': sql`
      o.open_attempt_id is null and o.status = 'dispatched' and o.driver_id = t.driver_id and not ${isSettled}`,
      'it is on the road after an attempt that nothing has settled': sql`
      o.status in ('dispatching', 'delivering') and o.driver_id = t.driver_id and not ${isSettled}`,
    },
  )} as text
  from orders o
  left join (${newestAttempts}) t on t.shop_id = o.shop_id and t.order_id = o.id
  where o.open_attempt_id is not null or t.id is not null`);

export const undoChecks: readonly CashCheck[] = [undoRecords, undoHistory, openAttempts];

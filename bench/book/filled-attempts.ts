import { hashOf, idAt, iso, stringified } from './filling-sql.ts';

/**
 * An attempt before one of 19 deliveries, spread over all drivers, with its command and everything that the
 * command writes. One attempt of seven was undone after five seconds; after the others the driver set out
 * again.
 */

/** The numbers `n` of orders with an attempt that was not undone. */
export const SET_OUT_AGAIN = 'n % 19 = 3 and n % 7 <> 0';

/** Reads the view `delivered`. */
export const ATTEMPTS = [
  `create temp table attempted on commit drop as
   select d.shop_id, d.order_id, d.order_number, d.driver_id, d.user_id, a.id, a.reason, a.at, ${iso('a.at')} as iso,
     d.at - interval '40 minutes' as from_started_at
   from delivered d, lateral (
     select ${idAt("d.at - interval '30 minutes'")} as id, d.at - interval '30 minutes' as at,
       case when d.n % 2 = 0 then 'nobody_home' else 'unreachable' end as reason
   ) a
   where d.n % 19 = 3`,
  `create temp table after_attempt on commit drop as
   select a.*, t.undone, t.at as then_at, ${idAt('t.at')} as then_id,
     case when t.undone then 'undo_attempt' else 'set_out' end as endpoint
   from attempted a, delivered d, lateral (
     select d.n % 7 = 0 as undone, a.at + case when d.n % 7 = 0 then interval '5 seconds' else interval '10 minutes' end as at
   ) t
   where d.shop_id = a.shop_id and d.order_id = a.order_id`,
  `insert into delivery_attempts (shop_id, id, order_id, driver_id, user_id, number, reason, from_status, from_started_at, command_id,
     occurred_at, recorded_at)
   select shop_id, id, order_id, driver_id, user_id, 1, reason, 'dispatching', from_started_at, id, at, at from attempted`,
  `insert into attempt_undos (shop_id, id, attempt_id, user_id, has_conflict, command_id, occurred_at, recorded_at)
   select shop_id, then_id, id, user_id, false, then_id, then_at, then_at from after_attempt where undone`,
  `insert into commands (shop_id, user_id, endpoint, command_id, fingerprint, status, body, recorded_at)
   select shop_id, user_id, 'record_attempt', id, ${hashOf('id')}, 200, ${stringified(`json_build_object('attempt_id', id, 'number', 1,
     'outcome', 'recorded', 'conflict', null, 'order', json_build_object('id', order_id, 'order_number', order_number, 'status', 'dispatched'),
     'occurred_at', iso)`)}, at from attempted
   union all
   select shop_id, user_id, endpoint, then_id, ${hashOf('then_id')}, 200, ${stringified(`case when undone
     then json_build_object('outcome', 'undone', 'order', json_build_object('id', order_id, 'order_number', order_number, 'status', 'dispatching'))
     else json_build_object('set_out', json_build_array(order_id), 'skipped', json_build_array()) end`)}, then_at from after_attempt`,
  `insert into audit_events (shop_id, id, source, user_id, client_address, device, what, subject_id, before, after, command_id, recorded_at)
   select shop_id, ${idAt('at')}, 'request', user_id, '10.1.2.3', 'Chrome on Android', 'record_attempt', order_id::text,
     '{"status": "dispatching"}', jsonb_build_object('status', 'dispatched', 'attempt_id', id, 'number', 1, 'reason_key', reason,
       'outcome', 'recorded', 'conflict', null), id, at from attempted
   union all
   select shop_id, ${idAt('then_at')}, 'request', user_id, '10.1.2.3', 'Chrome on Android', endpoint, order_id::text,
     case when undone then '{"status": "dispatched"}'
       else jsonb_build_object('order_ids', jsonb_build_array(order_id), 'statuses', jsonb_build_array('dispatched')) end,
     case when undone then jsonb_build_object('status', 'dispatching', 'attempt_id', id, 'outcome', 'undone')
       else jsonb_build_object('statuses', jsonb_build_array('dispatching'), 'driver_id', driver_id, 'after_attempt', true) end,
     then_id, then_at from after_attempt`,
  `insert into order_events (shop_id, id, order_id, kind, detail, actor_user_id, recorded_at, ever_driver_ids)
   select shop_id, ${idAt('at')}, order_id, 'attempted', jsonb_build_object('attempt_id', id, 'number', 1, 'reason_key', reason,
     'from', 'dispatching', 'occurred_at', iso), user_id, at, array[driver_id] from attempted
   union all
   select shop_id, ${idAt('then_at')}, order_id, case when undone then 'attempt_undone' else 'status' end,
     jsonb_build_object('from', 'dispatched', 'to', 'dispatching') || case when undone then jsonb_build_object('attempt_id', id) else '{}' end,
     user_id, then_at, array[driver_id] from after_attempt`,
];

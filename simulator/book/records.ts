import type { GoodsOutcome } from '../../contract/rules/orders/attempts.ts';
import type { Connections } from '../database/connections.ts';
import {
  COMMITTED,
  DELIVERY_FACTS,
  type DeliveryFacts,
  PAYMENT_STATEMENTS,
  type PaymentRecords,
} from './payment-records.ts';
import { SECOND_PERSON_STATEMENTS, type SecondPersonRecords } from './second-person-records.ts';

export type DeliveryRow = DeliveryFacts & {
  command_id: string;
  id: string;
  shop_id: number;
  user_id: string;
  order_id: string;
  /** The cash that the customer gave, before the change. */
  received_fils: number | null;
  short_reason: string | null;
  consent_id: string | null;
  delivered_at: string;
  /** The database's time of the commit. */
  committed_at: string;
  outcome: string;
  file_ids: string[];
};
export type HandoverRow = {
  command_id: string;
  id: string;
  shop_id: number;
  handover_type: 'start' | 'end' | 'drop' | 'collection';
  driver_id: number | null;
  staff_user_id: string;
  admin_id: string;
  amount_fils: number;
  difference_fils: number | null;
  difference_choice: string | null;
  completed_at: string;
  card_machine_id: string | null;
  /** The driver who had the card machine before; null for the shop. */
  card_machine_from_driver_id: number | null;
  file_ids: string[];
  /** The decisions of an end of day about goods. */
  goods: GoodsRow[];
};
export type GoodsRow = { order_id: string; outcome: GoodsOutcome; responsible_user_id: string | null };
export type DepositRow = {
  command_id: string;
  id: string;
  shop_id: number;
  manager_id: string;
  amount_fils: number;
  file_ids: string[];
};
/** Cash that moves between the safe and an admin. */
export type FloatRow = {
  command_id: string;
  id: string;
  shop_id: number;
  direction: 'issue' | 'return';
  admin_id: string;
  signing_manager_id: string;
  recorded_by: string;
  amount_fils: number;
  approval_id: string | null;
  file_ids: string[];
};
/** An arrangement by a driver; those of the desk appear only in `StopsRow`. */
export type ArrangementRow = {
  command_id: string;
  id: string;
  shop_id: number;
  user_id: string;
  order_ids: string[];
  file_ids: string[];
};
/** An order that a driver could not deliver. */
export type AttemptRow = {
  command_id: string;
  id: string;
  shop_id: number;
  user_id: string;
  order_id: string;
  number: number;
  reason: string;
  conflict: string | null;
  from_status: string;
  from_started_at: string | null;
  file_ids: string[];
};
export type UndoRow = {
  command_id: string;
  id: string;
  shop_id: number;
  user_id: string;
  attempt_id: string;
  has_conflict: boolean;
  file_ids: string[];
};
/** A driver's command about several stops, by its reply. */
export type StopsCommandRow = {
  command_id: string;
  id: string;
  shop_id: number;
  user_id: string;
  kind: 'set out' | 'load check';
  /** The stops that the command changed or checked. */
  done: string[];
  /** The stops that `set_out` skipped. */
  skipped: string[];
  /** The shop's orders that were on the road at any time; `set_out` does not name those that still are. */
  were_out: string[];
  file_ids: string[];
};
/** An event that may change the status, start time or open attempt of an order. */
export type OrderEventRow = {
  order_id: string;
  kind: 'status' | 'assigned' | 'unassigned' | 'delivered' | 'attempted' | 'attempt_undone' | 'goods';
  detail: {
    to?: string;
    attempt_id?: string;
    conflict?: unknown;
    undone?: true;
    handover_id?: string;
    outcome?: string;
  };
  actor_user_id: string | null;
};
/** A change of an order's promised time. */
export type PromiseRow = { order_id: string; before: string | null; after: string | null };
/** The current order of a driver's stops, and the arrangement that it comes from. */
export type StopsRow = {
  driver_id: number;
  order_ids: string[];
  arranged_ids: string[];
  stands: boolean;
  known_desk: number;
  desk_arrangements: number;
};
export type MovementRow = {
  shop_id: number;
  source_type: string;
  source_id: string;
  from_holder: string;
  from_user_id: string | null;
  to_holder: string;
  to_user_id: string | null;
  amount_fils: number;
  /** The person whose shortage or over one of the holders is. */
  account_user_id: string | null;
  /** The movement that this one reverses. */
  reverses: string | null;
  id: string;
  is_posted: boolean;
  /** By the database's clock: the start of the transaction, and the change of the balances. */
  recorded_at: string;
  posted_at: string | null;
};
export type FileRow = { id: string; shop_id: number; sha256: string; is_pinned: boolean };

export type CommandRow = {
  command_id: string;
  endpoint: string;
  status: number | null;
  body: string | null;
  device_id: string | null;
  device_number: number | null;
};
/** A device as its shop sees it. */
export type DeviceRow = {
  shop_id: number;
  id: string;
  highest: number;
  chain_broken_at: number | null;
  /** Numbers that were settled by a report or an explanation, without an arrival. */
  over: number[];
};
/** A number that has not arrived; the product shows it once it has been known for long enough. */
export type UnsettledRow = { device_id: string; number: number; state: 'open' | 'missing' };

/** The committed content of the database. */
export type Records = SecondPersonRecords &
  PaymentRecords & {
    deliveries: DeliveryRow[];
    handovers: HandoverRow[];
    deposits: DepositRow[];
    floats: FloatRow[];
    arrangements: ArrangementRow[];
    attempts: AttemptRow[];
    undos: UndoRow[];
    stop_commands: StopsCommandRow[];
    /** Oldest first. */
    order_events: OrderEventRow[];
    /** Oldest first. */
    promises: PromiseRow[];
    stops: StopsRow[];
    commands: CommandRow[];
    devices: DeviceRow[];
    unsettled: UnsettledRow[];
    movements: MovementRow[];
    balances: { shop_id: number; user_id: string; cash_on_hand_fils: number }[];
    files: FileRow[];
    issues: {
      id: string;
      command_id: string | null;
      shop_id: number;
      user_id: string;
      amount_fils: number;
      approval_id: string | null;
    }[];
    orders: {
      id: string;
      shop_id: number;
      status: string;
      payment_status: string;
      open_attempt_id: string | null;
      dispatching_started_at: string | null;
      promised_at: string | null;
      has_fulfilment: boolean;
    }[];
    hints: { id: string; command_id: string | null }[];
    audits: { command_id: string }[];
  };

export async function readRecords({ query: look }: Connections): Promise<Records> {
  const others = Object.entries({ ...SECOND_PERSON_STATEMENTS, ...PAYMENT_STATEMENTS })
    .map(([name, statement]) => `'${name}', ${rowsOf(statement)}`)
    .join(',\n');
  const [row] = await look<{ records: Records }>(`
    select json_build_object(
      'deliveries', ${rowsOf(`select command_id, id, shop_id, user_id, order_id, ${DELIVERY_FACTS}, received_fils, short_reason, consent_id, delivered_at, outcome,
        ${COMMITTED}, json_build_array(delivery_image_file_id, delivery_note_file_id) as file_ids from delivery_confirmations`)},
      'handovers', ${rowsOf(`select command_id, id, shop_id, handover_type, driver_id, staff_user_id, admin_id, amount_fils, difference_fils,
        difference_choice, completed_at, card_machine_id, card_machine_from_driver_id,
        array_to_json(array_remove(array[driver_signature_file_id, admin_signature_file_id, receipt_file_id], null)) as file_ids,
        coalesce((select json_agg(json_build_object('order_id', g.order_id, 'outcome', g.outcome, 'responsible_user_id', g.responsible_user_id))
          from goods_decisions g where g.shop_id = h.shop_id and g.handover_id = h.id), '[]'::json) as goods
        from cash_handovers h`)},
      'deposits', ${rowsOf(`select command_id, id, shop_id, manager_id, amount_fils,
        json_build_array(receipt_file_id, invoice_file_id, signature_file_id) as file_ids from bank_deposits`)},
      'floats', ${rowsOf(`select command_id, id, shop_id, direction, admin_id, manager_id as signing_manager_id, recorded_by, amount_fils,
        approval_id, json_build_array(admin_signature_file_id, manager_signature_file_id, receipt_file_id) as file_ids from cash_floats`)},
      'arrangements', ${rowsOf(`select id as command_id, id, shop_id, user_id, order_ids, '[]'::json as file_ids
        from stop_arrangements where not by_desk`)},
      'attempts', ${rowsOf(`select command_id, id, shop_id, user_id, order_id, number, reason, conflict, from_status, from_started_at,
        array_to_json(array_remove(array[photo_file_id], null)) as file_ids from delivery_attempts`)},
      'undos', ${rowsOf(`select command_id, id, shop_id, user_id, attempt_id, has_conflict, '[]'::json as file_ids from attempt_undos`)},
      'stop_commands', ${rowsOf(`select command_id, command_id as id, shop_id, user_id,
        case endpoint when 'set_out' then 'set out' else 'load check' end as kind, '[]'::json as file_ids,
        coalesce(body::json -> 'set_out', body::json -> 'checked') as done,
        coalesce((select json_agg(s ->> 'order_id') from json_array_elements(body::json -> 'skipped') s), '[]'::json) as skipped,
        coalesce((select json_agg(distinct e.order_id) from order_events e where e.shop_id = commands.shop_id and e.kind = 'status'
          and e.detail ->> 'to' in ('dispatching', 'delivering')), '[]'::json) as were_out
        from commands where endpoint in ('set_out', 'check_loading') and status < 300`)},
      'order_events', ${rowsOf(`select order_id, kind, detail, actor_user_id from order_events
        where kind in ('status', 'assigned', 'unassigned', 'delivered', 'attempted', 'attempt_undone', 'goods') order by recorded_at, id`)},
      'promises', ${rowsOf(`select order_id, detail -> 'steps' -> 0 ->> 'from' as before, detail -> 'steps' -> 0 ->> 'to' as after
        from order_events where kind = 'updated' and detail ->> 'changed' = 'promised' order by recorded_at, id`)},
      'stops', ${rowsOf(`select s.driver_id, s.order_ids, a.order_ids as arranged_ids, a.stands, a.known_desk, s.desk_arrangements
        from driver_stops s join stop_arrangements a
          on a.shop_id = s.shop_id and a.driver_id = s.driver_id and a.id = s.arrangement_id`)},
      'commands', ${rowsOf('select command_id, endpoint, status, body, device_id, device_number from commands')},
      'devices', ${rowsOf(`select d.shop_id, d.id, d.highest,
        coalesce(d.chain_broken_at, device_chain_break(d.shop_id, d.id, 0, 100000)) as chain_broken_at,
        coalesce((select json_agg(n.number) from device_numbers n where n.shop_id = d.shop_id and n.device_id = d.id
          and n.state in ('closed', 'explained')), '[]'::json) as over from devices d`)},
      'unsettled', ${rowsOf(`select u.device_id, u.number, u.state from devices d
        cross join lateral unsettled_device_numbers(d.shop_id, array[d.id]) u`)},
      'movements', ${rowsOf(`select shop_id, source_type, source_id, from_holder, from_user_id, to_holder, to_user_id,
        amount_fils, account_user_id, reverses, id, posted_at is not null as is_posted, recorded_at, posted_at from cash_movements`)},
      'balances', ${rowsOf('select shop_id, user_id, cash_on_hand_fils from cash_tracking')},
      'files', ${rowsOf('select id, shop_id, sha256, pinned_at is not null as is_pinned from files')},
      'issues', ${rowsOf('select id, command_id, shop_id, user_id, amount_fils, approval_id from cash_issues')},
      'orders', ${rowsOf(`select o.id, o.shop_id, o.status, o.payment_status, o.open_attempt_id, o.dispatching_started_at, o.promised_at, f.order_id is not null as has_fulfilment from orders o
        left join order_fulfilments f on f.shop_id = o.shop_id and f.order_id = o.id`)},
      'hints', ${rowsOf('select id, command_id from feed')},
      'audits', ${rowsOf('select command_id from audit_events where command_id is not null')},
      ${others}
    ) as records`);
  if (!row) throw new Error('The database returned no records.');
  return row.records;
}

function rowsOf(statement: string): string {
  return `coalesce((select json_agg(r) from (${statement}) r), '[]'::json)`;
}

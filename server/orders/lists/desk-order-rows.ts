import { OPEN_STATUSES, type OrderStatus } from '../../../contract/rules/orders/order-life.ts';
import type { DeskOrder, OpenAttempt } from '../../../contract/schemas/desk-orders.ts';
import type { Tx } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import { isInStatus } from '../in-status.ts';
import { openAttempts } from './attempts-at-desk.ts';

/** The promised time of an order: its own, else the one that the shop promises for every order. */
export const PROMISED = sql`coalesce(o.promised_at, o.created_at + make_interval(hours => s.promise_hours))`;

/**
 * True for an open order after its promised time; null without a promise. The shop's promise is read once,
 * not per row.
 */
export const isPast = (now: Date) => sql`coalesce(o.promised_at < ${now}::timestamptz, o.created_at < (
  select ${now}::timestamptz - make_interval(hours => promise_hours) from shops where id = actor.shop_id()))`;

export const OPEN = isInStatus('o.status', OPEN_STATUSES);

export const WITH_SHOP = sql`join shops s on s.id = o.shop_id`;
export const WITH_CUSTOMER = sql`join customers c on c.shop_id = o.shop_id and c.id = o.customer_id`;
export const WITH_DRIVER = sql`left join drivers d on d.shop_id = o.shop_id and d.id = o.driver_id`;
/** The tables of `deskColumns`. */
export const WHOLE = sql`${WITH_SHOP} ${WITH_CUSTOMER} ${WITH_DRIVER}`;

type Times = 'promised_at' | 'dispatching_started_at' | 'actual_delivery_time' | 'erased_at';

export type DeskRow = Omit<DeskOrder, 'created_at' | Times | 'status' | 'attempt'> & {
  status: OrderStatus;
  created_at: Date;
  open_attempt_id: string | null;
} & Record<Times, Date | null>;

/** The lines that the last check of the load missed, except those removed since; null if it missed none. */
const MISSING = sql`(
  select coalesce((
    select jsonb_agg(jsonb_build_object('name', p.name, 'qty', line.qty) order by l.position)
    from jsonb_to_recordset(k.missing) as line (item_id uuid, qty int)
    join order_line_items l on l.shop_id = k.shop_id and l.order_id = k.order_id and l.id = line.item_id
    join products p on p.shop_id = l.shop_id and p.id = l.product_id), '[]')
  from missing_goods m join loading_checks k on k.shop_id = m.shop_id and k.id = m.loading_check_id
  where m.shop_id = o.shop_id and m.order_id = o.id and k.driver_id = o.driver_id and ${OPEN})`;

/** The columns of a `DeskRow`, from `orders o` and `WHOLE`. */
export const deskColumns = (
  now: Date,
) => sql`o.id, o.order_number, o.version, o.status, o.area, o.delivery_address, o.due_amount_fils,
  btrim(concat_ws(' ', c.first_name, c.last_name)) as customer_name, c.phone, o.payment_method, o.pays_either, o.waits_because, o.payment_status,
  o.driver_id, d.full_name as driver_name, o.created_at, ${PROMISED} as promised_at, coalesce(${OPEN} and ${isPast(now)}, false) as is_late,
  o.dispatching_started_at, o.actual_delivery_time, o.refund,
  exists (select from order_events e where e.shop_id = o.shop_id and e.order_id = o.id and e.kind = 'conflict') as has_conflict,
  (select w.conflict_id from conflicts_to_review w where w.shop_id = o.shop_id and w.order_id = o.id) as conflict_id,
  cancelled_in_store(o.shop_id, o.id) as cancelled_in_store, o.erased_at,
  o.open_attempt_id, ${MISSING} as missing`;

/** Returns the orders of these rows. Reads their open attempts in one statement, if there are any. */
export async function toDeskOrders(tx: Tx, shop_id: number, rows: readonly DeskRow[]): Promise<DeskOrder[]> {
  const open = rows.flatMap(({ open_attempt_id }) => open_attempt_id ?? []);
  const attempts = open.length === 0 ? new Map<string, OpenAttempt>() : await openAttempts(tx, shop_id, open);
  return rows.map(({ open_attempt_id, ...row }) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    promised_at: row.promised_at?.toISOString() ?? null,
    dispatching_started_at: row.dispatching_started_at?.toISOString() ?? null,
    actual_delivery_time: row.actual_delivery_time?.toISOString() ?? null,
    erased_at: row.erased_at?.toISOString() ?? null,
    attempt: (open_attempt_id !== null && attempts.get(open_attempt_id)) || null,
  }));
}

import { type CashCheck, differences, namesOfFaults } from '../cash/cash-difference.ts';
import { sql } from '../platform/database/sql.ts';

const TOMBSTONE = sql`'erased'`;

/** Joins the command of a delivery or an attempt `d`. Deliveries older than commands have none. */
const commandOf = (
  ...endpoints: ('confirm_delivery' | 'deliver_as_taken' | 'record_attempt')[]
) => sql`left join commands c
  on c.shop_id = d.shop_id and c.user_id = d.user_id and c.endpoint = any (${endpoints}::text[]) and c.command_id = d.command_id`;

/** True if a text of a row still has data: an erased reference begins with the tombstone. */
const hasData = (...columns: string[]) =>
  sql.join(
    columns.map((column) => sql`coalesce(${sql.ref(column)} !~ '^erased( [0-9a-f]{16})?$', false)`),
    sql` or `,
  );

/**
 * The rows of payments about an order that are erased with it: shop_id, order_id, id, its marks and
 * has_data.
 */
const PAYMENT_ROWS = sql`
  select shop_id, order_id, id, recorded_at, erased_at, erased_hashes, ${hasData('customer_name', 'link_reference', 'transfer_reference', 'short_reason', 'reason')} as has_data
    from delivery_corrections
  union all
  select shop_id, order_id, id, recorded_at, erased_at, erased_hashes, ${hasData('customer_name', 'link_reference', 'transfer_reference')} from order_payments
  union all
  select shop_id, order_id, id, recorded_at, erased_at, erased_hashes, ${hasData('reference')} from payment_matches
  union all
  select shop_id, order_id, id, recorded_at, erased_at, erased_hashes, ${hasData('reason')} from order_waivers
  union all
  select shop_id, order_id, id, recorded_at, erased_at, erased_hashes, ${hasData('note')} from expenses where order_id is not null
  union all
  select shop_id, (record ->> 'order_id')::uuid, id, requested_at, erased_at, erased_hashes, ${hasData('reason')}
      or exists (select from jsonb_each_text(record) t where t.key in ('customer_name', 'link_reference', 'transfer_reference', 'short_reason', 'reason', 'note')
        and t.value !~ '^erased( [0-9a-f]{16})?$')
    from approvals where record ->> 'order_id' is not null`;

/**
 * Requires that an erased order is closed, has no customer data and belongs to one erasure. A delivery that
 * began in the minute before the erasure may have waited for its lock and followed it.
 */
const erasedOrders: CashCheck = differences(sql`
  select o.shop_id, 'wrong_erasing' as kind, 'order ' || o.order_number as subject, null::uuid as user_id, o.id as source_id, ${namesOfFaults(
    {
      'it is erased but belongs to no erasing': sql`e.shop_id is null`,
      'it is erased but still open': sql`o.status not in ('completed', 'cancelled')`,
      'it is erased but lacks the hashes of its values': sql`not coalesce(o.erased_hashes ? 'delivery_address', false)`,
      'it is erased but still has customer data': sql`o.delivery_address <> ${TOMBSTONE} or o.notes <> ${TOMBSTONE} or o.area is not null or o.latitude is not null
        or o.requests <> '[]' or o.locale is not null`,
      'it is erased but its customer is not': sql`c.erased_at is null`,
      'it is erased but its customer still has data': sql`c.first_name <> ${TOMBSTONE} or c.last_name <> '' or c.phone is not null or c.phones is not null`,
      'it is erased but a delivery of it is not': sql`exists (select from delivery_confirmations d where d.shop_id = o.shop_id and d.order_id = o.id
        and d.erased_at is null and d.recorded_at < o.erased_at - interval '1 minute')`,
      'it is erased but an attempt of it is not': sql`exists (select from delivery_attempts t where t.shop_id = o.shop_id and t.order_id = o.id
        and t.erased_at is null and t.recorded_at < o.erased_at - interval '1 minute')`,
      'it is erased but a payment, a correction or a request about it is not': sql`exists (select from (${PAYMENT_ROWS}) y where y.shop_id = o.shop_id and y.order_id = o.id
        and y.erased_at is null and y.recorded_at < o.erased_at - interval '1 minute')`,
    },
  )} as text
  from orders o
  join customers c on c.shop_id = o.shop_id and c.id = o.customer_id
  left join (select distinct shop_id, erased_at from erasings) e on e.shop_id = o.shop_id and e.erased_at = o.erased_at
  where o.erased_at is not null`);

/** Finds marks of erasure on orders that are not erased, or on their rows. */
const keptOrders: CashCheck = differences(sql`
  select o.shop_id, 'wrong_erasing' as kind, 'order ' || o.order_number as subject, null::uuid as user_id, o.id as source_id, ${namesOfFaults(
    {
      'it is not erased but has hashes of erased values': sql`o.erased_hashes is not null`,
      'its customer is erased but it is not': sql`c.erased_at is not null or c.erased_hashes is not null`,
      'a delivery of it is erased but it is not': sql`d.order_id is not null`,
      'an attempt of it is erased but it is not': sql`t.order_id is not null`,
      'its history is erased but it is not': sql`h.order_id is not null`,
      'the command of a delivery or an attempt of it is erased but it is not': sql`k.order_id is not null`,
      'a payment, a correction or a request about it is erased but it is not': sql`y.order_id is not null`,
    },
  )} as text
  from orders o
  join customers c on c.shop_id = o.shop_id and c.id = o.customer_id
  left join (select distinct shop_id, order_id from delivery_confirmations where erased_at is not null or erased_hashes is not null) d
    on d.shop_id = o.shop_id and d.order_id = o.id
  left join (select distinct shop_id, order_id from delivery_attempts where erased_at is not null or erased_hashes is not null) t
    on t.shop_id = o.shop_id and t.order_id = o.id
  left join (select distinct shop_id, order_id from order_events where erased_at is not null or erased_hashes is not null) h
    on h.shop_id = o.shop_id and h.order_id = o.id
  left join (
    select d.shop_id, d.order_id from delivery_confirmations d ${commandOf('confirm_delivery', 'deliver_as_taken')} where c.fingerprint = ${TOMBSTONE}
    union
    select d.shop_id, d.order_id from delivery_attempts d ${commandOf('record_attempt')} where c.fingerprint = ${TOMBSTONE}) k
    on k.shop_id = o.shop_id and k.order_id = o.id
  left join (select distinct shop_id, order_id from (${PAYMENT_ROWS}) y where erased_at is not null or erased_hashes is not null) y
    on y.shop_id = o.shop_id and y.order_id = o.id
  where o.erased_at is null and (o.erased_hashes is not null or c.erased_at is not null or c.erased_hashes is not null
    or d.order_id is not null or t.order_id is not null or h.order_id is not null or k.order_id is not null or y.order_id is not null)`);

/** Requires that each row of an order is erased completely, and belongs to an erasure. */
const erasedRows: CashCheck = differences(sql`
  select r.shop_id, 'wrong_erasing' as kind, 'order ' || o.order_number as subject, null::uuid as user_id, r.id as source_id, ${namesOfFaults(
    {
      'a row of it is erased but belongs to no erasing': sql`e.shop_id is null`,
      'a row of it is erased but has no hash': sql`r.erased_hashes is null`,
      'a row of it is erased but still has data': sql`r.has_data`,
      'a delivery or an attempt of it is erased but its command has a fingerprint': sql`r.has_fingerprint and e.has_no_fingerprints`,
    },
  )} as text
  from (
    select d.shop_id, d.order_id, d.id, d.erased_at, d.erased_hashes,
        ${hasData('d.customer_name', 'd.link_reference', 'd.transfer_reference', 'd.short_reason')} as has_data, c.fingerprint <> ${TOMBSTONE} as has_fingerprint
      from delivery_confirmations d ${commandOf('confirm_delivery', 'deliver_as_taken')} where d.erased_at is not null
    union all
    select d.shop_id, d.order_id, d.id, d.erased_at, d.erased_hashes, d.note <> ${TOMBSTONE} or d.latitude is not null or d.accuracy_m is not null,
        c.fingerprint <> ${TOMBSTONE}
      from delivery_attempts d ${commandOf('record_attempt')} where d.erased_at is not null
    union all
    select shop_id, order_id, id, erased_at, erased_hashes, detail ->> 'reason' <> ${TOMBSTONE}, false
      from order_events where erased_at is not null
    union all
    select shop_id, order_id, id, erased_at, erased_hashes, has_data, false from (${PAYMENT_ROWS}) y where erased_at is not null
  ) r
  join orders o on o.shop_id = r.shop_id and o.id = r.order_id and o.erased_at is not null
  left join (
    select shop_id, erased_at, bool_and(fingerprints_erased_at is not null) as has_no_fingerprints
      from erasings group by shop_id, erased_at
  ) e on e.shop_id = r.shop_id and e.erased_at = r.erased_at`);

/**
 * Requires that the number of orders recorded for each erasure equals the number of orders erased at its
 * time.
 */
const erasingCounts: CashCheck = differences(sql`
  select e.shop_id, 'wrong_erasing' as kind, 'erasing of ' || to_char(e.erased_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC' as subject,
    null::uuid as user_id, null::uuid as source_id, ${namesOfFaults({
      'its number of orders differs from the erased orders': sql`e.orders <> coalesce(o.orders, 0)`,
    })} as text
  from (select shop_id, erased_at, sum(orders) as orders from erasings group by shop_id, erased_at) e
  left join (select shop_id, erased_at, count(*) as orders from orders where erased_at is not null group by shop_id, erased_at) o
    on o.shop_id = e.shop_id and o.erased_at = e.erased_at`);

/**
 * Checks tombstones (decision 59): rows are erased completely, belong to an erasure, and no other row is
 * marked.
 */
export const erasings: readonly CashCheck[] = [erasedOrders, keptOrders, erasedRows, erasingCounts];

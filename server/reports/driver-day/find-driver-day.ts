import type { DriverDay } from '../../../contract/operations/screens/read-driver-day.schema.ts';
import { isVoided } from '../../cash/voids/is-voided.ts';
import type { Tx } from '../../platform/database/database.ts';
import { oneRow } from '../../platform/database/rows.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import { LATE } from '../late.ts';
import { ORDER_OF_SOURCE } from '../order-of-source.ts';
import type { Span } from '../report.ts';
import { CASH } from '../sums/sum-tables.ts';
import { factsWithin } from '../sums/summed-facts.ts';
import { OWED_AT_DELIVERY } from '../takings.ts';

type Whose = { shop_id: number; user_id: string; span: Span };

export type FoundDelivery = DriverDay['deliveries'][number] & { cash_fils: number; from_before: boolean };
/** A movement from the driver's point of view, without the driver. */
export type FoundMovement = Omit<DriverDay['others'][number], 'with'> & {
  holder: DriverDay['others'][number]['with']['holder'];
  other_id: string | null;
  full_name: string | null;
};

export type FoundDay = {
  opening_fils: number;
  movements: FoundMovement[];
  handovers: DriverDay['handovers'];
  deliveries: FoundDelivery[];
  recorded_later: DriverDay['recorded_later'];
};

/**
 * Reads everything on a driver's day, the oldest first, in one statement and therefore one snapshot. Times
 * are in the database's text format.
 */
export function findDriverDay(tx: Tx, whose: Whose): Promise<FoundDay> {
  return oneRow(
    tx,
    sql<FoundDay>`
    select (${openingOf(whose)}) as opening_fils, (${listed(movementsOf(whose))}) as movements,
      (${listed(handoversOf(whose))}) as handovers, (${listed(deliveriesOf(whose))}) as deliveries,
      (${recordedLater(whose)}) as recorded_later`,
  );
}

const listed = (rows: Sql) =>
  sql`select coalesce(jsonb_agg(to_jsonb(f) order by f.at, f.id), '[]') from (${rows}) f`;

/** Computes the opening balance as the holders report does. */
function openingOf({ shop_id, user_id, span }: Whose) {
  const before = factsWithin(CASH, shop_id, { starts_at: null, ends_at: span.starts_at }, 'person');
  return sql`
    select coalesce(sum(case when to_user_id = ${user_id}::uuid then amount_fils else -amount_fils end), 0)::bigint
    from (${before}) m where ${user_id}::uuid in (from_user_id, to_user_id)`;
}

function movementsOf({ shop_id, user_id, span }: Whose) {
  const end = (own: 'to' | 'from') => {
    const other = own === 'to' ? 'from' : 'to';
    return sql`
      select id, recorded_at, reason, source_type, source_id, ${own === 'to' ? sql`amount_fils` : sql`-amount_fils`} as amount_fils,
        ${sql.ref(`${other}_holder`)} as holder, ${sql.ref(`${other}_user_id`)} as other_id
      from cash_movements
      where shop_id = ${shop_id} and ${sql.ref(`${own}_user_id`)} = ${user_id}::uuid
        and recorded_at >= ${span.starts_at} and recorded_at < ${span.ends_at}`;
  };
  return sql`
    select m.id, m.recorded_at as at, m.recorded_at, m.reason, m.amount_fils, m.holder, m.other_id, p.full_name,
      coalesce(o.order_number, h.handover_reference, b.reference, f.reference, s.reference, v.reference, x.reference, s.reason, a.reason) as source
    from (${end('to')} union all ${end('from')}) m
      left join profiles p on p.id = m.other_id
      left join cash_settlements s on m.source_type = 'cash_settlement' and s.shop_id = ${shop_id} and s.id = m.source_id
      left join cash_differences d on m.source_type = 'cash_difference' and d.shop_id = ${shop_id} and d.id = m.source_id
      left join cash_voids v on m.source_type = 'cash_void' and v.shop_id = ${shop_id} and v.id = m.source_id
      left join delivery_confirmations c on c.shop_id = ${shop_id}
        and c.id = case when m.source_type = 'delivery_confirmation' then m.source_id else s.confirmation_id end
      left join order_payments y on m.source_type = 'order_payment' and y.shop_id = ${shop_id} and y.id = m.source_id
      left join delivery_corrections k on m.source_type = 'delivery_correction' and k.shop_id = ${shop_id} and k.id = m.source_id
      left join expenses x on m.source_type = 'expense' and x.shop_id = ${shop_id} and x.id = m.source_id
      left join orders o on o.shop_id = ${shop_id} and o.id = ${ORDER_OF_SOURCE}
      left join cash_handovers h on h.shop_id = ${shop_id}
        and h.id = case when m.source_type = 'cash_handover' then m.source_id else d.handover_id end
      left join bank_deposits b on m.source_type = 'bank_deposit' and b.shop_id = ${shop_id} and b.id = m.source_id
      left join cash_floats f on m.source_type = 'cash_float' and f.shop_id = ${shop_id} and f.id = m.source_id
      left join cash_adjustments a on m.source_type = 'cash_adjustment' and a.shop_id = ${shop_id} and a.id = m.source_id`;
}

function handoversOf({ shop_id, user_id, span }: Whose) {
  return sql`
    select h.id, h.recorded_at as at, h.handover_type, h.handover_reference as reference, h.amount_fils, h.difference_fils,
      p.full_name as with_name, k.number as card_machine, h.completed_at, ${isVoided('handover', sql`h`)} as voided
    from cash_handovers h join profiles p on p.id = h.admin_id
      left join card_machines k on k.shop_id = h.shop_id and k.id = h.card_machine_id
    where h.shop_id = ${shop_id} and h.staff_user_id = ${user_id}::uuid
      and h.recorded_at >= ${span.starts_at} and h.recorded_at < ${span.ends_at}`;
}

function deliveriesOf({ shop_id, user_id, span }: Whose) {
  return sql`
    select c.id, c.delivered_at as at, c.order_id, o.order_number, c.delivered_at, c.tender, c.collected_fils, c.cash_fils,
      c.link_fils + c.transfer_fils as pending_fils, ${OWED_AT_DELIVERY} as owed_fils,
      exists (select from delivery_lines l where l.shop_id = c.shop_id and l.confirmation_id = c.id and l.handed_over < l.qty) as partial,
      (c.recorded_at - c.delivered_at > ${LATE}) as late, c.delivered_at < ${span.starts_at} as from_before
    from delivery_confirmations c join orders o on o.shop_id = c.shop_id and o.id = c.order_id
    where c.shop_id = ${shop_id} and c.user_id = ${user_id}::uuid
      and c.recorded_at >= ${span.starts_at} and c.recorded_at < ${span.ends_at}`;
}

function recordedLater({ shop_id, user_id, span }: Whose) {
  return sql`
    select jsonb_build_object('count', count(*), 'amount_fils', coalesce(sum(c.collected_fils), 0))
    from delivery_confirmations c
    where c.shop_id = ${shop_id} and c.user_id = ${user_id}::uuid
      and c.driver_id = (select id from drivers where shop_id = ${shop_id} and user_id = ${user_id}::uuid)
      and c.delivered_at >= ${span.starts_at} and c.delivered_at < ${span.ends_at} and c.recorded_at >= ${span.ends_at}`;
}

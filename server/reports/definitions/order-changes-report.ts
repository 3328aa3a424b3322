import { type Sql, sql } from '../../platform/database/sql.ts';
import type { ListReport } from '../list-report.ts';
import { CORRECTED, OWED_BY_CORRECTION, REFUND_BY_CORRECTION } from '../takings.ts';

/** Sums the payments by reference in the facts `f` with this decision before the correction `k`. */
const pendingOf = (f: 'k' | 'p', outcome: Sql<unknown>) => sql`(
  select coalesce(sum(b.fils), 0) from (values ('payment_link', ${sql.ref(`${f}.link_reference`)}, ${sql.ref(`${f}.link_fils`)}),
    ('bank_transfer', ${sql.ref(`${f}.transfer_reference`)}, ${sql.ref(`${f}.transfer_fils`)})) as b (tender, reference, fils)
  left join payment_matches m on m.shop_id = k.shop_id and m.source_id = k.confirmation_id and m.tender = b.tender
    and m.reference = b.reference and m.amount_fils = b.fils and m.recorded_at <= k.recorded_at
  where m.outcome is not distinct from ${outcome})`;

const UNDECIDED = sql`null::text`;
const RECEIVED = sql`'received'`;

/** Each amount is a difference. A correction of a delivery with a conflict changes no order. */
const RECORDS = sql`(
  select shop_id, id, recorded_at, occurred_at, 'payment' as change, order_id, customer_name, user_id as by_user_id, cash_fils,
    card_fils as card_machine_fils, link_fils + transfer_fils as pending_fils, 0::bigint as matched_fils,
    -(cash_fils + card_fils + link_fils + transfer_fils) as owed_fils, 0::bigint as refund_fils, reference, null::text as reason_text, erased_at
  from order_payments
  union all
  select k.shop_id, k.id, k.recorded_at, k.occurred_at, 'correction', k.order_id, k.customer_name, k.recorded_by, k.cash_fils - p.cash_fils,
    (k.collected_fils - k.cash_fils) - (p.collected_fils - p.cash_fils),
    (${pendingOf('k', UNDECIDED)} - ${pendingOf('p', UNDECIDED)})::bigint, (${pendingOf('k', RECEIVED)} - ${pendingOf('p', RECEIVED)})::bigint,
    ${OWED_BY_CORRECTION}, ${REFUND_BY_CORRECTION}, null, k.reason, k.erased_at
  from ${CORRECTED}
  union all
  select shop_id, id, recorded_at, recorded_at, outcome, order_id, null, decided_by, 0, 0, -amount_fils,
    case outcome when 'received' then amount_fils else 0 end, case outcome when 'not_received' then amount_fils else 0 end, 0, reference, null,
    erased_at
  from payment_matches
  union all
  select w.shop_id, w.id, w.recorded_at, w.recorded_at, 'waiver', w.order_id, null, a.requested_by, 0, 0, 0, 0, -w.amount_fils, 0, null, w.reason,
    null
  from order_waivers w left join approvals a on a.shop_id = w.shop_id and a.id = w.approval_id
  union all
  select shop_id, id, recorded_at, recorded_at, 'paid_back', order_id, null, user_id, 0, 0, 0, 0, 0, -amount_fils, reference, note, null
  from expenses where order_id is not null) h`;

/** An erased order does not name its customer, who can have newer orders. */
const ERASED_AT = sql`coalesce(h.erased_at, o.erased_at)`;

export const ORDER_CHANGES: ListReport = {
  records: RECORDS,
  shop_id: sql`h.shop_id`,
  id: sql`h.id`,
  at: sql`h.recorded_at`,
  happened_at: sql`h.occurred_at`,
  recorded_at: sql`h.recorded_at`,
  narrowed: ({ user_id, change }) => [
    ...(user_id === undefined ? [] : [sql`h.by_user_id = ${user_id}::uuid`]),
    ...(change === undefined ? [] : [sql`h.change = ${change}`]),
  ],
  joined: sql`join orders o on o.shop_id = h.shop_id and o.id = h.order_id
    join customers b on b.shop_id = o.shop_id and b.id = o.customer_id
    left join profiles p on p.id = h.by_user_id`,
  shown: sql`h.recorded_at, h.occurred_at, h.change, o.order_number,
    case when ${ERASED_AT} is null then coalesce(h.customer_name, btrim(concat_ws(' ', b.first_name, b.last_name))) else 'erased' end as customer_name,
    p.full_name as by_name, h.cash_fils, h.card_machine_fils, h.pending_fils, h.matched_fils, h.owed_fils, h.refund_fils, h.reference,
    h.reason_text, h.order_id, h.by_user_id, ${ERASED_AT} as erased_at`,
  sums: {
    cash_fils: sql`h.cash_fils`,
    card_machine_fils: sql`h.card_machine_fils`,
    pending_fils: sql`h.pending_fils`,
    matched_fils: sql`h.matched_fils`,
    owed_fils: sql`h.owed_fils`,
    refund_fils: sql`h.refund_fils`,
  },
};

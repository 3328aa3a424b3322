import type { ReportQuery } from '../../../contract/schemas/reports.ts';
import { isUndone } from '../../orders/is-undone.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import type { ListReport } from '../list-report.ts';

/** True if the driver has undone the attempt `a`. */
export const IS_UNDONE = isUndone('a');

/** Returns the conditions for the attempts `a` of one driver, whose own index they use. */
export const attemptsOf = ({ user_id }: Pick<ReportQuery, 'user_id'>): readonly Sql<unknown>[] =>
  user_id === undefined
    ? []
    : [
        sql`a.user_id = ${user_id}::uuid`,
        sql`a.driver_id = (select id from drivers where shop_id = a.shop_id and user_id = ${user_id}::uuid)`,
      ];

/** The attempt at an erased order does not name its customer, who can have newer orders. */
const ERASED_AT = sql`coalesce(a.erased_at, o.erased_at)`;

/** Includes attempts with a conflict (ruling A9), since the driver was at the door. */
export const ATTEMPTS: ListReport = {
  records: sql`delivery_attempts a`,
  shop_id: sql`a.shop_id`,
  id: sql`a.id`,
  at: sql`a.occurred_at`,
  happened_at: sql`a.occurred_at`,
  recorded_at: sql`a.recorded_at`,
  narrowed: ({ user_id, undone }) => [
    ...attemptsOf({ user_id }),
    ...(undone === undefined ? [] : [undone === 'yes' ? IS_UNDONE : sql`not ${IS_UNDONE}`]),
  ],
  joined: sql`join shops s on s.id = a.shop_id
    join orders o on o.shop_id = a.shop_id and o.id = a.order_id
    join customers b on b.shop_id = o.shop_id and b.id = o.customer_id
    join drivers d on d.shop_id = a.shop_id and d.id = a.driver_id`,
  shown: sql`a.occurred_at, a.recorded_at, o.order_number, o.area,
    case when ${ERASED_AT} is null then btrim(concat_ws(' ', b.first_name, b.last_name)) else 'erased' end as customer_name, d.full_name as driver_name, coalesce(a.reason_label, a.reason) as attempt_reason, a.note, a.number, a.conflict,
    ${IS_UNDONE} as undone, to_char(a.occurred_at at time zone s.time_zone, 'HH24":00"') as hour,
    a.order_id, a.id as attempt_id, a.user_id, ${ERASED_AT} as erased_at`,
  sums: {},
};

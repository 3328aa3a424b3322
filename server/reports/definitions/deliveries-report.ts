import type { ReportQuery } from '../../../contract/schemas/reports.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import { LATE } from '../late.ts';
import { type ListReport, within } from '../list-report.ts';
import type { ResolvedQuery } from '../report.ts';
import { DELIVERED } from '../sums/sum-tables.ts';
import { factsWithin } from '../sums/summed-facts.ts';
import { TAKEN_AMOUNTS, TAKINGS } from '../takings.ts';

type Tender = NonNullable<ReportQuery['tender']>;

/**
 * The rows with an amount by a tender, as alternatives that exclude one another. Constants in the statement,
 * so that tenders rarer than cash use their own index.
 */
const TAKEN_BY: Record<Tender, readonly Sql<unknown>[]> = {
  cash: [sql`c.tender in ('cash', 'cash_and_card')`],
  card_machine: [sql`c.tender = 'card_machine'`, sql`c.tender = 'cash_and_card'`],
  payment_link: [sql`c.link_fils <> 0`],
  bank_transfer: [sql`c.transfer_fils <> 0`],
  none: [sql`c.tender is null`],
};

/** The kinds of sums with an amount by a tender; null if sums do not separate them. */
const SUMMED_BY: Record<Tender, Sql<unknown> | null> = {
  cash: sql`c.tender in ('cash', 'cash_and_card')`,
  card_machine: sql`c.tender in ('card_machine', 'cash_and_card')`,
  payment_link: null,
  bank_transfer: null,
  none: sql`c.tender = 'none'`,
};

const anyOf = (conditions: readonly Sql<unknown>[]) => sql`(${sql.join(conditions, sql` or `)})`;

const SUMS: ListReport['sums'] = {
  ...Object.fromEntries(TAKEN_AMOUNTS.map((id) => [id, sql.ref(`c.${id}`)])),
  card_machine_fils: sql`(c.collected_fils - c.cash_fils)`,
};

/**
 * Includes confirmations with a conflict (ruling A9), since their amounts were collected, corrections of
 * deliveries as differences, and later payments.
 */
export const DELIVERIES: ListReport = {
  records: sql`${TAKINGS} c`,
  shop_id: sql`c.shop_id`,
  id: sql`c.id`,
  at: sql`c.at`,
  happened_at: sql`c.at`,
  recorded_at: sql`c.recorded_at`,
  narrowed: ({ user_id, tender }) => [
    ...(user_id === undefined ? [] : [sql`c.user_id = ${user_id}::uuid`]),
    ...(user_id === undefined || tender === undefined ? [] : [anyOf(TAKEN_BY[tender])]),
  ],
  // Deliveries and corrections use the driver's index; payments have no driver of their own.
  either: ({ user_id, tender }) =>
    user_id !== undefined
      ? [
          sql`c.driver_id = (select id from drivers where shop_id = c.shop_id and user_id = ${user_id}::uuid)`,
          sql`c.driver_id is null`,
        ]
      : tender === undefined
        ? [sql`true`]
        : TAKEN_BY[tender],
  joined: sql`join orders o on o.shop_id = c.shop_id and o.id = c.order_id
    join customers b on b.shop_id = o.shop_id and b.id = o.customer_id
    join profiles p on p.id = c.user_id
    left join drivers d on d.shop_id = c.shop_id and d.user_id = c.user_id`,
  shown: sql`c.at as delivered_at, c.recorded_at, o.order_number, c.customer_name, b.phone, coalesce(d.full_name, p.full_name) as driver_name, c.tender,
    ${sql.join(TAKEN_AMOUNTS.map((id) => sql.ref(`c.${id}`)))}, c.collected_fils - c.cash_fils as card_machine_fils,
    c.outcome, c.order_id, c.confirmation_id, c.user_id, c.erased_at`,
  sums: SUMS,
  summed: ({ query, shop_id, span }) => {
    const { user_id, tender, late } = query;
    const by = tender === undefined ? sql`true` : SUMMED_BY[tender];
    if (late !== undefined || by === null) return null;
    const person = user_id === undefined ? sql`true` : sql`c.user_id = ${user_id}::uuid`;
    return {
      facts: sql`(${factsWithin(DELIVERED, shop_id, span, user_id === undefined ? 'all' : 'person')}) c where ${by} and ${person}`,
      rows: sql`(c.deliveries + c.changes)`,
      late: sql`c.late`,
      sums: SUMS,
    };
  },
};

/** Selects the summed measures of sums or of a stored fact for a tender; null if sums do not separate it. */
export const summedBy = (tender: Tender | undefined): Sql<unknown> | null =>
  tender === undefined ? sql`true` : SUMMED_BY[tender];

/**
 * Selects the records of a query with the measures of {@link DELIVERED}, for filters that sums within a day
 * do not separate. A driver's own index is used: another plan would read all drivers' deliveries.
 */
export function takenRecords(asked: ResolvedQuery): Sql<unknown> {
  const { user_id, tender } = asked.query;
  const columns = sql`c.at, c.user_id, c.tender, c.outcome, c.deliveries, c.changes, (c.recorded_at - c.at > ${LATE})::int as late,
    ${sql.join(TAKEN_AMOUNTS.map((id) => sql.ref(`c.${id}`)))}`;
  const found = sql`select * from ${DELIVERIES.records} where ${within(DELIVERIES, asked)}`;
  if (user_id === undefined) {
    const any = tender === undefined ? sql`true` : anyOf(TAKEN_BY[tender]);
    return sql`select ${columns} from (${found} and ${any}) c`;
  }
  return sql`
    select ${columns} from drivers d cross join lateral (${found} and c.driver_id = d.id offset 0) c
    where d.shop_id = ${asked.shop_id} and d.user_id = ${user_id}::uuid
    union all
    select ${columns} from (${found} and c.driver_id is null) c`;
}

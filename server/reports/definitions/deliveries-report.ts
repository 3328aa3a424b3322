import { sql } from '../../platform/database/sql.ts';
import type { ListReport } from '../list-report.ts';
import { DELIVERED } from '../sums/sum-tables.ts';
import { factsWithin } from '../sums/summed-facts.ts';

/** Constants in the statement, so that tenders rarer than cash use their own index. */
const TAKEN_BY = {
  cash: sql`c.tender = 'cash'`,
  card_machine: sql`c.tender = 'card_machine'`,
  cash_and_card: sql`c.tender = 'cash_and_card'`,
  none: sql`c.tender is null`,
};

/** Includes confirmations with a conflict (ruling A9), since their amounts were collected. */
export const DELIVERIES: ListReport = {
  records: sql`delivery_confirmations c`,
  shop_id: sql`c.shop_id`,
  id: sql`c.id`,
  at: sql`c.delivered_at`,
  happened_at: sql`c.delivered_at`,
  recorded_at: sql`c.recorded_at`,
  narrowed: ({ user_id, tender }) => [
    ...(user_id === undefined
      ? []
      : [
          sql`c.user_id = ${user_id}::uuid`,
          sql`c.driver_id = (select id from drivers where shop_id = c.shop_id and user_id = ${user_id}::uuid)`,
        ]),
    ...(tender === undefined ? [] : [TAKEN_BY[tender]]),
  ],
  joined: sql`join orders o on o.shop_id = c.shop_id and o.id = c.order_id
    join customers b on b.shop_id = o.shop_id and b.id = o.customer_id
    join drivers d on d.shop_id = c.shop_id and d.id = c.driver_id`,
  shown: sql`c.delivered_at, c.recorded_at, o.order_number, c.customer_name, b.phone, d.full_name as driver_name, c.tender,
    c.collected_fils, c.cash_fils, c.outcome, c.order_id, c.id as confirmation_id, c.user_id, c.erased_at`,
  sums: { collected_fils: sql`c.collected_fils`, cash_fils: sql`c.cash_fils` },
  summed: ({ query, shop_id, span }) => {
    const { user_id, tender, late } = query;
    if (late !== undefined) return null;
    const conditions = [
      sql`true`,
      ...(user_id === undefined ? [] : [sql`c.user_id = ${user_id}::uuid`]),
      ...(tender === undefined ? [] : [sql`c.tender = ${tender}`]),
    ];
    return {
      facts: sql`(${factsWithin(DELIVERED, shop_id, span, user_id === undefined ? 'all' : 'person')}) c where ${sql.join(conditions, sql` and `)}`,
      rows: sql`c.deliveries`,
      late: sql`c.late`,
      sums: { collected_fils: sql`c.collected_fils`, cash_fils: sql`c.cash_fils` },
    };
  },
};

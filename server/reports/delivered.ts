import { sql } from '../platform/database/sql.ts';

/** Sums of deliveries `c`, under the ids of the columns. */
export const DELIVERY_SUMS = sql`sum(c.deliveries)::bigint as deliveries, sum(c.late)::bigint as late_deliveries,
  sum(c.cash_fils)::bigint as cash_fils,
  coalesce(sum(c.collected_fils) filter (where c.tender = 'card_machine'), 0)::bigint as card_machine_fils,
  sum(c.collected_fils)::bigint as collected_fils`;

import { sql } from '../platform/database/sql.ts';
import { TAKEN_AMOUNTS } from './takings.ts';

/** Sums of deliveries `c`, their corrections and later payments, under the ids of the columns. */
export const DELIVERY_SUMS = sql`sum(c.deliveries)::bigint as deliveries, sum(c.late)::bigint as late_deliveries,
  ${sql.join(TAKEN_AMOUNTS.map((id) => sql`sum(${sql.ref(`c.${id}`)})::bigint as ${sql.ref(id)}`))},
  sum(c.collected_fils - c.cash_fils)::bigint as card_machine_fils`;

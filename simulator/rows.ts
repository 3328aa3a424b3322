import type { Connections } from './database/connections.ts';

/**
 * Columns with times that a device reports or that the product computes; all others contain the database's
 * own time.
 */
const GIVEN_TIMES = ['occurred_at', 'delivered_at', 'completed_at', 'actual_delivery_time', 'deposit_date'];

/** The time and the counter of a UUIDv7; the rest is random. */
const TIME_IN_IDS = /\b[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}(?=-[89ab])/g;

/**
 * Returns all rows of the shops in a fixed order, without what depends on the servers' clocks, counters or
 * connections.
 */
export async function rowsOf({ query: look }: Connections): Promise<string> {
  const columns = await look<{ table: string; columns: string }>(
    `select c.table_name as table, string_agg(quote_ident(c.column_name), ', ' order by c.column_name) as columns
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name not like '%migration%'
       and c.table_name <> 'feed_horizon'
       and (c.table_name, c.column_name) <> ('cash_tracking_parts', 'part')
       and c.data_type <> 'xid8' and (c.data_type <> 'timestamp with time zone' or c.column_name = any($1))
     group by 1 order by 1`,
    [GIVEN_TIMES],
  );
  const all: string[] = [];
  for (const { table, columns: named } of columns) {
    const rows = await look<{ row: string }>(`select r::text as row from (select ${named} from ${table}) r`);
    all.push(...rows.map(({ row }) => `${table} ${row.replace(TIME_IN_IDS, 'time')}`).sort());
  }
  return all.join('\n');
}

import type { Tx } from '../platform/database/database.ts';
import { sql } from '../platform/database/sql.ts';

/** When each driver of the shop was last heard of, by driver record. For managers and admins. */
export async function driversLastSeen(tx: Tx, shop_id: number): Promise<Map<number, Date>> {
  const asking = sql<{ driver_id: number; last_seen_at: Date | null }>`
    select * from drivers_last_seen(${shop_id})`;
  const { rows } = await asking.execute(tx);
  return new Map(
    rows.flatMap(({ driver_id, last_seen_at }) => (last_seen_at ? [[driver_id, last_seen_at] as const] : [])),
  );
}

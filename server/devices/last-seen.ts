import type { Tx } from '../platform/database/database.ts';
import { sql } from '../platform/database/sql.ts';

/** Returns the time of each driver's last contact, by driver id. Only for managers and admins. */
export async function driversLastSeen(tx: Tx, shop_id: number): Promise<Map<number, Date>> {
  const reading = sql<{ driver_id: number; last_seen_at: Date | null }>`
    select * from drivers_last_seen(${shop_id})`;
  const { rows } = await reading.execute(tx);
  return new Map(
    rows.flatMap(({ driver_id, last_seen_at }) => (last_seen_at ? [[driver_id, last_seen_at] as const] : [])),
  );
}

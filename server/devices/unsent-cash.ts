import type { UnsentCash } from '../../contract/schemas/devices.ts';
import type { Tx } from '../platform/database/database.ts';
import { sql } from '../platform/database/sql.ts';

type Row = { user_id: string; count: number; amount_fils: number; last_seen_at: Date };

/** Returns the pending cash of users who have any, by the devices' last reports; for managers and admins. */
export async function unsentOfStaff(tx: Tx, shop_id: number): Promise<Map<string, NonNullable<UnsentCash>>> {
  const reading = sql<Row>`select * from unsent_of_staff(${shop_id})`;
  const { rows } = await reading.execute(tx);
  return new Map(
    rows.map(({ user_id, count, amount_fils, last_seen_at }) => [
      user_id,
      { count, amount_fils, last_seen_at: last_seen_at.toISOString() },
    ]),
  );
}

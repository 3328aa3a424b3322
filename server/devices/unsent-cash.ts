import type { UnsentCash } from '../../contract/schemas/devices.ts';
import type { Tx } from '../platform/database/database.ts';
import { sql } from '../platform/database/sql.ts';

type Row = { user_id: string; count: number; amount_fils: number; last_seen_at: Date };

/** What each person of the shop has made that waits on devices, as these told last; nobody without any. For managers and admins. */
export async function unsentOfStaff(tx: Tx, shop_id: number): Promise<Map<string, NonNullable<UnsentCash>>> {
  const asking = sql<Row>`select * from unsent_of_staff(${shop_id})`;
  const { rows } = await asking.execute(tx);
  return new Map(
    rows.map(({ user_id, count, amount_fils, last_seen_at }) => [
      user_id,
      { count, amount_fils, last_seen_at: last_seen_at.toISOString() },
    ]),
  );
}

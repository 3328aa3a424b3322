import type { AuditedChange } from '../audit/audit-event.ts';
import type { Change } from '../operations/operation.ts';
import type { Tx } from '../platform/database/database.ts';

type ChangedOrder = {
  shop_id: number;
  id: string;
  /** Who carries it, before and after. */
  driver_ids: readonly (number | null)[];
};

/** What an operation did to an order, for the audit, and for the desk and whoever carries it, before and after. */
export async function orderChange(
  tx: Tx,
  { shop_id, id, driver_ids }: ChangedOrder,
  change: Omit<AuditedChange, 'subject_id'>,
): Promise<Change> {
  const user_ids = await usersOf(tx, shop_id, driver_ids);
  const touched = { topic: 'orders', subject_id: id, audience: 'desk', user_ids } as const;
  return { ...change, subject_id: id, touched: [touched] };
}

async function usersOf(tx: Tx, shop_id: number, driver_ids: ChangedOrder['driver_ids']): Promise<string[]> {
  const known = driver_ids.filter((id) => id !== null);
  if (known.length === 0) return [];
  const drivers = await tx
    .selectFrom('drivers')
    .select('user_id')
    .where('shop_id', '=', shop_id)
    .where('id', 'in', known)
    .execute();
  return drivers.map(({ user_id }) => user_id);
}

import type { AuditedChange } from '../audit/audit-event.ts';
import type { Change } from '../operations/operation.ts';
import type { Tx } from '../platform/database/database.ts';

/** An order as it was. */
type OrderBefore = { shop_id: number; id: string; driver_id: number | null };

/** What an operation did to an order, for the audit, and for the desk and whoever carries it, before and after. */
export async function orderChange(
  tx: Tx,
  { shop_id, id, driver_id }: OrderBefore,
  change: Omit<AuditedChange, 'subject_id'>,
  driver_after: number | null = driver_id,
): Promise<Change> {
  const driver_ids = [driver_id, driver_after].filter((known) => known !== null);
  const drivers =
    driver_ids.length === 0
      ? []
      : await tx
          .selectFrom('drivers')
          .select('user_id')
          .where('shop_id', '=', shop_id)
          .where('id', 'in', driver_ids)
          .execute();
  const user_ids = drivers.map(({ user_id }) => user_id);
  const touched = { topic: 'orders', subject_id: id, audience: 'desk', user_ids } as const;
  return { ...change, subject_id: id, touched: [touched] };
}

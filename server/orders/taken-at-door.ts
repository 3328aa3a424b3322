import type { Tx } from '../platform/database/database.ts';

/** What this person took for this order in confirmations so far, by whichever tender, in fils. */
export async function takenAtDoor(
  tx: Tx,
  { shop_id, user_id }: { shop_id: number; user_id: string },
  order_id: string,
): Promise<number> {
  const { taken_fils } = await tx
    .selectFrom('delivery_confirmations')
    .select((select) =>
      select.cast<number | null>(select.fn.sum('collected_fils'), 'bigint').as('taken_fils'),
    )
    .where((row) => row.and({ shop_id, order_id, user_id }))
    .executeTakeFirstOrThrow();
  return taken_fils ?? 0;
}

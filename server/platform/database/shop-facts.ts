import type { Tx } from './database.ts';

/** What a shop's dates, papers and paths are made from. */
export function readShop(tx: Tx, shop_id: number): Promise<{ name: string; time_zone: string }> {
  return tx
    .selectFrom('shops')
    .select(['name', 'time_zone'])
    .where('id', '=', shop_id)
    .executeTakeFirstOrThrow();
}

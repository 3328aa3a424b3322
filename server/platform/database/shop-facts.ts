import type { Tx } from './database.ts';
import { oneRow } from './rows.ts';
import { statement } from './statement.ts';

/** What a shop's dates, papers and paths are made from: of the shop of whoever acts in the transaction. */
export function readShop(tx: Tx): Promise<{ name: string; time_zone: string }> {
  return oneRow(tx, statement`select name, time_zone from shops where id = actor.shop_id()`);
}

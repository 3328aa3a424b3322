import type { Tx } from './database.ts';
import { oneRow } from './rows.ts';
import { statement } from './statement.ts';

/** What a shop's dates, papers and paths are made from. */
export function readShop(tx: Tx, shop_id: number): Promise<{ name: string; time_zone: string }> {
  return oneRow(tx, statement`select name, time_zone from shops where id = ${shop_id}`);
}

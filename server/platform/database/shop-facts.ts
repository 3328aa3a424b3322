import type { Tx } from './database.ts';
import { oneRow } from './rows.ts';
import { sql } from './sql.ts';

/** What a shop's dates, papers and paths are made from: of the shop of whoever acts in the transaction. */
export function readShop(tx: Tx): Promise<{ name: string; time_zone: string }> {
  return oneRow(tx, sql`select name, time_zone from shops where id = actor.shop_id()`);
}

/** The country of telephone numbers without a country code (ISO 3166-1). */
export async function readCountry(tx: Tx, shop_id: number): Promise<string> {
  return (await oneRow(tx, sql<{ country: string }>`select country from shops where id = ${shop_id}`))
    .country;
}

import type { Tx } from './database.ts';
import { oneRow } from './rows.ts';
import { sql } from './sql.ts';

/** Reads the data for dates, documents and paths of the shop in which the transaction's actor works. */
export function readShop(tx: Tx): Promise<{ name: string; time_zone: string }> {
  return oneRow(tx, sql`select name, time_zone from shops where id = actor.shop_id()`);
}

/** Reads the country (ISO 3166-1) of phone numbers without a country code. */
export async function readCountry(tx: Tx, shop_id: number): Promise<string> {
  return (await oneRow(tx, sql<{ country: string }>`select country from shops where id = ${shop_id}`))
    .country;
}

import { Refusal } from '../identity/refusal.ts';
import type { Database, Tx } from '../platform/database/database.ts';

/** The shop a command is about: the one given, or the only one there is. Throws Refusal. */
export async function chosenShop(
  database: Database | Tx,
  given: number | undefined,
): Promise<{ shop_id: number; time_zone: string }> {
  const shops = await database.selectFrom('shops').select(['id', 'time_zone']).execute();
  const shop = given === undefined ? shops[0] : shops.find(({ id }) => id === given);
  if (!shop) throw new Refusal(given === undefined ? 'There is no shop yet' : `There is no shop ${given}`);
  if (given === undefined && shops.length > 1) {
    throw new Refusal('There are several shops: say which with --shop <id>');
  }
  return { shop_id: shop.id, time_zone: shop.time_zone };
}
